// The certificate does not prove its claim.
export class Refused extends Error {}

export function need(condition, refusal) {
  if (!condition) throw new Refused(refusal);
}

// "1 solution", "2 solutions"
export function counted(number) {
  return `${number} solution${number === 1 ? "" : "s"}`;
}

// Return what a function reads; a value of another kind than it expects is refused.
export function reading(read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof TypeError || error instanceof RangeError ? new Refused("the file is no puzzle") : error;
  }
}

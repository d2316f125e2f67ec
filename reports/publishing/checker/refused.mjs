// The certificate does not prove its claim.
export class Refused extends Error {}

export function need(condition, refusal) {
  if (!condition) throw new Refused(refusal);
}

// "1 solution", "2 solutions"
export function counted(number) {
  return `${number} solution${number === 1 ? "" : "s"}`;
}

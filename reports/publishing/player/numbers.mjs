// Numbers as the programs' libraries print them: fixed(2.5, 0) is "3", halves going away from zero.

const BITS = new DataView(new ArrayBuffer(8));

// A finite number as [numerator, denominator], both BigInt, exactly.
function fraction(value) {
  BITS.setFloat64(0, value);
  const bits = BITS.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (exponent ? 1n << 52n : 0n);
  const power = Math.max(exponent, 1) - 1075;
  return power >= 0 ? [mantissa << BigInt(power), 1n] : [mantissa, 1n << BigInt(-power)];
}

// A real number with a number of digits after the point, without a sign where it rounds to zero.
export function fixed(value, digits) {
  const [numerator, denominator] = fraction(value);
  const scaled = numerator * 10n ** BigInt(digits);
  let whole = scaled / denominator;
  if (2n * (scaled % denominator) >= denominator) whole += 1n;
  const text = whole.toString().padStart(digits + 1, "0");
  const sign = value < 0 && whole > 0n ? "-" : "";
  return digits ? `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}` : sign + text;
}

// A number as messages show it: a whole one without a point, any other with twelve significant digits.
export function shown(value) {
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : String(value);
}

// Numbers as decimal digits, correctly rounded from the exact value of a double.
//
//     fixed(2.5, 0), fixed(2.5, 0, false)       // "2", "3": a half goes to the even digit, or away from zero
//     scientific(-1234.5, 3)                    // ["123", 3]: the first digits, and the power of ten of the first one

const BITS = new DataView(new ArrayBuffer(8));

// The double that has these 64 bits, and the bits of a double without a sign.
export function realOf(bits) {
  BITS.setBigInt64(0, BigInt.asIntN(64, bits));
  return BITS.getFloat64(0);
}

export function bitsOf(value) {
  BITS.setFloat64(0, value);
  return BITS.getBigUint64(0);
}

// The size of a finite number as [numerator, denominator], both BigInt, exactly.
function fraction(value) {
  const bits = bitsOf(value);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (exponent ? 1n << 52n : 0n);
  const power = Math.max(exponent, 1) - 1075;
  return power >= 0 ? [mantissa << BigInt(power), 1n] : [mantissa, 1n << BigInt(-power)];
}

function scaled(value, power) {
  const [numerator, denominator] = fraction(value);
  const factor = 10n ** BigInt(Math.abs(power));
  return power < 0 ? [numerator, denominator * factor] : [numerator * factor, denominator];
}

// The size of a number times a power of ten as a whole number.
function rounded(value, power, even) {
  const [numerator, denominator] = scaled(value, power);
  const whole = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const up = twice > denominator || (twice === denominator && !(even && whole % 2n === 0n));
  return up ? whole + 1n : whole;
}

// The size of a number times a power of ten with a number of digits after the point.
export function fixed(value, digits, even = true, power = 0) {
  const text = rounded(value, digits + power, even).toString().padStart(digits + 1, "0");
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

export function scientific(value, digits, even = true) {
  if (value === 0) return ["0".repeat(digits), 0];
  const below = (power) => {
    const [numerator, denominator] = scaled(value, -power);
    return numerator < denominator;
  };
  let power = Math.floor(Math.log10(Math.abs(value))); // wrong by one beside a power of ten
  if (below(power)) power -= 1;
  else if (!below(power + 1)) power += 1;
  const text = rounded(value, digits - 1 - power, even).toString();
  return text.length > digits ? [text.slice(0, digits), power + 1] : [text, power];
}

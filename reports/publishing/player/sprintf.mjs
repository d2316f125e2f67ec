// Perl's sprintf, and its numbers as texts: interpreters/languages/perl_subset/formats.py and values.py.
//
//     sprintf(["%03d|%-4s|", 7n, "ab"])         // "007|ab  |"
//     numberOf("12abc"), textOfNumber(0.1)      // 12n, "0.1"
//
// Values are strings, whole numbers (BigInt), real ones (Number), and null for undef.

import { FORMATS } from "./formats.mjs";

const CONVERSION = /%([-+ 0#]*)(\d*)(?:\.(\d*))?(.?)/gs;
const KINDS = "diuscfegxob%";
const WHOLE = /^[ \t\n\r\f\v]*([+-]?\d{1,20})(?![\d.eE])/;
const LEADING = /^[ \t\n\r\f\v]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/;
const ENDLESS = /^[ \t\n\r\f\v]*([+-]?)(inf|nan)/i;
const [LEAST, MOST] = [-(2n ** 63n), 2n ** 64n - 1n];
const EXACT = 2 ** 53;

export class FormatFault extends Error {}

export function textOfNumber(value) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "-Inf" : "Inf";
  return value === 0 ? "0" : FORMATS.conversion(value, "g", "", 0, 15);
}

export function textOfValue(value) {
  if (typeof value === "number") return textOfNumber(value);
  return value === null ? "" : String(value);
}

// The number that a text begins with, or 0: a BigInt where it is whole.
export function numberOf(value) {
  if (value === null) return 0n;
  if (typeof value !== "string") return value;
  const whole = WHOLE.exec(value);
  if (whole) {
    const number = BigInt(whole[1].replace("+", ""));
    return number < LEAST || number > MOST ? Number(number) : number;
  }
  const leading = LEADING.exec(value);
  if (leading) {
    const number = Number(leading[1]);
    return Math.abs(number) < EXACT && Number.isInteger(number) ? BigInt(number) : number;
  }
  const endless = ENDLESS.exec(value);
  if (!endless) return 0n;
  return endless[2].toLowerCase() === "nan" ? NaN : Number(`${endless[1]}Infinity`);
}

// A value as a whole number, cut towards zero; what is too great is the greatest there is.
function wholeOf(value) {
  const beforePoint = typeof value === "string" && value.includes(".") && !/e/i.test(value);
  const number = numberOf(beforePoint ? value.split(".")[0] : value);
  if (Number.isNaN(number)) return 0n;
  if (typeof number === "bigint") return number;
  if (number >= Number(MOST)) return MOST;
  return number <= Number(LEAST) ? LEAST : BigInt(Math.trunc(number));
}

function character(code) {
  if ((code >= 0xd800n && code < 0xe000n) || code > 0x10ffffn) {
    throw new FormatFault(`there is no character with the code 0x${code.toString(16)}`);
  }
  return String.fromCodePoint(Number(code));
}

function inField(value, kind, flags, width, precision) {
  if (kind === "%") return FORMATS.conversion("%", "s", flags, width, null);
  if (kind === "s") return FORMATS.conversion(textOfValue(value), "s", flags, width, precision);
  if (kind === "c") return FORMATS.conversion(character(BigInt.asUintN(64, wholeOf(value))), "s", flags, width, precision);
  const number = numberOf(value);
  if (typeof number === "number" && !Number.isFinite(number)) {
    const sign = /[+ ]/.test(flags) && number > 0 ? "+" : "";
    return FORMATS.conversion(sign + textOfNumber(number), "s", flags.replaceAll("0", ""), width, null);
  }
  if ("feg".includes(kind)) return FORMATS.conversion(Number(number), kind, flags, width, precision);
  const whole = "di".includes(kind) ? BigInt.asIntN(64, wholeOf(value)) : wholeOf(value);
  return FORMATS.conversion(whole, kind, flags, width, precision);
}

export function sprintf([format, ...values]) {
  return textOfValue(format).replace(CONVERSION, (match, flags, width, precision, kind) => {
    if (!kind || !KINDS.includes(kind)) {
      throw new FormatFault(`${match} in a format is not supported: write % and one of ${[...KINDS].join(" ")}`);
    }
    const value = kind === "%" ? null : values.shift() ?? null;
    return inField(value, kind, flags, Number(width), precision === undefined ? null : Number(precision));
  });
}

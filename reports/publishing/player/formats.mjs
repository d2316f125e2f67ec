// Values as the programs' libraries print them: by the names that pages call them by (lowering/page_calls.py).
//
//     FORMATS.conversion(255n, "x", "#", 6, null)      // "  0xff": C's %#6x
//     FORMATS.fixt(1.5, 3, 2)                          // "  +1.50 "
//     field(["F", 6, 2], 0, 3.14159)                   // "  3.14"
//
// Where halves are not rounded to the even digit, `false` says so: they go away from zero.

import { fixed, scientific } from "./numbers.mjs";

const TEN = "₁₀";
const BASES = { o: 8, x: 16, X: 16, b: 2 };

function signOf(value) {
  return value < 0 || Object.is(value, -0) ? "-" : "";
}

function exponent(power, letter) {
  return `${letter}${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

// --- C and Perl

function real(value, kind, precision, pointed) {
  if (kind === "f") return fixed(value, precision) + (pointed && !precision ? "." : "");
  if (kind === "e") {
    const [digits, power] = scientific(value, precision + 1);
    return digits[0] + (precision || pointed ? "." : "") + digits.slice(1) + exponent(power, "e");
  }
  const most = precision || 1;
  const [, power] = scientific(value, most);
  const text = power < -4 || power >= most ? real(value, "e", most - 1, pointed) : real(value, "f", most - 1 - power, pointed);
  return pointed || !text.includes(".") ? text : text.replace(/\.?0*(e.*)?$/, "$1");
}

// What stands before the zeros that fill a field, and what comes after them.
function converted(value, kind, flags, precision) {
  if (kind === "s") return ["", value.slice(0, precision ?? undefined)];
  if (kind === "c") return ["", String.fromCodePoint(Number(value)).slice(0, precision ?? undefined)];
  const plus = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  if ("efg".includes(kind.toLowerCase())) {
    const small = kind.toLowerCase();
    const text = Number.isFinite(value) ? real(value, small, precision ?? 6, flags.includes("#")) : Number.isNaN(value) ? "nan" : "inf";
    return [signOf(value) || plus, kind === small ? text : text.toUpperCase()];
  }
  const signed = kind === "d" || kind === "i";
  const number = signed ? BigInt(value) : BigInt.asUintN(64, BigInt(value));
  const size = (number < 0n ? -number : number).toString(BASES[kind] ?? 10);
  const digits = number === 0n && precision === 0 ? "" : (kind === "X" ? size.toUpperCase() : size).padStart(precision ?? 1, "0");
  if (signed) return [number < 0n ? "-" : plus, digits];
  if (!flags.includes("#") || kind === "u") return ["", digits];
  if (kind === "o") return [digits.startsWith("0") ? "" : "0", digits];
  return [number ? `0${kind}` : "", digits];
}

// A number or a text by a conversion of printf; the precision is null where there is none.
function conversion(value, kind, flags, width, precision) {
  const [lead, body] = converted(value, kind, flags, precision);
  if (flags.includes("-")) return (lead + body).padEnd(width);
  const whole = !"efgEFGsc".includes(kind);
  const zeros = flags.includes("0") && !(whole ? precision !== null : typeof value === "number" && !Number.isFinite(value));
  return zeros ? lead + body.padStart(width - lead.length, "0") : (lead + body).padStart(width);
}

// A number as messages show it: a whole one without a point, any other with twelve significant digits.
export function shown(value) {
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : conversion(value, "g", "", 0, 12);
}

// --- ECOL

// What rounds to zero has no sign.
function schrijf(value, before, after, narrow) {
  const text = fixed(value, after, false);
  const sign = value < 0 && /[1-9]/.test(text) ? "-" : "";
  return (sign + text).padStart(narrow && after === 0 ? before : before + after + 2);
}

function schrijf_free(value, narrow) {
  return schrijf(value, 6, Number.isInteger(value) ? 0 : 4, narrow);
}

function schrijm(value) {
  const [digits, power] = scientific(value, 9, false);
  return ` ${value < 0 ? "-" : "+"}.${digits}${exponent(value ? power + 1 : 0, "E")}`;
}

// --- ALGOL 60: the EL-X8, and the Modified Report

function fixt(value, before, after, signed = true) {
  if (before < 0 || after < 0 || before + after > 21) return flot(value, 13, 3);
  let text = fixed(value, after, false);
  const whole = text.split(".")[0];
  if (whole.length > Math.max(1, before)) return flot(value, 13, 3);
  if (before === 0 && whole === "0") text = text.slice(1) || "0";
  const sign = signed ? (value < 0 ? "-" : "+") : "";
  return `${(sign + text).padStart(before + 1 + (after > 0 ? after + 1 : 0))} `;
}

function absfixt(value, before, after) {
  return fixt(value, before, after, false);
}

function flot(value, digits, places) {
  if (!(digits >= 1 && digits <= 13 && places >= 1 && places <= 3)) return flot(value, 13, 3);
  const [written, first] = scientific(value, digits, false);
  const power = value ? first + 1 : 0;
  const size = String(Math.abs(power));
  if (size.length > places) return flot(value, 13, 3);
  return `${value < 0 ? "-" : "+"}.${written}${TEN}${power < 0 ? "-" : "+"}${size.padStart(places)} `;
}

function print(value) {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 40 ? fixt(value, 13, 0) + " ".repeat(6) : flot(value, 13, 3);
}

function outreal(value) {
  if (value === 0) return "0.0";
  const sign = value < 0 ? "-" : "";
  const [digits, power] = scientific(value, 16);
  if (power >= 16 || power < -2) return `${sign}${digits[0]}.${digits.slice(1)}${TEN}${power}`;
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${digits}`;
  return sign + digits.slice(0, power + 1) + (power === 15 ? "" : `.${digits.slice(power + 1)}`);
}

// print of NASE.
function print_formatted(value, ...places) {
  const [before, after] = places.map((count) => Math.min(Math.max(0, count), 400));
  return ` ${conversion(value, "f", "", before + 1 + after, after)} `;
}

// --- FORTRAN

function fit(text, width) {
  const short = text.length > width ? text.replace(/^(-?)0(?=\.\d)/, "$1") : text;
  return short.length <= width ? short.padStart(width) : "*".repeat(width);
}

function writeFixed([, width, digits], scale, value) {
  return fit(`${value < 0 ? "-" : ""}${fixed(value, digits, true, scale)}${digits ? "" : "."}`, width);
}

function writeExponent([letter, width, digits], scale, value) {
  const significant = scale <= 0 ? digits + scale : digits + 1;
  if (significant <= 0 || scale > digits + 1) return "*".repeat(width);
  const [mantissa, first] = scientific(value, significant);
  const power = value ? first + 1 - scale : 0;
  const before = Math.max(scale, 0);
  const figures = "0".repeat(Math.max(0, -scale)) + mantissa;
  const text = `${value < 0 ? "-" : ""}${figures.slice(0, before) || "0"}.${figures.slice(before)}`;
  return fit(text + exponent(power, Math.abs(power) > 99 ? "" : letter === "D" ? "D" : "E"), width);
}

// Like F where the number has its digits about the point, else like E.
function writeGeneral(edit, scale, value) {
  const [, width, digits] = edit;
  const size = value ? scientific(value, Math.max(digits, 1))[1] + 1 : 1;
  if (size < 0 || size > digits) return writeExponent(edit, scale, value);
  const text = width > 4 ? writeFixed(["F", width - 4, digits - size], 0, value) : "*";
  return text.includes("*") ? "*".repeat(width) : `${text}    `;
}

const WRITERS = {
  I: ([, width], _scale, value) => fit(String(value), width),
  L: ([, width], _scale, value) => (value ? "T" : "F").padStart(width),
  F: writeFixed,
  E: writeExponent,
  D: writeExponent,
  G: writeGeneral,
};

// A value by a field [letter, width, digits] of a FORMAT with a scale factor.
export function field(edit, scale, value) {
  return WRITERS[edit[0]](edit, scale, value);
}

export function shortest(value) {
  return conversion(value, "G", "", 0, 14);
}

// A real number without a FORMAT; a zero has no sign.
export function free(value) {
  const text = shortest(Number(value) + 0);
  return /[.E]/.test(text) ? text : `${text}.`;
}

export const FORMATS = { conversion, schrijf, schrijf_free, schrijm, fixt, absfixt, flot, print, outreal, print_formatted };

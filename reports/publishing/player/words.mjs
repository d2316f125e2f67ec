// Characters in the words of FORTRAN's machines, as interpreters/languages/cdc_fortran/library/words.py packs them.
//
//     new Words({ size: 10, bits: 6, codes: ":ABC…", complement: true, end: null }).field("A", 3, bits)

import { bitsOf } from "./numbers.mjs";

const REAL_KEY = 0xe7ffffffffffffffn;

// How zero with a minus sign is held (MINUS_ZERO there).
export function isMinusZero(value) {
  return value === -(2n ** 60n) || value === -(2 ** 60);
}

export class Words {
  // A real number up to `end` holds a word; null where none does. `complement`: negative integers are in ones' complement.
  constructor({ size, bits, codes, complement, end }) {
    Object.assign(this, { size, bits, codes, complement, end });
  }

  inReal(value) {
    return typeof value === "number" && this.end !== null && value <= this.end;
  }

  // The bits of the word that an integer or a real holds; undefined of a real that holds a number.
  bitsOf(value) {
    if (typeof value === "bigint") return BigInt.asUintN(this.size * this.bits, value - (value < 0n && this.complement ? 1n : 0n));
    if (!this.complement) return bitsOf(value);
    if (value === 0) return 0n;
    return this.inReal(value) ? bitsOf(value) ^ REAL_KEY : undefined;
  }

  // Aw: the leftmost characters, or blanks before all; Rw: the rightmost; Ow: octal digits.
  field(letter, width, bits) {
    if (letter === "O") {
      const digits = bits.toString(8).padStart(Math.ceil((this.size * this.bits) / 3), "0");
      return digits.slice(-width).padStart(width);
    }
    const code = (place) => Number(BigInt.asUintN(this.bits, bits >> BigInt(this.bits * (this.size - 1 - place))));
    const text = Array.from({ length: this.size }, (_, place) => this.codes[code(place)] ?? "?").join("");
    if (width >= text.length) return text.padStart(width);
    return letter === "A" ? text.slice(0, width) : text.slice(-width);
  }
}

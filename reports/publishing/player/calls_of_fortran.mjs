// What a page does for FORTRAN's records and words: methods of Host.

import { realOf } from "./numbers.mjs";
import { Record } from "./record.mjs";

const NO_VALUE = -(2n ** 63n);

export const FORTRAN_CALLS = {
  // A FORMAT is one of `layouts` by its number, null for a list without one.
  begin(layouts, number, words) {
    if (this.record) this.trap("a function in the list of a transfer reads or writes");
    const fields = layouts[number];
    if (fields === undefined) this.unsupported("a FORMAT that is read while the program runs cannot be used in a page");
    this.record = new Record(fields, words);
  },

  item(value, kind) {
    const problem = this.record.item(kind === "INTEGER" ? BigInt(value) : value, kind);
    if (problem) this.trap(problem);
  },

  item_by_bits(bits) {
    this.item(realOf(BigInt(bits)), "REAL");
  },

  complex(real, imaginary) {
    this.record.complex(real, imaginary);
  },

  characters(text) {
    this.record.characters(text);
  },

  // Shift a word of so many bits: to the left and round, or to the right with its sign.
  shift(word, count, size) {
    const bits = BigInt.asUintN(size, BigInt(word));
    const places = Number(count);
    const left = BigInt(((places % size) + size) % size);
    const found = places < 0 ? BigInt.asIntN(size, bits) >> BigInt(-places) : (bits << left) | (bits >> (BigInt(size) - left));
    return BigInt.asIntN(64, BigInt.asUintN(size, found));
  },

  // A word with a number of ones at its left.
  mask(count, size) {
    if (count < 0 || count > size) this.trap(`MASK(${count}) is outside 0:${size}`);
    const ones = 2n ** BigInt(size) - 1n;
    return BigInt.asIntN(64, ones ^ (ones >> BigInt(count)));
  },

  // The elements of an array; of two words, a DOUBLEPRECISION or COMPLEX one.
  items(address, count, kind) {
    const wide = kind === "DOUBLEPRECISION" || kind === "COMPLEX" ? 2 : 1;
    const cells = this.cells(address, wide * Number(count));
    for (let cell = 0; cell < cells.length; cell += wide) {
      const parts = Array.from(cells.subarray(cell, cell + wide), kind === "INTEGER" || kind === "LOGICAL" ? (word) => word : realOf);
      if (parts.some((part) => part === NO_VALUE || Number.isNaN(part))) {
        this.trap(`element ${cell / wide + 1} of the array in the list has no value yet`);
      }
      if (kind !== "COMPLEX") this.item(parts[0], kind);
      else if (this.record.fields === null) this.complex(...parts);
      else for (const part of parts) this.item(part, "REAL");
    }
  },

  end(carriage) {
    for (const line of this.record.finish()) this.printLine(line, carriage);
    this.record = null;
  },

  // Print a line; its first character moves the paper.
  printLine(line, carriage) {
    if (carriage === "raw") return this.text(`${line}\n`);
    const control = line.slice(0, 1);
    if (control === "+" && this.printed) this.unsupported("no line can be printed over another in a page");
    if (control === "0") this.text("\n");
    else if (control === "1" && this.printed) this.text("\f");
    this.printed = true;
    return this.text(`${line.slice(1).replace(/ +$/, "")}\n`);
  },
};

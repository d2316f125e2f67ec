// What a page does for C's library: methods of Host. Objects have numbers, by which a table at an address has where they are
// and their sizes.

import { realOf } from "./numbers.mjs";

const NOWHERE = "a pointer that points at nothing is given to the library";

export const C_CALLS = {
  convert(given, mark, kind, flags, width, precision, widest) {
    const value = mark === "L" ? realOf(BigInt(given)) : given;
    const [left, places, digits] = this.sizes(flags, width, precision, widest);
    this.format("conversion", value, kind, left, places, digits);
  },

  // A width below 0 is the flag - and a width; a precision below 0 is as if it were not there.
  sizes(flags, width, precision, widest) {
    const [places, digits] = [Math.abs(Number(width)), precision === null || precision < 0 ? null : Number(precision)];
    const wide = [places, digits].find((size) => size > widest);
    if (wide) this.exhausted(`a field of ${wide} characters: at most ${widest} are printed`);
    return [width < 0 ? `${flags}-` : flags, places, digits];
  },

  // The bytes from where a pointer points to the end of the object.
  object([table, objects], word) {
    const number = Number(BigInt(word) >> 32n);
    const offset = Number(BigInt(word) & 0xffffffffn);
    if (!(number > 0 && number < objects)) this.trap(NOWHERE);
    const [start, size] = this.cells(table + 16 * number, 2);
    if (offset > size) this.trap(NOWHERE);
    const { buffer, byteOffset } = this.cells(0, 0);
    return new Uint8Array(buffer, byteOffset + Number(start) + offset, Number(size) - offset);
  },

  string_at(entries, word, flags, width, precision, widest) {
    const [left, places, digits] = this.sizes(flags, width, precision, widest);
    const bytes = this.object(entries, word).subarray(0, digits ?? undefined);
    const end = bytes.indexOf(0);
    if (end < 0 && (digits === null || digits > bytes.length)) this.trap("a string does not end inside its object");
    const codes = end < 0 ? bytes : bytes.subarray(0, end);
    this.format("conversion", Array.from(codes, (code) => String.fromCharCode(code)).join(""), "s", left, places, null);
  },

  // The stream that a FILE * points at: 1 is stdout, 2 stderr.
  stream(entries, word, missing) {
    if (BigInt(word) === 0n) this.trap(missing);
    const [number] = this.object(entries, word);
    if (number !== 1 && number !== 2) this.unsupported("in a page only stdout and stderr can be written");
    this.to(number === 1 ? "" : null);
  },

  printed_so_far() {
    return this.count;
  },

  capture() {
    this.captured = "";
  },

  store_text(entries, word, what) {
    const text = this.captured;
    this.captured = null;
    const object = this.object(entries, word);
    if (text.length >= object.length) this.trap(`${what} ${text.length + 1} bytes into ${object.length}`);
    object.set([...Array.from(text, (character) => character.charCodeAt(0)), 0]);
    return text.length;
  },

  low_byte(code) {
    return Number(BigInt(code) & 255n);
  },

  leave(status) {
    this.stop(Number(status) ? "exit({0})" : "", status);
  },
};

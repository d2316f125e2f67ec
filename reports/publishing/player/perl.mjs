// Perl's values in memory, as interpreters/languages/perl_subset/runtime/layout.py lays them out, and its files. The
// constants have the names and values that they have there, which a test compares.
//
//     textOf(25n, cells)                          // "12": the text of a cell, undefined where a page cannot tell it
//     valueOf({ name: "%board", … }, frame, words, cells, 60)      // [["00", "A"], …]
//     new Files().open("OUT", [">result.dat"])
//
// `cells(address, words)` is a part of the program's memory, as whole numbers of 64 bits.

import { realOf } from "./numbers.mjs";
import { Output } from "./output.mjs";
import { textOfValue } from "./sprintf.mjs";

const [KIND, WIDE, BIG] = [14n, 8n, 12n];
const [TAG, STRING, CELLS, REFERENCE, BOXED] = [7n, 1n, 3n, 5n, 7n];
const [CELL, FIRST, END, INSIDE] = [8, 8, 16, 11]; // of an array from its address; from a reference to its array or hash
const [NEXT_CHUNK, CHUNK_END, ENTRIES, KEY] = [8, 16, 24, 8];
const KEY_WORDS = 252n;
const [WAITING_STRING, WAITING_WIDE] = [1n, 2n];

function bytesAt(address, count, cells) {
  const { buffer, byteOffset } = cells(0, 0);
  return new Uint8Array(buffer, byteOffset + address, count);
}

// The value of a cell: a string, a BigInt, a Number, or null for undef; undefined where it is a reference. The cell of
// an operand that the program has as a constant is a Number.
export function scalarOf(given, cells) {
  const cell = BigInt(given);
  if ((cell & 1n) === 0n) return cell >> 1n;
  const tag = cell & TAG;
  if (tag === CELLS) return null;
  if (tag === STRING) return stringOf(cell, cells);
  if (tag !== BOXED) return undefined;
  const object = Number(cell - BOXED);
  const [head, bits] = cells(object, 2);
  if ((head & KIND) !== BIG) return realOf(bits);
  return cells(object, 3)[2] ? bits : BigInt.asUintN(64, bits);
}

export function textOf(cell, cells) {
  const value = scalarOf(cell, cells);
  return value === undefined ? undefined : textOfValue(value);
}

function stringOf(cell, cells) {
  const [head, length, , data] = cells(Number(cell - STRING), 4);
  const count = Number(length & 0xffffffffn);
  if ((head & KIND) !== WIDE) return String.fromCharCode(...bytesAt(Number(data), count, cells));
  const { buffer, byteOffset } = bytesAt(Number(data), 4 * count, cells);
  const view = new DataView(buffer, byteOffset);
  return String.fromCodePoint(...Array.from({ length: count }, (_, place) => view.getUint32(4 * place, true)));
}

// The cell of a string that waits for memory, and the bytes that are to be put there.
export function waiting(text) {
  const codes = Array.from(text, (character) => character.codePointAt(0));
  const wide = codes.some((code) => code > 255);
  const bytes = new Uint8Array(wide ? new Uint32Array(codes).buffer : codes);
  return { cell: (BigInt(codes.length) << 8n) | ((wide ? WAITING_WIDE : WAITING_STRING) << 3n) | CELLS, bytes };
}

// --- variables

// Where a variable lies now: its address in the program's memory; undefined where it is not in use.
function placeOf({ address, base, array }, frame, { words, undefinedWord }, cells) {
  const at = (offset) => words[(frame + offset) / CELL];
  const [start, block] = [base < 0 ? 0n : at(base), array < 0 ? 0n : at(array)];
  if (start === undefinedWord || block === undefinedWord) return undefined;
  return Number(start) + address + (block === 0n ? 0 : Number(cells(Number(block) + FIRST, 1)[0]));
}

// A scalar as a number or a text; an array or a hash as its items, [name, value] each, up to a limit.
export function valueOf(variable, frame, words, cells, most) {
  const place = placeOf(variable, frame, words, cells);
  if (place === undefined) return undefined;
  const [cell] = cells(place, 1);
  if (variable.name[0] === "$") return scalar(cell, cells);
  if ((cell & TAG) !== REFERENCE) return undefined; // the statement that makes it has not run
  const start = Number(cell) + INSIDE;
  return variable.name[0] === "@" ? elements(start, cells, most) : entries(start, cells, most);
}

export function scalar(cell, cells) {
  const value = scalarOf(cell, cells);
  if (value === undefined) return "a reference";
  return value === null ? undefined : typeof value === "bigint" ? Number(value) : value;
}

function elements(array, cells, most) {
  const [first, end] = [FIRST, END].map((word) => Number(cells(array + word, 1)[0]));
  const count = Math.min(most, (end - first) / CELL);
  return Array.from(cells(first, count), (cell, place) => [place, scalar(cell, cells)]);
}

function entries(hash, cells, most) {
  const found = [];
  let chunk = Number(cells(hash, 1)[0] - CELLS);
  while (chunk > 0 && found.length < most) {
    const end = Number(cells(chunk + CHUNK_END, 1)[0]);
    for (let at = chunk + ENTRIES; at < end && found.length < most; ) {
      const [value, key] = cells(at, 2);
      const long = (key & 1n) === 0n; // packed: its length is in the second byte, 0 where the entry is deleted
      if (!long) found.push([textOf(key, cells), scalar(value, cells)]);
      else if ((key >> 8n) & 255n) found.push([found.length, scalar(value, cells)]);
      at += KEY + (long ? Number((key & KEY_WORDS) << 1n) : CELL);
    }
    chunk = Number(cells(chunk + NEXT_CHUNK, 1)[0]);
  }
  return found;
}

// --- files

export class Files {
  constructor() {
    Object.assign(this, { outputs: new Map(), open: {} });
  }

  save() {
    return { lengths: [...this.outputs].map(([name, output]) => [name, output.length]), open: { ...this.open } };
  }

  restore({ lengths, open }) {
    this.open = { ...open };
    for (const output of this.outputs.values()) output.length = 0;
    for (const [name, length] of lengths) this.outputs.get(name).length = length;
  }

  get size() {
    return [...this.outputs.values()].reduce((sum, output) => sum + output.length, 0);
  }

  get lines() {
    return [...this.outputs.values()].reduce((sum, output) => sum + output.lines, 0);
  }

  // Open a file to write to: [">name"] or [">", "name"]; false for anything else.
  begin(handle, given) {
    const [mode, name] = given.length > 1 ? [given[0].trim(), given.slice(1).join("")] : /^\s*(>?)\s*(.*?)\s*$/s.exec(given[0]).slice(1);
    if (mode !== ">" || !name || /^[>&]/.test(name)) return false;
    this.named(name).length = 0;
    this.open[handle] = name;
    return true;
  }

  // A file by its name, made where there is none.
  named(name) {
    if (!this.outputs.has(name)) this.outputs.set(name, new Output());
    return this.outputs.get(name);
  }

  of(handle) {
    return this.outputs.get(this.open[handle]);
  }

  close(handle) {
    const known = handle in this.open;
    delete this.open[handle];
    return known;
  }
}

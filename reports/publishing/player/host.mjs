// What a program asks of its surroundings while it runs: print, and read its tapes.
//
//     const host = new Host(data.tapes, data.limits);
//     host.perform([["format", "conversion", { arg: 0 }, "d", "", 4, null]], [24n]);     // host.output has "  24"
//     host.restore(host.save())
//
// The calls are described in interpreters/lowering/page_calls.py; those of one language alone are in calls_of_*.mjs.

import { C_CALLS } from "./calls_of_c.mjs";
import { FORTRAN_CALLS } from "./calls_of_fortran.mjs";
import { PERL_CALLS } from "./calls_of_perl.mjs";
import { FORMATS } from "./formats.mjs";
import { Output } from "./output.mjs";
import { Files } from "./perl.mjs";

const UNDEFINED = -(2n ** 63n);
const ELEMENT = /^([+-]?\d+|-)$/; // of a table; - is one without value
const STATE = ["taken", "tablePlace", "results", "resumed", "printed", "sink", "captured", "count", "seed"];

export class HostEnd extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

// Where a device is after it printed a text: its column and its line of the page, from 0.
function moved({ column, line }, string) {
  let start = -column;
  for (const { 0: sign, index } of string.matchAll(/[\n\r\f]/g)) {
    start = index + 1;
    line = sign === "\f" ? 0 : line + (sign === "\n" ? 1 : 0);
  }
  return { column: string.length - start, line };
}

export class Host {
  // cells(address, words): that part of the program's memory, as whole numbers of 64 bits.
  constructor(tapes, limits, cells) {
    Object.assign(this, { tapes, limits, cells, output: new Output(), taken: 0, heads: {} });
    Object.assign(this, { tablePlace: null, results: 0, resumed: null, record: null, printed: false, bytes: null });
    Object.assign(this, { sink: "", positions: {}, captured: null, count: 0, seed: null, files: new Files() });
    for (const name of Object.keys(tapes)) this.heads[name] = 0;
  }

  save() {
    const state = Object.fromEntries(STATE.map((name) => [name, this[name]]));
    const files = this.files.save();
    const copied = { heads: { ...this.heads }, positions: { ...this.positions }, record: this.record?.copy() ?? null };
    return { length: this.output.length, files, ...state, ...copied };
  }

  restore({ length, files, ...state }) {
    this.output.length = length;
    this.files.restore(files);
    Object.assign(this, state, { heads: { ...state.heads }, positions: { ...state.positions }, record: state.record?.copy() ?? null });
  }

  // Perform calls of the common set on the operands; return the result, if there is one.
  perform(calls, operands) {
    let result;
    const operand = ({ arg, of }) => (of ? of[operands[arg]] : operands[arg]);
    for (const [name, ...given] of calls) {
      result = this[name](...given.map((item) => (item?.arg === undefined ? item : operand(item))));
    }
    return result;
  }

  // --- printing

  // From now on text goes to the output, "", or to a file, or nowhere (null).
  to(name) {
    this.sink = name;
  }

  text(string) {
    this.count += string.length;
    if (this.captured !== null) this.captured += string;
    if (this.captured !== null || this.sink === null) return;
    const file = this.sink ? this.files.named(this.sink) : this.output;
    const room = this.limits.output - file.length;
    file.write(string.slice(0, room));
    if (string.length > room) throw new HostEnd("exhausted", this.limits.output_message);
    this.positions[this.sink] = moved(this.position, string);
  }

  get position() {
    return this.positions[this.sink] ?? { column: 0, line: 0 };
  }

  format(name, value, ...sizes) {
    this.text(FORMATS[name](value, ...sizes.map((size) => (typeof size === "bigint" ? Number(size) : size))));
  }

  repeat(string, times) {
    this.text(string.repeat(Math.min(Math.max(0, Number(times)), this.limits.output + 1)));
  }

  packed(length, ...words) {
    const bytes = new Uint8Array(BigInt64Array.from(words, BigInt).buffer, 0, Number(length));
    this.text(String.fromCharCode(...bytes));
  }

  choose(strings, number) {
    this.text(strings[Number(number)]);
  }

  // --- lines of a width

  // Print a number, in the next line where it does not fit in this one.
  place(width, name, value, ...sizes) {
    const { column } = this.position;
    const text = FORMATS[name](value, ...sizes.map(Number));
    this.text(column + text.length > width ? `\n${text}` : text);
  }

  wrap(width, string) {
    for (let piece of string.split(/(\n)/)) {
      for (let room = width - this.position.column; piece.length > room; room = width) {
        this.text(`${piece.slice(0, Math.max(0, room))}\n`);
        piece = piece.slice(Math.max(0, room));
      }
      this.text(piece);
    }
  }

  blanks(width, count) {
    const end = this.position.column + Math.max(0, Number(count));
    if (end <= width) this.repeat(" ", count);
    else {
      this.repeat("\n", Math.floor(end / width));
      this.repeat(" ", end % width);
    }
  }

  tab(width, distance) {
    const { column } = this.position;
    this.blanks(width, (Math.floor((column + 1) / distance) + 1) * distance - column);
  }

  // ECOL's NR: none goes back to the start of the line.
  lines(times) {
    this.text(Number(times) ? "\n".repeat(Number(times)) : "\r");
  }

  // The EL-X8's carriage (MR 81, 7.3.1.5).
  carriage(given) {
    const count = Number(given);
    this.text(count === -1 ? "\f" : "\n".repeat(count < -1 || count > 31 ? 1 : count));
  }

  symbol(width, symbols, code, message, distance) {
    const found = symbols[code];
    if (found === undefined) this.trap(message.replace("{0}", code));
    if (found === "\t" && distance) this.tab(width, distance);
    else this.wrap(width, found);
  }

  column() {
    return this.position.column;
  }

  line(page) {
    return page ? (this.position.line % page) + 1 : this.position.line;
  }

  // The next number of a tape.
  read(name) {
    if (!this.tapes[name]) this.trap("there is no tape to read from: --tape FILE");
    const { numbers, end } = this.tapes[name];
    if (this.heads[name] >= numbers.length) throw new HostEnd("trap", end);
    this.heads[name] += 1;
    this.taken += 1;
    return numbers[this.heads[name] - 1];
  }

  // The next number from 0 to 1 of a generator, the same ones in each run.
  random(first, multiplier, modulus) {
    this.seed = (BigInt(this.seed ?? first) * BigInt(multiplier)) % BigInt(modulus);
    return Number(this.seed) / Number(modulus);
  }

  // An integer to an integer power; a negative power is cut towards zero.
  power(operator, left, right, most) {
    const [base, exponent, greatest] = [left, right, most].map(BigInt);
    const small = base >= -1n && base <= 1n;
    if (exponent < 0n && base === 0n) this.trap(`division by zero: 0 ${operator} ${exponent}`);
    if (exponent < 0n) return small ? base ** (exponent & 1n) : 0n;
    if (small || exponent < 64n) {
      const found = base ** (small ? (exponent & 1n) + 2n * BigInt(exponent > 1n) : exponent);
      if (found <= greatest && -found <= greatest) return found;
    }
    return this.trap(`integer overflow: ${base} ${operator} ${exponent} is beyond ${greatest}`);
  }

  give(value) {
    return value;
  }

  stop(message, number) {
    throw new HostEnd("finished", message.replace("{0}", number));
  }

  trap(message) {
    throw new HostEnd("trap", message);
  }

  fault(text, value) {
    this.trap(`fault: ${text} ${FORMATS.outreal(value)}`);
  }

  exhausted(message) {
    throw new HostEnd("exhausted", message);
  }

  unsupported(message) {
    throw new HostEnd("unsupported", message);
  }

  // --- tables on a tape

  table(name, offset) {
    this.tablePlace = { name, offset };
  }

  word() {
    const { name, offset } = this.tablePlace;
    const word = /[^\s,;]+/g;
    word.lastIndex = offset;
    const [found] = word.exec(this.tapes[name].text) ?? [""];
    this.tablePlace = { name, offset: word.lastIndex };
    return found.replace("−", "-");
  }

  // The next number on the tape, or undefined for -.
  element() {
    const word = this.word();
    if (!ELEMENT.test(word)) this.otherSizes();
    return word === "-" ? undefined : BigInt(word);
  }

  // Give the next number of a table, an upper bound, which must be the declared one; -1: any.
  bound(declared) {
    const bound = this.element();
    if (![-1n, bound].includes(BigInt(declared))) this.otherSizes();
    return bound;
  }

  fill(address, words) {
    const cells = this.cells(address, words);
    for (let cell = 0; cell < cells.length; cell += 1) {
      const element = this.element();
      cells[cell] = element ?? UNDEFINED;
      this.taken += element === undefined ? 0 : 1;
    }
  }

  // No further element may follow.
  whole() {
    if (ELEMENT.test(this.word())) this.otherSizes();
  }

  otherSizes() {
    this.unsupported("tables or boxes of other sizes than the program has cannot be read in a page");
  }

  // --- numbered results

  resume(address, words) {
    this.resumed = this.cells(address, words).join(" ");
    this.results = Number(this.element());
  }

  result(address, words, stop) {
    const cells = this.cells(address, words).join(" ");
    if (cells === this.resumed) return;
    this.results += 1;
    this.text(`${this.results}: ${cells}\n`);
    if (this.results === stop) throw new HostEnd("finished", `stopped at solution ${stop}`);
  }

  empty(address, words, message) {
    const cells = this.cells(address, words);
    const taken = cells.findIndex((cell) => cell !== 0n);
    if (taken >= 0) throw new HostEnd("trap", message.replace("{0}", taken + 1).replace("{1}", cells[taken]));
  }
}

Object.assign(Host.prototype, C_CALLS, FORTRAN_CALLS, PERL_CALLS);

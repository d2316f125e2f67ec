// What a program asks of its surroundings while it runs: print, and read its tapes.
//
//     const host = new Host(data.tapes, data.limits);
//     host.perform([["integer", { arg: 0 }, 4]], [24n]);     // host.output has "  24"
//     host.restore(host.save())

import { FORMATS } from "./formats.mjs";
import { realOf } from "./numbers.mjs";
import { Output } from "./output.mjs";
import { Files, scalarOf, textOf, waiting } from "./perl.mjs";
import { Record } from "./record.mjs";
import { FormatFault, sprintf } from "./sprintf.mjs";

const NOWHERE = "a pointer that points at nothing is given to the library";
const UNDEFINED = -(2n ** 63n);
const STATE = ["taken", "tablePlace", "results", "resumed", "printed", "sink", "captured", "count", "seed"];
const [DONE, UNDEF] = [2n, 3n]; // what Perl's print and open give: 1, or undef

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

  character(code) {
    this.text(String.fromCodePoint(Number(code)));
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

  next() {
    const { name, offset } = this.tablePlace;
    const word = /[^\s,;]+/g;
    word.lastIndex = offset;
    const [found] = word.exec(this.tapes[name].text);
    this.tablePlace = { name, offset: word.lastIndex };
    return found;
  }

  fill(address, words) {
    const cells = this.cells(address, words);
    for (let cell = 0; cell < cells.length; cell += 1) {
      const word = this.next();
      cells[cell] = word === "-" ? UNDEFINED : BigInt(word);
      this.taken += word === "-" ? 0 : 1;
    }
  }

  // --- numbered results

  resume(address, words) {
    this.resumed = this.cells(address, words).join(" ");
    this.results = Number(this.next());
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

  // --- C: objects have numbers, by which a table at an address has where they are and their sizes

  convert(given, mark, kind, flags, width, precision, widest) {
    const value = mark === "L" ? realOf(BigInt(given)) : given;
    const [left, places, digits] = this.sizes(flags, width, precision, widest);
    this.format("conversion", value, kind, left, places, digits);
  }

  // A width below 0 is the flag - and a width; a precision below 0 is as if it were not there.
  sizes(flags, width, precision, widest) {
    const [places, digits] = [Math.abs(Number(width)), precision === null || precision < 0 ? null : Number(precision)];
    const wide = [places, digits].find((size) => size > widest);
    if (wide) this.exhausted(`a field of ${wide} characters: at most ${widest} are printed`);
    return [width < 0 ? `${flags}-` : flags, places, digits];
  }

  // The bytes from where a pointer points to the end of the object.
  object([table, objects], word) {
    const number = Number(BigInt(word) >> 32n);
    const offset = Number(BigInt(word) & 0xffffffffn);
    if (!(number > 0 && number < objects)) this.trap(NOWHERE);
    const [start, size] = this.cells(table + 16 * number, 2);
    if (offset > size) this.trap(NOWHERE);
    const { buffer, byteOffset } = this.cells(0, 0);
    return new Uint8Array(buffer, byteOffset + Number(start) + offset, Number(size) - offset);
  }

  string_at(entries, word, flags, width, precision, widest) {
    const [left, places, digits] = this.sizes(flags, width, precision, widest);
    const bytes = this.object(entries, word).subarray(0, digits ?? undefined);
    const end = bytes.indexOf(0);
    if (end < 0 && (digits === null || digits > bytes.length)) this.trap("a string does not end inside its object");
    const codes = end < 0 ? bytes : bytes.subarray(0, end);
    this.format("conversion", Array.from(codes, (code) => String.fromCharCode(code)).join(""), "s", left, places, null);
  }

  // The stream that a FILE * points at: 1 is stdout, 2 stderr.
  stream(entries, word, missing) {
    if (BigInt(word) === 0n) this.trap(missing);
    const [number] = this.object(entries, word);
    if (number !== 1 && number !== 2) this.unsupported("in a page only stdout and stderr can be written");
    this.to(number === 1 ? "" : null);
  }

  printed_so_far() {
    return this.count;
  }

  capture() {
    this.captured = "";
  }

  store_text(entries, word, what) {
    const text = this.captured;
    this.captured = null;
    const object = this.object(entries, word);
    if (text.length >= object.length) this.trap(`${what} ${text.length + 1} bytes into ${object.length}`);
    object.set([...Array.from(text, (character) => character.charCodeAt(0)), 0]);
    return text.length;
  }

  low_byte(code) {
    return Number(BigInt(code) & 255n);
  }

  leave(status) {
    this.stop(Number(status) ? "exit({0})" : "", status);
  }

  // --- Perl

  string(strings, number) {
    const { cell, bytes } = waiting(strings[Number(number)]);
    this.bytes = bytes;
    return cell;
  }

  deliver(address) {
    const { buffer, byteOffset } = this.cells(0, 0);
    new Uint8Array(buffer, byteOffset + Number(address)).set(this.bytes);
  }

  texts(start, end) {
    const found = Array.from(this.cells(start, (Number(end) - Number(start)) / 8), (cell) => textOf(cell, this.cells));
    if (found.includes(undefined)) this.unsupported("references cannot be printed in a page");
    return found;
  }

  open(handle, start, end) {
    const given = this.texts(start, end);
    if (this.files.begin(textOf(handle, this.cells), given)) return DONE;
    return this.unsupported(`in a page files can only be opened to write to, not ${given.join(", ")}`);
  }

  formatted(start, end) {
    const values = Array.from(this.cells(start, (Number(end) - Number(start)) / 8), (cell) => scalarOf(cell, this.cells));
    if (values.includes(undefined)) this.unsupported("references cannot be printed in a page");
    try {
      return sprintf(values);
    } catch (problem) {
      if (problem instanceof FormatFault) this.unsupported(problem.message);
      throw problem;
    }
  }

  sprintf(start, end) {
    return this.string([this.formatted(start, end)], 0);
  }

  printf(handle, start, end) {
    return this.write(handle, this.formatted(start, end));
  }

  as_text(cell) {
    const text = textOf(cell, this.cells);
    return text === undefined ? this.unsupported("references have no text in a page") : this.string([text], 0);
  }

  print(handle, start, end) {
    return this.write(handle, this.texts(start, end).join(""));
  }

  write(handle, text) {
    const name = textOf(handle, this.cells);
    if (name === "STDOUT") this.text(text);
    else if (name !== "STDERR") return this.toFile(this.files.of(name), text);
    return DONE;
  }

  toFile(file, text) {
    if (!file) return UNDEF;
    if (this.output.length + this.files.size + text.length > this.limits.output) this.exhausted(this.limits.output_message);
    file.write(text);
    return DONE;
  }

  close(handle) {
    return this.files.close(textOf(handle, this.cells)) ? DONE : this.string([""], 0);
  }

  // --- records of FORTRAN

  // A FORMAT is one of `layouts` by its number, null for a list without one.
  begin(layouts, number, words) {
    if (this.record) this.trap("a function in the list of a transfer reads or writes");
    const fields = layouts[number];
    if (fields === undefined) this.unsupported("a FORMAT that is read while the program runs cannot be used in a page");
    this.record = new Record(fields, words);
  }

  item(value, kind) {
    const problem = this.record.item(kind === "INTEGER" ? BigInt(value) : value, kind);
    if (problem) this.trap(problem);
  }

  item_by_bits(bits) {
    this.item(realOf(BigInt(bits)), "REAL");
  }

  complex(real, imaginary) {
    this.record.complex(real, imaginary);
  }

  characters(text) {
    this.record.characters(text);
  }

  // Shift a word of so many bits: to the left and round, or to the right with its sign.
  shift(word, count, size) {
    const bits = BigInt.asUintN(size, BigInt(word));
    const places = Number(count);
    const left = BigInt(((places % size) + size) % size);
    const found = places < 0 ? BigInt.asIntN(size, bits) >> BigInt(-places) : (bits << left) | (bits >> (BigInt(size) - left));
    return BigInt.asIntN(64, BigInt.asUintN(size, found));
  }

  // A word with a number of ones at its left.
  mask(count, size) {
    if (count < 0 || count > size) this.trap(`MASK(${count}) is outside 0:${size}`);
    const ones = 2n ** BigInt(size) - 1n;
    return BigInt.asIntN(64, ones ^ (ones >> BigInt(count)));
  }

  // The elements of an array; of two words, a DOUBLEPRECISION or COMPLEX one.
  items(address, count, kind) {
    const wide = kind === "DOUBLEPRECISION" || kind === "COMPLEX" ? 2 : 1;
    const cells = this.cells(address, wide * Number(count));
    for (let cell = 0; cell < cells.length; cell += wide) {
      const parts = Array.from(cells.subarray(cell, cell + wide), kind === "INTEGER" || kind === "LOGICAL" ? (word) => word : realOf);
      if (parts.some((part) => part === UNDEFINED || Number.isNaN(part))) {
        this.trap(`element ${cell / wide + 1} of the array in the list has no value yet`);
      }
      if (kind !== "COMPLEX") this.item(parts[0], kind);
      else if (this.record.fields === null) this.complex(...parts);
      else for (const part of parts) this.item(part, "REAL");
    }
  }

  end(carriage) {
    for (const line of this.record.finish()) this.printLine(line, carriage);
    this.record = null;
  }

  // Print a line; its first character moves the paper.
  printLine(line, carriage) {
    if (carriage === "raw") return this.text(`${line}\n`);
    const control = line.slice(0, 1);
    if (control === "+" && this.printed) throw new HostEnd("unsupported", "no line can be printed over another in a page");
    if (control === "0") this.text("\n");
    else if (control === "1" && this.printed) this.text("\f");
    this.printed = true;
    return this.text(`${line.slice(1).replace(/ +$/, "")}\n`);
  }
}

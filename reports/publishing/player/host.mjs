// What a program asks of its surroundings while it runs: print, and read its tapes.
//
//     const host = new Host(data.tapes, data.limits);
//     host.perform([["integer", { arg: 0 }, 4]], [24n]);     // host.output has "  24"
//     host.restore(host.save())

import { fixed } from "./numbers.mjs";
import { Output } from "./output.mjs";
import { Files, textOf, waiting } from "./perl.mjs";
import { Record } from "./record.mjs";

const UNDEFINED = -(2n ** 63n);
const [DONE, UNDEF] = [2n, 3n]; // what Perl's print and open give: 1, or undef

export class HostEnd extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

export class Host {
  // cells(address, words): that part of the program's memory, as whole numbers of 64 bits.
  constructor(tapes, limits, cells) {
    Object.assign(this, { tapes, limits, cells, output: new Output(), taken: 0, heads: {} });
    Object.assign(this, { place: null, results: 0, resumed: null, record: null, printed: false, files: new Files(), bytes: null });
    for (const name of Object.keys(tapes)) this.heads[name] = 0;
  }

  save() {
    const { taken, place, results, resumed, printed } = this;
    const record = this.record?.copy() ?? null;
    const files = this.files.save();
    return { length: this.output.length, heads: { ...this.heads }, taken, place, results, resumed, printed, record, files };
  }

  restore({ length, heads, taken, place, results, resumed, printed, record, files }) {
    this.output.length = length;
    this.heads = { ...heads };
    Object.assign(this, { taken, place, results, resumed, printed, record: record?.copy() ?? null });
    this.files.restore(files);
  }

  // Perform calls of the common set on the operands; return the result, if there is one.
  perform(calls, operands) {
    let result;
    for (const [name, ...given] of calls) {
      result = this[name](...given.map((item) => (item?.arg === undefined ? item : operands[item.arg])));
    }
    return result;
  }

  text(string) {
    if (this.output.length + string.length > this.limits.output) {
      this.output.write(string.slice(0, this.limits.output - this.output.length));
      throw new HostEnd("exhausted", this.limits.output_message);
    }
    this.output.write(string);
  }

  integer(value, width, flags = "") {
    const sign = value < 0 ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
    const digits = String(value).replace("-", "");
    if (flags.includes("-")) this.text((sign + digits).padEnd(width));
    else if (flags.includes("0")) this.text(sign + digits.padStart(width - sign.length, "0"));
    else this.text((sign + digits).padStart(Number(width)));
  }

  fixed(value, width, digits) {
    this.text(fixed(Number(value), Number(digits)).padStart(Number(width)));
  }

  character(code) {
    this.text(String.fromCodePoint(Number(code)));
  }

  packed(length, ...words) {
    const bytes = new Uint8Array(BigInt64Array.from(words, BigInt).buffer, 0, Number(length));
    this.text(String.fromCharCode(...bytes));
  }

  repeat(string, times) {
    this.text(string.repeat(Math.max(0, Number(times))));
  }

  within(places) {
    const { output } = this;
    if (output.length - output.lineStart(output.ended) <= places) return;
    throw new HostEnd("unsupported", `a line of more than ${places} places cannot be printed in a page`);
  }

  // The next number of a tape.
  read(name) {
    const { numbers, end } = this.tapes[name];
    if (this.heads[name] >= numbers.length) throw new HostEnd("trap", end);
    this.heads[name] += 1;
    this.taken += 1;
    return numbers[this.heads[name] - 1];
  }

  give(value) {
    return value;
  }

  stop(message) {
    throw new HostEnd("finished", message);
  }

  trap(message) {
    throw new HostEnd("trap", message);
  }

  exhausted(message) {
    throw new HostEnd("exhausted", message);
  }

  unsupported(message) {
    throw new HostEnd("unsupported", message);
  }

  // --- tables on a tape

  table(name, offset) {
    this.place = { name, offset };
  }

  next() {
    const { name, offset } = this.place;
    const word = /[^\s,;]+/g;
    word.lastIndex = offset;
    const [found] = word.exec(this.tapes[name].text);
    this.place = { name, offset: word.lastIndex };
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
    if (found.includes(undefined)) this.unsupported("neither references nor real numbers can be printed in a page");
    return found;
  }

  open(handle, start, end) {
    const given = this.texts(start, end);
    if (this.files.begin(textOf(handle, this.cells), given)) return DONE;
    return this.unsupported(`in a page files can only be opened to write to, not ${given.join(", ")}`);
  }

  print(handle, start, end) {
    const text = this.texts(start, end).join("");
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

  begin(fields) {
    this.record = new Record(fields);
  }

  item(value, minusZero) {
    this.record.item(String(value) === minusZero ? 0 : value);
  }

  end(carriage) {
    for (const line of this.record.finish()) this.line(line, carriage);
    this.record = null;
  }

  // Print a line; its first character moves the paper.
  line(line, carriage) {
    if (carriage === "raw") return this.text(`${line}\n`);
    const control = line.slice(0, 1);
    if (control === "+" && this.printed) throw new HostEnd("unsupported", "no line can be printed over another in a page");
    if (control === "0") this.text("\n");
    else if (control === "1" && this.printed) this.text("\f");
    this.printed = true;
    return this.text(`${line.slice(1).replace(/ +$/, "")}\n`);
  }
}

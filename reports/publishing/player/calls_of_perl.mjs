// What a page does for Perl's library: methods of Host. Values are cells (perl.mjs).

import { scalarOf, textOf, waiting } from "./perl.mjs";
import { FormatFault, sprintf } from "./sprintf.mjs";

const [DONE, UNDEF] = [2n, 3n]; // what print and open give: 1, or undef
const WAITING_REAL = (3n << 3n) | 3n;
const ARITHMETIC_OF_PERL = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
  divide: (left, right) => left / right,
  negate: (value) => -value,
  function_int: Math.trunc,
  function_abs: Math.abs,
};
const WHOLE_RESULTS = ["add", "subtract", "multiply"];

export const PERL_CALLS = {
  string(strings, number) {
    const { cell, bytes } = waiting(strings[Number(number)]);
    this.bytes = bytes;
    return cell;
  },

  // The cell of a number that arithmetic gave.
  number(value, whole) {
    if (whole && Number.isSafeInteger(value)) return BigInt(value) << 1n;
    this.bytes = new Uint8Array(new Float64Array([value]).buffer);
    return WAITING_REAL;
  },

  // Arithmetic with real numbers: texts, and whole numbers that a double does not hold, end the run.
  arithmetic(operator, ...operands) {
    const values = operands.map((cell) => scalarOf(cell, this.cells));
    const numbers = values.map(Number);
    const known = values.every((value, place) => ["number", "bigint"].includes(typeof value) && Math.abs(numbers[place]) <= Number.MAX_SAFE_INTEGER);
    const result = known ? ARITHMETIC_OF_PERL[operator](...numbers) : NaN;
    if (!(Math.abs(result) <= Number.MAX_SAFE_INTEGER)) this.unsupported(`${operator} of Perl, as it is used here, cannot be done in a page`);
    return this.number(result, operator === "function_int" || (WHOLE_RESULTS.includes(operator) && numbers.every(Number.isInteger)));
  },

  deliver(address) {
    const { buffer, byteOffset } = this.cells(0, 0);
    new Uint8Array(buffer, byteOffset + Number(address)).set(this.bytes);
  },

  texts(start, end) {
    const found = Array.from(this.cells(start, (Number(end) - Number(start)) / 8), (cell) => textOf(cell, this.cells));
    if (found.includes(undefined)) this.unsupported("references cannot be printed in a page");
    return found;
  },

  open(handle, start, end) {
    const given = this.texts(start, end);
    if (this.files.begin(textOf(handle, this.cells), given)) return DONE;
    return this.unsupported(`in a page files can only be opened to write to, not ${given.join(", ")}`);
  },

  formatted(start, end) {
    const values = Array.from(this.cells(start, (Number(end) - Number(start)) / 8), (cell) => scalarOf(cell, this.cells));
    if (values.includes(undefined)) this.unsupported("references cannot be printed in a page");
    try {
      return sprintf(values);
    } catch (problem) {
      if (problem instanceof FormatFault) this.unsupported(problem.message);
      throw problem;
    }
  },

  sprintf(start, end) {
    return this.string([this.formatted(start, end)], 0);
  },

  printf(handle, start, end) {
    return this.write(handle, this.formatted(start, end));
  },

  as_text(cell) {
    const text = textOf(cell, this.cells);
    return text === undefined ? this.unsupported("references have no text in a page") : this.string([text], 0);
  },

  print(handle, start, end) {
    return this.write(handle, this.texts(start, end).join(""));
  },

  write(handle, text) {
    const name = textOf(handle, this.cells);
    if (name === "STDOUT") this.text(text);
    else if (name !== "STDERR") return this.toFile(this.files.of(name), text);
    return DONE;
  },

  toFile(file, text) {
    if (!file) return UNDEF;
    if (this.output.length + this.files.size + text.length > this.limits.output) this.exhausted(this.limits.output_message);
    file.write(text);
    return DONE;
  },

  close(handle) {
    return this.files.close(textOf(handle, this.cells)) ? DONE : this.string([""], 0);
  },
};

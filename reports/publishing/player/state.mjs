// The program's variables by their names in the source, and expressions over them.
//
//     const state = new State(engine);
//     state.frames()                              // innermost first: { title, line, variables: [["k", 12], …] }
//     state.evaluate(["+", "etage", 1], {})       // undefined where a value is missing
//     state.evaluate(["[]", "bezet", 8], {})

import { valueOf } from "./perl.mjs";

const SIZES = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8, f64: 8 };
const ARITHMETIC = { "+": (left, right) => left + right, "-": (left, right) => left - right, "*": (left, right) => left * right };
const DEEPEST = 1_000;
const SHOWN = 12; // items of an array of a call

export class State {
  constructor(engine) {
    this.engine = engine;
    this.undefined = BigInt(engine.data.undefined.int);
    const cells = engine.data.cells.map((cell) => ({ ...cell, bounds: [], cells: true }));
    this.cells = (function_, sigils) => cells.filter((cell) => cell.function === function_ && sigils.includes(cell.name[0]));
    this.arrays = new Map([...engine.data.arrays, ...this.cells(-1, "@%")].map((array) => [array.name, array]));
  }

  scalar(type, address) {
    if (type === "real") {
      const value = this.engine.reals[address / 8];
      return Number.isNaN(value) ? undefined : value;
    }
    const value = this.engine.words[address / 8];
    return value === this.undefined ? undefined : Number(value);
  }

  // The calls under way, innermost first, up to a limit; each with the line that it has come to. A call makes its locals
  // undefined when it begins: before the first statement their memory holds zeros, which are no values.
  frames(most = DEEPEST) {
    const { data, words } = this.engine;
    const found = [];
    let [frame, place] = [this.engine.frame, data.statements[this.engine.statement]];
    while (frame && found.length < most) {
      const [back, caller, code] = [0, 1, 2].map((word) => Number(words[frame / 8 + word]));
      const { title, locals } = data.functions[code];
      const [address, line] = [frame, place?.line];
      const value = ({ type, offset }) => (this.engine.statements ? this.scalar(type, address + offset) : undefined);
      const variables = locals.map((local) => [local.name, value(local)]);
      found.push({ title, line, variables: [...variables, ...this.cellsIn(code, address, line)] });
      place = data.blocks[back];
      frame = this.engine.framed(caller);
    }
    return found;
  }

  globals() {
    const scalars = this.engine.data.globals.map(({ name, type, address }) => [name, this.scalar(type, address)]);
    return [...scalars, ...this.cells(-1, "$").map((cell) => [cell.name, this.cellValue(cell, 0)])];
  }

  // The variables of a call that are cells, those whose lines are elsewhere left out.
  cellsIn(code, frame, line) {
    const inScope = ({ lines }) => !lines || (line >= lines[0] && line <= lines[1]);
    return this.cells(code, "$@%").filter(inScope).map((cell) => [cell.name, itemsText(this.cellValue(cell, frame, SHOWN))]);
  }

  cellValue(cell, frame, most) {
    const { engine } = this;
    const words = { words: engine.words, undefinedWord: this.undefined };
    return valueOf(cell, frame, words, (address, count) => engine.cells(address, count), most);
  }

  // An array by its name; one of Perl without its sign too.
  array(name) {
    return this.arrays.get(name) ?? this.arrays.get(`%${name}`) ?? this.arrays.get(`@${name}`);
  }

  // Every variable's value by its name: where two have the same name, the innermost.
  names() {
    const found = new Map(this.globals());
    for (const { variables } of this.frames().reverse()) for (const [name, value] of variables) found.set(name, value);
    return found;
  }

  element(array, subscripts) {
    if (array.cells) return this.cellValue(array, 0, subscripts[0] + 1)?.[subscripts[0]]?.[1];
    const { kind, address, pointer, columns } = array;
    const bounds = this.bounds(array);
    let place = 0;
    for (let step = 0; step < bounds.length; step += 1) {
      const number = columns ? bounds.length - 1 - step : step;
      const [[low, high], subscript] = [bounds[number], subscripts[number]];
      if (!(subscript >= low && subscript <= high)) return undefined;
      place = place * (high - low + 1) + subscript - low;
    }
    const moved = pointer === undefined ? undefined : this.scalar("int", pointer);
    if (pointer !== undefined && !moved) return undefined; // it is not declared yet
    const start = moved === undefined ? address : this.engine.data.memory.start + moved;
    return this.cell(kind, start + place * SIZES[kind]);
  }

  cell(kind, address) {
    if (kind === "f64" || kind === "i64") return this.scalar(kind === "f64" ? "real" : "int", address);
    const view = new DataView(this.engine.bytes.buffer, this.engine.bytes.byteOffset + address);
    const bits = 8 * SIZES[kind];
    const signed = kind.startsWith("i");
    if (bits === 8) return signed ? view.getInt8(0) : view.getUint8(0);
    if (bits === 16) return signed ? view.getInt16(0, true) : view.getUint16(0, true);
    return signed ? view.getInt32(0, true) : view.getUint32(0, true);
  }

  // The bounds of an array as they are now; undefined for one that is not set yet.
  bounds({ bounds }) {
    return bounds.map((pair) => pair.map((side) => (side.at === undefined ? side : this.scalar("int", side.at))));
  }

  // The elements of an array in their order, up to a limit, in rows: [subscripts before the last one, values].
  rows(array, most) {
    if (array.cells) return [["", (this.cellValue(array, 0, most) ?? []).map(([, value]) => value)]];
    const [last, ...outer] = this.bounds(array).reverse();
    let rows = [[]];
    for (const [low, high] of outer.reverse()) rows = rows.flatMap((row) => span(low, high, most).map((number) => [...row, number])).slice(0, most);
    const inner = span(...last, most);
    return rows.slice(0, Math.ceil(most / Math.max(1, inner.length))).map((row) => [row.join(", "), inner.map((number) => this.element(array, [...row, number]))]);
  }

  // The value of an expression: a number, a name, or [operation, operand, …].
  evaluate(expression, names) {
    if (typeof expression === "number") return expression;
    if (typeof expression === "string") return names.get(expression);
    const [operation, ...operands] = expression;
    if (operation === "[]") {
      const [name, ...subscripts] = operands;
      const array = this.array(name);
      return array && this.element(array, subscripts.map((subscript) => this.evaluate(subscript, names)));
    }
    const [left, right] = operands.map((operand) => this.evaluate(operand, names));
    const value = ARITHMETIC[operation](left, right);
    return Number.isNaN(value) ? undefined : value;
  }
}

// The numbers from one to another, up to a limit; none where either is not known.
function span(low, high, most) {
  return Array.from({ length: Math.min(most, Math.max(0, high - low + 1 || 0)) }, (_, place) => low + place);
}

function itemsText(value) {
  if (!Array.isArray(value)) return value;
  return `(${value.map(([, item]) => item ?? "undef").join(", ")}${value.length === SHOWN ? ", …" : ""})`;
}

// One run of a program: the WebAssembly module with all its state in one memory (format 1), and its surroundings.
//
//     const engine = new Engine(data, code);          // code: the module's bytes
//     engine.run(1);                                  // one statement
//     engine.statement, engine.statements, engine.depth, engine.count(12), engine.ended
//     engine.restore(snapshot)                        // of engine.save()
//
// Counters and fuel run down; a counter that is used up stops the run before its statement begins.

import { shown } from "./formats.mjs";
import { Host, HostEnd } from "./host.mjs";

const MANY = 2n ** 62n;
const WORD = 8;
const PAGES_MORE = 16;
const MOST_PAGES = 8192;
const COPIED = 2 ** 14;

// The functions of the C mathematical library, by their names in the IR: where JavaScript's differ, as in C.
const MATHEMATICS = {
  sin: Math.sin, cos: Math.cos, tan: Math.tan, arcsin: Math.asin, arccos: Math.acos, arctan: Math.atan, sinh: Math.sinh,
  cosh: Math.cosh, tanh: Math.tanh, exp: Math.exp, ln: Math.log, log10: Math.log10, arctan2: Math.atan2,
  power: (base, exponent) => (base === 1 || (base === -1 && Math.abs(exponent) === Infinity) ? 1 : base ** exponent),
  remainder: (left, right) => left % right,
};

function instantiated(code, env) {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(code), { env });
  } catch (problem) {
    throw new Error(`the module of the program is damaged (${problem.message})`);
  }
}

// Copies of a part of memory: whole, or in pieces where it is long; a piece of zeros is its end only.
function memoryCopies(bytes, start, end) {
  if (end - start < 16 * COPIED) return [[start, bytes.slice(start, end)]];
  const found = [];
  for (let at = start; at < end; at += COPIED) {
    const last = Math.min(at + COPIED, end);
    found.push([at, onlyZeros(bytes, at, last) ? { end: last } : bytes.slice(at, last)]);
  }
  return found;
}

function onlyZeros(bytes, start, end) {
  const words = new Int32Array(bytes.buffer, start, (end - start) / 4);
  for (let word = 0; word < words.length; word += 1) if (words[word] !== 0) return false;
  return true;
}

export class Engine {
  constructor(data, code) {
    this.data = data;
    this.host = new Host(data.tapes, data.limits, (address, words) => this.cells(address, words));
    this.memory = new WebAssembly.Memory({ initial: data.pages });
    const env = { __linear_memory: this.memory, service: (site, fuel) => this.service(Number(site), fuel) };
    for (const [name, compute] of Object.entries(MATHEMATICS)) env[`math.${name}`] = compute;
    this.enter = instantiated(code, env).exports.run;
    this.starts = new BigInt64Array(data.counters.count).fill(MANY);
    this.statements = 0;
    this.ended = null;
    this.view();
    this.fill();
  }

  // --- memory

  view() {
    const { buffer } = this.memory;
    Object.assign(this, { bytes: new Uint8Array(buffer), words: new BigInt64Array(buffer), reals: new Float64Array(buffer) });
    const { start, count } = this.data.counters;
    this.counters = new BigInt64Array(buffer, start, count);
  }

  fill() {
    const { start, memory } = this.data;
    for (const [name, value] of Object.entries(start)) this.setWord(name, value);
    for (const [offset, content, value] of memory.image) {
      const address = memory.start + offset;
      if (value === undefined) this.bytes.set(Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)), address);
      else this.words.fill(BigInt.asIntN(64, BigInt(value)), address / WORD, address / WORD + content);
    }
    this.counters.set(this.starts);
  }

  cells(address, words) {
    return new BigInt64Array(this.memory.buffer, this.data.memory.start + Number(address), Number(words));
  }

  word(name) {
    return Number(this.words[this.data.at[name] / WORD]);
  }

  setWord(name, value) {
    this.words[this.data.at[name] / WORD] = BigInt(value);
  }

  grow() {
    if (this.bytes.length / 2 ** 16 + PAGES_MORE > MOST_PAGES) {
      throw new HostEnd("exhausted", "calls are nested deeper than this page has memory for");
    }
    this.memory.grow(PAGES_MORE);
    this.view();
    this.setWord("frame_limit", this.bytes.length - this.data.margin);
  }

  // How many statements lie between two snapshots at first: those of a program with a heap take long.
  get distance() {
    return this.data.heap ? 200_000 : undefined;
  }

  // --- running

  // The statement that begins next.
  get statement() {
    return this.data.blocks[this.word("block")].statement;
  }

  get depth() {
    return this.word("depth");
  }

  count(statement) {
    return Number(this.starts[statement] - this.counters[statement]);
  }

  // How many statements have begun, turns of loops inside them left out (`statements` counts these too).
  get counted() {
    let total = 0;
    for (let statement = 0; statement < this.starts.length; statement += 1) total += this.count(statement);
    return total;
  }

  clearStops() {
    for (let statement = 0; statement < this.starts.length; statement += 1) this.setStop(statement, MANY);
  }

  // Stop before a statement begins for the n-th time.
  stopBefore(statement, times) {
    this.setStop(statement, BigInt(Math.max(0, times - 1 - this.count(statement))));
  }

  setStop(statement, left) {
    this.starts[statement] += left - this.counters[statement];
    this.counters[statement] = left;
  }

  // Run at most `statements` statements; fewer where a stop is reached, or the end.
  run(wanted) {
    const { stop, limits } = this.data;
    const fuel = Math.min(wanted, (limits.statements ?? Infinity) - this.statements);
    if (fuel < 1 && wanted > 0) this.end({ kind: "exhausted", message: limits.statements_message }, this.place());
    if (stop) this.stopSooner(stop);
    this.setWord("fuel", fuel);
    try {
      const paused = this.enter();
      // A loop without statements has paused by itself: the page must have its turn, too.
      if (this.word("poll") < 0) this.setWord("poll", this.data.start.poll);
      this.performEvents();
      if (!paused) this.ended ??= this.ending(this.data.sites[this.word("site")]);
    } catch (problem) {
      if (problem instanceof WebAssembly.RuntimeError) throw new Error(`the state of the run is damaged (${problem.message})`);
      if (!(problem instanceof HostEnd)) throw problem;
      this.end(problem, this.data.sites[this.word("site")]);
    }
    this.statements += fuel - Math.max(0, this.word("fuel"));
    if (!this.ended && stop && this.statement === stop.statement && this.count(stop.statement) === stop.execution - 1) {
      this.end({ kind: "finished", message: stop.message }, this.place());
    }
  }

  stopSooner({ statement, execution }) {
    if (this.count(statement) + Number(this.counters[statement]) >= execution) this.stopBefore(statement, execution);
  }

  place() {
    return this.data.statements[this.statement] ?? {};
  }

  // --- what the module asks

  service(number, fuel) {
    const site = this.data.sites[number];
    try {
      if (site.kind === "frames") this.grow();
      else this.performEvents();
      if (site.kind === "host") this.result(site, this.host.perform(site.calls, this.operands(site, this.data.at.operands)));
      return fuel;
    } catch (problem) {
      if (problem instanceof HostEnd) return this.end(problem, site);
      throw problem;
    }
  }

  result({ result }, value) {
    const place = this.data.at.operands / WORD;
    if (result === "int") this.words[place] = BigInt(value);
    else if (result === "real") this.reals[place] = Number(value);
  }

  end({ kind, message }, { line, column, length }) {
    this.ended = { kind, message, line, column, length };
    return -1n;
  }

  performEvents() {
    const { start, size } = this.data.events;
    const pending = this.word("pending");
    this.setWord("pending", 0);
    for (let event = 0; event < pending; event += 1) {
      const address = start + event * size * WORD;
      const site = this.data.sites[Number(this.words[address / WORD])];
      this.host.perform(site.calls, this.operands(site, address + WORD));
    }
  }

  operands({ types }, address) {
    return types.map((type, number) => this.value(type, address + number * WORD));
  }

  value(type, address) {
    if (type === "real") return this.reals[address / WORD];
    return type === "bool" ? this.words[address / WORD] !== 0n : this.words[address / WORD];
  }

  ending({ kind, message, types, line, column, length }) {
    if (kind === "end") return { kind: "finished", message: "" };
    if (kind === "crash") throw new Error(`internal error: ${message}`);
    const values = this.operands({ types: kind === "deep" ? ["int", "int"] : types }, this.data.at.operands);
    let text = message.replaceAll(/\{(\d)\}/g, (_, number) => shown(values[number]));
    if (text.includes("{title}")) text = text.replace("{title}", this.data.functions[values[1]].title);
    const kinds = { stop: "finished", memory: "exhausted" };
    return { kind: kinds[kind] ?? "trap", message: text, line, column, length };
  }

  // --- snapshots

  segments() {
    const { at, counters, memory, frames, functions } = this.data;
    const frame = this.word("frame");
    const code = Number(this.words[frame / WORD + 2]);
    return [
      [counters.start, counters.start + counters.count * WORD],
      [at.site, at.operands],
      [memory.start, memory.start + this.word("memory_stack")],
      ...this.heap(frame, code),
      [frames.start, Math.max(frames.start, frame + functions[code].size)],
    ];
  }

  // What a program that uses all of its memory has in use: its stack, and its heap at the end of memory.
  heap(frame, code) {
    const { heap, memory } = this.data;
    if (!heap) return [];
    const top = Number(this.words[(frame + heap.tops[code]) / WORD]);
    const low = Number(this.cells(heap.low, 1)[0]);
    if (!(top > 0 && low > 0)) return [];
    return [[memory.start + this.word("memory_stack"), memory.start + top], [memory.start + low, memory.start + heap.size]];
  }

  save() {
    const parts = this.segments().flatMap(([start, end]) => memoryCopies(this.bytes, start, end));
    const bytes = parts.reduce((sum, [, part]) => sum + (part.length ?? 16), 200);
    const { statements, counted, ended } = this;
    return { statements, counted, ended, parts, bytes, starts: this.starts.slice(), host: this.host.save() };
  }

  // Before its first statement a program finds what it will take for its heap to be zero.
  clear() {
    const { heap, memory } = this.data;
    if (!heap || Number(this.cells(heap.low, 1)[0]) > 0) return;
    this.bytes.fill(0, memory.start + this.word("memory_stack"), memory.start + heap.size);
  }

  restore({ statements, ended, parts, starts, host }) {
    for (const [start, part] of parts) {
      if (part.length === undefined) this.bytes.fill(0, start, part.end);
      else this.bytes.set(part, start);
    }
    this.clear();
    this.starts.set(starts);
    this.host.restore(host);
    Object.assign(this, { statements, ended });
    this.setWord("frame_limit", this.bytes.length - this.data.margin);
  }

  countIn({ parts: [[, counters]], starts }, statement) {
    return Number(starts[statement] - new DataView(counters.buffer).getBigInt64(statement * WORD, true));
  }
}

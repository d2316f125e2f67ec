// One run of a program: the WebAssembly module with all its state in one memory (format 1), and its surroundings.
//
//     const engine = new Engine(data, code);          // code: the module's bytes
//     engine.run(1);                                  // one statement
//     engine.statement, engine.statements, engine.depth, engine.count(12), engine.ended
//     engine.restore(snapshot)                        // of engine.save()
//
// Counters and fuel run down; a counter that is used up stops the run before its statement begins.

import { Contents, WORD } from "./contents.mjs";
import { shown } from "./formats.mjs";
import { Host, HostEnd } from "./host.mjs";

const PAGES_MORE = 16;
const MOST_PAGES = 8192;

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

export class Engine extends Contents {
  constructor(data, code, memory = new WebAssembly.Memory({ initial: data.pages })) {
    super(data, memory, data.base);
    this.host = this.surroundings();
    this.enter = this.load(code);
    this.fill();
  }

  surroundings() {
    const { tapes, limits } = this.data;
    return new Host(tapes, limits, (address, words) => this.cells(address, words));
  }

  // Load the module over the memory; return its function `run`.
  load(code) {
    const env = { __linear_memory: this.memory, service: (site, fuel) => this.service(Number(site), fuel) };
    for (const [name, compute] of Object.entries(MATHEMATICS)) env[`math.${name}`] = compute;
    return instantiated(code, env).exports.run;
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

  grow() {
    if (this.bytes.length / 2 ** 16 + PAGES_MORE > MOST_PAGES) {
      throw new HostEnd("exhausted", "calls are nested deeper than this page has memory for");
    }
    this.memory.grow(PAGES_MORE);
    this.view();
    this.setFrameLimit();
  }

  setFrameLimit() {
    this.setWord("frame_limit", this.bytes.length - this.data.margin);
  }

  // --- running

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

  restore(snapshot) {
    super.restore(snapshot);
    this.setFrameLimit();
  }
}

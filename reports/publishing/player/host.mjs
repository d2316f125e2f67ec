// What a program asks of its surroundings while it runs: print, and read its tapes.
//
//     const host = new Host(data.tapes, data.limits);
//     host.perform([["integer", { arg: 0 }, 4]], [24n]);     // host.output has "  24"
//     host.restore(host.save())

import { fixed } from "./numbers.mjs";
import { Output } from "./output.mjs";

export class HostEnd extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

export class Host {
  constructor(tapes, limits) {
    Object.assign(this, { tapes, limits, output: new Output(), taken: 0, heads: {} });
    for (const name of Object.keys(tapes)) this.heads[name] = 0;
  }

  save() {
    return { length: this.output.length, heads: { ...this.heads }, taken: this.taken };
  }

  restore({ length, heads, taken }) {
    this.output.length = length;
    this.heads = { ...heads };
    this.taken = taken;
  }

  // Perform calls of the common set on the operands; return the result, if there is one.
  perform(calls, operands) {
    let result;
    for (const [name, ...given] of calls) {
      result = this[name](...given.map((item) => (typeof item === "object" ? operands[item.arg] : item)));
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

  integer(value, width) {
    this.text(String(value).padStart(Number(width)));
  }

  fixed(value, width, digits) {
    this.text(fixed(Number(value), Number(digits)).padStart(Number(width)));
  }

  character(code) {
    this.text(String.fromCodePoint(Number(code)));
  }

  repeat(string, times) {
    this.text(string.repeat(Math.max(0, Number(times))));
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
}

// A run of a visitor's program in the worker: compiled, over the memory of Python, whose library answers its calls.
//
//     const engine = new OwnEngine(data, { run, load, ended }, memory);      // run: interpreters/browser.py
//     engine.run(1000); engine.restore(snapshot);                            // as the player's engine
//
// What Python has answered is noted by the number of the call: its result, what it wrote to memory, how much was printed
// by then, how far the tape was read. A run that has gone back comes to the same calls again, and the notes answer
// them. What Python's library holds itself (tapes, files, seed) belongs to the farthest moment, where the notes end.

import { WORD } from "../../player/contents.mjs";
import { Engine } from "../../player/engine.mjs";

const SAID = 4; // numbers that Python says after each call
const STATE = ["calls", "events", "length", "taken", "position"];

// A list of numbers, each in eight bytes.
class Numbers {
  constructor(Kind) {
    Object.assign(this, { Kind, content: new Kind(1024), length: 0 });
  }

  push(number) {
    if (this.length === this.content.length) {
      const { content } = this;
      this.content = new this.Kind(2 * content.length);
      this.content.set(content);
    }
    this.content[this.length] = number;
    this.length += 1;
  }
}

// What the library has done by now, as far as a page shows it.
class Done {
  constructor() {
    Object.assign(this, { calls: 0, events: 0, length: 0, taken: 0, position: 0 });
  }

  save() {
    return Object.fromEntries(STATE.map((name) => [name, this[name]]));
  }

  restore(state) {
    Object.assign(this, state);
  }
}

export class OwnEngine extends Engine {
  view() {
    super.view();
    this.said = new BigInt64Array(this.memory.buffer, this.data.said, SAID);
  }

  // Python's memory may have grown: then the views of it are of no use any more.
  look() {
    if (this.bytes.buffer !== this.memory.buffer) this.view();
  }

  surroundings() {
    const lengths = () => new Numbers(Float64Array);
    this.notes = { results: new Numbers(BigInt64Array), lengths: lengths(), events: lengths(), others: new Map() };
    return new Done();
  }

  load({ run, load, ended }) {
    Object.assign(this, { python: run, finish: ended });
    const enter = load((site, fuel) => this.service(Number(site), fuel));
    return () => {
      const paused = enter();
      this.look();
      return paused;
    };
  }

  run(wanted) {
    this.look();
    super.run(wanted);
  }

  restore(snapshot) {
    this.look();
    super.restore(snapshot);
  }

  // Frames have the room that they began with, and a snapshot holds the limit.
  setFrameLimit() {}

  service(number, fuel) {
    this.look();
    this.performEvents();
    const { kind } = this.data.sites[number];
    if (this.ended) return -1n;
    if (kind === "deferred") return fuel;
    const known = this.host.calls < this.notes.results.length;
    if (!known && (this.last || !this.ask(number, fuel))) return -1n;
    this.answer(known);
    return fuel;
  }

  // Ask Python, and note what it answers; false where it has ended the run.
  ask(number, fuel) {
    const { results, lengths, others } = this.notes;
    const work = this.word("work");
    if (this.python.service(number, Number(fuel)) < 0) return false;
    this.look();
    const [length, writes, taken, position] = Array.from(this.said, Number);
    const more = this.word("work") - work;
    if (writes || more || taken !== this.host.taken || position !== this.host.position) {
      others.set(results.length, { taken, position, work: more, wrote: writes ? this.written() : [] });
    }
    results.push(this.words[this.data.at.operands / WORD]);
    lengths.push(length);
    return true;
  }

  written() {
    const places = this.python.written();
    const found = places.toJs().map(([start, size]) => [this.data.memory.start + start, size]);
    places.destroy();
    return found.map(([start, size]) => [start, this.bytes.slice(start, start + size)]);
  }

  // Take the next answer from the notes; one that was given before is written to memory again.
  answer(again) {
    const { host, notes } = this;
    const { taken, position, wrote, work } = notes.others.get(host.calls) ?? { ...host, wrote: [], work: 0 };
    if (again) {
      for (const [start, bytes] of wrote) this.bytes.set(bytes, start);
      this.words[this.data.at.operands / WORD] = notes.results.content[host.calls];
      this.setWord("work", this.word("work") + work);
    }
    Object.assign(host, { taken, position, length: notes.lengths.content[host.calls], calls: host.calls + 1 });
  }

  performEvents() {
    const pending = this.word("pending");
    if (!pending) return;
    const { host, notes: { events } } = this;
    const all = host.events + pending;
    if (events.length < all && !this.last) {
      const lengths = this.python.perform_all(Math.max(0, events.length - host.events));
      lengths.toJs().forEach((length) => events.push(length));
      lengths.destroy();
      this.look();
    } else this.setWord("pending", 0);
    host.events = Math.min(all, events.length);
    if (host.events) host.length = Math.max(host.length, events.content[host.events - 1]);
    // what one event too many has ended is over where that was seen, wherever the slices end this time
    if (host.events < all && !(this.counted < this.overAt)) this.ended ??= this.ending();
  }

  end() {
    this.ended = this.ending(null, true);
    return -1n;
  }

  // How the run ended, as driver.py says it: the same each time, with all that was printed.
  ending(_site, outOfFuel = false) {
    if (!this.last) {
      const counts = this.data.statements.map((_, statement) => this.count(statement));
      Object.assign(this, { overAt: this.counted, last: JSON.parse(this.finish(counts, outOfFuel)) });
      this.look();
      this.whole = Number(this.said[0]);
    }
    this.host.length = this.whole;
    return this.last;
  }
}

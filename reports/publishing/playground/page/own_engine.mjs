// A run of a visitor's program in the worker: compiled, over the memory of Python, whose library answers its calls.
//
//     const engine = new OwnEngine(data, { run, load, ended }, memory);      // run: interpreters/browser.py
//     engine.run(1000); engine.restore(snapshot);                            // as the player's engine
//
// What Python has answered is noted by the number of the call: its result, what it wrote to memory, how much was printed
// by then, how far the tape was read. A run that has gone back comes to the same calls again, and the notes answer
// them. What Python's library holds itself (tapes, files, seed) belongs to the farthest moment, where the notes end.
// Where there are too many notes, the older ones are forgotten, with the snapshots that need them.

import { WORD } from "../../player/contents.mjs";
import { Engine } from "../../player/engine.mjs";
import { Moves } from "../../player/moves.mjs";

const MOST_NOTES = 64 * 2 ** 20; // bytes
const OTHER = 200; // bytes for a note of more than a result and a length, about
const SAID = 4; // numbers that Python says after each call
const STATE = ["calls", "events", "length", "taken", "position"];

// A list of numbers, each in eight bytes; the first ones may have been forgotten.
class Numbers {
  constructor(Kind) {
    Object.assign(this, { Kind, content: new Kind(1024), first: 0, length: 0 });
  }

  at(number) {
    return this.content[number - this.first];
  }

  push(number) {
    const { content, Kind, length, first } = this;
    if (length - first === content.length) {
      this.content = new Kind(2 * content.length);
      this.content.set(content);
    }
    this.content[length - first] = number;
    this.length += 1;
  }

  forgetBefore(number) {
    this.content.copyWithin(0, number - this.first);
    this.first = number;
  }
}

// What Python has answered: results and lengths by the number of the call, lengths by that of the event, what else a call did.
class Notes {
  constructor() {
    const lengths = () => new Numbers(Float64Array);
    Object.assign(this, { results: new Numbers(BigInt64Array), lengths: lengths(), events: lengths(), others: new Map() });
    this.forgotten = 0; // bytes
    this.more = 0; // bytes of all that others ever held
  }

  // Bytes of all notes ever made.
  get made() {
    return WORD * (2 * this.results.length + this.events.length) + this.more;
  }

  get full() {
    return this.made - this.forgotten > MOST_NOTES;
  }

  other(found) {
    this.others.set(this.results.length, found);
    this.more += found.wrote.reduce((sum, [, bytes]) => sum + bytes.length, OTHER);
  }

  // Forget what is not needed any more after a snapshot.
  forgetBefore({ host: { calls, events }, made }) {
    this.results.forgetBefore(calls);
    this.lengths.forgetBefore(calls);
    this.events.forgetBefore(Math.max(0, events - 1)); // the last one says how much was printed by then
    for (const call of this.others.keys()) if (call < calls) this.others.delete(call);
    this.forgotten = made;
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
    this.notes = new Notes();
    return new Done();
  }

  load({ run, load, ended }) {
    Object.assign(this, { python: run, call: run.service, finish: ended }); // a method is looked up once: each time makes a proxy
    const enter = load((site, fuel) => this.service(Number(site), fuel));
    return () => {
      const paused = enter();
      this.look();
      return paused;
    };
  }

  run(wanted) {
    this.look();
    Object.assign(this, { before: this.notes.made, unused: 0 });
    super.run(wanted);
    this.statements -= this.unused;
  }

  save() {
    return { ...super.save(), made: this.notes.made };
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
    return this.notes.made - this.before > MOST_NOTES / 16 ? this.pause(fuel) : fuel;
  }

  // Pause before the next statement, for a snapshot.
  pause(fuel) {
    this.unused += Number(fuel);
    return 0n;
  }

  // Ask Python, and note what it answers; false where it has ended the run.
  ask(number, fuel) {
    const { notes } = this;
    const work = this.word("work");
    if (this.call(number, Number(fuel)) < 0) return false;
    this.look();
    const [length, writes, taken, position] = Array.from(this.said, Number);
    const more = this.word("work") - work;
    if (writes || more || taken !== this.host.taken || position !== this.host.position) {
      notes.other({ taken, position, work: more, wrote: writes ? this.written() : [] });
    }
    notes.results.push(this.words[this.data.at.operands / WORD]);
    notes.lengths.push(length);
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
      this.words[this.data.at.operands / WORD] = notes.results.at(host.calls);
      this.setWord("work", this.word("work") + work);
    }
    Object.assign(host, { taken, position, length: notes.lengths.at(host.calls), calls: host.calls + 1 });
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
    if (host.events) host.length = Math.max(host.length, events.at(host.events - 1));
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

// Moves in a run with notes: steps back begin where the notes do.
export class OwnMoves extends Moves {
  keepSnapshot() {
    const { engine: { notes }, history } = this;
    if (!this.due()) return;
    history.keep(this.engine.save());
    if (!notes.full) return;
    history.forgetUntil(({ made }) => notes.made - made <= MOST_NOTES / 2);
    notes.forgetBefore(history.snapshots[0]);
  }

  // Snapshots are so close that some are left when notes are forgotten.
  due() {
    const { engine, history } = this;
    const last = history.snapshots.at(-1);
    const many = engine.notes.made - last.made > MOST_NOTES / 8;
    return (many && engine.statements > last.statements) || history.due(engine.statements) === 0;
  }

  // The first moment to which the run can go back.
  get earliest() {
    return this.history.snapshots[0].counted;
  }
}

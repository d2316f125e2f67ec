// A visitor's run as the page sees it: the worker does it, and shows from time to time what its memory holds.
//
//     const shown = new ShownRun(data, seen);         // what the player takes for its engine
//     const moves = new FarMoves(machine);            // and for its moves: each is the worker's (moves.mjs)
//     await moves.slice(10, 1000, true);              // "working", "there" or "ended"

import { Contents } from "../../player/contents.mjs";
import { Moves } from "../../player/moves.mjs";
import { Output } from "../../player/output.mjs";

const MORE = 2 ** 20; // bytes for frames that are added at a time

// What the library has done: the page has all texts, and shows as much as was printed by a moment.
class ShownHost {
  constructor(tapes) {
    Object.assign(this, { given: tapes, output: new Output(), files: { lines: 0, outputs: new Map() }, heads: { tape: 0 } });
  }

  add(text) {
    this.output.length = this.output.total;
    this.output.write(text);
  }

  // Where a language does not say how far its tape is read, none is shown.
  restore({ length, taken, position }) {
    const place = { name: "tape", offset: position };
    Object.assign(this, { taken, place, tapes: position < 0 ? {} : this.given });
    this.output.length = length;
  }

  // Files are complete at the end of a run, and are there only then.
  show(files = {}) {
    for (const [name, text] of Object.entries(files)) {
      if (!this.files.outputs.has(name)) this.files.outputs.set(name, new Output());
      const file = this.files.outputs.get(name);
      file.length = 0;
      file.write(text);
    }
    for (const [name, file] of this.files.outputs) if (!(name in files)) file.length = 0;
  }
}

export class ShownRun extends Contents {
  constructor(data, seen, board) {
    super(data, { buffer: new ArrayBuffer(data.frames.start + MORE) });
    Object.assign(this, { board, host: new ShownHost(data.tapes) });
    this.restore(seen);
  }

  restore({ text, earliest, ...snapshot }) {
    const end = Math.max(...snapshot.parts.map(([start, part]) => part.end ?? start + part.length));
    if (end > this.bytes.length) {
      this.memory.buffer = new ArrayBuffer(end + MORE);
      this.view();
    }
    this.earliest = earliest;
    this.host.add(text);
    super.restore(snapshot);
    this.host.show(this.ended?.files);
  }
}

export class FarMoves {
  constructor(machine, shown) {
    Object.assign(this, { machine, shown, aim: null });
  }

  slice(milliseconds, most, look) {
    return new Promise((done) => {
      this.done = done;
      this.machine.ask({ type: "slice", milliseconds, most, look });
    });
  }

  // Each time before a statement begins, `found` is told how often it will have, and what the board is then.
  watch(statement, found) {
    this.found = found;
    this.machine.tell({ type: "watch", statement, board: this.shown.board });
  }

  receive({ result, seen, found }) {
    if (seen) this.shown.restore(seen);
    for (const each of found) this.found(...each);
    this.done(result);
  }
}

for (const name of Object.getOwnPropertyNames(Moves.prototype).filter((each) => /^(to|back)[A-Z]/.test(each))) {
  FarMoves.prototype[name] = function move(...given) {
    this.aim = name === "toStatements" ? given[0] : null;
    this.machine.tell({ type: "go", name, given });
  };
}

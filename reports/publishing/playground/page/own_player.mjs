// The player over a visitor's run: its listing is the editor, and its messages are those of the command line.
//
//     const player = new OwnPlayer(page);
//     player.show(data, seen);            // the run is open, and stands at its beginning
//     player.controls.act("step");

import { make } from "../../player/dom.mjs";
import { Player } from "../../player/player.mjs";
import { Screen } from "../../player/screen.mjs";
import { FarMoves, ShownRun } from "./own_run.mjs";

// The editor as a listing: counts beside the lines, the statement that is next marked, the one at the cursor chosen.
class EditorListing {
  constructor(editor, statements) {
    Object.assign(this, { editor, statements, current: -1, said: "" });
    this.lines = new Map();
    statements.forEach(({ line }, number) => this.lines.set(line, [...(this.lines.get(line) ?? []), number]));
  }

  // The last statement that begins before the cursor in its line, or the first one there.
  get chosen() {
    const { line, column } = this.editor.cursor;
    const here = this.lines.get(line) ?? [];
    return here.findLast((number) => this.statements[number].column <= column) ?? here[0] ?? -1;
  }

  show(statement, count) {
    const counts = [...this.lines].map(([line, numbers]) => [line, numbers.map(count)]);
    const said = counts.join();
    if (said !== this.said) this.editor.counts(counts.filter(([, found]) => found.some(Boolean)));
    this.said = said;
    if (statement === this.current) return;
    this.current = statement;
    this.editor.running(this.statements[statement] ?? null);
  }

  follow() {
    this.editor.follow();
  }

  describe() {}
}

class OwnScreen extends Screen {
  newListing({ data }) {
    return new EditorListing(this.player.page.editor, data.statements);
  }

  reveal() {}

  describe(state) {
    super.describe(state);
    if (state !== "idle") this.player.page.showEnding(this.engine.ended);
  }

  // A long run cannot go back to its beginning: the answers of the library were too many to be remembered.
  sentence(state) {
    const { counted, earliest } = this.engine;
    const first = state === "paused" && earliest && counted === earliest;
    return `${super.sentence(state)}${first ? " Steps back begin here; From the start runs the program again." : ""}`;
  }

  showFault(ended) {
    if (!ended) this.player.page.showEnding(null);
  }
}

// Where the program finds a solution, and where it has printed it: the first statements whose texts begin so.
function solutionIn(board, text, { statements }) {
  const lines = text.split("\n");
  const beginning = (wanted) => statements.findIndex(({ line, column }) => lines[line - 1].slice(column - 1).startsWith(wanted));
  const statement = board ? beginning(board.solution.at) : -1;
  if (statement < 0) return null;
  const printed = board.solution.printed ? beginning(board.solution.printed) : -1;
  return { statement, before: board.solution.before, printed: printed < 0 ? null : printed };
}

export class OwnPlayer extends Player {
  constructor(page) {
    super(page.root);
    const nothing = () => {};
    const spare = make("div"); // in place of what only pages of editions have
    const { find } = this;
    Object.assign(this, { page, find: (part) => find(part) ?? spare });
    this.sharing = { offerChange: nothing, lead: nothing, remember: nothing, report: nothing };
  }

  show(data, seen) {
    const { text, board } = this.page.desk;
    const about = this.find("about").textContent;
    this.open({ name: "printed", about, text, meanings: [], document: [], board, solution: solutionIn(board, text, data), data, seen });
  }

  surroundings({ data, seen, board }) {
    const engine = new ShownRun(data, seen, board);
    return { engine, moves: new FarMoves(this.page.machine, engine), screen: new OwnScreen(this.find, this) };
  }

  go(...going) {
    this.going = going;
    super.go(...going);
  }

  close() {
    this.stop();
    Object.assign(this, { moves: null, turning: false });
  }

  become(state) {
    super.become(state);
    this.page.moved(state);
  }
}

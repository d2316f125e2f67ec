// What the player shows: the listing, the board, what is printed, and how far the run is.
//
//     const screen = new Screen(find, player);        // find("board"): the element with data-part="board"
//     screen.open(run);
//     screen.show();                                  // as the engine stands now

import { BoardView, shownOn } from "./board.mjs";
import { counted, grouped } from "./dom.mjs";
import { ListingView } from "./listing.mjs";
import { Mosaic } from "./mosaic.mjs";
import { clockTime, inWords } from "./pace.mjs";
import { OutputsView, PrintedView, TapeView, VariablesView } from "./panels.mjs";
import { State } from "./state.mjs";

const READABLE = 20; // statements a second at which lines can still be read
const FOLLOWED = 100; // and at which the listing goes with them

export class Screen {
  constructor(find, player) {
    Object.assign(this, { find, player });
  }

  open(run) {
    const { find, player } = this;
    this.run = run;
    this.engine = player.engine;
    this.state = new State(this.engine);
    this.listing = this.newListing(run);
    this.board = run.board && new BoardView(find("board"), run.board);
    this.mosaic = run.board && new Mosaic(find("mosaic"), run.board, (name) => this.board.colour(name), (number) => player.solutions.go(number));
    this.variables = new VariablesView(find("variables"));
    this.tape = new TapeView(find("tape"));
    this.output = new OutputsView(find("output"), find("output-caption"), find("files"));
    this.printed = new PrintedView(find("printed"), find("printed-caption"), run.document);
    for (const part of ["board", "found", "mosaic"]) find(part).hidden = !run.board;
    find("gloss").hidden = !run.meanings.some(Boolean);
    find("printed-panel").hidden = run.document.length === 0;
    find("tape-panel").hidden = Object.keys(run.data.tapes).length === 0;
    find("about").textContent = run.about;
  }

  newListing({ data, text, colours }) {
    return new ListingView(this.find("listing"), data.statements, text, colours, () => this.player.controls.enable());
  }

  // Whether the board is in view whole; where there is none, the listing.
  inView() {
    const shown = this.find(this.board ? "board" : "listing").getBoundingClientRect();
    return shown.top >= 0 && shown.bottom <= innerHeight;
  }

  // Bring it into view, with what is pressed; in a frame that would scroll the page around it.
  reveal() {
    if (parent === window && !this.inView()) this.find("stage").scrollIntoView();
  }

  // Keep the board of the solution that is found at this moment; return it.
  keepSolution(number, board) {
    this.mosaic.found[number - 1] ??= board ?? this.boardNow();
    return this.mosaic.found[number - 1];
  }

  show() {
    const { find, engine, player } = this;
    const { output } = engine.host;
    const { working, paced } = player;
    find("progress").textContent = this.progress(output);
    this.listing.show(engine.statement, (statement) => engine.count(statement));
    if (!working || (paced && player.speed() <= FOLLOWED) || player.arriving > 0) this.listing.follow();
    player.arriving -= 1;
    this.meaning(working && !(paced && player.speed() <= READABLE));
    this.variables.show(this.state);
    this.tape.show(engine.host);
    this.output.show(engine.host);
    this.printed.show(output);
    if (this.board) this.showBoard();
  }

  boardNow() {
    return shownOn(this.run.board, this.state);
  }

  // The board as it is; at the end of a run, the last solution.
  showBoard() {
    const { player, engine } = this;
    const found = player.solutions.count;
    this.shown = (engine.ended && this.mosaic.found[found - 1]) || this.boardNow();
    this.board.show(this.shown);
    this.mosaic.show(found);
    this.find("count").textContent = grouped(found);
    this.find("count-noun").textContent = found === 1 ? "solution" : "solutions";
    this.find("then").textContent = engine.ended?.kind === "finished" && found ? this.thenAndNow() : "";
  }

  // What the current line says in English, where lines do not go by too fast to be read.
  meaning(fast) {
    const { ended, counted: done } = this.engine;
    const meaning = ended ? "The run is over." : this.run.meanings[this.engine.place().line - 1];
    const first = done ? "" : "Each line is explained here in English as it runs.";
    this.find("gloss").textContent = fast ? "Lines go by too fast to be explained: choose a lower speed." : meaning || first;
  }

  thenAndNow() {
    const { pace, spent } = this.player;
    const now = `This browser took ${inWords(spent / 1000)} for this run`;
    const known = !pace || this.run.pace.run === this.run.name;
    const whole = () => `; ${pace.costs ? "by its instruction times" : "at its published pace"} the ${pace.machine} needs ${inWords(pace.seconds(this.engine))}`;
    return `${pace?.then ?? ""} ${now}${known ? "" : whole()}.`.trim();
  }

  progress(output) {
    const { player, engine } = this;
    const lines = output.lines + engine.host.files.lines;
    const clock = player.pace ? `; ${player.pace.machine}, estimated: ${clockTime(player.pace.seconds(engine))}` : "";
    return `${this.far()}, ${counted(lines, "line")}${clock}${this.left()}`;
  }

  // How many statements have been done, and of how many where the record of the run tells that.
  far() {
    const { total } = this.player;
    const done = this.engine.counted;
    if (done >= total) return counted(done, "statement");
    return `${grouped(done)} of ${counted(total, "statement")} (${((100 * done) / total).toFixed(1)} %)`;
  }

  // How long the rest of a long run takes, as far as its pace tells.
  left() {
    const { total, from, started, working } = this.player;
    const [done, took] = [this.engine.counted - from, performance.now() - started];
    const minutes = ((total - this.engine.counted) * took) / done / 60_000;
    if (!working || took < 2_000 || !(minutes > 1)) return "";
    return `; about ${counted(Math.ceil(minutes), "more minute")} to the end`;
  }

  // Where the run stands, in words and for screen readers.
  describe(state) {
    this.listing.describe();
    this.showFault(state === "trapped" ? this.engine.ended : null);
    this.board?.describe(this.shown.pieces);
    this.find("message").title = this.engine.ended?.message ?? "";
  }

  sentence(state) {
    const { ended, data } = this.engine;
    const done = counted(this.engine.counted, "statement");
    if (state === "idle") return "Ready: press Run or Step.";
    if (state === "trapped") return `Stopped after ${done}: ${ended.kind === "trap" ? "the program did something that its language forbids" : "the budget is exhausted"}.`;
    if (state === "paused") return `Paused after ${done}${this.place()}.`;
    if (data.stop) return `Stopped as planned${this.run.solution ? ` after ${counted(this.player.solutions.count, "solution")}` : ""} (${done}).`;
    return `Finished after ${done}${ended.message ? `: ${ended.message}` : ""}.`;
  }

  place() {
    const { label, line } = this.engine.place();
    if (!label) return "";
    return this.listing.numbered ? `, before line ${label}` : `, before statement ${label} in line ${line}`;
  }

  // Show a trap as the command line does: file:line:column, the line with carets.
  showFault(ended) {
    const fault = this.find("fault");
    fault.hidden = !ended;
    this.listing.fault(ended?.line ?? 0);
    if (!ended) return;
    const { kind, message, line, column, length = 1 } = ended;
    const place = line ? `${this.run.source}:${line}:${column}` : this.run.source;
    const text = this.run.text.split("\n")[line - 1];
    const lead = text?.slice(0, column - 1).replaceAll(/[^\t]/g, " ");
    const excerpt = line ? `\n${String(line).padStart(5)} | ${text}\n      | ${lead}${"^".repeat(length)}` : "";
    fault.textContent = `${place}: ${kind}: ${message}${excerpt}`;
  }
}

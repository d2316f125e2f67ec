// The player of a page: buttons, the loop that runs in slices, and what is shown after each.
//
//     new Player(document.getElementById("run-here")).begin();
//
// For tests and other pages the element carries data-run, data-state (idle, running, paused, finished, trapped),
// data-statements, data-solutions and data-lines; its buttons carry data-action.

import { BoardView, pieces } from "./board.mjs";
import { counted, grouped } from "./dom.mjs";
import { Engine } from "./engine.mjs";
import { ListingView } from "./listing.mjs";
import { Moves } from "./moves.mjs";
import { OutputsView, PrintedView, TapeView, VariablesView } from "./panels.mjs";
import { missing, unpack } from "./runs.mjs";
import { State } from "./state.mjs";

const SLICE = 10; // milliseconds of running between two looks at what the reader does
const BETWEEN_PAINTS = 80;
const PAINT_SHARE = 10; // showing takes at most one part in so many of the time
const LONGEST_GAP = 1; // seconds for which a slow run makes up, where the tab slept

export class Player {
  constructor(root) {
    this.root = root;
    this.find = (part) => root.querySelector(`[data-part="${part}"]`);
    this.button = (action) => root.querySelector(`[data-action="${action}"]`);
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = () => this.turn();
    Object.assign(this, { runs: null, moves: null, working: false, paintAgain: 0, then: null });
  }

  begin() {
    this.root.hidden = false;
    const lacks = missing(globalThis);
    this.say(lacks);
    this.find("stage").hidden = Boolean(lacks);
    if (lacks) return;
    this.root.addEventListener("click", (event) => this.press(event.target.closest("button[data-action]")));
    this.find("listing").addEventListener("keydown", (event) => this.key(event));
    this.button("choose-run").onchange = () => this.load(this.button("choose-run").value);
    this.button("solution-n").closest("form").onsubmit = (event) => {
      event.preventDefault();
      this.act("solution-n");
    };
    document.addEventListener("visibilitychange", () => !document.hidden && this.moves && this.paint());
    this.enable();
    this.load(this.button("choose-run").value);
  }

  // --- loading a run

  async load(name) {
    this.stop();
    try {
      this.runs ??= await unpack(this.find("runs").textContent);
      this.open(this.runs.find((run) => run.name === name));
    } catch (problem) {
      this.fail(problem);
    }
  }

  open(run) {
    this.run = run;
    this.engine = new Engine(run.data, run.code);
    this.moves = new Moves(this.engine);
    this.state = new State(this.engine);
    this.listing = new ListingView(this.find("listing"), run.data.statements, run.text, () => this.enable());
    this.board = run.board && new BoardView(this.find("board"), run.board);
    this.variables = new VariablesView(this.find("variables"));
    this.tape = new TapeView(this.find("tape"));
    this.output = new OutputsView(this.find("output"), this.find("output-caption"), this.find("files"));
    this.printed = new PrintedView(this.find("printed"), this.find("printed-caption"), run.document);
    this.find("board").hidden = !run.board;
    this.find("printed-panel").hidden = run.document.length === 0;
    this.find("tape-panel").hidden = Object.keys(run.data.tapes).length === 0;
    this.find("about").textContent = run.about;
    this.root.dataset.run = run.name;
    this.total = Number(this.button("choose-run").selectedOptions[0].dataset.total ?? 0);
    this.become("idle");
    this.say("");
  }

  fail(problem) {
    this.working = false;
    this.moves = null;
    this.root.dataset.state = "idle";
    this.say(`The run cannot go on in this browser: ${problem.message}. Choose it again to load it anew.`);
    this.enable();
  }

  // --- what the reader asks for

  press(button) {
    if (button?.dataset.file) this.save(button.dataset.file);
    else this.act(button?.dataset.action);
  }

  act(action) {
    if (!action || !this.moves || this.button(action)?.getAttribute("aria-disabled") === "true") return;
    const actions = {
      run: () => this.go(() => this.moves.toEnd(), { paced: true }),
      pause: () => this.pause(),
      restart: () => this.load(this.run.name),
      step: () => this.go(() => this.moves.toStatements(this.target() + 1)),
      back: () => this.go(() => this.moves.toStatements(Math.max(0, this.target() - 1))),
      over: () => this.go(() => this.moves.toDepth(this.engine.depth)),
      out: () => this.go(() => this.moves.toDepth(this.engine.depth - 1)),
      "to-line": () => this.go(() => this.moves.toNext(this.listing.chosen)),
      "back-to-line": () => this.goBack(),
      "next-solution": () => this.toSolution(this.solutions() + 1),
      "solution-n": () => this.toSolution(Math.max(1, Number(this.find("solution").value) || 1)),
      save: () => this.save(),
    };
    actions[action]?.();
  }

  key(event) {
    const action = { ArrowRight: "step", ArrowLeft: "back", Enter: "to-line" }[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.act(action);
  }

  // Where a step counts from: many steps in a hurry add up, though none of them has been made yet.
  target() {
    return (this.working ? this.moves.aim : null) ?? this.engine.statements;
  }

  // Set a goal, and another that follows when it is reached; a paced one goes at the chosen speed.
  go(setGoal, { paced = false, then = null } = {}) {
    this.then = then;
    setGoal();
    Object.assign(this, { paced, since: performance.now(), fraction: 0 });
    Object.assign(this, { begun: this.since, from: this.engine.counted });
    this.showFault(null);
    if (!this.working) {
      this.working = true;
      this.become("running");
      this.turn();
    }
  }

  goBack() {
    if (this.engine.count(this.listing.chosen) === 0) this.say("This statement has not run before now.");
    else this.go(() => this.moves.backTo(this.listing.chosen));
  }

  solutions() {
    const { solution } = this.run;
    return solution ? Math.max(0, this.engine.count(solution.statement) - solution.before) : 0;
  }

  // To where the n-th solution is found, and on to where it has been printed.
  toSolution(number) {
    const { statement, before, printed } = this.run.solution;
    const then = () => (printed === null ? this.moves.toStatements(this.engine.statements + 1) : this.moves.toNext(printed));
    this.go(() => this.moves.toExecution(statement, number + before), { then });
  }

  pause() {
    if (this.working) this.stop();
    if (this.moves) this.become("paused");
  }

  stop() {
    this.working = false;
    this.then = null;
  }

  save(file) {
    const { output, files } = this.engine.host;
    const text = (file ? files.outputs.get(file) : output).slice(0);
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: url, download: file ?? `${this.run.name}.txt` }).click();
    URL.revokeObjectURL(url);
  }

  // --- running

  turn() {
    if (!this.working) return;
    try {
      const result = this.moves.slice(SLICE, this.paced ? this.allowance() : Infinity);
      if (result === "there" && this.then) {
        const next = this.then;
        this.then = null;
        next();
        this.again();
      } else if (result === "working") this.again();
      else this.arrive();
    } catch (problem) {
      this.fail(problem);
    }
  }

  again() {
    if (performance.now() > this.paintAgain) this.paint();
    if (this.paced && this.speed() < Infinity) setTimeout(() => this.turn(), 1000 / Math.min(60, this.speed()));
    else this.channel.port2.postMessage(0);
  }

  speed() {
    return Number(this.button("speed").value) || Infinity;
  }

  // How many statements the chosen speed allows by now.
  allowance() {
    if (this.speed() === Infinity) return Infinity;
    const now = performance.now();
    this.fraction += Math.min(LONGEST_GAP, (now - this.since) / 1000) * this.speed();
    this.since = now;
    const whole = Math.floor(this.fraction);
    this.fraction -= whole;
    return whole;
  }

  arrive() {
    this.stop();
    const { ended } = this.engine;
    this.become(ended ? (ended.kind === "finished" ? "finished" : "trapped") : "paused");
  }

  // --- showing

  become(state) {
    this.root.dataset.state = state;
    this.enable();
    if (state === "running") return;
    this.paint();
    this.listing.follow();
    this.listing.describe();
    this.say(this.sentence(state));
    this.showFault(state === "trapped" ? this.engine.ended : null);
    this.board?.describe(this.found);
  }

  sentence(state) {
    const { ended, statement, data } = this.engine;
    const done = counted(this.engine.counted, "statement");
    const place = data.statements[statement];
    if (state === "idle") return "Ready.";
    if (state === "finished") return `Finished after ${done}${ended.message ? `: ${ended.message}` : ""}.`;
    if (state === "trapped") return `Stopped after ${done}: the ${ended.kind === "trap" ? "program did what its language forbids" : "budget is exhausted"}.`;
    return `Paused after ${done}${place ? `, before statement ${place.label} in line ${place.line}` : ""}.`;
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

  say(text) {
    this.find("message").textContent = text;
  }

  paint() {
    const begun = performance.now();
    this.show();
    const took = performance.now() - begun;
    this.paintAgain = begun + took + Math.max(BETWEEN_PAINTS, took * PAINT_SHARE);
  }

  show() {
    const { dataset } = this.root;
    const { output } = this.engine.host;
    Object.assign(dataset, { statements: this.engine.counted, solutions: this.solutions(), lines: output.lines });
    if (document.hidden) return;
    this.find("progress").textContent = this.progress(output);
    this.listing.show(this.engine.statement, (statement) => this.engine.count(statement));
    if (this.paced && this.speed() <= 100) this.listing.follow();
    this.variables.show(this.state);
    this.tape.show(this.engine.host);
    this.output.show(this.engine.host);
    this.printed.show(output);
    if (!this.board) return;
    this.found = pieces(this.run.board, this.state);
    this.board.show(this.found);
  }

  progress(output) {
    const found = this.run.solution ? `, ${counted(this.solutions(), "solution")}` : "";
    const lines = output.lines + this.engine.host.files.lines;
    return `${this.far()}${found}, ${counted(lines, "line")}${this.left()}`;
  }

  // How many statements have been done, and of how many where the record of the run tells that.
  far() {
    const done = this.engine.counted;
    if (done >= this.total) return counted(done, "statement");
    return `${grouped(done)} of ${counted(this.total, "statement")} (${((100 * done) / this.total).toFixed(1)} %)`;
  }

  // How long the rest of a long run takes, as far as its pace tells.
  left() {
    const [done, took] = [this.engine.counted - this.from, performance.now() - this.begun];
    const minutes = ((this.total - this.engine.counted) * took) / done / 60_000;
    if (!this.working || took < 2_000 || !(minutes > 1)) return "";
    return `; to the end about ${counted(Math.ceil(minutes), "minute")} more`;
  }

  enable() {
    const { moves, working } = this;
    const chosen = this.listing?.chosen >= 0;
    const open = { pause: working, "choose-run": true, speed: true, save: true, restart: true };
    const only = { "to-line": chosen, "back-to-line": chosen, "next-solution": this.run?.solution, "solution-n": this.run?.solution };
    const ended = Boolean(this.engine?.ended);
    for (const button of this.root.querySelectorAll("button[data-action]")) {
      const { action } = button.dataset;
      const forward = ["run", "step", "over", "out", "to-line", "next-solution"].includes(action);
      const usable = moves && (open[action] ?? !(forward && ended)) && (only[action] ?? true);
      button.setAttribute("aria-disabled", String(!usable));
    }
  }
}

// The player of a page: buttons, keys, and the loop that runs in slices; what is shown after each is screen.mjs's.
//
//     new Player(document.getElementById("run-here")).begin();
//
// For tests and other pages the element carries data-run, data-state (idle, running, paused, finished, trapped),
// data-statements, data-solutions and data-lines; its buttons carry data-action.

import { whole } from "./address.mjs";
import { counted, make } from "./dom.mjs";
import { Engine } from "./engine.mjs";
import { likeness } from "./likeness.mjs";
import { Moves } from "./moves.mjs";
import { Pace } from "./pace.mjs";
import { Prediction } from "./prediction.mjs";
import { missing, unpack } from "./runs.mjs";
import { Screen } from "./screen.mjs";
import { Sharing } from "./sharing.mjs";

const SLICE = 10; // milliseconds of running between two looks at what the reader does
const BETWEEN_PAINTS = 80;
const PAINT_SHARE = 10; // the reciprocal of the part of the time that showing may take
const LONGEST_GAP = 1; // seconds for which a slow run makes up, where the tab slept
const FORWARD = ["run", "step", "over", "out", "to-line", "next-solution"];
const FIELDS = "input, select, textarea"; // keep their keys
const PRESSED = "button, summary, a"; // keep Space where the keyboard has come to them

export class Player {
  constructor(root) {
    this.root = root;
    this.find = (part) => root.querySelector(`[data-part="${part}"]`);
    this.button = (action) => root.querySelector(`[data-action="${action}"]`);
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = () => this.turn();
    Object.assign(this, { runs: null, moves: null, working: false, paintAgain: 0, then: null, note: "" });
    Object.assign(this, { sharing: new Sharing(this), prediction: new Prediction(this) });
  }

  async begin() {
    this.root.hidden = false;
    this.sharing.frame();
    const lacks = missing(globalThis);
    this.say(lacks);
    this.find("stage").hidden = Boolean(lacks);
    if (lacks) return;
    this.listen();
    this.enable();
    if (!(await this.sharing.follow())) await this.load(this.button("choose-run").value);
  }

  listen() {
    this.root.addEventListener("click", (event) => this.press(event.target.closest("button[data-action]")));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("pointerdown", () => (this.pointed = true));
    this.root.addEventListener("keyup", (event) => event.key === " " && this.shortcut(event) && event.preventDefault());
    this.button("choose-run").onchange = () => this.choose(this.button("choose-run").value);
    this.button("speed").onchange = () => this.sharing.remember();
    this.button("solution-n").closest("form").onsubmit = (event) => {
      event.preventDefault();
      this.act("solution-n");
    };
    addEventListener("hashchange", () => this.sharing.follow());
    addEventListener("resize", () => this.moves && this.paint());
    document.addEventListener("visibilitychange", () => !document.hidden && this.moves && this.paint());
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

  async choose(name) {
    await this.load(name);
    this.sharing.remember();
  }

  open(run) {
    this.run = run;
    this.engine = new Engine(run.data, run.code);
    this.moves = new Moves(this.engine);
    const solution = run.board && run.solution;
    if (solution) this.moves.watch(solution.statement, () => this.solutionFound());
    this.total = this.totalOf(run.name);
    this.pace = run.pace && (run.pace.costs || this.totalOf(run.pace.run)) ? new Pace(run.pace, this.totalOf(run.pace.run)) : null;
    Object.assign(this, { spent: 0, note: "", solutionAt: 0 });
    this.screen = new Screen(this.find, this);
    this.screen.open(run);
    this.root.dataset.run = run.name;
    this.offerPace();
    for (const action of ["over", "out"]) this.button(action).hidden = run.data.functions.length < 2;
    this.become("idle");
  }

  totalOf(name) {
    const option = [...this.button("choose-run").options].find(({ value }) => value === name);
    return Number(option?.dataset.total ?? 0);
  }

  offerPace() {
    const speeds = this.button("speed");
    speeds.querySelector("[value=machine]")?.remove();
    if (this.pace) speeds.options[0].after(make("option", "", { value: "machine" }, `as on the ${this.pace.machine}`));
  }

  fail(problem) {
    this.working = false;
    this.moves = null;
    this.root.dataset.state = "idle";
    this.say(`The run cannot go on in this browser: ${problem.message}. Choose it again to start over.`);
    this.enable();
  }

  // --- what the reader asks for

  press(button) {
    if (button?.dataset.file) this.save(button.dataset.file);
    else this.act(button?.dataset.action);
  }

  usable(action) {
    const button = this.button(action);
    return Boolean(this.moves) && !button?.hidden && button?.getAttribute("aria-disabled") !== "true";
  }

  act(action) {
    if (!action || !this.usable(action)) return;
    const actions = {
      run: () => this.go(() => this.moves.toEnd(), { paced: true }),
      pause: () => this.pause(),
      restart: () => this.choose(this.run.name),
      step: () => this.prediction.allows() && this.go(() => this.moves.toStatements(this.target() + 1)),
      back: () => this.go(() => this.moves.toStatements(Math.max(0, this.target() - 1))),
      over: () => this.go(() => this.moves.toDepth(this.engine.depth)),
      out: () => this.go(() => this.moves.toDepth(this.engine.depth - 1)),
      "to-line": () => this.go(() => this.moves.toNext(this.screen.listing.chosen)),
      "back-to-line": () => this.goBack(),
      "next-solution": () => this.toSolution(this.solutions() + 1, { next: true }),
      "solution-n": () => this.toSolution(this.find("solution").value),
      predict: () => this.prediction.toggle(),
      save: () => this.save(),
      "copy-link": () => this.sharing.copyLink(),
      "copy-embed": () => this.sharing.copyEmbedCode(),
    };
    actions[action]?.();
  }

  // Whether a key is the player's, and not that of what has the focus. Who has clicked a button has not come to press it.
  shortcut({ key, target, ctrlKey, altKey, metaKey }) {
    if (ctrlKey || altKey || metaKey || target.closest(FIELDS)) return false;
    return key !== " " || this.pointed || !target.closest(PRESSED);
  }

  key(event) {
    if (event.key === "Tab") this.pointed = false;
    if (!this.shortcut(event)) return;
    const keys = { " ": this.working ? "pause" : "run", ArrowRight: "step", ArrowLeft: "back" };
    if (event.target === this.find("listing")) keys.Enter = "to-line";
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    this.act(action);
  }

  // Where a step counts from: many steps in a hurry add up, though none of them has been made yet.
  target() {
    return (this.working ? this.moves.aim : null) ?? this.engine.counted;
  }

  // Set a goal, and another that follows when it is reached; a paced one goes at the chosen speed.
  go(setGoal, { paced = false, then = null, solutionAt = 0, asked = 0, sought = null } = {}) {
    setGoal();
    Object.assign(this, { paced, then, solutionAt, asked, sought, since: performance.now(), fraction: 0 });
    Object.assign(this, { begun: this.since, from: this.engine.counted });
    this.screen.showFault(null);
    if (this.working) return;
    this.working = true;
    this.become("running");
    this.turn();
  }

  goBack() {
    const { chosen } = this.screen.listing;
    if (this.engine.count(chosen) === 0) this.say("This statement has not run before now.");
    else this.go(() => this.moves.backTo(chosen));
  }

  solutions() {
    const { solution } = this.run;
    return solution ? Math.max(0, this.engine.count(solution.statement) - solution.before) : 0;
  }

  solutionFound() {
    const number = this.engine.count(this.run.solution.statement) + 1 - this.run.solution.before;
    if (number < 1) return;
    const board = this.screen.keepSolution(number);
    if (this.sought?.(board)) this.met = number;
  }

  // To the solution that is the same as another program's.
  toBoard(pieces) {
    if (!this.run.solution) return;
    const key = likeness(this.run.board);
    const wanted = key(pieces);
    const same = (board) => Boolean(board) && key(board.pieces) === wanted;
    this.met = this.screen.mosaic.found.findIndex(same) + 1;
    this.go(() => this.moves.until(() => this.met), { then: () => this.toSolution(this.met), sought: same });
  }

  // To where the n-th solution is found, and on to where it has been printed; beyond the last, to the last, or to the end
  // of the run where the next one was asked for.
  toSolution(asked, { next = false } = {}) {
    if (!this.run.solution) {
      this.note += "This page does not know what a solution of this run is. ";
      this.become(this.root.dataset.state);
      return;
    }
    const [number, wrong] = whole(asked, 1, "solution");
    this.note += wrong;
    const { statement, before, printed } = this.run.solution;
    const then = () => (printed === null ? this.moves.toStatements(this.engine.counted + 1) : this.moves.toNext(printed));
    this.go(() => this.moves.toExecution(statement, number + before), { then, solutionAt: number, asked: next ? 0 : number });
  }

  toStatement(asked) {
    const [number, wrong] = whole(asked, 0, "statement");
    this.note += wrong;
    this.go(() => this.moves.toStatements(number), { asked: number });
  }

  pause() {
    if (this.working) this.stop();
    if (!this.moves) return;
    this.become("paused");
    this.sharing.remember();
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
      const begun = performance.now();
      const result = this.moves.slice(SLICE, this.paced ? this.allowance() : Infinity);
      this.spent += performance.now() - begun;
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
    const chosen = this.button("speed").value;
    return chosen === "machine" ? this.pace.rate(this.engine) : Number(chosen) || Infinity;
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
    const { ended } = this.engine;
    if (ended && this.nearest()) return;
    this.stop();
    this.note += this.prediction.judged();
    if (this.sought) this.note += "This run does not find that board. ";
    this.become(ended ? (ended.kind === "finished" ? "finished" : "trapped") : "paused");
    this.sharing.remember();
  }

  // Where more was asked for than there is, say so; true where the way leads on, to the last solution.
  nearest() {
    const [last, noun] = this.solutionAt ? [this.solutions(), "solution"] : [this.engine.counted, "statement"];
    const further = Boolean(this.solutionAt && last && this.asked > last);
    if (this.asked > last) this.note += last ? `The run has only ${counted(last, noun)}; this is the last. ` : `The run has no ${noun}. `;
    if (this.solutionAt > last) this.solutionAt = 0;
    this.asked = 0;
    if (!further) return false;
    this.stop();
    this.toSolution(last);
    return true;
  }

  // --- showing

  become(state) {
    this.root.dataset.state = state;
    this.enable();
    if (state === "running") {
      this.say("Running …");
      return;
    }
    this.paint();
    this.screen.describe(state);
    this.say(this.note + this.screen.sentence(state));
    this.note = "";
    this.sharing.report();
  }

  say(text) {
    this.find("message").textContent = text;
  }

  paint() {
    const begun = performance.now();
    const { output } = this.engine.host;
    Object.assign(this.root.dataset, { statements: this.engine.counted, solutions: this.solutions(), lines: output.lines });
    if (!document.hidden) this.screen.show();
    const took = performance.now() - begun;
    this.paintAgain = begun + took + Math.max(BETWEEN_PAINTS, took * PAINT_SHARE);
  }

  enable() {
    const { moves, working, run, engine } = this;
    const chosen = this.screen?.listing?.chosen >= 0;
    const solution = Boolean(run?.solution);
    const only = {
      pause: working,
      out: engine?.depth > 0,
      "to-line": chosen,
      "back-to-line": chosen,
      "next-solution": solution,
      "solution-n": solution,
    };
    for (const button of this.root.querySelectorAll("button[data-action]")) {
      const { action } = button.dataset;
      const usable = moves && !(FORWARD.includes(action) && engine.ended) && (only[action] ?? true);
      button.setAttribute("aria-disabled", String(!usable));
    }
  }
}

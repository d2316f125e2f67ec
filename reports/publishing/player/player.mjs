// The player of a page: it opens a run, goes to where it is asked in slices, and says where it is. What is pressed is
// controls.mjs's, what is shown screen.mjs's, the way to a solution solutions.mjs's.
//
//     new Player(document.getElementById("run-here")).begin();
//
// For tests and other pages the element carries data-run, data-state (idle, running, paused, finished, trapped),
// data-statements, data-solutions and data-lines; its buttons carry data-action.

import { whole } from "./address.mjs";
import { Controls } from "./controls.mjs";
import { download, make } from "./dom.mjs";
import { Engine } from "./engine.mjs";
import { Moves } from "./moves.mjs";
import { Pace } from "./pace.mjs";
import { Prediction } from "./prediction.mjs";
import { missing, unpack } from "./runs.mjs";
import { Screen } from "./screen.mjs";
import { Sharing } from "./sharing.mjs";
import { Solutions } from "./solutions.mjs";

const SLICE = 10; // milliseconds of running between two looks at what the reader does
const BETWEEN_PAINTS = 80;
const PAINT_SHARE = 10; // the reciprocal of the part of the time that showing may take
const ARRIVING = 3; // showings at the beginning of a run for which the listing goes to where the program is at work
const LONGEST_GAP = 1; // seconds for which a slow run makes up, where the tab slept

export class Player {
  constructor(root) {
    this.root = root;
    this.find = (part) => root.querySelector(`[data-part="${part}"]`);
    this.button = (action) => root.querySelector(`[data-action="${action}"]`);
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = () => this.turn();
    Object.assign(this, { runs: null, moves: null, working: false, turning: false, goals: 0, paintAgain: 0, then: null, note: "" });
    Object.assign(this, { controls: new Controls(this), sharing: new Sharing(this), prediction: new Prediction(this), solutions: new Solutions(this) });
  }

  async begin() {
    if (location.hash === `#${this.root.id}`) this.root.scrollIntoView(); // while it was hidden the browser could not
    this.sharing.frame();
    const lacks = missing(globalThis);
    if (lacks) {
      this.find("stage").replaceWith(make("p", "message", { "data-part": "message" }, lacks));
      return;
    }
    this.listen();
    if (!(await this.sharing.follow())) await this.load(this.button("choose-run").value);
    this.catchUp();
  }

  // Do what was pressed before the page was ready (UNPACK in __init__.py has it); a page that begins by itself runs.
  catchUp() {
    const { early, starts } = this.root.dataset;
    this.root.onclick = null;
    if (early) this.controls.act(early);
    else if (starts !== undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.start();
  }

  listen() {
    this.controls.listen();
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
    Object.assign(this, this.surroundings(run));
    this.solutions.watch();
    this.total = this.totalOf(run.name);
    this.pace = run.pace && (run.pace.costs || this.totalOf(run.pace.run)) ? new Pace(run.pace, this.totalOf(run.pace.run)) : null;
    Object.assign(this, { spent: 0, note: "", solutionAt: 0 });
    this.screen.open(run);
    this.root.dataset.run = run.name;
    this.offerPace();
    this.sharing.offerChange();
    for (const action of ["over", "out"]) this.button(action).hidden = run.data.functions.length < 2;
    this.become("idle");
  }

  // What runs it, what goes to and fro in it, and what shows it.
  surroundings(run) {
    const engine = new Engine(run.data, run.code);
    return { engine, moves: new Moves(engine), screen: new Screen(this.find, this) };
  }

  totalOf(name) {
    const option = [...(this.button("choose-run")?.options ?? [])].find(({ value }) => value === name);
    return Number(option?.dataset.total ?? 0);
  }

  offerPace() {
    const speeds = this.button("speed");
    speeds.querySelector("[value=machine]")?.remove();
    if (this.pace) speeds.options[0].after(make("option", "", { value: "machine" }, `as on the ${this.pace.machine}`));
  }

  fail(problem) {
    Object.assign(this, { working: false, turning: false, moves: null });
    this.root.dataset.state = "idle";
    this.say(`The run cannot go on in this browser: ${problem.message}. Choose it again to start over.`);
    this.controls.enable();
  }

  // --- what the reader asks for

  // Where a step counts from: many steps in a hurry add up, though none of them has been made yet.
  target() {
    return (this.working ? this.moves.aim : null) ?? this.engine.counted;
  }

  // Set a goal, and another that follows when it is reached; a paced one goes at the chosen speed.
  go(setGoal, { paced = false, then = null, solutionAt = 0, asked = 0, sought = null } = {}) {
    setGoal();
    Object.assign(this, { paced, then, solutionAt, asked, sought, since: performance.now(), fraction: 0 });
    Object.assign(this, { started: this.since, from: this.engine.counted, arriving: ARRIVING, goals: this.goals + 1 });
    this.screen.showFault(null);
    if (this.working) return;
    this.working = true;
    this.become("running");
    this.turn();
  }

  start() {
    this.go(() => this.moves.toEnd(), { paced: true });
  }

  goBack() {
    const { chosen } = this.screen.listing;
    if (this.engine.count(chosen) === 0) this.say("This statement has not run before this moment.");
    else this.go(() => this.moves.backTo(chosen));
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
    download(file ?? `${this.run.name}.txt`, (file ? files.outputs.get(file) : output).slice(0));
  }

  // --- running

  // A slice, whose moves may be made elsewhere (playground): meanwhile the reader may set another goal, or pause.
  async turn() {
    if (!this.working || this.turning) return;
    try {
      const [begun, { goals }] = [performance.now(), this];
      const look = begun > this.paintAgain;
      this.turning = true;
      const result = await this.moves.slice(SLICE, this.paced ? this.allowance() : Infinity, look);
      this.turning = false;
      this.spent += performance.now() - begun;
      if (this.working && goals !== this.goals) this.again(look);
      else if (!this.working && result !== "ended") this.become(this.root.dataset.state);
      else if (result === "there" && this.then) {
        const next = this.then;
        this.then = null;
        next();
        this.again(look);
      } else if (result === "working") this.again(look);
      else this.arrive();
    } catch (problem) {
      this.fail(problem);
    }
  }

  again(look) {
    if (look) this.paint();
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
    if (ended && this.solutions.nearest()) return;
    this.stop();
    this.note += this.prediction.judged();
    if (this.sought) this.note += "This run does not find that board. ";
    this.become(ended ? (ended.kind === "finished" ? "finished" : "trapped") : "paused");
    this.sharing.remember();
  }

  // --- showing

  become(state) {
    this.root.dataset.state = state;
    this.controls.enable();
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
    Object.assign(this.root.dataset, { statements: this.engine.counted, solutions: this.solutions.count, lines: output.lines });
    this.sharing.lead();
    if (!document.hidden) this.screen.show();
    const took = performance.now() - begun;
    this.paintAgain = begun + took + Math.max(BETWEEN_PAINTS, took * PAINT_SHARE);
  }
}

// The page: what a visitor does, and what is shown of it.
//
// For tests and other pages #playground carries data-state (loading, ready, running, paused, finished, trapped, refused)
// and data-statements; its buttons carry data-action. What was printed is in #printed, messages are in #messages.

import { counted, download, grouped } from "../../player/dom.mjs";
import { Output } from "../../player/output.mjs";
import { OutputsView } from "../../player/panels.mjs";
import { Desk } from "./desk.mjs";
import { LARGEST } from "./files.mjs";
import { Machine } from "./machine.mjs";
import { OwnPlayer } from "./own_player.mjs";
import { Steps } from "./steps.mjs";
import { MessagesView, StepView } from "./views.mjs";

const BETWEEN_PAINTS = 60; // milliseconds
const FIELDS = ".cm-editor, select, input"; // keep their keys
const PRESSED = "button, summary, a"; // keep Space
const FASTEST = 50; // steps a second of a run that is not compiled

class Playground {
  constructor(root, offered) {
    Object.assign(this, { root, steps: null, walking: null, wanted: "", slow: "", state: "loading" });
    this.find = (part) => root.querySelector(`[data-part="${part}"]`);
    this.button = (action) => root.querySelector(`[data-action="${action}"]`);
    const keys = [["Mod-Enter", "run"], ["Shift-Mod-Enter", "step"]].map(([key, action]) => ({ key, run: () => this.act(action) ?? true }));
    this.desk = new Desk(root, offered, {
      say: (text) => this.say(text), replaced: () => this.forget(), edited: () => (this.steps || this.open) && this.forget(), keys,
      moved: () => this.open && this.enable(),
    });
    this.editor = this.desk.editor;
    this.messages = new MessagesView(root.querySelector("#messages"), (place) => this.editor.goTo(place));
    this.player = new OwnPlayer(this);
    this.machine = new Machine((said) => this.hear(said));
    this.clear();
  }

  async load() {
    this.root.addEventListener("click", ({ target }) => this.press(target.closest("button[data-action]")?.dataset ?? {}));
    this.root.addEventListener("submit", (event) => event.preventDefault()); // its button was pressed
    document.addEventListener("keydown", (event) => this.key(event));
    globalThis.addEventListener("hashchange", () => this.follow());
    await this.follow(this.desk.begin());
    this.desk.offerEarlier();
    this.enable();
  }

  // Do what the address asks for: "run", or "moment", to go to one of the run.
  async follow(asked = this.desk.follow()) {
    const wanted = await asked;
    if (wanted === "run") this.act("run");
    else if (wanted) this.move(wanted);
  }

  // Whether a run is open in the player.
  get open() {
    return Boolean(this.player?.moves);
  }

  // --- what the visitor does

  press({ action, file }) {
    if (action === "save" && file) download(file, this.files.get(file).slice(0));
    else this.act(action);
  }

  act(action) {
    if (this.button(action)?.getAttribute("aria-disabled") === "true") return;
    const actions = {
      run: () => this.run(),
      pause: () => this.pause(),
      restart: () => this.begin(),
      share: () => this.desk.share(this.open ? this.player.engine.counted : 0, this.button("speed").value),
      "save-program": () => this.desk.save(),
      save: () => download("printed.txt", this.output.slice(0)),
      more: () => this.player.controls.unfold(),
      open: () => this.find("open-file").click(),
      "open-tape": () => this.find("open-tape").click(),
      earlier: () => this.desk.earlier(),
    };
    if (actions[action]) actions[action]();
    else if (action) this.move(action);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const running = this.state === "running";
    const keys = { Escape: running && "pause", ArrowRight: "step", ArrowLeft: "back", " ": running ? "pause" : "run" };
    const theirs = event.key !== "Escape" && event.target.closest(event.key === " " ? `${FIELDS}, ${PRESSED}` : FIELDS);
    if (!keys[event.key] || theirs) return;
    event.preventDefault();
    this.act(keys[event.key]);
  }

  // The job as the driver takes it; null where it is too large.
  job() {
    const job = this.desk.job();
    for (const [what, text] of [["program", job.text], ["tape", job.tape], ...Object.entries(job.tapes)]) {
      if (text.length <= LARGEST) continue;
      this.refuse(`The ${what} has ${grouped(text.length)} characters; the page runs ${grouped(LARGEST)} at most. The command line takes more.`);
      return null;
    }
    return { ...job, tapes: { ...job.tapes, ...(job.tape ? { tape: job.tape } : {}) }, limits: { ...this.desk.settings.limits, ...job.limits } };
  }

  // Go on with the run that is open, or begin one.
  run() {
    if (this.open && !this.player.engine.ended) this.player.start();
    else if (this.steps && this.speed) this.walk();
    else this.begin();
  }

  get speed() {
    return Number(this.button("speed").value);
  }

  // Run a program from its beginning: at full speed, the reference engine runs what it does sooner than it is compiled.
  begin() {
    const job = this.job();
    if (!job) return;
    this.forget();
    if (this.speed) this.ask({ type: "open", job }, "run");
    else this.ask({ type: "run", job }, "run");
  }

  // A move in the run, which is compiled for it; without compilation there are steps only.
  move(action) {
    if (this.open) this.player.controls.act(action);
    else if (this.steps) this.steps.go(action === "back" ? -1 : 1);
    else {
      const job = this.job();
      if (job) this.ask({ type: "open", job }, action);
    }
  }

  // Go on step by step at a speed, until the end or until it is stopped.
  walk() {
    this.steps.go(1);
    this.walking = setInterval(() => this.steps.go(1), 1000 / Math.min(FASTEST, this.speed));
    this.become("running");
  }

  ask(task, wanted) {
    Object.assign(this, { task, wanted });
    this.become("running");
    this.machine.ask(task);
  }

  pause() {
    if (this.open) {
      this.player.pause();
      this.machine.hurry();
      return;
    }
    const stepping = this.walking && this.steps.step;
    this.halt();
    if (stepping) return this.become("paused");
    if (this.slow) this.machine.stop();
    else this.machine.leave();
    this.steps = null;
    this.become("ready");
    this.say(`Stopped${this.statements ? ` after about ${counted(this.statements, "statement")}` : ""}.`);
  }

  halt() {
    clearInterval(this.walking);
    this.walking = null;
  }

  // --- what comes of it

  hear(said) {
    const heard = {
      ready: () => this.state === "loading" && this.become("ready"),
      output: () => this.print(said),
      more: () => this.ask({ ...this.task, type: "open" }, this.wanted),
      opened: () => this.opened(said),
      slow: () => this.goSlowly(said),
      sliced: () => this.player.moves?.receive(said),
      ended: () => this.end(said),
      steps: () => this.steps?.receive(said),
      broken: () => this.refuse(brokenMessage(said.message, this.machine.dead), "trapped"),
    };
    heard[said.type]();
  }

  // The run is open: do what it was opened for. Where the worker has begun it anew, it goes where it was to go.
  opened({ data, seen }) {
    const { wanted, statements, player: { working, going } } = this;
    this.clear();
    this.recognise(data);
    this.find("state").hidden = false;
    this.player.show(data, seen);
    Object.assign(this, { output: this.player.engine.host.output, files: this.player.engine.host.files.outputs, wanted: "" });
    if (working) this.player.go(...going);
    else if (wanted === "run") this.player.start();
    else if (wanted === "back") this.player.toStatement(Math.max(0, statements - 1));
    else if (wanted === "moment") this.player.toStatement(this.desk.moment);
    else if (wanted) this.player.controls.act(wanted);
  }

  // The program cannot be compiled: the reference engine runs it, or takes its steps.
  goSlowly({ why }) {
    const { job } = this.task;
    this.slow = why;
    if (this.wanted === "run" && !this.speed) return this.ask({ type: "run", job, slow: why }, "run");
    this.clear();
    this.steps = new Steps((task) => this.ask(task), job, (steps) => this.arrive(steps));
    if (this.wanted === "run") this.walk();
    else this.steps.go(1);
  }

  print({ text, statements, slow }) {
    this.output.write(text);
    if (statements) this.statements = statements;
    this.slow = slow;
    this.become("running");
    this.painting ??= setTimeout(() => this.paint(), BETWEEN_PAINTS);
  }

  paint() {
    clearTimeout(this.painting);
    this.painting = null;
    this.outputs.show({ output: this.output, files: { outputs: this.files } });
  }

  // Show the step that is next, or the end.
  arrive({ printed, step, ended, at }) {
    this.output.length = 0;
    this.output.write(printed);
    if (!step) return this.end(ended);
    this.paint();
    this.unmark();
    this.statements = at;
    this.editor.running(step);
    this.editor.follow();
    this.find("state").hidden = false;
    this.stepView.show(step);
    this.become(this.walking ? "running" : "paused");
  }

  // The end of a run that is not open in the player.
  end(said) {
    this.halt();
    this.unmark();
    for (const [name, text] of Object.entries(said.files ?? {})) {
      this.files.set(name, new Output());
      this.files.get(name).write(text);
    }
    this.paint();
    this.editor.counts(said.counts ?? []);
    Object.assign(this, { statements: said.statements ?? 0, read: said.tape_read ?? 0, wanted: "" });
    this.showEnding(said);
    this.recognise(said);
    this.become(said.state);
  }

  // Messages of the end; a run that has gone back has none.
  showEnding(said) {
    this.editor.marks(said?.marks ?? []);
    this.messages.show(said ? [said.message, said.finish, ...said.notes] : [], said?.marks, said?.state === "finished" ? "note" : "wrong");
  }

  recognise({ language }) {
    if (!this.desk.language && language) this.desk.recognised(language);
  }

  // The player has come to a state.
  moved(state) {
    Object.assign(this, { state: state === "idle" ? "ready" : state, statements: this.player.engine.counted });
    Object.assign(this.root.dataset, { state: this.state });
    this.enable();
  }

  refuse(message, state = "refused") {
    this.halt();
    this.player.close();
    this.messages.show([message], [], "wrong");
    this.become(state);
  }

  say(text) {
    this.messages.show([text]);
  }

  // End an earlier run and take away what was shown of it.
  forget() {
    this.halt();
    if (this.slow && this.state === "running") this.machine.stop();
    else this.machine.leave();
    this.clear();
    if (this.state !== "loading") this.become("ready");
  }

  clear() {
    this.player?.close();
    Object.assign(this, { output: new Output(), files: new Map(), steps: null, statements: 0, read: 0, slow: "" });
    for (const part of ["board", "state", "found", "mosaic"]) this.find(part).hidden = true;
    this.find("progress").textContent = "";
    this.outputs = new OutputsView(this.find("output"), this.find("output-caption"), this.find("files"));
    this.stepView = new StepView(this.find("variables"));
    this.paint();
    this.unmark();
  }

  unmark() {
    this.showEnding(null);
    this.editor.running(null);
    this.editor.counts([]);
  }

  become(state) {
    this.state = state;
    const done = counted(this.statements, "statement");
    const read = this.read ? `, with ${counted(this.read, "number")} read from the tape` : "";
    const sentences = {
      loading: "Loading Python and the interpreters …",
      ready: "Ready.",
      running: `Running … ${this.statements ? `${done} so far` : ""}${this.slow ? `. Slowly: ${this.slow}.` : ""}`,
      paused: `Paused before step ${grouped(this.statements + 1)}${this.steps?.step ? `, line ${this.steps.step.line}` : ""}.`,
      finished: `Finished after ${done}${read}.`,
      trapped: `Stopped after ${done}${read}: see the message.`,
      refused: "Not run: see the message.",
    };
    this.find("message").textContent = sentences[state];
    Object.assign(this.root.dataset, { state, statements: this.statements });
    this.enable();
  }

  // Which buttons can be used: those of the player say it themselves, but for Run, which begins anew at the end.
  enable() {
    const running = this.state === "running";
    const over = ["finished", "trapped"].includes(this.state) && this.statements > 0;
    const usable = { run: !running, pause: running, restart: !running, more: true };
    if (this.open) this.player.controls.enable();
    else Object.assign(usable, {
      step: !running && !(this.steps && !this.steps.step && this.steps.ended), "to-line": !running && !this.steps,
      back: !running && (this.steps ? this.steps.at > 0 : over),
    });
    for (const button of this.find("controls").querySelectorAll("button[data-action]")) {
      const { action } = button.dataset;
      if (!this.open || action in usable) button.setAttribute("aria-disabled", String(!usable[action]));
    }
  }
}

// What a worker means that could not go on: a browser's stack and memory are its own.
function brokenMessage(message, dead) {
  if (dead) return `The playground could not start: ${message}. Your text is untouched; load the page again, or run the text with the command line.`;
  if (message.includes("call stack")) return "The program, its calls or its data are nested too deeply for a page: divide them, or use the command line.";
  return `The playground failed: ${message}. Your text is untouched; run it again, or with smaller limits.`;
}

const root = document.getElementById("playground");
new Playground(root, JSON.parse(document.getElementById("offered").textContent)).load();

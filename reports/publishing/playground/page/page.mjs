// The page: what a visitor does, and what is shown of it.
//
// For tests and other pages #playground carries data-state (loading, ready, running, paused, finished, trapped, refused)
// and data-statements; its buttons carry data-action. What was printed is in #printed, messages are in #messages.

import { counted, grouped } from "../../player/dom.mjs";
import { Output } from "../../player/output.mjs";
import { OutputsView } from "../../player/panels.mjs";
import { Desk } from "./desk.mjs";
import { LARGEST, save } from "./files.mjs";
import { Machine } from "./machine.mjs";
import { Steps } from "./steps.mjs";
import { MessagesView, PauseView } from "./views.mjs";

const BETWEEN_PAINTS = 60; // milliseconds
const FIELDS = ".cm-editor, select, input"; // keep their keys
const PRESSED = "button, summary, a"; // keep Space

class Playground {
  constructor(root, offered) {
    Object.assign(this, { root, steps: null, walking: null, state: "loading" });
    this.find = (part) => root.querySelector(`[data-part="${part}"]`);
    this.button = (action) => root.querySelector(`[data-action="${action}"]`);
    const keys = [["Mod-Enter", "run"], ["Shift-Mod-Enter", "step"]].map(([key, action]) => ({ key, run: () => this.act(action) ?? true }));
    this.desk = new Desk(root, offered, {
      say: (text) => this.say(text), replaced: () => this.forget(), edited: () => this.steps && this.forget(), keys,
    });
    this.editor = this.desk.editor;
    this.messages = new MessagesView(root.querySelector("#messages"), (place) => this.editor.goTo(place));
    this.pause = new PauseView(this.find("pause"));
    this.machine = new Machine((said) => this.hear(said));
    this.clear();
  }

  async begin() {
    this.root.addEventListener("click", ({ target }) => this.press(target.closest("button[data-action]")?.dataset ?? {}));
    document.addEventListener("keydown", (event) => this.key(event));
    globalThis.addEventListener("hashchange", () => this.follow());
    await this.follow(this.desk.begin());
    this.desk.offerEarlier();
    this.enable();
  }

  async follow(asked = this.desk.follow()) {
    if (await asked) this.act("run");
  }

  // --- what the visitor does

  press({ action, file }) {
    if (action === "save" && file) save(file, this.files.get(file).slice(0));
    else this.act(action);
  }

  act(action) {
    if (this.button(action)?.getAttribute("aria-disabled") === "true") return;
    const actions = {
      run: () => this.run(),
      stop: () => this.stop(),
      step: () => this.step(1),
      back: () => this.step(-1),
      share: () => this.desk.share(),
      save: () => this.desk.save(),
      "save-output": () => save("printed.txt", this.output.slice(0)),
      open: () => this.find("open-file").click(),
      "open-tape": () => this.find("open-tape").click(),
      earlier: () => this.desk.earlier(),
    };
    actions[action]?.();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const running = this.state === "running";
    const keys = { Escape: running && "stop", ArrowRight: "step", ArrowLeft: "back", " ": running ? "stop" : "run" };
    const theirs = event.key !== "Escape" && event.target.closest(event.key === " " ? `${FIELDS}, ${PRESSED}` : FIELDS);
    if (!keys[event.key] || theirs) return;
    event.preventDefault();
    this.act(keys[event.key]);
  }

  // The job as the driver takes it; null where it is too large.
  job() {
    const job = this.desk.job();
    for (const [what, text] of [["program", job.text], ["tape", job.tape]]) {
      if (text.length <= LARGEST) continue;
      this.refuse(`The ${what} has ${grouped(text.length)} characters; the page runs ${grouped(LARGEST)} at most. The command line takes more.`);
      return null;
    }
    return { ...job, tapes: job.tape ? { tape: job.tape } : {}, limits: { ...this.desk.settings.limits, ...job.limits } };
  }

  run() {
    const speed = Number(this.button("speed").value);
    if (speed) return this.walk(speed);
    const job = this.job();
    if (!job) return;
    this.forget();
    this.ask({ type: "run", job });
  }

  step(by) {
    const job = this.steps ? null : this.job();
    if (job) {
      this.forget();
      this.steps = new Steps((task) => this.ask(task), job, (steps) => this.arrive(steps));
    }
    this.steps?.go(by);
  }

  // Go on step by step at a speed, until the end or until it is stopped.
  walk(speed) {
    this.step(1);
    if (!this.steps) return;
    this.walking = setInterval(() => this.steps.go(1), 1000 / speed);
    this.become("running");
  }

  ask(task) {
    this.become("running");
    this.machine.ask(task);
  }

  stop() {
    if (this.walking && this.steps.step) {
      this.halt();
      return this.become("paused");
    }
    this.halt();
    this.machine.stop();
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
      ended: () => this.end(said),
      steps: () => this.steps?.receive(said),
      broken: () => this.refuse(brokenMessage(said.message), "trapped"),
    };
    heard[said.type]();
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
    this.pause.show(step, at + 1);
    this.become(this.walking ? "running" : "paused");
  }

  end(said) {
    this.halt();
    this.unmark();
    for (const [name, text] of Object.entries(said.files ?? {})) {
      this.files.set(name, new Output());
      this.files.get(name).write(text);
    }
    this.paint();
    this.editor.counts(said.counts ?? []);
    this.editor.marks(said.marks);
    Object.assign(this, { statements: said.statements ?? 0, read: said.tape_read ?? 0 });
    this.messages.show([said.message, said.finish, ...said.notes], said.marks, said.state === "finished" ? "note" : "wrong");
    if (!this.desk.language && said.language) this.desk.recognised(said.language);
    this.become(said.state);
  }

  refuse(message, state = "refused") {
    this.halt();
    this.messages.show([message], [], "wrong");
    this.become(state);
  }

  say(text) {
    this.messages.show([text]);
  }

  // End an earlier run and take away what was shown of it.
  forget() {
    this.halt();
    if (this.state === "running") this.machine.stop();
    this.steps = null;
    this.clear();
    if (this.state !== "loading") this.become("ready");
  }

  clear() {
    Object.assign(this, { output: new Output(), files: new Map(), statements: 0, read: 0, slow: "" });
    this.outputs = new OutputsView(this.root.querySelector("#printed"), this.find("output-caption"), this.find("files"));
    this.paint();
    this.unmark();
  }

  unmark() {
    this.messages.show([]);
    this.pause.hide();
    this.editor.running(null);
    this.editor.counts([]);
    this.editor.marks([]);
  }

  become(state) {
    this.state = state;
    const done = counted(this.statements, "statement");
    const read = this.read ? `, with ${counted(this.read, "number")} read from the tape` : "";
    const sentences = {
      loading: "Loading Python and the interpreters …",
      ready: "Ready.",
      running: `Running … ${this.statements ? `${done} so far` : ""}${this.slow ? `. Slowly: ${this.slow}.` : ""}`,
      paused: `Paused before step ${grouped(this.statements + 1)}.`,
      finished: `Finished after ${done}${read}.`,
      trapped: `Stopped after ${done}${read}: see the message.`,
      refused: "Not run: see the message.",
    };
    this.find("state").textContent = sentences[state];
    Object.assign(this.root.dataset, { state, statements: this.statements });
    this.enable();
  }

  enable() {
    const running = this.state === "running";
    const usable = {
      run: !running,
      stop: running,
      step: !running && !(this.steps && !this.steps.step && this.steps.ended),
      back: !running && this.steps?.at > 0,
    };
    for (const [action, may] of Object.entries(usable)) this.button(action).setAttribute("aria-disabled", String(!may));
  }
}

// What a worker means that could not go on: a browser's stack and memory are its own.
function brokenMessage(message) {
  if (message.includes("call stack")) return "The program, its calls or its data are nested too deeply for a page: divide them, or use the command line.";
  return `The playground failed: ${message}. Your text is untouched; run it again, or with smaller limits.`;
}

const root = document.getElementById("playground");
new Playground(root, JSON.parse(document.getElementById("offered").textContent)).begin();

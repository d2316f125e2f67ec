// The page: what a visitor does, and what is shown of it.
//
// For tests and other pages #playground carries data-state (loading, ready, running, paused, finished, trapped, refused)
// and data-statements; its buttons carry data-action. What was printed is in #printed, messages are in #messages.

import { counted, grouped, make } from "../../player/dom.mjs";
import { addressOf, jobIn, LONGEST } from "./address.mjs";
import { colouring } from "./colours.mjs";
import { Editor } from "./editor.mjs";
import { LARGEST, save, textOf } from "./files.mjs";
import { Machine } from "./machine.mjs";
import { Saved } from "./saved.mjs";
import { Settings } from "./settings.mjs";
import { Steps } from "./steps.mjs";
import { MessagesView, OutputView, PauseView } from "./views.mjs";

const UNTIL_SAVED = 400; // milliseconds after the last change of the text

class Playground {
  constructor(root, offered) {
    Object.assign(this, { root, offered, steps: null, walking: null, state: "loading", language: "" });
    this.find = (part) => root.querySelector(`[data-part="${part}"]`);
    this.button = (action) => root.querySelector(`[data-action="${action}"]`);
    const keys = [
      { key: "Mod-Enter", run: () => this.act("run") },
      { key: "Shift-Mod-Enter", run: () => this.act("step") },
    ];
    this.editor = new Editor(this.find("program"), { label: "Program", changed: () => this.changed(), keys });
    this.tape = new Editor(this.find("tape"), { label: "Tape", changed: () => this.changed(), keys, gutters: false });
    this.settings = new Settings(this.find("settings"), offered.limits, () => this.changed());
    this.output = new OutputView(root.querySelector("#printed"), this.find("output-caption"));
    this.messages = new MessagesView(root.querySelector("#messages"), (place) => this.editor.goTo(place));
    this.pause = new PauseView(this.find("pause"));
    this.saved = new Saved(storage(), () => this.say("Another tab has saved another text. This tab keeps its own; the other is still there when you reload."));
    this.machine = new Machine((said) => this.hear(said));
  }

  async begin() {
    this.root.addEventListener("click", (event) => this.act(event.target.closest("button[data-action]")?.dataset.action));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.button("language").onchange = () => this.choose(this.button("language").value);
    this.button("example").onchange = () => this.open(JSON.parse(this.button("example").value));
    for (const name of ["open-file", "open-tape"]) this.find(name).onchange = () => this.read(name);
    globalThis.addEventListener("hashchange", () => this.fromAddress());
    globalThis.addEventListener("pagehide", () => this.keep());
    const saved = this.saved.load();
    this.show(saved ?? { language: "ecol", ...this.languageOf("ecol").examples[1] });
    if (!saved) this.find("about").textContent = this.languageOf("ecol").examples[1].about;
    await this.fromAddress();
    this.enable();
  }

  languageOf(name) {
    return this.offered.languages.find((language) => language.name === name);
  }

  // --- programs

  // What is to be run, saved and shared.
  job() {
    return { language: this.language, text: this.editor.text, tape: this.tape.text, ...this.settings.chosen() };
  }

  show({ language = "", text = "", tape = "", ...chosen }) {
    this.choose(language);
    this.settings.choose(chosen);
    Object.assign(this.editor, { text });
    Object.assign(this.tape, { text: tape });
    this.forget();
  }

  choose(name) {
    this.language = name;
    const known = this.languageOf(name);
    this.button("language").value = known ? name : "";
    this.editor.colour(known ? colouring(known.colours, name) : []);
    this.settings.offer(known);
    const [first] = this.button("example").options;
    this.button("example").replaceChildren(first, ...(known ? this.exampleOptions(known) : []));
    this.button("example").value = "";
    this.changed();
  }

  exampleOptions(language) {
    const option = (value, label) => make("option", "", { value: JSON.stringify(value) }, label);
    const own = make("optgroup", "", { label: "for beginners" });
    own.append(...language.examples.map((example) => option({ language: language.name, ...example }, example.title)));
    const originals = this.offered.originals.filter((original) => original.language === language.name);
    const theirs = make("optgroup", "", { label: "originals" });
    theirs.append(...originals.map((original) => option(original, `${original.title}: ${original.run}${original.text ? "" : " (in the player)"}`)));
    return [own, ...(originals.length ? [theirs] : [])];
  }

  // Show an example, or go to the player of an original that is too slow here.
  open(example) {
    if (example.edition && !example.text) {
      location.href = `${this.root.dataset.report}${example.edition}.html#run-here`;
      return;
    }
    this.keep();
    this.show(example);
    this.find("about").textContent = example.about ?? `${example.title}, as it was printed, with its tape. It goes on until its budget is used up, or until you stop it.`;
    this.keep(true);
  }

  async fromAddress() {
    if (location.hash.length < 2) return;
    try {
      const { job, run } = await jobIn(location.hash);
      if (job.text === undefined && !job.language) return;
      this.show(job);
      this.find("about").textContent = "";
      if (job.language && !this.languageOf(job.language)) this.say(`There is no language ${job.language}; known are ${this.offered.languages.map(({ name }) => name).join(", ")}.`);
      if (run) this.act("run");
    } catch (problem) {
      this.say(problem.message);
    }
  }

  changed() {
    if (this.steps || this.walking) this.forget();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.keep(), UNTIL_SAVED);
  }

  keep(foreign = false) {
    clearTimeout(this.saving);
    if (!this.saved.save(this.job(), foreign)) this.find("kept").textContent = "This text cannot be kept for a reload: save it to a file.";
    else this.find("kept").textContent = "";
    this.enable();
  }

  async read(name) {
    const [file] = this.find(name).files;
    this.find(name).value = "";
    try {
      const { text, note } = await textOf(file);
      const extension = file.name.slice(file.name.lastIndexOf("."));
      this.keep();
      if (name === "open-tape") this.tape.text = text;
      else this.show({ language: this.offered.languages.find(({ extensions }) => extensions.includes(extension))?.name ?? "", text, tape: this.tape.text });
      this.keep(true);
      this.say(note);
    } catch (problem) {
      this.say(problem.message);
    }
  }

  async share() {
    const address = `${location.href.split("#")[0]}#${await addressOf(this.job())}`;
    if (address.length > LONGEST) return this.say(`The program is too long for an address (${grouped(address.length)} characters): save it to a file.`);
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address).then(
      () => this.say("The address of this page now holds program, tape and settings; it has been copied."),
      () => this.say("The address of this page now holds program, tape and settings."),
    );
  }

  // --- running

  act(action) {
    if (!action || this.button(action)?.getAttribute("aria-disabled") === "true") return true;
    const { extension = ".txt" } = this.languageOf(this.language) ?? {};
    const actions = {
      run: () => this.run(),
      stop: () => this.stop(),
      step: () => this.step(1),
      back: () => this.step(-1),
      share: () => this.share(),
      save: () => save(`program${extension}`, this.editor.text),
      "save-output": () => save("printed.txt", this.output.text),
      open: () => this.find("open-file").click(),
      "open-tape": () => this.find("open-tape").click(),
      earlier: () => this.earlier(),
    };
    actions[action]?.();
    return true;
  }

  key(event) {
    if (event.key === "Escape" && this.state === "running") this.act("stop");
    if (event.target.closest(".cm-editor, select, input, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = { ArrowRight: "step", ArrowLeft: "back" }[event.key];
    if (!action) return;
    event.preventDefault();
    this.act(action);
  }

  earlier() {
    const job = this.saved.earlier();
    this.keep();
    this.show(job);
    this.keep(true);
  }

  // The job as the driver takes it; nothing where it is too large.
  ready() {
    const job = this.job();
    for (const [what, text] of [["program", job.text], ["tape", job.tape]]) {
      if (text.length <= LARGEST) continue;
      this.refuse(`The ${what} has ${grouped(text.length)} characters; the page runs ${grouped(LARGEST)} at most. The command line takes more.`);
      return null;
    }
    const tapes = job.tape ? { tape: job.tape } : {};
    return { ...job, tapes, limits: { ...this.settings.limits, ...job.limits } };
  }

  run() {
    const job = this.ready();
    if (!job) return;
    const speed = Number(this.button("speed").value);
    if (speed) return this.walk(job, speed);
    this.forget();
    this.begun = performance.now();
    this.become("running");
    this.machine.ask({ type: "run", job });
  }

  step(by) {
    const job = this.steps ? null : this.ready();
    if (!this.steps) {
      if (!job) return;
      this.forget();
      this.steps = new Steps((task) => this.ask(task), job, (steps) => this.arrive(steps));
    }
    this.steps.go(by);
  }

  ask(task) {
    this.become("running");
    this.machine.ask(task);
  }

  // Go on step by step at a speed, until the end or until it is stopped.
  walk(job, speed) {
    if (!this.steps) {
      this.forget();
      this.steps = new Steps((task) => this.ask(task), job, (steps) => this.arrive(steps));
    }
    this.walking = setInterval(() => this.steps?.go(1), 1000 / speed);
    this.become("running");
    this.steps.go(1);
  }

  halt() {
    clearInterval(this.walking);
    this.walking = null;
  }

  arrive(steps) {
    this.output.set(steps.printed);
    const { step } = steps;
    if (!step) return this.end(steps.ended);
    this.root.dataset.statements = steps.at;
    this.editor.running(step.line, step.column);
    this.editor.counts([]);
    this.editor.marks([]);
    this.messages.show([]);
    this.pause.show(step, steps.at);
    this.become(this.walking ? "running" : "paused");
  }

  stop() {
    if (this.walking) {
      this.halt();
      return this.become(this.steps.step ? "paused" : this.state);
    }
    this.machine.stop();
    this.steps = null;
    this.become("ready");
    this.say(`Stopped${this.root.dataset.statements > 0 ? ` after about ${counted(Number(this.root.dataset.statements), "statement")}` : ""}.`);
  }

  // --- what the worker says

  hear(said) {
    const heard = {
      ready: () => this.state === "loading" && this.become("ready"),
      output: () => {
        this.output.add(said.text);
        if (said.statements) this.root.dataset.statements = said.statements;
      },
      ended: () => this.end(said),
      steps: () => this.steps?.receive(said),
      broken: () => this.refuse(brokenMessage(said.message), "trapped"),
    };
    heard[said.type]();
  }

  end(said) {
    this.halt();
    this.output.paint();
    this.pause.hide();
    this.editor.running(null);
    this.editor.counts(said.counts ?? []);
    this.editor.marks(said.marks);
    this.root.dataset.statements = said.statements ?? 0;
    const files = Object.entries(said.files ?? {}).map(([name, text]) => `The program wrote the file ${name}:\n${text}`);
    this.messages.show([said.message, said.finish, ...said.notes, ...files], said.marks, said.state === "finished" ? "note" : "wrong");
    if (!this.language && said.language) this.recognised(said.language);
    this.become(said.state);
  }

  recognised(language) {
    this.language = language;
    this.button("language").value = language;
    this.editor.colour(colouring(this.languageOf(language).colours, language));
  }

  refuse(message, state = "refused") {
    this.halt();
    this.messages.show([message], [], "wrong");
    this.become(state);
  }

  say(text) {
    this.messages.show([text]);
  }

  // Take away what was shown of an earlier run.
  forget() {
    this.halt();
    if (this.state === "running") this.machine.stop();
    this.steps = null;
    this.output.clear();
    this.messages.show([]);
    this.pause.hide();
    this.editor.running(null);
    this.editor.counts([]);
    this.editor.marks([]);
    this.root.dataset.statements = 0;
    if (this.state !== "loading") this.become("ready");
  }

  become(state) {
    this.state = state;
    this.root.dataset.state = state;
    const done = counted(Number(this.root.dataset.statements), "statement");
    const sentences = {
      loading: "Loading Python and the interpreters …",
      ready: "Ready.",
      running: "Running …",
      paused: `Paused before step ${grouped(Number(this.root.dataset.statements) + 1)}.`,
      finished: `Finished after ${done}.`,
      trapped: `Stopped after ${done}: see the message.`,
      refused: "Not run: see the message.",
    };
    this.find("state").textContent = sentences[state];
    this.enable();
  }

  enable() {
    const running = this.state === "running";
    const usable = {
      run: this.state !== "running",
      stop: running,
      step: !running && !(this.steps && !this.steps.step && this.steps.ended),
      back: !running && this.steps?.at > 0,
      earlier: Boolean(this.saved.earlier()),
    };
    for (const [action, may] of Object.entries(usable)) this.button(action).setAttribute("aria-disabled", String(!may));
    this.button("earlier").hidden = !usable.earlier;
  }
}

// What a worker means that could not go on: a browser's stack and memory are its own.
function brokenMessage(message) {
  if (message.includes("call stack")) return "The program, its calls or its data are nested too deeply for a page: divide them, or use the command line.";
  return `The playground broke down: ${message}. Your text is untouched; run it again, or with smaller limits.`;
}

// The browser's storage; where there is none, one that keeps nothing.
function storage() {
  try {
    return globalThis.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => { throw new Error("no storage"); } };
  }
}

const root = document.getElementById("playground");
new Playground(root, JSON.parse(document.getElementById("offered").textContent)).begin();

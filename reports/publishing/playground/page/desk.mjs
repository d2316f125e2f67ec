// The visitor's program with its tape and settings: where it comes from, and where it is kept.
//
//     const desk = new Desk(root, offered, { say, replaced, edited, moved, keys });
//     await desk.begin();                              // "run" or "moment" where the address asks for that
//     desk.job()                                   // { language, text, tape, tapes, original, arithmetic, settings, limits }

import { download, make } from "../../player/dom.mjs";
import { addressOf, jobIn } from "./address.mjs";
import { colouring } from "./colours.mjs";
import { Editor } from "./editor.mjs";
import { textOf } from "./files.mjs";
import { Saved } from "./saved.mjs";
import { Settings } from "./settings.mjs";

const UNTIL_SAVED = 400; // milliseconds after the last change
const aboutOriginal = ({ title }) => `${title}, corrected as its edition says, with its tape. Change a line and run it: it runs until its budget is used up, or until you pause it.`;
const ELSEWHERE = "Another tab has saved another text. This tab still has its own; once you change it, the other one is available under “My earlier text”.";

export class Desk {
  constructor(root, offered, { say, replaced, edited, moved, keys }) {
    Object.assign(this, { root, offered, say, replaced, edited, language: "", original: "", own: false, unsaved: false, warned: false });
    this.find = (part) => root.querySelector(`[data-part="${part}"]`);
    this.field = (action) => root.querySelector(`[data-action="${action}"]`);
    const changed = () => this.changed();
    this.editor = new Editor(this.find("program"), { label: "Program", changed, moved, keys });
    this.tape = new Editor(this.find("tape-text"), { label: "Tape", changed, keys, gutters: false });
    this.others = new Map(); // the tapes of languages that have several
    this.newTape = (parent, name) => new Editor(parent, { label: `Tape ${name}`, changed, keys, gutters: false });
    this.settings = new Settings(this.find("settings"), offered.limits, changed);
    this.saved = new Saved(() => localStorage, () => this.warn());
  }

  begin() {
    this.field("language").onchange = ({ target }) => this.choose(target.value);
    this.field("example").onchange = ({ target }) => this.open(JSON.parse(target.value));
    for (const name of ["open-file", "open-tape"]) this.find(name).onchange = () => this.read(name);
    globalThis.addEventListener("pagehide", () => this.settle());
    const saved = this.saved.load();
    const first = this.languageOf("ecol").examples.find(({ tape }) => tape);
    this.show(saved ?? { language: "ecol", ...first }, { own: saved?.own, about: saved ? "" : first.about });
    return this.follow();
  }

  languageOf(name) {
    return this.offered.languages.find((language) => language.name === name);
  }

  // What is to be run, saved and shared.
  job() {
    const tapes = Object.fromEntries([...this.others].map(([name, { text }]) => [name, text]).filter(([, text]) => text));
    return { language: this.language, text: this.text, tape: this.tape.text, tapes, original: this.original, ...this.settings.chosen() };
  }

  get text() {
    return this.editor.text;
  }

  // The board of the edition's run that the text comes from; null where there is none.
  get board() {
    const [edition, run] = this.original.split("/");
    return this.offered.boards.find((board) => board.edition === edition && board.runs.includes(run)) ?? null;
  }

  show({ language = "", text = "", tape = "", tapes = {}, original = "", ...chosen }, { own = false, about = "" } = {}) {
    this.choose(language);
    this.settings.choose(chosen);
    Object.assign(this.editor, { text });
    Object.assign(this.tape, { text: tape });
    for (const [name, other] of this.others) Object.assign(other, { text: tapes[name] ?? "" });
    this.find("more-tapes").open = Object.keys(tapes).length > 0;
    Object.assign(this, { original, own, unsaved: false });
    this.find("about").textContent = about;
    this.replaced();
  }

  // Show what comes from elsewhere; what was there before is kept.
  replace(job, about = "") {
    this.settle();
    this.leaveAddress();
    this.show(job, { about });
    this.keep(true);
  }

  choose(name) {
    const known = this.languageOf(name);
    this.recognised(name);
    this.settings.offer(known);
    this.offerTapes(known?.tapes ?? []);
    const [first] = this.field("example").options;
    this.field("example").replaceChildren(first, ...(known ? this.examples(known) : []));
    this.field("example").value = "";
    this.changed();
  }

  offerTapes(names) {
    if (names.join() === [...this.others.keys()].join()) return;
    this.find("more-tapes").hidden = !names.length;
    this.find("other-tapes").replaceChildren();
    this.others = new Map(names.map((name) => {
      const row = make("div", "tape-text");
      this.find("other-tapes").append(make("p", "why", {}, `Tape “${name}”`), row);
      return [name, this.newTape(row, name)];
    }));
  }

  recognised(name) {
    const known = this.languageOf(name);
    this.language = name;
    this.field("language").value = known ? name : "";
    this.editor.colour(known ? colouring(known.colours, name) : []);
    Object.assign(this.find("manual"), known ? { href: `manual/${name}.html`, textContent: `${known.title} in the manual` } : { textContent: "" });
  }

  examples({ name, why_here: whyHere, examples }) {
    const originals = this.offered.originals.filter(({ language }) => language === name);
    const titled = (found) => found.map((one) => [{ language: name, ...one }, one.title]);
    const groups = [
      ["why it is here", titled(whyHere)],
      ["for beginners", titled(examples)],
      ["originals", originals.map((one) => [one, `${one.title}: ${one.run}${one.text ? "" : " (in the player)"}`])],
    ];
    return groups.filter(([, options]) => options.length).map(([label, options]) => {
      const group = make("optgroup", "", { label });
      group.append(...options.map(([value, title]) => make("option", "", { value: JSON.stringify(value) }, title)));
      return group;
    });
  }

  // Show an example, or go to the player of an original that reads tapes which this page has no fields for.
  open(example) {
    if (example.edition && !example.text) location.href = `${example.edition}.html#run-here`;
    else this.replace({ ...example, original: example.edition ? `${example.edition}/${example.run}` : "" }, example.about ? `${example.title}. ${example.about}` : aboutOriginal(example));
  }

  // Show what the address holds; return what is to be done: "run", "moment" (this.moment), or "".
  async follow() {
    if (location.hash.length < 2) return "";
    try {
      const { job, run, moment, speed } = await jobIn(location.hash);
      if (job.text === undefined && !job.language) return "";
      this.keep();
      const original = this.offered.originals.find(({ edition }) => edition === job.original?.split("/")[0]);
      this.show(job, { about: original && aboutOriginal(original) });
      this.keep(true);
      if (job.language && !this.languageOf(job.language)) this.say(`There is no language ${job.language}; known are ${this.offered.languages.map(({ name }) => name).join(", ")}.`);
      Object.assign(this, { moment });
      if ([...this.field("speed").options].some(({ value }) => value === speed)) this.field("speed").value = speed;
      return run ? "run" : moment && "moment";
    } catch (problem) {
      this.say(problem.message);
      return "";
    }
  }

  changed() {
    Object.assign(this, { own: true, unsaved: true });
    this.edited();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.settle(), UNTIL_SAVED);
  }

  settle() {
    if (this.unsaved) this.leaveAddress();
    this.keep();
  }

  // An address that holds another text than the page would bring that back at a reload.
  leaveAddress() {
    if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
  }

  // Save the job if it was changed, or if it has replaced `another`.
  keep(another = false) {
    clearTimeout(this.saving);
    if (!this.unsaved && !another) return;
    this.unsaved = false;
    const room = this.saved.save({ ...this.job(), own: this.own }, another);
    this.find("kept").textContent = room ? "" : "This text cannot be kept when the page is reloaded: save it to a file.";
    this.offerEarlier();
  }

  warn() {
    if (!this.warned) this.say(ELSEWHERE);
    this.warned = true;
  }

  offerEarlier() {
    this.field("earlier").hidden = !this.saved.earlier();
  }

  earlier() {
    const job = this.saved.earlier();
    this.settle();
    this.leaveAddress();
    this.show(job, { own: true });
    this.keep(true);
  }

  async read(name) {
    const field = this.find(name);
    const [file] = field.files;
    try {
      const { text, note } = await textOf(file);
      const extension = file.name.slice(file.name.lastIndexOf("."));
      const language = this.offered.languages.find(({ extensions }) => extensions.includes(extension))?.name ?? "";
      this.replace(name === "open-tape" ? { ...this.job(), tape: text } : { language, text, tape: this.tape.text });
      this.say(note);
    } catch (problem) {
      this.say(problem.message);
    }
    field.value = "";
  }

  save() {
    const { extension = ".txt" } = this.languageOf(this.language) ?? {};
    download(`program${extension}`, this.editor.text);
  }

  // Put the job into the address, and the moment at which its run is: after so many statements, at that speed.
  async share(statement, speed) {
    try {
      const moment = Object.entries({ statement, speed }).filter(([, value]) => value).map(([name, value]) => `&${name}=${value}`);
      const address = `${location.href.split("#")[0]}#${await addressOf(this.job())}${moment.join("")}`;
      this.keep();
      history.replaceState(null, "", address);
      const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
      this.say(`The address of this page now holds program, tape and settings${moment.length ? ", and this moment of the run" : ""}${copied ? "; it has been copied" : ": copy it from above"}.`);
    } catch (problem) {
      this.say(problem.message);
    }
  }
}

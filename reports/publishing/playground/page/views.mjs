// What is shown beside the program: what was printed, messages, and at a pause variables and calls.

import { counted, grouped, make } from "../../player/dom.mjs";

const LINES = 200; // of the output that are shown; all of it can be saved
const CHARACTERS = 20_000;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f]/g;
const visible = (text) => text.replaceAll(CONTROLS, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)));

export class OutputView {
  constructor(root, caption) {
    Object.assign(this, { root, caption });
    this.clear();
  }

  clear() {
    Object.assign(this, { pieces: [], length: 0, lines: 0, due: false });
    this.paint();
  }

  add(text) {
    if (!text) return;
    this.pieces.push(text);
    this.length += text.length;
    this.lines += text.split("\n").length - 1;
    if (this.due) return;
    this.due = true;
    setTimeout(() => this.due && this.paint(), 60);
  }

  set(text) {
    Object.assign(this, { pieces: [text], length: text.length, lines: text.split("\n").length - 1 });
    this.paint();
  }

  get text() {
    this.pieces = [this.pieces.join("")];
    return this.pieces[0];
  }

  paint() {
    this.due = false;
    const tail = this.text.slice(-CHARACTERS);
    const shown = tail.split("\n").slice(-LINES).join("\n");
    const cut = shown.length < this.length;
    this.root.textContent = (cut ? "…\n" : "") + visible(shown);
    this.root.scrollTop = this.root.scrollHeight;
    const lines = this.lines + (this.length && !this.text.endsWith("\n") ? 1 : 0);
    this.caption.textContent = this.length ? `${counted(lines, "line")}, ${counted(this.length, "character")}${cut ? "; the last ones are shown" : ""}` : "nothing yet";
  }
}

export class MessagesView {
  constructor(root, goTo) {
    Object.assign(this, { root, goTo });
  }

  // Messages in their order; `marks` are places in the program, of which the wrong ones can be gone to.
  show(texts, marks = [], kind = "note") {
    const wrong = marks.filter(({ severity }) => severity === "error").slice(0, 5);
    const buttons = wrong.map((mark) => {
      const button = make("button", "", { type: "button" }, `Go to line ${mark.line}`);
      button.onclick = () => this.goTo(mark);
      return button;
    });
    const places = make("p", "places");
    places.append(...buttons);
    this.root.replaceChildren(...texts.filter(Boolean).map((text) => make("pre", kind, { tabindex: "0" }, visible(text))), ...(buttons.length ? [places] : []));
    if (texts.some((text) => /--(setting|tape|arithmetic|max-)/.test(text ?? ""))) this.root.append(make("p", "why", {}, "Options such as --setting NAME=VALUE and --max-statements are under “Settings” here; --tape FILE is the field “Tape”."));
  }
}

export class PauseView {
  constructor(root) {
    this.root = root;
  }

  hide() {
    this.root.hidden = true;
  }

  show(step, number) {
    const calls = step.calls ?? [];
    const parts = [make("p", "caption", {}, `Step ${grouped(number)}, line ${step.line}: ${/^\d|^line/.test(step.what) ? "this statement is next" : step.what}`)];
    if (calls.length > 1) {
      const items = calls.map(({ title, line }) => make("li", "", {}, `${title}, line ${line}`));
      if (step.depth > calls.length) items.push(make("li", "", {}, `and ${grouped(step.depth - calls.length)} more`));
      const list = make("ol", "calls", { tabindex: "0", "aria-label": "Calls under way, the innermost first" });
      list.append(...items);
      parts.push(make("h3", "", {}, "Calls, the innermost first"), list);
    }
    for (const { title, variables } of calls) if (variables.length) parts.push(...table(title, variables));
    if (step.variables.length) parts.push(...table(calls.length ? "the whole program" : "what was defined", step.variables));
    for (const { name, values } of step.arrays ?? []) parts.push(array(name, values));
    this.root.replaceChildren(...parts);
    this.root.hidden = false;
  }
}

function table(title, variables) {
  const list = make("dl", "variables", { "aria-label": `Variables of ${title}` });
  for (const [name, value] of variables) {
    const pair = make("div");
    pair.append(make("dt", "", {}, name), make("dd", "", {}, value));
    list.append(pair);
  }
  return [make("h3", "", {}, title), list];
}

function array(name, values) {
  const details = make("details", "array", { open: "" });
  details.append(make("summary", "", {}, name), make("p", "elements", {}, values.join(" ")));
  return details;
}

// What stands beside the listing: variables and calls, the tape, what is printed, the document's own lines.

import { counted, grouped, make } from "./dom.mjs";

const LINES = 200; // of the output that are shown; the rest can be saved
const CHARACTERS = 20_000;
const AROUND = 160; // characters of a tape on each side of its reading head
const ELEMENTS = 500; // of an array that are shown
const CALLS = 30;

const CONTROLS = /[\u0000-\u0008\u000b-\u001f]/g;
export const visible = (text) => text.replaceAll(CONTROLS, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)));
const valueText = (value) => (value === undefined ? "—" : String(value));

export class VariablesView {
  constructor(root) {
    Object.assign(this, { root, open: new Set(), built: "", values: [], stack: make("ol", "calls", { tabindex: "0", "aria-label": "Calls under way, the innermost first" }) });
  }

  show(state) {
    const frames = state.frames(CALLS);
    const scopes = [[frames[0]?.title ?? "", frames[0]?.variables ?? []], ["the whole program", state.globals()]];
    const built = JSON.stringify(scopes.map(([title, variables]) => [title, variables.map(([name]) => name)]));
    if (built !== this.built) this.build(scopes, state);
    this.built = built;
    scopes.flatMap(([, variables]) => variables).forEach(([, value], place) => this.update(this.values[place], value));
    for (const { update } of this.arrays) update();
    this.calls(frames, state.engine.depth + 1);
  }

  build(scopes, state) {
    this.values = [];
    const tables = scopes.filter(([, variables]) => variables.length).map(([title, variables]) => this.table(title, variables));
    this.arrays = [...state.arrays.values()].map((array) => this.array(array, state));
    const arrays = make("div", "arrays");
    arrays.append(...this.arrays.map(({ details }) => details));
    this.root.replaceChildren(this.stack, ...tables, arrays);
  }

  update(cell, value) {
    const text = valueText(value);
    const before = cell.textContent;
    if (before !== text) cell.textContent = text;
    cell.parentElement.classList.toggle("changed", before !== "" && before !== text);
  }

  calls(frames, depth) {
    this.stack.hidden = frames.length < 2;
    if (this.stack.hidden) return;
    const items = frames.map(({ title, line }) => make("li", "", {}, line ? `${title}, line ${line}` : title));
    if (depth > frames.length) items.push(make("li", "", {}, `and ${grouped(depth - frames.length)} more`));
    this.stack.replaceChildren(...items);
  }

  table(title, variables) {
    const list = make("dl", "variables", { "aria-label": `Variables of ${title}` });
    for (const [name] of variables) {
      const pair = make("div");
      const value = make("dd");
      pair.append(make("dt", "", {}, name), value);
      this.values.push(value);
      list.append(pair);
    }
    return list;
  }

  // An array, whose elements are shown where the reader opens it.
  array(array, state) {
    const { name } = array;
    const details = make("details", "array");
    const elements = make("p", "elements", { tabindex: "0", role: "group", "aria-label": `Elements of ${name}` });
    const title = make("summary");
    const update = () => {
      const bounds = state.bounds(array).map((pair) => pair.map(valueText).join(":"));
      title.textContent = name + (bounds.length ? ` [${bounds.join(", ")}]` : "");
      if (!details.open) return;
      const rows = state.rows(array, ELEMENTS);
      const lines = rows.map(([row, values]) => (row && `[${row}] `) + values.map(valueText).join(" "));
      const shown = rows.reduce((sum, [, values]) => sum + values.length, 0);
      elements.textContent = lines.join("\n") + (shown >= ELEMENTS ? " …" : "");
    };
    details.open = this.open.has(name);
    details.ontoggle = () => {
      if (details.open) this.open.add(name);
      else this.open.delete(name);
      update();
    };
    details.append(title, elements);
    return { details, update };
  }
}

export class TapeView {
  constructor(root) {
    this.root = root;
  }

  show({ tapes, heads, place, taken }) {
    const at = (name, { ends }) => (place?.name === name ? place.offset : ends[heads[name] - 1] ?? 0);
    const lines = Object.entries(tapes).flatMap(([name, tape]) => this.tape(name, tape, at(name, tape)));
    this.root.replaceChildren(make("p", "caption", {}, `${grouped(taken)} numbers read`), ...lines);
  }

  tape(name, { text }, head) {
    const line = make("p", "tape");
    line.append(
      make("span", "passed", {}, `${head > AROUND ? "…" : ""}${text.slice(Math.max(0, head - AROUND), head)}`),
      make("span", "head", { role: "img", "aria-label": "reading head" }, "▲"),
      make("span", "ahead", {}, `${text.slice(head, head + AROUND)}${text.length > head + AROUND ? "…" : ""}`),
    );
    return [make("p", "caption", {}, name), line];
  }
}

// What is printed, and what is written to files; each file has a part of its own.
export class OutputsView {
  constructor(root, caption, files) {
    Object.assign(this, { main: new OutputView(root, caption), files, views: new Map() });
    files.replaceChildren();
  }

  show({ output, files }) {
    this.main.show(output);
    for (const [name, file] of files.outputs) {
      if (!this.views.has(name)) this.views.set(name, this.add(name));
      this.views.get(name).show(file);
    }
  }

  add(name) {
    const text = make("pre", "output", { tabindex: "0", role: "group", "aria-label": `What the program has written to ${name}` });
    const line = make("p", "why");
    const caption = make("span");
    line.append(make("b", "", {}, `Written to ${name}:`), " ", caption, " ", make("button", "", { type: "button", "data-action": "save", "data-file": name }, "Save all"));
    this.files.append(line, text);
    return new OutputView(text, caption);
  }
}

class OutputView {
  constructor(root, caption) {
    Object.assign(this, { root, caption, length: -1 });
  }

  show(output) {
    if (output.length === this.length) return;
    this.length = output.length;
    const text = output.last(LINES, CHARACTERS);
    const cut = text.length < output.length;
    this.root.textContent = (cut ? "…\n" : "") + visible(text);
    this.root.scrollTop = this.root.scrollHeight;
    this.caption.textContent = `${counted(output.lines, "line")}, ${counted(output.length, "character")}${cut ? "; the last ones are shown" : ""}`;
  }
}

// The lines that the document prints: each lights up where the same comes out.
export class PrintedView {
  constructor(root, caption, blocks) {
    Object.assign(this, { root, caption, blocks, scanned: 0, recent: [], found: blocks.map(() => Infinity) });
    this.longest = Math.max(0, ...blocks.map((block) => block.length));
    this.items = blocks.map((block) => make("li", "", {}, block.join("\n")));
    root.replaceChildren(...this.items);
  }

  show(output) {
    if (this.blocks.length === 0) return;
    for (; this.scanned < output.ended; this.scanned += 1) {
      this.recent = this.look(output.line(this.scanned, CHARACTERS), output.lineStart(this.scanned + 1) - 1);
    }
    if (output.lines > output.ended && output.ended === this.scanned) this.look(output.line(output.ended, CHARACTERS), output.length);
    this.found.forEach((at, place) => this.items[place].classList.toggle("agrees", at <= output.length));
    const agreeing = this.found.filter((at) => at <= output.length).length;
    this.caption.textContent = `${agreeing} of ${this.blocks.length} have come out`;
  }

  // Compare the blocks with what ends in this line; return the last lines, this one included.
  look(line, end) {
    const words = line.trim().replaceAll(/\s+/g, " ");
    if (!words) return this.recent;
    const recent = [...this.recent, words].slice(-this.longest);
    this.blocks.forEach((block, place) => {
      const same = recent.slice(-block.length).join("\n") === block.join("\n");
      if (same && this.found[place] === Infinity) this.found[place] = end;
    });
    return recent;
  }
}

// The listing of a run: a list of its statements, each with its count, among the lines of the text.
//
//     const listing = new ListingView(element, statements, text, colours, chosen => …);
//     listing.show(statement, count);           // the statement that begins next; count(n) is how often n began
//
// It is one listbox: the arrow keys go from statement to statement, and a click chooses one: where it is beside the
// statements of a line, the first.

import { grouped, make } from "./dom.mjs";

export class ListingView {
  constructor(root, statements, text, colours, choose) {
    Object.assign(this, { root, statements, colours, choose, chosen: -1, current: -1, shown: [] });
    this.order = statements.map((_, number) => number).sort((one, other) => this.compare(one, other));
    const lines = text.replace(/\n$/, "").split("\n");
    this.numbered = statements.every(({ label, line, column }) => lines[line - 1].slice(0, column - 1).trim() === label);
    const rows = lines.map((line, index) => this.row(line, index + 1));
    root.replaceChildren(...rows.map(({ row }) => row));
    this.options = [];
    for (const option of rows.flatMap(({ options }) => options)) for (const number of option.numbers) this.options[number] = option;
    this.order = this.order.filter((number) => this.options[number].numbers[0] === number);
    root.onclick = ({ target }) => this.pick(target.closest("[role=option]") ?? target.closest(".line")?.querySelector("[role=option]"));
    root.onkeydown = (event) => this.key(event);
  }

  // A line by the author's number, where the text has one before every statement.
  lineOf({ label, line }) {
    return this.numbered ? label : `line ${line}`;
  }

  compare(one, other) {
    const [left, right] = [this.statements[one], this.statements[other]];
    return left.line - right.line || left.column - right.column;
  }

  // A line: the count of its first statement, and its text with each statement an option. Statements that begin at the
  // same place, as a loop and its turns, share one.
  row(text, line) {
    const here = this.order.filter((number) => this.statements[number].line === line);
    const columns = [...new Set(here.map((number) => this.statements[number].column))];
    const row = make("div", "line", { role: "presentation" });
    const counts = row.appendChild(make("span", "counts", { "aria-hidden": "true" }));
    const body = row.appendChild(make("span", "text"));
    this.colour(body, text, line, 1, columns[0] ?? text.length + 1);
    if (!text && !columns.length) body.append(" ");
    const options = columns.map((column, place) => {
      const numbers = here.filter((number) => this.statements[number].column === column);
      const option = make("span", "statement", { role: "option", id: `statement-${numbers[0]}`, "aria-selected": "false" });
      this.colour(option, text, line, column, columns[place + 1] ?? text.length + 1);
      if (!option.textContent) option.textContent = " ";
      body.append(option);
      return { numbers, option, counts: place === 0 ? counts : null, row };
    });
    return { row, options };
  }

  // Append a part of a line, from one column to another, in its colours.
  colour(target, text, line, from, to) {
    const classes = this.colours[line - 1] ?? "";
    for (let start = from - 1, end; start < to - 1; start = end) {
      const name = classes[start] ?? " ";
      for (end = start + 1; end < to - 1 && (classes[end] ?? " ") === name; ) end += 1;
      target.append(name === " " ? text.slice(start, end) : make("span", name, {}, text.slice(start, end)));
    }
  }

  show(statement, count) {
    this.options.forEach(({ counts, numbers }, number) => {
      const times = count(number);
      if (this.shown[number] === times) return;
      this.shown[number] = times;
      if (counts && number === numbers[0]) counts.textContent = times ? grouped(times) : "";
    });
    if (statement === this.current) return;
    this.mark(this.current, "current", false);
    this.current = statement;
    this.mark(statement, "current", true);
  }

  // Where the run stands still each statement bears its own count.
  describe() {
    for (const { option, numbers } of this.options) {
      option.title = numbers.map((number) => `${this.statements[number].label}: ${grouped(this.shown[number])} times`).join("; ");
    }
  }

  mark(number, name, on) {
    const found = this.options[number];
    if (!found) return;
    found.option.classList.toggle(name, on);
    found.row.classList.toggle(`has-${name}`, on);
  }

  // Bring the current statement into view, with its count, inside the listing's own box only.
  follow(number = this.current) {
    const { row } = this.options[number] ?? {};
    if (!row) return;
    this.root.scrollLeft = 0;
    const { scrollTop, clientHeight } = this.root;
    const inside = row.offsetTop > scrollTop + 20 && row.offsetTop < scrollTop + clientHeight - 40;
    if (!inside) this.root.scrollTop = row.offsetTop - clientHeight / 3;
  }

  // Show where a trap happened.
  fault(line) {
    for (const row of this.root.children) row.classList.remove("has-fault");
    this.root.children[line - 1]?.classList.add("has-fault");
  }

  pick(option) {
    if (option) this.select(Number(option.id.slice("statement-".length)));
  }

  // Choose no statement.
  clear() {
    this.options[this.chosen]?.option.setAttribute("aria-selected", "false");
    this.root.removeAttribute("aria-activedescendant");
    this.chosen = -1;
  }

  select(number) {
    this.clear();
    this.chosen = number;
    this.options[number].option.setAttribute("aria-selected", "true");
    this.root.setAttribute("aria-activedescendant", `statement-${number}`);
    this.choose(number);
  }

  key(event) {
    const place = this.order.indexOf(this.chosen);
    const to = { ArrowDown: place + 1, ArrowUp: Math.max(0, place - 1), Home: 0, End: this.order.length - 1 }[event.key];
    if (to === undefined || to >= this.order.length) return;
    event.preventDefault();
    this.select(this.order[to]);
    this.follow(this.chosen);
  }
}

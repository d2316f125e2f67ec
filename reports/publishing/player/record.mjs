// A record of FORTRAN while it is written: its items go through the fields of a FORMAT, or follow one another (null).
//
//     const record = new Record([["text", " "], ["group", 2, [["edit", "I", 3, 0], ["blanks", 1]]]]);
//     record.item(7n, "INTEGER")       // "", or why this field cannot write that item
//     record.finish()                  // the lines, with the character that moves the paper: [" " + "  7 "]

import { field, free, shortest } from "./formats.mjs";
import { Words, isMinusZero } from "./words.mjs";

const FITTING = { I: ["INTEGER"], L: ["LOGICAL"] };
const REALS = ["REAL", "DOUBLEPRECISION"];

export class Record {
  constructor(fields, words) {
    Object.assign(this, { fields, words: new Words(words), steps: unfolded(fields ?? []), scale: 0 });
    Object.assign(this, { at: 0, text: "", column: 0, lines: [], joined: false });
  }

  copy() {
    return Object.assign(Object.create(Record.prototype), this, { lines: [...this.lines] });
  }

  // Write an item by the next field for one; at its end the FORMAT goes on from its last group.
  item(value, kind) {
    if (this.fields === null) return this.free(value, kind);
    for (;;) {
      const step = this.steps[this.at];
      this.at += 1;
      if (step?.[0] === "edit") return this.edit(step.slice(1), value, kind);
      if (step) this.control(step);
      else if (!this.revert()) return "the list has items, but the FORMAT has no field for them";
    }
  }

  edit(edit, value, kind) {
    const [letter, width, digits] = edit;
    const name = `${letter}${width}${"FEGD".includes(letter) ? `.${digits}` : ""}`;
    const fitting = FITTING[letter] ?? REALS;
    if ("AOR".includes(letter)) {
      if (kind === "LOGICAL") return `the field ${name} is for INTEGER or REAL, the item is LOGICAL`;
      const bits = this.words.bitsOf(value);
      if (bits === undefined) return `the field ${name} is for characters or bits, the item is the real number ${shortest(value)}`;
      return this.place(this.words.field(letter, width, bits));
    }
    if (!fitting.includes(kind)) return `the field ${name} is for ${fitting[0]}, the item is ${kind}`;
    if (this.words.inReal(value)) return `the field ${name} is for numbers, the item holds characters or bits`;
    if (typeof value === "number" && !Number.isFinite(value)) return `a real number that is not finite for ${name}`;
    const number = isMinusZero(value) ? 0n : value;
    return this.place(field(edit, this.scale, letter === "I" ? number : Number(number)));
  }

  free(value, kind) {
    if (this.words.inReal(value)) return "a list without a FORMAT is for numbers, the item holds characters or bits";
    const text = kind === "LOGICAL" ? (value ? "T" : "F") : kind === "INTEGER" ? String(value) : free(value);
    this.joined = false;
    return this.place(` ${text}`);
  }

  complex(real, imaginary) {
    this.joined = false;
    this.place(` (${free(real)},${free(imaginary)})`);
  }

  // Write characters without a FORMAT: no blank divides them from others before them.
  characters(text) {
    this.place(this.joined ? text : ` ${text}`);
    this.joined = true;
  }

  revert() {
    const last = this.fields.findLastIndex(([name]) => name === "group");
    this.steps = unfolded(this.fields.slice(Math.max(0, last)));
    this.at = 0;
    this.control(["slash"]);
    return this.steps.some(([name]) => name === "edit");
  }

  // What stands before the next field for an item is still done.
  finish() {
    for (; this.at < this.steps.length; this.at += 1) {
      const step = this.steps[this.at];
      if (step[0] === "edit" || step[0] === "colon") break;
      this.control(step);
    }
    return [...this.lines, this.text].map((line) => line.replace(/ +$/, ""));
  }

  control([name, value]) {
    if (name === "text") this.place(value);
    else if (name === "blanks") this.column += value;
    else if (name === "column") this.column = value - 1;
    else if (name === "scale") this.scale = value;
    else if (name === "slash") {
      this.lines.push(this.text);
      Object.assign(this, { text: "", column: 0 });
    }
  }

  place(text) {
    const before = this.text.slice(0, this.column).padEnd(this.column);
    this.text = before + text + this.text.slice(this.column + text.length);
    this.column += text.length;
    return "";
  }
}

function unfolded(fields) {
  return fields.flatMap((field) => (field[0] === "group" ? Array(field[1]).fill(unfolded(field[2])).flat() : [field]));
}

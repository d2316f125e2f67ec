// A record of FORTRAN while it is written: its items go through the fields of a FORMAT.
//
//     const record = new Record([["text", " "], ["group", 2, [["integer", 3], ["blanks", 1]]]]);
//     record.item(7n);
//     record.finish()                  // the lines, with the character that moves the paper: [" " + "  7 "]

export class Record {
  constructor(fields) {
    Object.assign(this, { fields, steps: unfolded(fields), at: 0, text: "", column: 0, lines: [] });
  }

  copy() {
    return Object.assign(Object.create(Record.prototype), this, { lines: [...this.lines] });
  }

  // Write a whole number by the next field for one; at its end the FORMAT goes on from its last group.
  item(value) {
    for (;;) {
      const step = this.steps[this.at];
      this.at += 1;
      if (step === undefined) this.revert();
      else if (step[0] === "integer") return this.integer(String(value), step[1]);
      else this.control(step);
    }
  }

  integer(digits, width) {
    this.place(digits.length <= width ? digits.padStart(width) : "*".repeat(width));
  }

  revert() {
    const last = this.fields.findLastIndex(([name]) => name === "group");
    this.steps = unfolded(this.fields.slice(Math.max(0, last)));
    this.at = 0;
    this.control(["slash"]);
  }

  // What stands before the next field for an item is still done.
  finish() {
    for (; this.at < this.steps.length; this.at += 1) {
      const step = this.steps[this.at];
      if (step[0] === "integer" || step[0] === "colon") break;
      this.control(step);
    }
    return [...this.lines, this.text].map((line) => line.replace(/ +$/, ""));
  }

  control([name, value]) {
    if (name === "text") this.place(value);
    else if (name === "blanks") this.column += value;
    else if (name === "column") this.column = value - 1;
    else if (name === "slash") {
      this.lines.push(this.text);
      Object.assign(this, { text: "", column: 0 });
    }
  }

  place(text) {
    const before = this.text.slice(0, this.column).padEnd(this.column);
    this.text = before + text + this.text.slice(this.column + text.length);
    this.column += text.length;
  }
}

function unfolded(fields) {
  return fields.flatMap((field) => (field[0] === "group" ? Array(field[1]).fill(unfolded(field[2])).flat() : [field]));
}

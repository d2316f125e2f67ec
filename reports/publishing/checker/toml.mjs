// As much TOML as puzzle files have: tables are Maps, whose keys stay in their order.
//
//     parse('a.b = [1, "#"]')          // Map { "a" => Map { "b" => [1, "#"] } }
//
// Dates are refused. A number with a fraction is NaN, as is one that JavaScript cannot hold exactly: nothing takes it.

import { need } from "./refused.mjs";

const ESCAPES = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };
const BLANK = /(?:[ \t]|#[^\n]*(?=\n|$))*/y;
const BLANK_LINES = /(?:[ \t\n]|#[^\n]*(?=\n|$))*/y;
const BARE = /[A-Za-z0-9_-]+/y;
const INTEGER = /(?:[+-]?(?:0|[1-9](?:_?\d)*)|0x[\da-fA-F](?:_?[\da-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*)(?![\w.:+-])/y;
const FRACTION = /[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?(?![\w.:+-])/y;
const WORD = /(?:true|false)(?![\w-])/y;
const BASIC = /"((?:[^"\\\n]|\\.)*)"/y;
const LITERAL = /'([^'\n]*)'/y;
const BASIC_LINES = /"""\n?((?:[^\\]|\\[^])*?"{0,2})"""/y;
const LITERAL_LINES = /'''\n?([^]*?'{0,2})'''/y;

export function parse(text) {
  const reader = new Reader(text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n")); // Windows editors write this mark first
  const root = reader.document();
  reader.need(!isDeep(root, 0), "values nested no deeper than 100");
  return root;
}

function isDeep(value, depth) {
  const inner = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : [];
  return depth > 100 || inner.some((each) => isDeep(each, depth + 1));
}

class Reader {
  constructor(text) {
    [this.text, this.at] = [text, 0];
    this.closed = new Set(); // tables that may get no more keys: those written in braces
    this.headed = new Set(); // tables that have had their header, or got keys by dots before another header
    this.dotted = new Set(); // tables that got keys by dots since the last header
    this.lists = new Set(); // arrays of tables with a header each
  }

  document() {
    this.need(!/[\x00-\x08\x0b-\x1f\x7f]/.test(this.text), "no control characters");
    const root = new Map();
    let table = root;
    for (this.take(BLANK_LINES); this.at < this.text.length; this.take(BLANK_LINES)) {
      if (this.skip("[")) {
        table = this.header(root);
      } else {
        this.pair(table);
      }
      this.take(BLANK);
      this.need(this.at === this.text.length || this.text[this.at] === "\n", "the end of the line");
    }
    return root;
  }

  header(root) {
    for (const table of this.dotted) this.headed.add(table);
    this.dotted.clear();
    const many = this.skip("[");
    const names = this.key();
    const outer = this.descend(root, names.slice(0, -1));
    if (many) this.lengthen(outer, names.at(-1));
    const table = this.descend(outer, names.slice(-1));
    this.need(this.skip("]") && (!many || this.skip("]")) && !this.headed.has(table), "a table of its own");
    this.headed.add(table);
    return table;
  }

  // Add a table to the array of this name.
  lengthen(outer, name) {
    if (!outer.has(name)) {
      outer.set(name, []);
      this.lists.add(outer.get(name));
    }
    this.need(this.lists.has(outer.get(name)), "an array of tables");
    outer.get(name).push(new Map());
  }

  pair(table) {
    const names = this.key();
    let inner = table;
    for (const name of names.slice(0, -1)) {
      inner = this.descend(inner, [name]);
      this.need(!this.headed.has(inner), "a table without a header");
      this.dotted.add(inner);
    }
    const last = names.at(-1);
    this.need(this.skip("=") && !inner.has(last), "a key that is new, and =");
    this.take(BLANK);
    inner.set(last, this.value());
  }

  // The table that these names lead to; it is made where there is none.
  descend(table, names) {
    for (const name of names) {
      if (!table.has(name)) table.set(name, new Map());
      table = table.get(name);
      if (this.lists.has(table)) table = table.at(-1);
      this.need(table instanceof Map && !this.closed.has(table), "a table");
    }
    return table;
  }

  key() {
    const names = [];
    do {
      this.take(BLANK);
      names.push(this.string(BASIC) ?? this.take(LITERAL)?.[1] ?? this.take(BARE)?.[0]);
      this.need(names.at(-1) !== undefined && names.length <= 100, "a key");
      this.take(BLANK);
    } while (this.skip("."));
    return names;
  }

  value() {
    if (this.skip("[")) return this.array();
    if (this.skip("{")) return this.braces();
    const text =
      this.string(BASIC_LINES) ?? this.take(LITERAL_LINES)?.[1] ?? this.string(BASIC) ?? this.take(LITERAL)?.[1];
    if (text !== undefined) return text;
    const word = this.take(WORD);
    if (word) return word[0] === "true";
    const [integer, fraction] = [this.take(INTEGER), this.take(FRACTION)];
    this.need(integer || fraction, "a text, a number, true, false, a list or a table");
    const written = (integer ?? fraction)[0].replaceAll("_", "");
    const number = Number(written);
    const isFit = integer ? BigInt.asIntN(64, BigInt(written)) === BigInt(written) : Number.isFinite(number);
    this.need(isFit, "a smaller number");
    return integer && Number.isSafeInteger(number) ? number : NaN;
  }

  array() {
    const values = [];
    for (this.take(BLANK_LINES); !this.skip("]"); this.take(BLANK_LINES)) {
      values.push(this.value());
      this.take(BLANK_LINES);
      this.need(this.skip(",") || this.text[this.at] === "]", ", or ]");
    }
    return values;
  }

  braces() {
    const table = new Map();
    this.take(BLANK);
    if (!this.skip("}")) {
      do this.pair(table);
      while ((this.take(BLANK), this.skip(",")));
      this.need(this.skip("}"), ", or }");
    }
    this.close(table);
    return table;
  }

  close(table) {
    this.closed.add(table);
    for (const value of table.values()) if (value instanceof Map) this.close(value);
  }

  // A text in double quotes, with its escapes replaced.
  string(pattern) {
    const found = this.take(pattern);
    return found?.[1].replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[ \t]*\n[ \t\n]*|([^]))/g, (all, u, U, sign) => {
      const code = parseInt(u ?? U, 16);
      this.need(!(0xd800 <= code && code <= 0xdfff), "no half of a pair of code units");
      if (u || U) return String.fromCodePoint(code);
      if (sign === undefined) return "";
      this.need(sign in ESCAPES, "an escape");
      return ESCAPES[sign];
    });
  }

  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found ?? undefined;
  }

  skip(sign) {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  need(condition, expected) {
    const line = this.text.slice(0, this.at).split("\n").length;
    need(condition, `the puzzle file has an error in line ${line}; expected ${expected}`);
  }
}

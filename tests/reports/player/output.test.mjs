import assert from "node:assert/strict";
import test from "node:test";

import { Host, HostEnd } from "../../../reports/publishing/player/host.mjs";
import { Output } from "../../../reports/publishing/player/output.mjs";

test("what was printed is kept when the run goes back, and not written twice", () => {
  const output = new Output();
  output.write("one\ntwo\nth");
  output.length = 5;
  assert.equal(output.slice(0), "one\nt");
  assert.equal(output.lines, 2);
  output.write("wo\nthree\n");
  assert.equal(output.slice(0), "one\ntwo\nthree\n");
  assert.equal(output.lines, 3);
  assert.equal(output.line(1), "two");
});

test("megabytes are held in pieces, and the last lines found", () => {
  const output = new Output();
  for (let line = 0; line < 100_000; line += 1) output.write(`line ${line}\n`);
  assert.equal(output.lines, 100_000);
  assert.equal(output.line(98_765), "line 98765");
  assert.equal(output.last(2, 1000), "line 99998\nline 99999\n");
  assert.equal(output.slice(0).length, output.length);
});

test("numbers, texts and the tape are the common set", () => {
  const tapes = { tape: { text: "3 1.5", numbers: [3, 1.5], ends: [1, 5], end: "the tape ends" } };
  const host = new Host(tapes, { output: 1000 });
  host.perform([["format", "conversion", { arg: 0 }, "d", "", 4, null], ["text", ":"], ["repeat", " ", { arg: 1 }]], [24n, 2n]);
  host.perform([["format", "schrijf", { arg: 0 }, { arg: 1 }, 2, 0], ["text", { arg: 2, of: ["", "\n"] }]], [2.5, 2n, 1n]);
  assert.equal(host.output.slice(0), "  24:    2.50\n");
  const before = host.save();
  assert.equal(host.perform([["read", "tape"]], []), 3);
  assert.equal(host.perform([["read", "tape"]], []), 1.5);
  assert.throws(() => host.perform([["read", "tape"]], []), HostEnd);
  host.restore(before);
  assert.equal(host.perform([["read", "tape"]], []), 3);
});

test("output ends at its limit", () => {
  const host = new Host({}, { output: 5, output_message: "the output limit of 5 bytes is reached" });
  assert.throws(() => host.perform([["text", "1234567"]], []), /limit/);
  assert.equal(host.output.slice(0), "12345");
});

const WORDS = { size: 10, bits: 6, codes: ":ABC", complement: true, end: -(2 ** 513) };

test("a record of FORTRAN goes through its fields, round their end and back", () => {
  const host = new Host({}, { output: 1000 });
  const fields = [["text", "1"], ["blanks", 1], ["group", 2, [["edit", "I", 2, 0], ["text", ";"]]], ["slash"], ["text", "0"]];
  host.perform([["begin", { 7: fields }, 7, WORDS], ["item", 3n, "INTEGER"]], []);
  const before = host.save();
  for (let again = 0; again < 2; again += 1) {
    host.perform([["item", 4n, "INTEGER"], ["item", 500n, "INTEGER"], ["item", -(2n ** 60n), "INTEGER"], ["end", "pages"]], []);
    assert.equal(host.output.slice(0), "  3; 4;\n\n\n*; 0;\n\n\n");
    host.restore(before);
  }
  assert.throws(() => host.perform([["item", 1.5, "REAL"]], []), { message: "the field I2 is for INTEGER, the item is REAL" });
});

test("a FORMAT without a field for an item ends the run", () => {
  const host = new Host({}, { output: 1000 });
  host.perform([["begin", { 7: [["text", " A"]] }, 7, WORDS]], []);
  assert.throws(() => host.perform([["item", 1n, "INTEGER"]], []), { kind: "trap", message: /no field for them/ });
});

test("numbers and texts go to the next line where the printer has no places, and going back keeps the column", () => {
  const host = new Host({}, { output: 1000 });
  host.perform([["wrap", 5, "1234567"], ["place", 5, "fixt", { arg: 0 }, { arg: 1 }, 0], ["blanks", 5, 4]], [3, 1n]);
  assert.equal(host.output.slice(0), "12345\n67+3 \n    ");
  const before = host.save();
  host.perform([["tab", 5, 2], ["text", "!"]], []);
  host.restore(before);
  assert.deepEqual([host.perform([["column"]], []), host.perform([["line", 60]], [])], [4, 3]);
});

test("what is punched is a file", () => {
  const host = new Host({}, { output: 1000 });
  host.perform([["to", "PUNCH"], ["text", "ab"], ["to", ""], ["text", "c"]], []);
  assert.deepEqual([host.output.slice(0), host.files.named("PUNCH").slice(0)], ["c", "ab"]);
});

test("tables, results and boxes are cells of the program's memory", () => {
  const memory = new BigInt64Array(8);
  const cells = (address, words) => memory.subarray(Number(address), Number(address) + Number(words));
  const host = new Host({ tables: { text: "box 2 5 - x" }, status: { text: "0 5 3" } }, { output: 1000 }, cells);
  host.perform([["table", "tables", 3]], []);
  assert.equal(host.perform([["bound", -1]], []), 2n);
  host.perform([["fill", { arg: 0 }, 2], ["whole"]], [1n]);
  assert.deepEqual([...memory.subarray(1, 3)], [5n, -(2n ** 63n)]);
  assert.equal(host.taken, 1);
  host.perform([["table", "status", 0], ["fill", 4, 2], ["resume", 4, 2], ["result", 4, 2, 4]], []);
  memory[5] = 6n;
  assert.throws(() => host.perform([["result", 4, 2, 4]], []), { message: "stopped at solution 4" });
  assert.equal(host.output.slice(0), "4: 0 6\n");
  assert.throws(() => host.perform([["empty", 4, 2, "box {0} holds {1}"]], []), { message: "box 2 holds 6" });
});

test("tables and boxes of other sizes end the run", () => {
  const tapes = { tables: { text: "2 −5 7" } };
  const ends = (...calls) => {
    const host = new Host(tapes, { output: 1000 }, () => new BigInt64Array(4));
    assert.throws(() => host.perform([["table", "tables", 0], ...calls], []), /^Error: tables or boxes of other sizes/);
  };
  ends(["bound", 3]);
  ends(["bound", 2], ["fill", 0, 4]);
  ends(["bound", 2], ["whole"]);
});

test("words hold characters, a byte each, the first in the lowest", () => {
  const host = new Host({}, { output: 1000 });
  host.perform([["packed", { arg: 0 }, { arg: 1 }, { arg: 2 }]], [9n, 0x68_67_66_65_64_63_62_61n, 0xe9n]);
  assert.equal(host.output.slice(0), "abcdefghé");
});

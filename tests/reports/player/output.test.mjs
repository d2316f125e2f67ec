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
  host.perform([["integer", { arg: 0 }, 4], ["text", ":"], ["repeat", " ", { arg: 1 }]], [24n, 2n]);
  host.perform([["fixed", { arg: 0 }, 6, 2], ["character", 10]], [2.5]);
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

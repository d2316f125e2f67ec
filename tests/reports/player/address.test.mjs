import assert from "node:assert/strict";
import test from "node:test";

import { embedCode, unknown, wanted, whole, written } from "../../../reports/publishing/player/address.mjs";

test("an address with keys says what is wanted", () => {
  assert.deepEqual(wanted("#run=full&solution=1000&speed=10&other=1"), { run: "full", solution: "1000", speed: "10" });
  assert.deepEqual(unknown("#run=full&at=5&solution=2&stop=1"), ["at", "stop"]);
  assert.deepEqual(wanted("#rum=full"), {});
  assert.deepEqual(unknown("#rum=full"), ["rum"]);
  assert.equal(wanted("#claims"), null);
  assert.equal(wanted(""), null);
});

test("what is written is wanted again", () => {
  const state = { run: "a & b", solution: 7, statement: 0, speed: "" };
  assert.equal(written(state), "#run=a+%26+b&solution=7");
  assert.deepEqual(wanted(written(state)), { run: "a & b", solution: "7" });
});

test("numbers are read, and what is none is reported", () => {
  assert.deepEqual(whole("12", 1, "solution"), [12, ""]);
  assert.deepEqual(whole("0", 1, "solution"), [1, "Solutions are numbered from 1. "]);
  for (const text of ["", "1.5", "1e3", "x", "9".repeat(30)]) assert.deepEqual(whole(text, 0, "statement"), [0, `“${text}” is not the number of a statement. `]);
});

test("an embed code can stand in a page", () => {
  assert.equal(
    embedCode("a.html", "#run=x&speed=2", 'The "rug"'),
    '<iframe src="a.html?embed#run=x&amp;speed=2" title="The &quot;rug&quot;" width="100%" height="720"></iframe>',
  );
});

import assert from "node:assert/strict";
import test from "node:test";

import { State } from "../../../reports/publishing/player/state.mjs";

const words = BigInt64Array.from({ length: 40 }, (_, place) => BigInt(place));
const engine = (array) => ({ words, data: { undefined: { int: String(-(2n ** 63n)) }, cells: [], memory: { start: 16 }, arrays: [{ name: "a", kind: "i64", ...array }] } });
const state = (array) => new State(engine(array));
const at = (array, ...subscripts) => state(array).evaluate(["[]", "a", ...subscripts], new Map());

test("the last subscript runs fastest, or the first where an array lies by columns", () => {
  const bounds = [[1, 2], [0, 2]];
  assert.equal(at({ bounds, address: 80 }, 2, 1), 14);
  assert.equal(at({ bounds, address: 80, columns: true }, 2, 1), 13);
  assert.equal(at({ bounds, address: 80 }, 3, 1), undefined);
});

test("a moved array is where its pointer says, within the bounds that hold now", () => {
  const array = { bounds: [[1, { at: 24 }]], pointer: 32 }; // word 3 is 3, word 4 is 4: bytes 16 + 4 on
  assert.equal(at({ ...array, pointer: 64 }, 3), Number(words[(16 + 8) / 8 + 2]));
  assert.equal(at(array, 4), undefined);
});

test("elements come in rows", () => {
  const array = { bounds: [[1, 2], [0, 2]], address: 80 };
  const found = state(array);
  assert.deepEqual(found.rows(found.array("a"), 100), [["1", [10, 11, 12]], ["2", [13, 14, 15]]]);
  assert.deepEqual(found.rows(found.array("a"), 3), [["1", [10, 11, 12]]]);
  assert.deepEqual(found.bounds({ bounds: [[1, { at: 56 }]] }), [[1, 7]]);
});

test("a variable of the program has no value before the first statement", () => {
  const functions = [{ title: "", locals: [{ name: "k", type: "int", offset: 24 }] }];
  const frame = new BigInt64Array(8);
  const found = (statements) => {
    const data = { undefined: { int: String(-(2n ** 63n)) }, cells: [], arrays: [], statements: [], blocks: [], functions };
    return new State({ words: frame, data, statements, statement: 0, frame: 8, framed: Number }).frames(1)[0].variables;
  };
  assert.deepEqual(found(0), [["k", undefined]]);
  assert.deepEqual(found(1), [["k", 0]]);
});

import assert from "node:assert/strict";
import test from "node:test";

import { shown } from "../../../reports/publishing/player/formats.mjs";
import { fixed, scientific } from "../../../reports/publishing/player/numbers.mjs";

test("halves go away from zero or to the even digit, others to the nearest, by the exact value", () => {
  assert.deepEqual([0.5, 1.5, 2.5, -2.5, -0.4].map((value) => fixed(value, 0, false)), ["1", "2", "3", "3", "0"]);
  assert.deepEqual([0.5, 1.5, 2.5, -2.5, -0.4].map((value) => fixed(value, 0)), ["0", "2", "2", "2", "0"]);
  assert.deepEqual([1.005, 2.675, 0.125, 0.375].map((value) => fixed(value, 2, false)), ["1.00", "2.67", "0.13", "0.38"]);
  assert.equal(fixed(1e22, 1), "10000000000000000000000.0");
  assert.equal(fixed(5e-324, 3), "0.000");
  assert.equal(fixed(-12.3456, 3), "12.346");
});

test("the first digits of a number beside a power of ten", () => {
  assert.deepEqual(scientific(1e23, 20), ["99999999999999991611", 22]);
  assert.deepEqual(scientific(9.96, 2), ["10", 1]);
  assert.deepEqual(scientific(5e-324, 3), ["494", -324]);
  assert.deepEqual(scientific(0, 3), ["000", 0]);
});

test("messages show whole numbers without a point", () => {
  assert.deepEqual([3, 0.1, -7n, true, 1 / 3, 1e18].map(shown), ["3", "0.1", "-7", "true", "0.333333333333", "1e+18"]);
});

import assert from "node:assert/strict";
import test from "node:test";

import { likeness } from "../../../reports/publishing/player/likeness.mjs";

const cell = (row, column) => [0, [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => `${34 * (column + x)},${34 * (row + y)}`).join(" ")];
const key = likeness({ cells: [0, 1].flatMap((row) => [0, 1, 2].map((column) => cell(row, column))) });
const same = (one, other) => key([...one]) === key([...other]);

test("boards are the same under other names, mirrored and turned by half a turn", () => {
  assert.ok(same("112132", "aabacb"));
  assert.ok(same("112132", "211231"));
  assert.ok(same("112132", "132112"));
  assert.ok(same("112132", "231211"));
});

test("other boards are not", () => {
  assert.ok(!same("112132", "111232"));
  assert.ok(!same("112132", "121132"));
});

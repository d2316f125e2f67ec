import assert from "node:assert/strict";
import test from "node:test";

import { pieces } from "../../../reports/publishing/player/board.mjs";

const BOARD = { cells: [[0, ""], [1, ""], [2, ""]], value: "held", free: 46, piece: "value", laid: [] };

const state = (values) => ({
  names: () => new Map(),
  evaluate: (what, names) => (what === "held" ? values[names.get("cell")] : names.get(what)),
});

test("a board of characters is free before the program has written any", () => {
  assert.deepEqual(pieces({ ...BOARD, characters: true }, state([0, 46, 88])), [null, null, "X"]);
  assert.deepEqual(pieces({ ...BOARD, characters: false }, state([0, 46, 88])), ["0", null, "88"]);
});

import assert from "node:assert/strict";
import test from "node:test";

import { Engine } from "../../../reports/publishing/player/engine.mjs";

const HEADER = [0, 97, 115, 109, 1, 0, 0, 0];
// (import "env" "__linear_memory" (memory 1)) (func (export "run") (result i32) unreachable)
const UNREACHABLE = [
  ...HEADER, 1, 5, 1, 96, 0, 1, 127, 2, 24, 1, 3, 101, 110, 118, 15, ...Buffer.from("__linear_memory"), 2, 0, 1,
  3, 2, 1, 0, 7, 7, 1, 3, 114, 117, 110, 0, 0, 10, 5, 1, 3, 0, 0, 11,
];
const DATA = {
  pages: 1, limits: {}, tapes: {}, sites: [], statements: [], blocks: [{ statement: -1 }], counters: { start: 512, count: 0 },
  at: { site: 0, poll: 8, pending: 48, fuel: 64, block: 72 }, start: {}, memory: { start: 4096, image: [] }, heap: null,
};

test("a damaged module says so", () => {
  assert.throws(() => new Engine(DATA, Uint8Array.from([...HEADER, 1])), /^Error: the module of the program is damaged \(/);
});

test("a run whose state is damaged says so", () => {
  const engine = new Engine(DATA, Uint8Array.from(UNREACHABLE));
  assert.throws(() => engine.run(1), /^Error: the state of the run is damaged \(unreachable\)/);
});

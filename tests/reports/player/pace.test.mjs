import assert from "node:assert/strict";
import test from "node:test";

import { clockTime, inWords, Pace } from "../../../reports/publishing/player/pace.mjs";

const engine = (...counts) => ({ counted: counts.reduce((sum, count) => sum + count, 0), count: (statement) => counts[statement] });

test("a published time gives each statement the same", () => {
  const pace = new Pace({ machine: "the author's computer", seconds: 360, then: "" }, 4_264_132);
  assert.equal(pace.machine, "author's computer");
  assert.equal(Math.round(pace.seconds(engine(4_264_132))), 360);
  assert.equal(Math.round(pace.rate(engine(0))), 11_845);
});

test("a clock gives each statement its own, and the rate is that of the last ones", () => {
  const pace = new Pace({ machine: "M", costs: [100, 1000], then: "" }, 0);
  assert.equal(pace.seconds(engine(5000, 500)), 1);
  assert.equal(pace.rate(engine(5000, 0)), 10_000);
  assert.equal(Math.round(pace.rate(engine(5000, 500))), 1_000);
  assert.equal(Math.round(pace.rate(engine(5000, 501))), 1_000);
  pace.rate(engine(10, 0));
  assert.equal(Math.round(pace.rate(engine(510, 0))), 10_000);
});

test("times for people", () => {
  assert.deepEqual([0, 63.9, 20_400].map(clockTime), ["0:00", "1:03", "5:40:00"]);
  assert.deepEqual([0.0234, 0.96, 1.44, 63, 600, 86_000].map(inWords), ["0.02 s", "1 s", "1.4 s", "63 s", "10 min", "24 h"]);
});

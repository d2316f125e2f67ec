import assert from "node:assert/strict";
import test from "node:test";

import { Moves } from "../../../reports/publishing/player/moves.mjs";
import { CountingEngine } from "./counting_engine.mjs";

// A clock that stands still: slices end by themselves only.
const begun = (length) => new Moves(new CountingEngine(length), () => 0);

function arrive(moves) {
  let result = "working";
  while (result === "working") result = moves.slice(10);
  return result;
}

test("a run goes to its end, with a snapshot each million statements", () => {
  const moves = begun(5_500_000);
  moves.toEnd();
  assert.equal(arrive(moves), "ended");
  assert.equal(moves.engine.statements, 5_500_000);
  assert.deepEqual(moves.history.snapshots.map(({ statements }) => statements / 1e6), [0, 1, 2, 3, 4, 5]);
});

test("a step, and steps back, lead to every moment, from the end too", () => {
  const moves = begun(3_000_000);
  moves.toEnd();
  arrive(moves);
  for (const total of [2_999_999, 2_000_000, 1_999_999, 2_000_001, 0, 1]) {
    moves.toStatements(total);
    assert.equal(arrive(moves), "there");
    assert.equal(moves.engine.statements, total);
    assert.equal(moves.engine.ended, null);
  }
});

test("going back runs no more than from the last snapshot", () => {
  const moves = begun(10_000_000);
  moves.toEnd();
  arrive(moves);
  moves.engine.runs = 0;
  moves.toStatements(9_999_999);
  arrive(moves);
  assert.ok(moves.engine.runs < 10);
});

test("the n-th execution is found ahead and behind", () => {
  const moves = begun(20_000_000);
  for (const times of [1, 700_000, 2, 3_000_000, 2_999_999, 1]) {
    moves.toExecution(3, times);
    assert.equal(arrive(moves), "there");
    assert.equal(moves.engine.statements, (times - 1) * 5 + 3);
  }
});

test("to a statement and back to it", () => {
  const moves = begun(1000);
  moves.toNext(0);
  arrive(moves);
  assert.equal(moves.engine.statements, 5);
  moves.toNext(3);
  arrive(moves);
  assert.equal(moves.engine.statements, 8);
  assert.ok(moves.backTo(3));
  arrive(moves);
  assert.equal(moves.engine.statements, 3);
  assert.ok(!moves.backTo(4));
  assert.equal(moves.engine.statements, 3);
});

test("a statement that never comes leads to the end", () => {
  const moves = begun(12);
  moves.toExecution(3, 9);
  assert.equal(arrive(moves), "ended");
});

test("a moment before the first snapshot leads to that snapshot", () => {
  const moves = begun(5_000_000);
  moves.toEnd();
  arrive(moves);
  moves.history.forgetUntil(({ statements }) => statements >= 2_000_000);
  for (const move of [() => moves.toStatements(7), () => moves.toExecution(3, 2), () => moves.toExecution(3, 1)]) {
    move();
    assert.equal(arrive(moves), "there");
    assert.equal(moves.engine.statements, 2_000_000);
  }
});

test("over a call, and out of it", () => {
  const moves = begun(1000);
  moves.toStatements(2);
  arrive(moves);
  moves.toDepth(moves.engine.depth);
  arrive(moves);
  assert.equal(moves.engine.statements, 5);
  moves.toStatements(3);
  arrive(moves);
  moves.toDepth(moves.engine.depth - 1);
  arrive(moves);
  assert.equal(moves.engine.statements, 5);
});

test("a slice runs no more statements than it may", () => {
  const moves = begun(1000);
  moves.toEnd();
  assert.equal(moves.slice(10, 7), "working");
  assert.equal(moves.engine.statements, 7);
});

test("a slice ends when its time is over", () => {
  let time = 0;
  const moves = new Moves(new CountingEngine(Infinity), () => (time += 3));
  moves.toEnd();
  assert.equal(moves.slice(10), "working");
  assert.ok(moves.engine.runs < 4);
});

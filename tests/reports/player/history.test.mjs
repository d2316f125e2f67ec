import assert from "node:assert/strict";
import test from "node:test";

import { History } from "../../../reports/publishing/player/history.mjs";

const taken = (statements, bytes = 1) => ({ statements, counted: statements, bytes });

test("a snapshot is due at the start, and then each distance", () => {
  const history = new History(10);
  assert.equal(history.due(0), 0);
  history.keep(taken(0));
  assert.equal(history.due(0), 10);
  assert.equal(history.due(7), 3);
  assert.equal(history.due(12), 0);
});

test("the last snapshot that is surely before a moment is found, or the first", () => {
  const history = new History(10);
  for (const statements of [0, 10, 20, 30]) history.keep(taken(statements));
  assert.deepEqual([0, 9, 10, 11, 29, 30, 99].map((moment) => history.before(moment).statements), [0, 0, 0, 10, 20, 20, 30]);
});

test("too many snapshots are thinned out, the first one stays", () => {
  const history = new History(1, 8);
  for (let statements = 0; statements < 100; statements += 1) {
    if (history.due(statements) === 0) history.keep(taken(statements));
    assert.ok(history.snapshots.length <= 8);
  }
  assert.equal(history.snapshots[0].statements, 0);
  assert.equal(history.distance, 16);
});

test("snapshots that hold too many bytes are thinned out too", () => {
  const history = new History(1, 1000, 50);
  for (let statements = 0; statements < 40; statements += 1) {
    if (history.due(statements) === 0) history.keep(taken(statements, 10));
    assert.ok(history.held <= 50);
    assert.equal(history.held, 10 * history.snapshots.length);
  }
});

test("what lies before a snapshot is forgotten, unless there is no such snapshot", () => {
  const history = new History(10);
  for (const statements of [0, 10, 20, 30]) history.keep(taken(statements));
  history.forgetUntil(({ statements }) => statements > 15);
  assert.deepEqual([history.snapshots.map(({ statements }) => statements), history.held], [[20, 30], 2]);
  history.forgetUntil(({ statements }) => statements > 99);
  assert.equal(history.snapshots.length, 2);
});

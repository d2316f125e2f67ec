// Moves in a run, both ways: each sets a goal, which is worked at in short slices so that the page stays alive.
//
//     const moves = new Moves(engine);
//     moves.toExecution(statement, 1000);                  // the goal; toEnd() has none
//     while (moves.slice(10) === "working");               // "there", or "ended"
//     moves.watch(statement, () => …);                     // each time before the statement begins
//
// The engine (engine.mjs) runs forward only: going back is restoring a snapshot and running the rest again. A goal is a
// function that says how many statements may be run before it is asked again, 0 where it is reached.

import { History } from "./history.mjs";

const SINGLE_STEPS = 2_000; // between two looks at the clock
const LEAST_FUEL = 20_000;
const MOST_FUEL = 4_000_000;

export class Moves {
  constructor(engine, now = () => performance.now()) {
    Object.assign(this, { engine, now, goal: () => 0, aim: null, watched: -1, fuel: 100_000, history: new History(engine.distance) });
    this.history.keep(engine.save());
  }

  // Work towards the goal within limits of milliseconds (about) and of statements.
  slice(milliseconds, most = Infinity) {
    const { engine, history } = this;
    const end = this.now() + milliseconds;
    const last = engine.statements + most;
    while (!engine.ended) {
      const wanted = this.goal();
      if (wanted === 0) return "there";
      const due = history.due(engine.statements) || history.distance;
      if (this.watched >= 0) engine.stopBefore(this.watched, this.next(this.watched));
      this.run(Math.min(wanted, last - engine.statements, due, this.fuel));
      if (engine.statements >= last || this.now() >= end) break;
    }
    if (engine.ended) return "ended";
    return this.goal() === 0 ? "there" : "working";
  }

  // Run, and learn how many statements take about 8 ms.
  run(fuel) {
    const begun = this.now();
    this.engine.run(fuel);
    const took = this.now() - begun;
    if (took > 12) this.fuel = Math.max(LEAST_FUEL, Math.floor(this.fuel / 2));
    else if (fuel === this.fuel && took < 4) this.fuel = Math.min(MOST_FUEL, this.fuel * 2);
    this.arrived();
  }

  watch(statement, found) {
    Object.assign(this, { watched: statement, found });
  }

  arrived() {
    if (this.watched >= 0 && this.engine.statement === this.watched && !this.engine.ended) this.found();
    this.keepSnapshot();
  }

  keepSnapshot() {
    if (this.history.due(this.engine.statements) === 0) this.history.keep(this.engine.save());
  }

  // `aim` is the number of statements to which the goal leads, null where that is not known.
  set(goal, aim = null) {
    Object.assign(this, { goal, aim });
  }

  // On until something is so, which may become so only where a watched statement begins.
  until(so) {
    this.engine.clearStops();
    this.set(() => (so() ? 0 : Infinity));
  }

  toEnd() {
    this.engine.clearStops();
    this.set(() => Infinity);
  }

  // To the first moment at which that number of statements has been counted.
  toStatements(total) {
    const { engine, history } = this;
    const known = history.before(total);
    if (total <= engine.counted || known.statements > engine.statements) engine.restore(known);
    engine.clearStops();
    this.set(() => Math.max(0, total - engine.counted), total);
  }

  // To before a statement begins for the n-th time, wherever in the run that is; where the first snapshot is later, to that.
  toExecution(statement, times) {
    const { engine, history } = this;
    const known = history.last((snapshot) => engine.countIn(snapshot, statement) < times) ?? history.snapshots[0];
    if (engine.count(statement) >= times || known.statements > engine.statements) engine.restore(known);
    engine.clearStops();
    engine.stopBefore(statement, times);
    const begun = () => engine.count(statement) + Number(engine.statement === statement); // the one that is next counted
    this.set(() => (begun() >= times ? 0 : Infinity));
  }

  // To before a statement begins next, the one that is about to begin left out.
  toNext(statement) {
    this.toExecution(statement, this.next(statement));
  }

  // Which execution of a statement is next, the one that is about to begin left out.
  next(statement) {
    return this.engine.count(statement) + (this.engine.statement === statement ? 2 : 1);
  }

  // To the last time before now at which a statement began; false where it never did.
  backTo(statement) {
    const times = this.engine.count(statement);
    if (times > 0) this.toExecution(statement, times);
    return times > 0;
  }

  // Until a statement begins in a call that is no deeper than this.
  toDepth(depth) {
    const { engine } = this;
    const from = engine.counted;
    const there = () => engine.ended || (engine.depth <= depth && engine.counted > from);
    engine.clearStops();
    this.set(() => {
      for (let step = 0; step < SINGLE_STEPS && !there(); step += 1) {
        engine.run(1);
        this.arrived();
      }
      return there() ? 0 : 1;
    });
  }
}

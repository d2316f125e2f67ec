// An engine for tests, without WebAssembly: statements 0 to 4 in a loop, statement 2 a call each third time.
//
// Its whole state is how many statements were done, so that what it should be after n statements is known.

const LOOP = [0, 1, 2, 3, 4];

export class CountingEngine {
  constructor(length = Infinity) {
    Object.assign(this, { statements: 0, length, stops: new Map(), runs: 0, ended: null });
  }

  get statement() {
    return LOOP[this.statements % LOOP.length];
  }

  get counted() {
    return this.statements;
  }

  get depth() {
    return this.statements % 15 === 3 || this.statements % 15 === 4 ? 1 : 0;
  }

  count(statement) {
    return this.times(this.statements, statement);
  }

  times(statements, statement) {
    return Math.floor((statements + LOOP.length - 1 - statement) / LOOP.length);
  }

  countIn(snapshot, statement) {
    return this.times(snapshot.statements, statement);
  }

  clearStops() {
    this.stops.clear();
  }

  stopBefore(statement, times) {
    this.stops.set(statement, times);
  }

  run(fuel) {
    this.runs += 1;
    let to = this.statements + fuel;
    for (const [statement, times] of this.stops) {
      const at = (times - 1) * LOOP.length + statement;
      if (at >= this.statements) to = Math.min(to, at);
    }
    this.statements = Math.min(to, this.length);
    if (this.statements === this.length) this.ended = { kind: "finished" };
  }

  save() {
    return { statements: this.statements, counted: this.statements, ended: this.ended, bytes: 100 };
  }

  restore({ statements, ended }) {
    Object.assign(this, { statements, ended });
  }
}

// The pace of the document's machine: how many seconds it took for what has been run so far.
//
//     const pace = new Pace(run.pace, total);       // total: statements of the run whose time was published
//     pace.seconds(engine)                          // by the machine's clock, or by the published time
//     pace.rate(engine)                             // statements a second, as the last ones were

const UNMEASURED = 10_000; // statements a second, until there is a measure
const ENOUGH = 200; // statements for one

export class Pace {
  constructor({ machine, seconds, costs, then }, total) {
    Object.assign(this, { machine: machine.replace(/^(a|an|the) /, ""), then, costs, each: seconds / total, last: { counted: 0, seconds: 0 }, now: UNMEASURED });
    if (!costs) this.now = 1 / this.each;
  }

  seconds(engine) {
    if (!this.costs) return engine.counted * this.each;
    return this.costs.reduce((sum, cost, statement) => sum + cost * engine.count(statement), 0) / 1e6;
  }

  rate(engine) {
    const [counted, seconds] = [engine.counted, this.costs ? this.seconds(engine) : 0];
    const [more, longer] = [counted - this.last.counted, seconds - this.last.seconds];
    if (more < 0 || (more >= ENOUGH && longer > 0)) {
      if (more > 0) this.now = more / longer;
      this.last = { counted, seconds };
    }
    return this.now;
  }
}

// 6:03, 5:40:00: minutes or hours, and seconds.
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

// 0.02 s, 1.4 s, 12 min, 33 h
export function inWords(seconds) {
  if (seconds < 100) return `${Number(seconds.toPrecision(seconds < 1 ? 1 : 2))} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

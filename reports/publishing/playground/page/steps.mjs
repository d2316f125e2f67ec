// A run step by step: the worker records some steps at a time, and the page goes to and fro among them.
//
//     const steps = new Steps(ask, job);      // ask({ type: "steps", … }) answers through steps.receive(said)
//     steps.go(1); steps.go(-1);              // show is called when there is something to be shown
//
// To go on beyond what was recorded the run begins anew, and is the same run.

const WINDOW = 100; // steps that are recorded at once

export class Steps {
  constructor(ask, job, show) {
    Object.assign(this, { ask, job, show, first: 0, steps: [], output: "", ended: null, at: -1, asked: false });
  }

  // Go so many steps on, or back.
  go(by) {
    if (this.asked) return;
    this.to(Math.max(0, this.at + by));
  }

  to(number) {
    this.at = number;
    const behind = number >= this.first + this.steps.length;
    if (number < this.first || (behind && !this.ended)) this.fetch(number);
    else this.show(this);
  }

  fetch(number) {
    this.asked = true;
    const first = Math.max(0, number < this.first ? number - WINDOW + 1 : number - 1);
    this.ask({ type: "steps", job: this.job, first, count: WINDOW });
  }

  receive({ first, steps, output, ended }) {
    Object.assign(this, { first, steps, output, ended, asked: false });
    this.at = Math.min(this.at, first + steps.length);
    this.show(this);
  }

  // The step that is next; undefined where the run has ended.
  get step() {
    return this.steps[this.at - this.first];
  }

  get printed() {
    return this.step ? this.output.slice(0, this.step.printed) : this.output;
  }
}

// What is shown beside the program: messages, and for a language that is not compiled variables and calls at a step.

import { make } from "../../player/dom.mjs";
import { VariablesView, visible } from "../../player/panels.mjs";

const OPTIONS = /--(setting|tape|arithmetic|max-)|exhausted: /;
const WHERE = "Budgets and options such as --setting NAME=VALUE are under “Settings” here; --tape FILE is the field “Tape”.";
const MOST = 5; // places that have a button

export class MessagesView {
  constructor(root, goTo) {
    Object.assign(this, { root, goTo });
  }

  // Messages in their order; `marks` are places in the program, of which the wrong ones can be gone to.
  show(texts, marks = [], kind = "note") {
    const said = texts.filter(Boolean);
    const places = make("p", "places");
    places.append(...marks.filter(({ severity }) => severity === "error").slice(0, MOST).map((mark) => this.button(mark)));
    this.root.replaceChildren(...said.map((text) => make("pre", kind, { tabindex: "0" }, visible(text))), ...(places.hasChildNodes() ? [places] : []));
    if (said.some((text) => OPTIONS.test(text))) this.root.append(make("p", "why", {}, WHERE));
  }

  button(mark) {
    const button = make("button", "", { type: "button" }, `Go to line ${mark.line}`);
    button.onclick = () => this.goTo(mark);
    return button;
  }
}

export class StepView {
  constructor(root) {
    this.root = root;
  }

  show(step) {
    const names = (step.arrays ?? []).map(({ name }) => name).join();
    if (names !== this.names) Object.assign(this, { names, state: new StepState(), variables: new VariablesView(this.root) });
    this.state.step = step;
    this.variables.show(this.state);
  }
}

// A recorded step, which changes, as the player's views ask for the state of a run.
class StepState {
  get engine() {
    return { depth: (this.step.depth ?? 1) - 1 };
  }

  get arrays() {
    return new Map((this.step.arrays ?? []).map((array) => [array.name, array]));
  }

  frames(most) {
    return (this.step.calls ?? []).slice(0, most);
  }

  globals() {
    return this.step.variables;
  }

  bounds({ name }) {
    return this.arrays.get(name).bounds;
  }

  rows({ name }) {
    return [["", this.arrays.get(name).values]];
  }
}

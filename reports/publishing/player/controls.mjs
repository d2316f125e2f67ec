// What the reader presses, by mouse or by key: each becomes an action, done where it can be used at the moment.
//
//     const controls = new Controls(player);
//     controls.listen();
//     controls.act("step");
//     controls.enable();          // shows which buttons can be used now

const FORWARD = ["run", "step", "over", "out", "to-line", "next-solution"];
const FIELDS = "input, select, textarea"; // keep their keys
const PRESSED = "button, summary, a"; // keep Space where the keyboard has come to them

export class Controls {
  constructor(player) {
    Object.assign(this, { player, root: player.root, pointed: false });
  }

  listen() {
    const { player, root } = this;
    root.addEventListener("click", (event) => this.press(event.target.closest("button[data-action]")));
    document.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("pointerdown", () => (this.pointed = true));
    root.addEventListener("keyup", (event) => event.key === " " && this.shortcut(event) && event.preventDefault());
    player.button("choose-run").onchange = () => player.choose(player.button("choose-run").value);
    player.button("speed").onchange = () => player.sharing.remember();
    player.button("solution-n").closest("form").onsubmit = (event) => event.preventDefault(); // its button was clicked, by Enter too
  }

  press(button) {
    if (button?.dataset.file) this.player.save(button.dataset.file);
    else this.act(button?.dataset.action);
  }

  usable(action) {
    const button = this.player.button(action);
    return Boolean(this.player.moves) && !button?.hidden && button?.getAttribute("aria-disabled") !== "true";
  }

  act(action) {
    if (!action || !this.usable(action)) return;
    const { player } = this;
    const { moves, engine, solutions, prediction, sharing, screen } = player;
    const actions = {
      run: () => {
        screen.reveal();
        player.start();
      },
      pause: () => player.pause(),
      restart: () => player.choose(player.run.name),
      step: () => prediction.allows() && player.go(() => moves.toStatements(player.target() + 1)),
      back: () => player.go(() => moves.toStatements(Math.max(0, player.target() - 1))),
      over: () => player.go(() => moves.toDepth(engine.depth)),
      out: () => player.go(() => moves.toDepth(engine.depth - 1)),
      "to-line": () => player.go(() => moves.toNext(screen.listing.chosen)),
      "back-to-line": () => player.goBack(),
      more: () => this.unfold(),
      "next-solution": () => solutions.go(solutions.count + 1, { next: true }),
      "solution-n": () => solutions.go(player.find("solution").value),
      predict: () => prediction.toggle(),
      save: () => player.save(),
      "copy-link": () => sharing.copyLink(),
      "copy-embed": () => sharing.copyEmbedCode(),
    };
    actions[action]?.();
  }

  unfold() {
    const more = this.player.find("more");
    more.hidden = !more.hidden;
    this.player.button("more").setAttribute("aria-expanded", String(!more.hidden));
  }

  // Whether a key is the player's, and not that of what has the focus; of the page's, where the board is in view. Who has clicked a button has not come to press it.
  shortcut({ key, target, ctrlKey, altKey, metaKey }) {
    if (ctrlKey || altKey || metaKey || target.closest(FIELDS)) return false;
    if (!this.root.contains(target) && !(target === document.body && this.player.screen?.inView())) return false;
    return key !== " " || this.pointed || !target.closest(PRESSED);
  }

  key(event) {
    if (event.key === "Tab") this.pointed = false;
    if (!this.shortcut(event)) return;
    const keys = { " ": this.player.working ? "pause" : "run", ArrowRight: "step", ArrowLeft: "back" };
    if (event.target === this.player.find("listing")) keys.Enter = "to-line";
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    this.act(action);
  }

  enable() {
    const { moves, working, run, engine, screen } = this.player;
    const chosen = screen?.listing?.chosen >= 0;
    const solution = Boolean(run?.solution);
    const only = {
      pause: working,
      out: engine?.depth > 0,
      "to-line": chosen,
      "back-to-line": chosen,
      "next-solution": solution,
      "solution-n": solution,
    };
    for (const button of this.player.find("controls").querySelectorAll("button[data-action]")) {
      const { action, unchosen } = button.dataset;
      const usable = moves && !(FORWARD.includes(action) && engine.ended) && (only[action] ?? true);
      button.setAttribute("aria-disabled", String(!usable));
      if (unchosen) button.title = chosen ? "" : unchosen;
    }
  }
}

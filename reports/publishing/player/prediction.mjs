// Predict: before each step the reader says which line comes next, then the step shows it.
//
//     prediction.toggle()
//     prediction.allows()       // whether a step may be made: not before a line is chosen
//     prediction.judged()       // "Right: line 57. 3 of 4 right. ", "" where nothing was predicted

export class Prediction {
  constructor(player) {
    Object.assign(this, { player, on: false, guess: 0 });
  }

  toggle() {
    Object.assign(this, { on: !this.on, guess: 0, right: 0, made: 0 });
    this.player.button("predict").setAttribute("aria-pressed", String(this.on));
    if (this.on) this.ask();
    else this.player.say("");
  }

  ask() {
    this.player.screen.listing.clear();
    this.player.controls.enable();
    this.player.say("Which line comes next? Choose it in the listing, then press Step.");
  }

  allows() {
    if (!this.on) return true;
    const { run, screen } = this.player;
    this.guess = run.data.statements[screen.listing.chosen]?.line ?? 0;
    if (!this.guess) this.ask();
    return this.guess > 0;
  }

  judged() {
    if (!this.guess) return "";
    const { guess, player } = this;
    const { line } = player.engine.place();
    this.made += 1;
    this.right += line === guess ? 1 : 0;
    this.guess = 0;
    player.screen.listing.clear();
    const said = line === guess ? "Right" : `No, not line ${guess}`;
    return `${said}: ${line ? `line ${line}` : "the end"}. ${this.right} of ${this.made} right. `;
  }
}

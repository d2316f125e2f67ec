// Predict: before each step the reader says which line comes next, then the step shows it.
//
//     prediction.toggle()
//     prediction.allows()       // whether a step may be made: not before a line is chosen
//     prediction.judged()       // "Right: 66. 3 of 4 right. ", "" where nothing was predicted

export class Prediction {
  constructor(player) {
    Object.assign(this, { player, on: false, guess: null });
  }

  toggle() {
    Object.assign(this, { on: !this.on, guess: null, right: 0, made: 0 });
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
    this.guess = run.data.statements[screen.listing.chosen] ?? null;
    if (!this.guess) this.ask();
    return this.guess !== null;
  }

  judged() {
    if (!this.guess) return "";
    const { guess, player } = this;
    const { listing } = player.screen;
    const place = player.engine.place();
    const right = place.line === guess.line;
    this.made += 1;
    this.right += right ? 1 : 0;
    this.guess = null;
    listing.clear();
    const said = right ? "Right" : `No, not ${listing.lineOf(guess)}`;
    return `${said}: ${place.line ? listing.lineOf(place) : "the end"}. ${this.right} of ${this.made} right. `;
  }
}

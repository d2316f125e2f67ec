// The player's state in the address, its links, and the player alone in a frame of another page.
//
//     sharing.follow()            // show what the address asks for, or what is nearest to it; false where it asks for nothing
//     sharing.remember()          // put the state into the address
//     sharing.offerChange()       // the link that opens the run's program in the playground, where there is one
//
// In a frame the player tells its parent where it is, { player: { state, statements, solutions, solution, board } }, and
// does what it is sent: { action }, { solution } or { board }.

import { embedCode, unknown, wanted, written } from "./address.mjs";
import { make } from "./dom.mjs";

export class Sharing {
  constructor(player) {
    this.player = player;
  }

  // With ?embed in the address, the player alone.
  frame() {
    if (!new URLSearchParams(location.search).has("embed")) return;
    const main = make("main", "embedded");
    document.body.replaceChildren(main);
    main.append(make("h1", "", {}, document.title), this.player.root);
    addEventListener("message", ({ data, source }) => source === parent && this.player.moves && this.obey(data));
  }

  obey({ action, solution, board }) {
    if (action) this.player.controls.act(action);
    else if (solution) this.player.solutions.go(solution);
    else if (board) this.player.solutions.goToBoard(board);
  }

  report() {
    if (parent === window) return;
    const { root, screen, solutionAt } = this.player;
    const { state, statements, solutions } = root.dataset;
    const board = screen.mosaic?.found[solutionAt - 1]?.pieces;
    parent.postMessage({ player: { state, statements, solutions, solution: solutionAt, board } }, "*");
  }

  async follow() {
    const state = wanted(location.hash);
    if (!state) return false;
    const { player } = this;
    const runs = player.button("choose-run");
    const known = this.select(runs, state.run);
    await player.load(runs.value);
    if (!player.moves) return true;
    if (!known) player.note += `There is no run “${state.run}” here; this is ${player.run.name}. `;
    const speeds = player.button("speed");
    if (!this.select(speeds, state.speed)) player.note += `The speed “${state.speed}” is not offered here; these are: ${this.offered(speeds)}. `;
    for (const key of unknown(location.hash)) player.note += `The address has “${key}”, which this player does not know. `;
    if (state.solution !== undefined) player.solutions.go(state.solution);
    else if (state.statement !== undefined) player.toStatement(state.statement);
    else player.become("idle");
    if (parent === window) player.find("stage").scrollIntoView(); // in a frame it would scroll the page around it
    return true;
  }

  // Choose a value, if it is given; false where it is not offered.
  select(choice, value) {
    if (value === undefined) return true;
    const offered = [...choice.options].some((option) => option.value === value);
    if (offered) choice.value = value;
    return offered;
  }

  offered(choice) {
    return [...choice.options].map((option) => option.value).filter(Boolean).join(", ");
  }

  get address() {
    const { run, engine, solutionAt: solution, button } = this.player;
    const place = solution ? { solution } : { statement: engine.counted };
    return written({ run: run.name, ...place, speed: button("speed").value });
  }

  // On a page that shows the player among other things, a link leads to the program's own page, at this moment.
  lead() {
    const link = this.player.find("page");
    if (link) link.href = link.href.split("#")[0] + this.address;
  }

  // The page's head leads to the playground where it is beside the page (docs/join.py).
  offerChange() {
    const { run, find, button } = this.player;
    const link = find("change");
    const { job } = button("choose-run").selectedOptions[0].dataset;
    const tapes = Object.entries(run.data.tapes).map(([name, { text }]) => [name === "tape" ? name : `tape.${name}`, text]);
    link.hidden = !job || !document.querySelector('header a[href="playground.html"]');
    link.href = `playground.html#${job}&${new URLSearchParams([["text", run.text], ...tapes])}`;
  }

  remember() {
    if (this.player.find("page")) return;
    if (this.player.moves) history.replaceState(null, "", this.address);
  }

  get page() {
    return location.href.split(/[?#]/)[0];
  }

  copyLink() {
    this.copy(this.page + this.address, "The link is copied.");
  }

  copyEmbedCode() {
    this.copy(embedCode(this.page, this.address, document.title), "The embed code is copied.");
  }

  copy(text, said) {
    const { player } = this;
    const shared = player.find("shared");
    shared.value = text;
    shared.hidden = false;
    shared.select();
    const only = location.protocol === "file:" ? " It opens on this computer only: this page is a file on it." : "";
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    done.then(() => player.say(said + only), () => player.say(`Copy the text that is selected.${only}`));
  }
}

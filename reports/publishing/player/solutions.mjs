// The solutions of a run: how many were found, and the way to one of them.
//
//     const solutions = new Solutions(player);       // player.run, player.moves, player.screen are those of the run
//     solutions.count                                // 24
//     solutions.go(1000)                             // beyond the last one to the last, and says so
//     solutions.goToBoard(["2", "2", …])             // to the same board, turned or mirrored, as another program found it

import { whole } from "./address.mjs";
import { counted, grouped } from "./dom.mjs";
import { likeness } from "./likeness.mjs";

export class Solutions {
  constructor(player) {
    this.player = player;
  }

  get count() {
    const { run, engine } = this.player;
    return run.solution ? Math.max(0, engine.count(run.solution.statement) - run.solution.before) : 0;
  }

  // Keep the board of each solution, and see whether it is the one sought, as the run goes by.
  watch() {
    const { run, moves } = this.player;
    if (run.board && run.solution) moves.watch(run.solution.statement, (...found) => this.found(...found));
  }

  // Whoever makes the moves elsewhere says how often the statement has begun, and what the board was.
  found(times = this.player.engine.count(this.player.run.solution.statement) + 1, shown = null) {
    const { run, screen, sought } = this.player;
    const number = times - run.solution.before;
    if (number < 1) return;
    const board = screen.keepSolution(number, shown);
    if (sought?.(board)) this.met = number;
  }

  // To where the n-th solution is found, and on to where it has been printed; beyond the last, to the last, or to the end
  // of the run where the next one was asked for.
  go(asked, { next = false } = {}) {
    const { player } = this;
    const { run, moves, engine } = player;
    const unclear = this.unclear(asked);
    if (unclear) {
      player.note += unclear;
      player.become(player.root.dataset.state);
      return;
    }
    const [number, wrong] = whole(asked, 1, "solution");
    player.note += wrong;
    const { statement, before, printed } = run.solution;
    const then = () => (printed === null ? moves.toStatements(engine.counted + 1) : moves.toNext(printed));
    player.go(() => moves.toExecution(statement, number + before), { then, solutionAt: number, asked: next ? 0 : number });
  }

  // Why it is not clear where to go, in words.
  unclear(asked) {
    const { solution } = this.player.run;
    if (!solution) return "This page does not know what a solution of this run is. ";
    if (String(asked).trim()) return "";
    return `Type a number from 1 ${solution.last ? `to ${grouped(solution.last)}` : "upwards"}. `;
  }

  goToBoard(pieces) {
    const { player } = this;
    if (!player.run.solution) return;
    const key = likeness(player.run.board);
    const wanted = key(pieces);
    const sought = (board) => Boolean(board) && key(board.pieces) === wanted;
    this.met = player.screen.mosaic.found.findIndex(sought) + 1;
    player.go(() => player.moves.until(() => this.met), { then: () => this.go(this.met), sought });
  }

  // At the end of a run: where more was asked for than there is, say so; true where the way leads on, to the last solution.
  nearest() {
    const { player } = this;
    if (player.run.solution) player.run.solution.last = this.count;
    const [last, noun] = player.solutionAt ? [this.count, "solution"] : [player.engine.counted, "statement"];
    const further = Boolean(player.solutionAt && last && player.asked > last);
    if (player.asked > last) player.note += last ? `The run has only ${counted(last, noun)}; this is the last. ` : `The run has no ${noun}. `;
    if (player.solutionAt > last) player.solutionAt = 0;
    player.asked = 0;
    if (!further) return false;
    player.stop();
    this.go(last);
    return true;
  }
}

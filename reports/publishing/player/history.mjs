// Snapshots of a run, in the order in which they were taken.
//
//     const history = new History();
//     history.keep(engine.save());          // one each `distance` statements
//     history.before(12_345_678)            // the last one before that many counted statements, or the first
//
// When there are too many, or they hold too much, every second one goes and the distance doubles.

export const FIRST_DISTANCE = 1_000_000;

export class History {
  constructor(distance = FIRST_DISTANCE, most = 2_000, bytes = 64 * 2 ** 20) {
    Object.assign(this, { distance, most, bytes, snapshots: [], held: 0 });
  }

  // How many statements more until the next snapshot is due; 0 where it is due now.
  due(statements) {
    const next = this.snapshots.length ? this.snapshots.at(-1).statements + this.distance : 0;
    return Math.max(0, next - statements);
  }

  keep(snapshot) {
    this.snapshots.push(snapshot);
    this.held += snapshot.bytes;
    while (this.snapshots.length > 2 && (this.snapshots.length > this.most || this.held > this.bytes)) this.thin();
  }

  thin() {
    this.only((_, index) => index % 2 === 0);
    this.distance *= 2;
  }

  only(wanted) {
    this.snapshots = this.snapshots.filter(wanted);
    this.held = this.snapshots.reduce((sum, snapshot) => sum + snapshot.bytes, 0);
  }

  // Forget all before the first snapshot for which `late` holds; none where it holds for none.
  forgetUntil(late) {
    const first = this.snapshots.findIndex(late);
    this.only((_, index) => index >= first);
  }

  // The last snapshot for which `early` holds: it holds for the first ones, and for none after one where it does not.
  last(early) {
    let [low, high] = [0, this.snapshots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (early(this.snapshots[middle])) low = middle + 1;
      else high = middle;
    }
    return this.snapshots[low - 1];
  }

  // Turns of a loop inside a statement are not counted: only a snapshot with fewer is surely before the moment itself.
  before(counted) {
    return this.last((snapshot) => snapshot.counted < counted) ?? this.snapshots[0];
  }
}

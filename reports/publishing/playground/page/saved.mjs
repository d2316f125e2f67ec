// The last text, which survives a reload; and the one before it, where another tab or an address has put one in its place.
//
//     const saved = new Saved(localStorage, (job) => …);    // called where another tab has saved another text
//     saved.load(); saved.save(job); saved.earlier();

const KEY = "getallenband-playground";
const EARLIER = `${KEY}-earlier`;

export class Saved {
  constructor(storage, changedElsewhere) {
    this.storage = storage;
    this.last = this.read(KEY); // what this tab knows to be saved
    globalThis.addEventListener?.("storage", ({ key, newValue }) => key === KEY && newValue && changedElsewhere(JSON.parse(newValue)));
  }

  read(key) {
    try {
      return JSON.parse(this.storage.getItem(key));
    } catch {
      return null; // no storage, or not ours
    }
  }

  load() {
    return this.read(KEY);
  }

  earlier() {
    return this.read(EARLIER);
  }

  // Save a job; what another tab has saved meanwhile, or what was there before a text of other origin, is kept as the
  // earlier one. Return whether there was room for it.
  save(job, foreign = false) {
    const there = this.read(KEY);
    const kept = there && (foreign || there.text !== this.last?.text) && there.text !== job.text;
    try {
      if (kept) this.storage.setItem(EARLIER, JSON.stringify(there));
      this.storage.setItem(KEY, JSON.stringify(job));
    } catch {
      return false;
    }
    this.last = job;
    return true;
  }
}

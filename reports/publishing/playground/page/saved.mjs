// The last job, which survives a reload; and the last one of the visitor's own that something else has replaced.
//
//     const saved = new Saved(() => localStorage, () => …);    // called where another tab has saved another text
//     saved.load(); saved.save(job); saved.earlier();
//
// A job is the visitor's own (job.own) if it was edited, and is not just an example, a file or what an address had.

import { checked } from "./address.mjs";

const KEY = "getallenband-playground";
const EARLIER = `${KEY}-earlier`;
const same = (one, other) => one?.text === other?.text && one?.tape === other?.tape;

export class Saved {
  constructor(storage, changedElsewhere) {
    this.storage = storage;
    this.last = this.load(); // what this tab knows to be saved
    globalThis.addEventListener("storage", ({ key }) => key === KEY && !same(this.load(), this.last) && changedElsewhere());
  }

  load() {
    return this.read(KEY);
  }

  earlier() {
    return this.read(EARLIER);
  }

  // A saved job; null where there is none, no storage, or something that is no job.
  read(key) {
    try {
      const found = JSON.parse(this.storage().getItem(key));
      return { ...checked(found), own: Boolean(found.own) };
    } catch {
      return null;
    }
  }

  // Save a job. Where it replaces one of the visitor's own that is not an earlier state of it (`another`: it comes from
  // elsewhere), or one that another tab has saved meanwhile, that one becomes the earlier one. Return whether there was room.
  save(job, another = false) {
    const there = this.load();
    const replaced = there?.own && !same(there, job) && (another || !same(there, this.last));
    try {
      if (replaced) this.storage().setItem(EARLIER, JSON.stringify(there));
      this.storage().setItem(KEY, JSON.stringify({ ...job, own: job.own || (same(there, job) && there.own) }));
    } catch {
      return false;
    }
    this.last = job;
    return true;
  }
}

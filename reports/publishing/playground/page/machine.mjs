// The worker seen from the page: started, given one task at a time; ended where it does not answer.
//
//     const machine = new Machine((said) => …);      // what worker.mjs posts
//     machine.ask({ type: "run", job });             // answered by one of ANSWERS, after which the next one begins
//     machine.tell({ type: "go", … });               // not answered
//     machine.leave();                               // what the worker still says of its task is not heard
//
// A worker that could not start is started again for the next task.

const ANSWERS = ["ended", "more", "opened", "slow", "sliced", "steps"];
const PATIENCE = 3_000; // milliseconds that a worker has to end a task that nobody waits for
const REFUSED = "the browser allows it no worker"; // it says no more where a policy forbids them
const SCRIPTS = ["pyodide/pyodide.asm.js", "pyodide/pyodide.js", "worker.js"];

export class Machine {
  constructor(hear) {
    Object.assign(this, { hear, worker: null, ready: false, dead: false, busy: false, left: false, waiting: null });
    this.files = globalThis.RUNTIME ? unpackAll(RUNTIME) : Promise.reject(new Error("playground/runtime.js is missing"));
    this.start();
  }

  async start() {
    this.worker?.terminate();
    Object.assign(this, { ready: false, dead: false });
    try {
      const files = await this.files;
      const url = URL.createObjectURL(new Blob(SCRIPTS.map((name) => files[name]), { type: "text/javascript" }));
      const worker = new Worker(url);
      URL.revokeObjectURL(url);
      this.worker = worker;
      worker.onmessage = ({ data }) => worker === this.worker && this.receive(data);
      worker.onerror = ({ message = REFUSED }) => worker === this.worker && this.receive({ type: "broken", message });
      worker.postMessage({ type: "start", files });
    } catch (problem) {
      this.receive({ type: "broken", message: problem.message });
    }
  }

  receive(said) {
    const broken = said.type === "broken";
    const [begun, left] = [this.ready, this.left];
    if (said.type === "ready") this.ready = true;
    if (ANSWERS.includes(said.type) || broken) this.rest();
    if (broken && !begun) this.dead = true;
    if (broken && begun) this.stop(); // what is left of a worker that broke in a task is not used
    if (!left) this.hear(said);
    this.begin();
  }

  ask(task) {
    this.waiting = task;
    if (this.dead) this.start();
    this.begin();
  }

  begin() {
    if (!this.waiting || !this.ready || this.busy) return;
    this.busy = true;
    this.tell(this.waiting);
    this.waiting = null;
  }

  tell(task) {
    this.worker.postMessage(task);
  }

  rest() {
    clearTimeout(this.patience);
    Object.assign(this, { busy: false, left: false });
  }

  leave() {
    this.waiting = null;
    if (!this.busy || this.left) return;
    this.hurry();
    this.left = true;
  }

  // What the worker does it has to end soon.
  hurry() {
    if (!this.busy) return;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.receive({ type: "broken", message: "it did not stop in time" }), PATIENCE);
  }

  stop() {
    this.rest();
    this.start();
  }
}

// The files of runtime.js as bytes: deflated, in base64.
async function unpackAll(packed) {
  const entries = Object.entries(packed).map(async ([name, text]) => [name, await unpacked(text)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function unpacked(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at); // Uint8Array.from takes 15 times as long
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

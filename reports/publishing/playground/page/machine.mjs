// The worker seen from the page: started, given one job at a time, and ended at once when it is to stop.
//
//     const machine = new Machine((said) => …);      // what driver.py posts, and { type: "ready" | "broken" }
//     machine.ask({ type: "run", job });
//     machine.stop();                                // the next job waits until a new worker is ready

const SCRIPTS = ["pyodide/pyodide.asm.js", "pyodide/pyodide.js", "worker.js"];

export class Machine {
  constructor(hear) {
    Object.assign(this, { hear, worker: null, ready: false, waiting: null });
    this.files = unpackAll(globalThis.RUNTIME);
    this.start();
  }

  async start() {
    this.ready = false;
    try {
      const files = await this.files;
      const url = URL.createObjectURL(new Blob(SCRIPTS.map((name) => files[name]), { type: "text/javascript" }));
      const worker = new Worker(url);
      URL.revokeObjectURL(url);
      this.worker = worker;
      worker.onmessage = ({ data }) => worker === this.worker && this.receive(data);
      worker.onerror = (event) => worker === this.worker && this.receive({ type: "broken", message: event.message });
      worker.postMessage({ type: "start", files });
    } catch (problem) {
      this.receive({ type: "broken", message: problem.message });
    }
  }

  receive(said) {
    const broken = said.type === "broken";
    const begun = this.ready;
    if (said.type === "ready") this.ready = true;
    this.hear(said);
    if (said.type === "ready" && this.waiting) this.begin();
    if (broken && begun) this.stop(); // what is left of a worker that broke in a job is not used
  }

  ask(task) {
    this.waiting = task;
    if (this.ready) this.begin();
  }

  begin() {
    this.worker.postMessage(this.waiting);
    this.waiting = null;
  }

  stop() {
    this.waiting = null;
    this.worker?.terminate();
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

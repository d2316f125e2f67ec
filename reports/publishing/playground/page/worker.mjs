// The worker: Python, the interpreters, and one job after another. Its script is behind Pyodide's own two.
//
//     { type: "start", files: { "pyodide/pyodide.asm.wasm": ArrayBuffer, "python.zip": …, … } }   ->  { type: "ready" }
//     { type: "run", job, slow }      ->  { type: "output", text, statements } …, { type: "ended", … } or { type: "more" }
//     { type: "open", job }           ->  { type: "opened", data, seen }, { type: "ended", … } or { type: "slow", why }
//     { type: "go", name, given }                                          a move of the run that is open (moves.mjs)
//     { type: "watch", statement, board }
//     { type: "slice", milliseconds, most, look }   ->  { type: "sliced", result, found, seen }, or { type: "opened", data } again
//     { type: "steps", job, first, count }          ->  { type: "steps", … }        (driver.py says what they hold)
//
// The snapshot (snapshot.cjs) is the memory of a Python that has loaded the driver: to load both takes twice as long. It
// holds no files: what is not imported yet is unpacked here.
//
// What Pyodide would fetch is answered from the files: a page that is opened from disk may fetch nothing.

import { shownOn } from "../../player/board.mjs";
import { Moves } from "../../player/moves.mjs";
import { State } from "../../player/state.mjs";
import { OwnEngine } from "./own_engine.mjs";

const NOWHERE = "https://playground.invalid/"; // where Pyodide believes to be; nothing is ever asked of it
const FOLDER = "/playground";
const KINDS = { wasm: "application/wasm" };
const LARGEST_MEMORY = 65536; // pages: what Pyodide asks for when it makes the memory of Python

const mathematics = {}; // functions of Python, by the names by which modules import them: their last bit is the reference engine's
let driver, functions, memory, played, moves, found; // Python's side; the run that is open, its moves, the boards of a slice

async function start(files) {
  globalThis.fetch = async (address) => {
    const name = String(address.url ?? address).replace(NOWHERE, "");
    const content = files[`pyodide/${name}`];
    if (!content) throw new TypeError(`the playground has no ${name}`);
    return new Response(content, { headers: { "content-type": KINDS[name.split(".").pop()] ?? "application/octet-stream" } });
  };
  const lockFileContents = new TextDecoder().decode(files["pyodide/pyodide-lock.json"]);
  const options = { indexURL: NOWHERE, lockFileContents, _loadSnapshot: new Uint8Array(files.snapshot) };
  const [python, found] = await withMemory(() => globalThis.loadPyodide(options));
  memory = found;
  python.FS.mkdir(FOLDER);
  python.unpackArchive(files["python.zip"], "zip", { extractDir: FOLDER });
  driver = python.pyimport("getallenband.reports.publishing.playground.driver");
  functions = python.pyimport("getallenband.interpreters.machine.operations.reals").REAL_FUNCTIONS;
}

// What a call returns that loads Python, and the memory that Python has, which Pyodide keeps to itself.
async function withMemory(call) {
  const { Memory } = WebAssembly;
  let found = null;
  WebAssembly.Memory = class extends Memory {
    constructor(wanted) {
      super(wanted);
      if (wanted.maximum === LARGEST_MEMORY) found = this;
    }
  };
  const made = await call();
  WebAssembly.Memory = Memory;
  return [made, found];
}

// Load a module over the memory of Python; return its function `run`.
function load(code, service) {
  const module = new WebAssembly.Module(code);
  const env = { __linear_memory: memory, service };
  for (const { name } of WebAssembly.Module.imports(module)) {
    const [kind, called] = name.split(".");
    if (kind === "math") env[name] = mathematics[name] ??= functions.get(called);
  }
  return new WebAssembly.Instance(module, { env }).exports.run;
}

// --- the run that is open

function open(job) {
  played?.destroy();
  played = driver.opened(JSON.stringify(job), post);
  if (played) begin();
}

function begin() {
  const data = JSON.parse(played.data());
  const { run } = played;
  const code = { run, ended: (...given) => played.ended(...given), load: (service) => load(run.code.toJs(), service) };
  const engine = new OwnEngine(data, code, memory);
  moves = new Moves(engine);
  postMessage({ type: "opened", data, seen: { ...engine.save(), text: "" } });
}

// Look at the board each time before a statement begins.
function watch({ statement, board }) {
  const { engine } = moves;
  const state = new State(engine);
  moves.watch(statement, () => found.push([engine.count(statement) + 1, shownOn(board, state)]));
}

// Run for a slice of time; where an assumption of the compiled program was wrong, it was compiled anew.
function slice({ milliseconds, most, look }) {
  const { engine } = moves;
  engine.look();
  found = [];
  const result = moves.slice(milliseconds, most);
  if (engine.ended?.type === "again") begin();
  else postMessage({ type: "sliced", result, found, seen: look || result !== "working" ? { ...engine.save(), text: played.printed.taken() } : null });
}

function post(said) {
  postMessage(said.toJs({ dict_converter: Object.fromEntries, create_pyproxies: false }));
}

const TASKS = {
  start: ({ files }) => start(files).then(() => postMessage({ type: "ready" })),
  run: ({ job, slow }) => driver.run(JSON.stringify(job), slow ?? "", post),
  open: ({ job }) => open(job),
  go: ({ name, given }) => {
    moves.engine.look();
    moves[name](...given);
  },
  watch,
  slice,
  steps: ({ job, first, count }) => driver.steps(JSON.stringify(job), first, count, post),
};

globalThis.onmessage = async ({ data }) => {
  try {
    await TASKS[data.type](data);
  } catch (problem) {
    postMessage({ type: "broken", message: String(problem.message ?? problem).trim().split("\n").pop() });
  }
};

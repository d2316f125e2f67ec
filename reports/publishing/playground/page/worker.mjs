// The worker: Python, the interpreters, and one job after another. Its script is behind Pyodide's own two.
//
//     { type: "start", files: { "pyodide/pyodide.asm.wasm": ArrayBuffer, "python.zip": …, … } }   ->  { type: "ready" }
//     { type: "run", job }            ->  { type: "output", text, statements } …, { type: "ended", … }
//     { type: "steps", job, first, count }  ->  { type: "steps", … }                (driver.py says what they hold)
//
// The snapshot (snapshot.cjs) is the memory of a Python that has loaded the driver: to load both takes twice as long. It
// holds no files: what is not imported yet is unpacked here.
//
// What Pyodide would fetch is answered from the files: a page that is opened from disk may fetch nothing.

const NOWHERE = "https://playground.invalid/"; // where Pyodide believes to be; nothing is ever asked of it
const FOLDER = "/playground";
const KINDS = { wasm: "application/wasm" };
const LARGEST_MEMORY = 65536; // pages: what Pyodide asks for when it makes the memory of Python

const mathematics = {}; // functions of Python, by the names by which modules import them: their last bit is the reference engine's
let driver = null;

async function start(files) {
  globalThis.fetch = async (address) => {
    const name = String(address.url ?? address).replace(NOWHERE, "");
    const content = files[`pyodide/${name}`];
    if (!content) throw new TypeError(`the playground has no ${name}`);
    return new Response(content, { headers: { "content-type": KINDS[name.split(".").pop()] ?? "application/octet-stream" } });
  };
  const lockFileContents = new TextDecoder().decode(files["pyodide/pyodide-lock.json"]);
  const options = { indexURL: NOWHERE, lockFileContents, _loadSnapshot: new Uint8Array(files.snapshot) };
  const [python, memory] = await withMemory(() => globalThis.loadPyodide(options));
  python.registerJsModule("compiling", { load: (...given) => load(memory, ...given) });
  python.FS.mkdir(FOLDER);
  python.unpackArchive(files["python.zip"], "zip", { extractDir: FOLDER });
  driver = python.pyimport("reports.publishing.playground.driver");
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

// Load a module over the memory of Python, which serves it; return its function `run`.
function load(memory, code, service, functions) {
  const module = new WebAssembly.Module(code.toJs());
  const env = { __linear_memory: memory, service: (site, fuel) => BigInt(service(Number(site), Number(fuel))) };
  for (const { name } of WebAssembly.Module.imports(module)) {
    const [kind, called] = name.split(".");
    if (kind === "math") env[name] = mathematics[name] ??= functions.get(called);
  }
  return new WebAssembly.Instance(module, { env }).exports.run;
}

function post(said) {
  postMessage(said.toJs({ dict_converter: Object.fromEntries, create_pyproxies: false }));
}

const TASKS = {
  start: ({ files }) => start(files).then(() => postMessage({ type: "ready" })),
  run: ({ job }) => driver.run(JSON.stringify(job), post),
  steps: ({ job, first, count }) => driver.steps(JSON.stringify(job), first, count, post),
};

globalThis.onmessage = async ({ data }) => {
  try {
    await TASKS[data.type](data);
  } catch (problem) {
    postMessage({ type: "broken", message: String(problem.message ?? problem).trim().split("\n").pop() });
  }
};

// The worker: Python, the interpreters, and one job after another. Its script is behind Pyodide's own two.
//
//     { type: "start", files: { "pyodide/pyodide.asm.wasm": ArrayBuffer, "python.zip": …, … } }   ->  { type: "ready" }
//     { type: "run", job }            ->  { type: "output", text, statements } …, { type: "ended", … }
//     { type: "steps", job, first, count }  ->  { type: "steps", … }                (driver.py says what they hold)
//
// What Pyodide would fetch is answered from the files: a page that is opened from disk may fetch nothing.

const NOWHERE = "https://playground.invalid/"; // where Pyodide believes to be; nothing is ever asked of it
const FOLDER = "/playground";
const KINDS = { wasm: "application/wasm" };

let driver = null;

async function start(files) {
  globalThis.fetch = async (address) => {
    const name = String(address.url ?? address).replace(NOWHERE, "");
    const content = files[`pyodide/${name}`];
    if (!content) throw new TypeError(`the playground has no ${name}`);
    return new Response(content, { headers: { "content-type": KINDS[name.split(".").pop()] ?? "application/octet-stream" } });
  };
  const lockFileContents = new TextDecoder().decode(files["pyodide/pyodide-lock.json"]);
  const python = await globalThis.loadPyodide({ indexURL: NOWHERE, lockFileContents });
  python.FS.mkdir(FOLDER);
  python.unpackArchive(files["python.zip"], "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  driver = python.pyimport("reports.publishing.playground.driver");
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

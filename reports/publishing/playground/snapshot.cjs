// Write the memory of a Python that has loaded the driver: node snapshot.cjs python.zip OUT. The page begins with it.
//
// The same sources give the same bytes: clock, random numbers and hashes of texts are the same each time.

const crypto = require("node:crypto");
const { readFileSync, writeFileSync } = require("node:fs");

const NOW = Date.UTC(1980);
const FOLDER = "/playground"; // as in page/worker.mjs

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length ? given : [NOW]));
  }

  static now() {
    return NOW;
  }
};
performance.now = () => 0;
crypto.randomFillSync = (bytes) => bytes.fill(0);

async function main(archive, out) {
  const { loadPyodide } = require("pyodide");
  const python = await loadPyodide({ _makeSnapshot: true, env: { HOME: "/", PYTHONHASHSEED: "0" } });
  python.FS.mkdir(FOLDER);
  python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: FOLDER });
  python.runPython(`import gc, sys; sys.path.insert(0, "${FOLDER}")`);
  python.runPython("import getallenband.reports.publishing.playground.driver; gc.collect()");
  writeFileSync(out, python.makeMemorySnapshot());
}

main(...process.argv.slice(2)).catch((problem) => {
  console.error(problem.message);
  process.exit(1);
});

// Run programs to their ends; say of each what came out, as data on a line.
//
//     node run_many.mjs < programs.jsonl

import { createInterface } from "node:readline";

import { Engine } from "../../../reports/publishing/player/engine.mjs";

const SLICE = 1_000_000;

function outcome(data) {
  const engine = new Engine(data, Buffer.from(data.wasm, "base64"));
  while (!engine.ended) engine.run(SLICE);
  const { output, files } = engine.host;
  return {
    ending: [engine.ended.kind, engine.ended.message],
    output: output.slice(0),
    files: Object.fromEntries([...files.outputs].map(([name, file]) => [name, file.slice(0)])),
    counts: Object.fromEntries(data.statements.map(({ label }, statement) => [label, engine.count(statement)])),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(outcome(JSON.parse(line))));
  } catch (problem) {
    console.log(JSON.stringify({ crash: String(problem.stack) }));
  }
}

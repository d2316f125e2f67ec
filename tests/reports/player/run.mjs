// Run page data to its end, back to the middle, and to the end again; say both times what came out.
//
//     node run.mjs < data.json

import { readFileSync } from "node:fs";

import { Engine } from "../../../reports/publishing/player/engine.mjs";
import { Moves } from "../../../reports/publishing/player/moves.mjs";
import { State } from "../../../reports/publishing/player/state.mjs";

const data = JSON.parse(readFileSync(0, "utf8"));
const engine = new Engine(data, Buffer.from(data.wasm, "base64"));
const moves = new Moves(engine);
const state = new State(engine);

function runTo(goal) {
  goal();
  while (moves.slice(50) === "working");
}

function found() {
  const { output, files } = engine.host;
  return {
    ending: [engine.ended.kind, engine.ended.message],
    output: output.slice(0),
    files: Object.fromEntries([...files.outputs].map(([name, file]) => [name, file.slice(0)])),
    counts: Object.fromEntries(data.statements.map(({ label }, statement) => [label, engine.count(statement)])),
  };
}

const results = [];
runTo(() => moves.toEnd());
results.push(found());
runTo(() => moves.toStatements(Math.floor(engine.counted / 2)));
const middle = state.frames()[0].variables;
const arrays = [...state.arrays.keys()].map((name) => [name, state.rows(state.array(name), 100).flatMap(([, values]) => values)]);
runTo(() => moves.toEnd());
results.push(found());
console.log(JSON.stringify({ results, middle, arrays: Object.fromEntries(arrays) }));

// Print values by formats: [name, value's 64 bits, …sizes] on each line, or ["field", edit, scale, bits].
//
//     node formats.mjs < questions.jsonl

import { createInterface } from "node:readline";

import { field, FORMATS, free } from "../../../reports/publishing/player/formats.mjs";
import { realOf } from "../../../reports/publishing/player/numbers.mjs";
import { textOfNumber } from "../../../reports/publishing/player/sprintf.mjs";

const ASKED = { ...FORMATS, field: (value, edit, scale) => field(edit, scale, value), free, textOfNumber };

const answers = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [name, bits, ...sizes] = JSON.parse(line);
  answers.push(JSON.stringify(ASKED[name](realOf(BigInt(bits)), ...sizes)));
}
console.log(answers.join("\n"));

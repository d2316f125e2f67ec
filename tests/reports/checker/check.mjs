// Check certificates from standard input: lines of JSON with the paths of a certificate and a puzzle file. For each
// print a line of JSON: {proves: "…"} or {refused: "…"}.

import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { check } from "../../../reports/publishing/checker/certificate.mjs";
import { Refused } from "../../../reports/publishing/checker/refused.mjs";

const bytes = (path) => new Uint8Array(readFileSync(path));

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { certificate, puzzle } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ proves: await check(bytes(certificate), bytes(puzzle), basename(puzzle)) }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.log(JSON.stringify({ refused: error.message }));
  }
}

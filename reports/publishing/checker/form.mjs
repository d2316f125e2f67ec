// The form of the page: a certificate and the puzzle file that it is about, from the visitor's disk; nothing is sent.

import { check } from "./certificate.mjs";
import { Refused } from "./refused.mjs";

export function begin(form) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    output.textContent = "checking …";
    await new Promise((done) => setTimeout(done, 50)); // the page shows this first
    output.textContent = await outcome(form.elements.certificate.files[0], form.elements.puzzle.files[0]);
  });
}

async function outcome(certificate, puzzle) {
  if (!globalThis.crypto?.subtle) return "This browser gives checksums only to pages from https or from a file.";
  const bytes = async (file) => new Uint8Array(await file.arrayBuffer());
  try {
    return `The proof holds: ${await check(await bytes(certificate), await bytes(puzzle), puzzle.name)}.`;
  } catch (error) {
    if (error instanceof Refused) return `Refused: ${error.message}.`;
    if (error instanceof RangeError) return "Refused: its tree is deeper than this checker goes.";
    throw error;
  }
}

// Check a certificate, the proof of a puzzle's number of solutions, in the page: written anew, in another language than
// the solvers and the checker of `getallenband verify`, from the description in docs/modern.md.
//
//     await check(certificateBytes, puzzleBytes, "rug.toml")     // "rug.toml: 3 solutions up to 4 symmetries, …"
//
// It throws Refused where the certificate does not prove what it claims.

import { checkCover } from "./cover.mjs";
import { checkOrder } from "./order.mjs";
import { checkPuzzle } from "./puzzle.mjs";
import { Refused, need } from "./refused.mjs";

const PUZZLE = ["puzzle", "puzzle_sha256", "solutions"];
// By the first key of a claim: what checks it, and its other keys, the name of the file and its checksum first.
const FORMS = {
  order_certificate: [checkOrder, [...PUZZLE, "solutions_up_to_symmetry", "order", "symmetries"]],
  cover_certificate: [checkCover, ["cover", "cover_sha256", "solutions"]],
  certificate: [checkPuzzle, [...PUZZLE, "solutions_in_all", "piece", "kept", "symmetries"]],
};
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )*$/u;
const LARGEST = 2 ** 26; // bytes of a certificate or a puzzle file
const LARGEST_TREE = 2 ** 28; // bytes of a tree, unpacked
const NOT_WRITTEN = "it is cut off, or not written as certificates are";

export async function check(certificate, puzzle, name) {
  need(certificate.length <= LARGEST && puzzle.length <= LARGEST, "a file has more than 67,108,864 bytes");
  const [content, checksum] = [certificate.slice(0, -32), certificate.slice(-32)];
  need((await sha256(content)) === hexadecimal(checksum), "the checksum is wrong: no certificate, or altered or cut off");
  const end = content.indexOf(10);
  const claim = readClaim(content.slice(0, end < 0 ? content.length : end));
  const [form, ...others] = Object.keys(claim);
  need(Object.hasOwn(FORMS, form), "its first key is that of no certificate");
  need(claim[form] === 1, "its version is not 1");
  const [checkClaim, keys] = FORMS[form];
  need(JSON.stringify(others.sort()) === JSON.stringify([...keys].sort()), `its keys are not ${form}, ${keys.join(", ")}`);
  need(typeof claim[keys[0]] === "string" && PRINTABLE.test(claim[keys[0]]), "the name of its file is no text that can be printed");
  need((await sha256(puzzle)) === claim[keys[1]], `${name} is another file, or has changed since`);
  const text = decoded(puzzle, `${name} is no text`);
  need(form !== "order_certificate" || end === content.length - 1, NOT_WRITTEN);
  const tree = form === "order_certificate" ? null : await unpacked(end < 0 ? new Uint8Array() : content.slice(end + 1));
  return `${name}: ${checkClaim(claim, text, tree, name)}`;
}

// The claim, one line of JSON, which must be written as Python writes it: so no key comes twice.
function readClaim(bytes) {
  let claim;
  const line = decoded(bytes, NOT_WRITTEN);
  try {
    claim = JSON.parse(line);
  } catch {
    throw new Refused(NOT_WRITTEN);
  }
  need(claim !== null && typeof claim === "object" && !Array.isArray(claim) && written(claim) === line, NOT_WRITTEN);
  return claim;
}

function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    return `{${Object.entries(value).map(([key, each]) => `${written(key)}: ${written(each)}`).join(", ")}}`;
  }
  const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped);
}

// The tree: one zlib stream, with nothing after it.
async function unpacked(packed) {
  const parts = [];
  let size = 0;
  try {
    for await (const part of new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))) {
      size += part.length;
      need(size <= LARGEST_TREE, "its tree has more than 268,435,456 nodes");
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(NOT_WRITTEN);
  }
  const tree = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    tree.set(part, at);
    at += part.length;
  }
  // Not every browser refuses what follows the stream, whose end is this checksum.
  need(packed.length >= 4 && new DataView(packed.buffer).getUint32(packed.length - 4) === adler32(tree), NOT_WRITTEN);
  return tree;
}

function adler32(bytes) {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return ((high << 16) | low) >>> 0;
}

function decoded(bytes, refusal) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(refusal);
  }
}

async function sha256(bytes) {
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

function hexadecimal(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

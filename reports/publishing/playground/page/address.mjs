// A job in the address of the page: compressed, or plain for people and other pages.
//
//     await addressOf(job)                            // "p=…"; Error where the job is too long for an address
//     await jobIn("#language=ecol&text=START…&run=1") // { job: { language: "ecol", text: "START…" }, run: true, moment: "", speed: "" }
//     await jobIn("#p=…&statement=12&speed=10")       // the same; Error where the address was cut or damaged
//
// An address comes from anybody: what is not a job, or unpacks to more than the page takes, is refused.

import { LARGEST } from "./files.mjs";

const SIGNS = { "+": "-", "/": "_" };
const FIELDS = ["language", "text", "tape", "arithmetic", "original"];
const TAPE = "tape."; // before the name of another tape
const LONGEST = 30_000; // characters that mail and chat leave whole
const MOST_SETTINGS = 100;
const MOST = 4 * LARGEST; // bytes of a job: a few can unpack to very many

export async function addressOf(job) {
  const bytes = new TextEncoder().encode(JSON.stringify(job));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  if (bytes.length > MOST || packed.length * 4 > LONGEST * 3) throw new RangeError("The program and its tape are too long for an address: save them to files.");
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `p=${text.replaceAll(/[+/]/g, (sign) => SIGNS[sign]).replaceAll("=", "")}`;
}

export async function jobIn(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const moment = /^\d{1,15}$/.test(given.get("statement")) ? given.get("statement") : "";
  const asked = { run: given.get("run") === "1", moment, speed: given.get("speed") ?? "" };
  if (given.has("p")) return { job: await unpacked(given.get("p")), ...asked };
  const job = Object.fromEntries(FIELDS.filter((name) => given.has(name)).map((name) => [name, given.get(name)]));
  const tapes = [...given].filter(([name]) => name.startsWith(TAPE)).map(([name, text]) => [name.slice(TAPE.length), text]);
  if (tapes.length) job.tapes = Object.fromEntries(tapes);
  const settings = given.getAll("setting").map((pair) => pair.split("=", 2));
  if (settings.length) job.settings = Object.fromEntries(settings);
  return { job, ...asked };
}

// An object of few entries: a text of four million signs is one of as many.
const isTable = (value) => typeof value === "object" && !Array.isArray(value) && Object.keys(value).length <= MOST_SETTINGS;

// A job with all its parts; Error where a value is none.
export function checked({ language = "", text, tape = "", tapes = {}, original = "", arithmetic = "", settings = {}, limits = {} }) {
  if (![tapes, settings, limits].every(isTable)) throw new TypeError("no job");
  const texts = [language, text, tape, original, arithmetic, ...Object.values(tapes), ...Object.values(settings)];
  if (!texts.every((each) => typeof each === "string") || !Object.values(limits).every(Number.isSafeInteger)) throw new TypeError("no job");
  return { language, text, tape, tapes, original, arithmetic, settings, limits };
}

async function unpacked(text) {
  try {
    const packed = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(packed, (sign) => sign.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    return checked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw new Error("The address was cut or damaged: no program can be read from it. Ask for it again, or for a file.");
  }
}

async function through(bytes, transformation) {
  const stream = new Blob([bytes]).stream().pipeThrough(transformation).pipeThrough(atMost(MOST));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function atMost(size) {
  let left = size;
  return new TransformStream({
    transform(chunk, output) {
      left -= chunk.length;
      if (left < 0) output.error(new RangeError("too large"));
      else output.enqueue(chunk);
    },
  });
}

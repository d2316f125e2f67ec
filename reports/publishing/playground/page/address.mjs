// A job in the address of the page: compressed, or plain for people and other pages.
//
//     await addressOf(job)                            // "p=…"
//     await jobIn("#language=ecol&text=START…&run=1") // { job: { language: "ecol", text: "START…" }, run: true }
//     await jobIn("#p=…")                             // the same; Error where the address was cut or damaged

const SIGNS = { "+": "-", "/": "_" };
const FIELDS = ["language", "text", "tape", "arithmetic"];
export const LONGEST = 30_000; // characters of an address that mail and chat leave whole

export async function addressOf(job) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(job)), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `p=${text.replaceAll(/[+/]/g, (sign) => SIGNS[sign]).replaceAll("=", "")}`;
}

export async function jobIn(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const run = given.get("run") === "1";
  if (given.has("p")) return { job: await unpacked(given.get("p")), run };
  const job = Object.fromEntries(FIELDS.filter((name) => given.has(name)).map((name) => [name, given.get(name)]));
  const settings = given.getAll("setting").map((pair) => pair.split("=", 2));
  if (settings.length) job.settings = Object.fromEntries(settings);
  return { job, run };
}

async function unpacked(text) {
  try {
    const packed = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(packed, (sign) => sign.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const job = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof job.text !== "string") throw new Error("no text");
    return job;
  } catch {
    throw new Error("The address was cut or damaged on its way: no program can be read from it. Ask for it again, or for a file.");
  }
}

async function through(bytes, transformation) {
  const stream = new Blob([bytes]).stream().pipeThrough(transformation);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

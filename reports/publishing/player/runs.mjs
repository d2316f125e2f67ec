// The runs that a page holds: one compressed blob, unpacked when the reader first asks for a run.
//
//     const runs = await unpack(element.textContent);
//     runs[0].data, runs[0].code, runs[0].text, runs[0].colours, runs[0].meanings, runs[0].board, runs[0].document
//
// The blob (lzma.mjs) is: the length of the JSON in four bytes, the JSON, the modules one after another. Values that several
// runs have are there once.

import { unpacked } from "./lzma.mjs";

export async function unpack(text) {
  const bytes = await unpacked(text);
  const begin = 4 + new DataView(bytes.buffer).getUint32(0);
  const { values, runs, boards } = JSON.parse(new TextDecoder().decode(bytes.subarray(4, begin)));
  return runs.map(({ module: [start, size], board, text, colours, meanings, document, data, ...run }) => ({
    ...run,
    board: boards[board] ?? null,
    text: values[text],
    colours: values[colours],
    meanings: values[meanings],
    document: values[document],
    data: Object.fromEntries(Object.entries(data).map(([key, number]) => [key, expand(values[number])])),
    code: bytes.subarray(begin + start, begin + start + size),
  }));
}

// A table, { keys, rows }, is a list of objects; null is what one of them lacks.
export function expand(value) {
  if (Array.isArray(value)) return value.map(expand);
  if (value === null || typeof value !== "object") return value;
  const { keys, rows } = value;
  if (!keys || !rows) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item)]));
  return rows.map((row) => {
    const pairs = keys.map((key, place) => [key, expand(row[place])]);
    return Object.fromEntries(pairs.filter(([, item]) => item !== null));
  });
}

// What this browser lacks for the player, in words; "" where it has everything.
export function missing(scope) {
  const lacks = ["WebAssembly", "BigInt64Array"].filter((name) => !(name in scope));
  return lacks.length
    ? `The programs cannot run here: this browser has no ${lacks.join(" and no ")}. Current versions of Firefox, Chrome and Safari do. Everything else on this page works.`
    : "";
}

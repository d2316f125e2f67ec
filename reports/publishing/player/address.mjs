// The state of the player in the page's address: #run=full&solution=1000&speed=10, or #run=full&statement=4264132.
//
//     wanted("#run=full&solution=1000")             // { run: "full", solution: "1000" }; null where it names no key
//     written({ run: "full", solution: 1000 })      // "#run=full&solution=1000"
//     embedCode("file.html", "#run=full", "A title")

const KEYS = ["run", "solution", "statement", "speed"];

export function wanted(hash) {
  const given = new URLSearchParams(hash.slice(1));
  const found = KEYS.filter((key) => given.has(key)).map((key) => [key, given.get(key)]);
  return hash.includes("=") ? Object.fromEntries(found) : null;
}

// The keys of an address that the player does not know.
export function unknown(hash) {
  return [...new URLSearchParams(hash.slice(1)).keys()].filter((key) => !KEYS.includes(key));
}

export function written(state) {
  const found = KEYS.filter((key) => state[key]).map((key) => [key, String(state[key])]);
  return `#${new URLSearchParams(found)}`;
}

// A whole number from an address or a field, and what is wrong with it, in words.
export function whole(text, first, noun) {
  const number = Number(text);
  if (!/^-?\d+$/.test(String(text).trim()) || !Number.isSafeInteger(number)) return [first, `“${text}” is not the number of a ${noun}. `];
  return number < first ? [first, `${noun[0].toUpperCase()}${noun.slice(1)}s are numbered from ${first}. `] : [number, ""];
}

export function embedCode(page, hash, title) {
  const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${quoted(`${page}?embed${hash}`)}" title="${quoted(title)}" width="100%" height="720"></iframe>`;
}

// Files of the visitor, opened as text.
//
//     const { text, note } = await textOf(file);     // Error for what is no text, or too large

export const LARGEST = 1_000_000; // characters of a program or a tape that the page runs
const LATIN_1 = /^[\t\n\v\f\r\x20-\x7e\xa0-\xff]*$/;
const UTF_16 = /^(?:\xff\xfe|\xfe\xff)/; // the mark of the encoding, which Windows editors write first
const MARKED = /^\xef\xbb\xbf/;

export async function textOf(file) {
  if (file.size > 4 * LARGEST) throw new Error(`${file.name} has ${file.size.toLocaleString("en")} bytes; the page takes ${LARGEST.toLocaleString("en")} characters at most.`);
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) throw new TypeError();
    return { text: text.replaceAll("\r\n", "\n"), note: "" };
  } catch {
    const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
    if (UTF_16.test(text)) throw new Error(`${file.name} is in UTF-16: save it as UTF-8. What you have is still there.`);
    if (MARKED.test(text)) throw new Error(`${file.name} begins as UTF-8 and is not UTF-8 throughout. What you have is still there.`);
    if (!LATIN_1.test(text)) throw new Error(`${file.name} is not a text: it is neither in UTF-8 nor in Latin-1. What you have is still there.`);
    return { text: text.replaceAll("\r\n", "\n"), note: `${file.name} was read as Latin-1, since it is not in UTF-8.` };
  }
}

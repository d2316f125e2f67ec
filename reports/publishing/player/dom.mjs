// make("p", "caption", { id: "x" }, "text")     an element with its class, attributes and text
// grouped(1234567)                             "1,234,567"
// counted(1, "line")                           "1 line"
// download("printed.txt", "4")                 a file for the visitor

const NUMBERS = new Intl.NumberFormat("en");

export const grouped = (number) => NUMBERS.format(number);

export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

export function make(tag, name = "", attributes = {}, text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

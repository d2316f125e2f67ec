// The certificate of an exact cover of any kind: the options are read from Knuth's text format or from TOML, and the
// tree is walked. An option that was tried is left out afterwards, so that no set of options is met twice.

import { product, range } from "./lattice.mjs";
import { counted, need, reading } from "./refused.mjs";
import { parse } from "./toml.mjs";

const ITEM = /^(?:(\d{1,9})(?::(\d{1,9}))?\|)?([^|:]+)$/;
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g; // those of Python
const COVER_KINDS = ["langford", "queens", "sudoku", "items", "items options"];
const DEEPEST = 900; // levels, as those of `getallenband verify`

// Return what the tree proves, once it is found to agree with the claim.
export function checkCover(claim, text, tree, name) {
  const { bounds, options } = reading(() => readCover(lines(text, name.endsWith(".dlx"))));
  const [count, nodes] = walkCover(tree, bounds, options);
  need(claim.solutions === count, `the tree has ${count} solutions, not ${claim.solutions}`);
  return `${counted(count)}; search tree of the cover, ${nodes} nodes checked`;
}

// The line of the items, then one for each option.
export function lines(text, isKnuths) {
  need(text.length <= 2 ** 24, "the file has more than 16,777,216 characters");
  if (isKnuths) return text.replace(/^\ufeff/, "").split(/\r?\n/).filter((line) => line.replace(BLANKS, "") && !line.startsWith("|"));
  const data = parse(text);
  const kind = [...data.keys()].filter((key) => key !== "title").sort().join(" ");
  need(COVER_KINDS.includes(kind), "the file has other keys than one problem's");
  need(typeof (data.get("title") ?? "") === "string", "the title is no text");
  if (kind === "langford") return langford(positive(data.get(kind)));
  if (kind === "queens") return queens(positive(data.get(kind)));
  if (kind === "sudoku") return sudoku([...data.get(kind).replace(BLANKS, "")].map((sign) => sign.toUpperCase()));
  need(Array.isArray(data.get("options") ?? []), "the options are no list");
  return [data.get("items"), ...(data.get("options") ?? [])];
}

function positive(number) {
  need(Number.isInteger(number) && number > 0 && number <= 64, `${number} is no number of pairs or queens`);
  return number;
}

function langford(n) {
  const places = range(1, n + 1).flatMap((k) => range(1, 2 * n - k).map((i) => `${k} s${i} s${i + k + 1}`));
  return [[...range(1, n + 1), ...range(1, 2 * n + 1).map((slot) => `s${slot}`)].join(" "), ...places];
}

function queens(n) {
  const numbers = range(1, n + 1);
  const diagonals = [...range(2, 2 * n + 1).map((i) => `a${i}`), ...range(1 - n, n).map((i) => `b${i}`)];
  const items = [...numbers.map((i) => `r${i}`), ...numbers.map((i) => `c${i}`), "|", ...diagonals];
  return [items.join(" "), ...product(numbers, numbers).map(([i, j]) => `r${i} c${j} a${i + j} b${i - j}`)];
}

function sudoku(grid) {
  const size = Math.round(Math.sqrt(grid.length));
  const box = Math.round(Math.sqrt(size));
  need(box ** 4 === grid.length && box > 1 && box < 6, `a sudoku of ${grid.length} cells`);
  const values = [..."123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"].slice(0, size);
  need(grid.every((sign) => values.includes(sign) || !/[\p{L}\p{N}]/u.test(sign) || sign === "0"), "other values");
  const all = range(0, size);
  const items = [..."prcb"].flatMap((kind) => product(all, all).map(([a, b]) => `${kind}${a},${b}`));
  const places = product(all, all, all).filter(([row, column, value]) => {
    const given = grid[row * size + column];
    return !values.includes(given) || given === values[value];
  });
  const block = (row, column) => Math.floor(row / box) * box + Math.floor(column / box);
  const option = ([r, c, v]) => `p${r},${c} r${r},${v} c${c},${v} b${block(r, c)},${v}`;
  return [items.join(" "), ...places.map(option)];
}

// Return how often each item must and may be covered, null for an optional one, and the options: {item, colour} each.
export function readCover(rows) {
  need(rows.length <= 200_001, "there are more than 200,000 options");
  need(rows.length > 0 && rows.every((row) => typeof row === "string"), "there are no items, or no texts");
  const [words, ...others] = rows.map((row) => row.split(BLANKS).filter(Boolean));
  const bar = words.includes("|") ? words.indexOf("|") : words.length;
  const [numbers, bounds] = [new Map(), []];
  for (const [place, word] of words.entries()) {
    if (place === bar) continue;
    const found = ITEM.exec(word);
    need(found && (place < bar || !word.includes("|")), `${word} is no item`);
    const [low, high] = [Number(found[1] ?? 1), Number(found[2] ?? found[1] ?? 1)];
    need(low <= high && high > 0 && !numbers.has(found[3]), `${word} is no item, or is defined twice`);
    numbers.set(found[3], bounds.length);
    bounds.push(place < bar ? { low, high } : null);
  }
  need(bounds.some(Boolean), "there is no item that must be covered");
  const options = others.map((row) => row.map((word) => readPair(word, numbers, bounds)));
  for (const option of options) {
    need(new Set(option.map(({ item }) => item)).size === option.length, "an option has an item twice");
  }
  return { bounds, options: options.filter((option) => option.some(({ item }) => bounds[item])) };
}

function readPair(word, numbers, bounds) {
  const found = /^([^:]+)(?::([^:]+))?$/.exec(word);
  need(found && numbers.has(found[1]), `${word} is no item that is defined`);
  const item = numbers.get(found[1]);
  need(found[2] === undefined || !bounds[item], `${word} has a colour where none may be`);
  return { item, colour: found[2] ?? "" };
}

// Walk the tree in preorder, two bytes a node; return the number of solutions and that of nodes.
function walkCover(tree, bounds, options) {
  const optionsOf = bounds.map(() => []);
  options.forEach((option, number) => option.forEach(({ item }) => optionsOf[item].push(number)));
  const colourOf = options.map((option) => new Map(option.map(({ item, colour }) => [item, colour])));
  const rest = new Map([...bounds.entries()].filter(([, each]) => each));
  const isStruck = new Uint8Array(options.length);
  const struck = [];
  let nodes = 0;

  const live = (item) => optionsOf[item].filter((number) => !isStruck[number]);

  function strike(numbers) {
    for (const number of numbers) {
      if (isStruck[number]) continue;
      isStruck[number] = 1;
      struck.push(number);
    }
  }

  function putBack(left) {
    while (struck.length > left) isStruck[struck.pop()] = 0;
  }

  // Take from the rest what an option covers, and strike out what cannot stand beside it.
  function choose(option) {
    for (const { item, colour } of option) {
      const { low, high } = rest.get(item) ?? { low: 0, high: 1 };
      rest.delete(item);
      if (high > 1) rest.set(item, { low: low - 1, high: high - 1 });
      else strike(live(item).filter((number) => !colour || colourOf[number].get(item) !== colour));
    }
  }

  // Count the solutions with live options that cover each item of the rest within its bounds.
  function node(depth) {
    if (rest.size === 0) return 1;
    need(depth < DEEPEST, "its tree is deeper than this checker goes");
    const item = tree[2 * nodes] + 256 * tree[2 * nodes + 1];
    nodes += 1;
    need(rest.has(item), "the tree ends too early, or covers an item that needs no more");
    const [{ low, high }, before, through] = [rest.get(item), struck.length, live(item)];
    if (through.length < low) return 0;
    if (high === 1) strike(through);
    let count = 0;
    for (const number of through) {
      strike([number]);
      const left = struck.length;
      const held = options[number].filter((pair) => rest.has(pair.item)).map((pair) => [pair.item, rest.get(pair.item)]);
      choose(options[number]);
      count += node(depth + 1);
      putBack(left);
      for (const [each, its] of held) rest.set(each, its);
    }
    if (low <= 0) {
      rest.delete(item);
      count += node(depth + 1);
      rest.set(item, { low, high });
    }
    putBack(before);
    return count;
  }

  const count = node(0);
  need(2 * nodes === tree.length, "the tree goes on after its end");
  return [count, nodes];
}

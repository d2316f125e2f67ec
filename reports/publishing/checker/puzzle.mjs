// The certificate of a puzzle: the board and all placements are made from its file, and the tree is walked.

import { around, asCells, boardCells, closed, colours, crossings, images, isLattice, least, listed, order } from "./lattice.mjs";
import { plainDrawing, polyforms, shift, step, sum } from "./lattice.mjs";
import { counted, need, reading } from "./refused.mjs";
import { parse } from "./toml.mjs";

const HOLE = ".";
export const MOST_SYMMETRIES = 512; // 48 of a lattice, or those of a torus
const KEYS = [
  "title", "lattice", "sides", "polyforms", "board", "holes", "copies", "fixed", "symmetries", "pieces", "orders",
];
const KINDS = ["half-turn", "third-turn", "quarter-turn", "sixth-turn", "mirror"];

// Return what the tree proves, once it is found to agree with the claim.
export function checkPuzzle(claim, text, tree) {
  const { cells, pieces } = reading(() => readPuzzle(parse(text)));
  const group = checkSymmetry(claim, cells.length, pieces);
  const [count, nodes] = walk(tree, cells.length, pieces);
  const total = count * group;
  const agrees = claim.solutions === count && claim.solutions_in_all === total;
  need(agrees, `the tree has ${count} solutions, ${total} in all; claimed are ${claim.solutions} and ${claim.solutions_in_all}`);
  return `${counted(count)}${group > 1 ? ` up to ${group} symmetries, ${total} in all` : ""}; search tree of the puzzle, ${nodes} nodes checked`;
}

// Return the board's cells in order and the pieces: {name, sites, low, high}, each site a list of numbers of cells.
export function readPuzzle(puzzle) {
  need([...puzzle.keys()].every((key) => KEYS.includes(key)), "the puzzle file has unknown keys");
  const [lattice, given] = [puzzle.get("lattice"), puzzle.get("sides") ?? "free"];
  const [sides, own] = isTable(given) ? ["free", given] : [given, new Map()];
  const isKnown = [sides, ...own.values()].every((each) => ["free", "one-sided", "fixed"].includes(each));
  need(isLattice(lattice) && isKnown, "the lattice or the sides are unknown");
  need(typeof (puzzle.get("title") ?? "") === "string", "the title is no text");
  const orders = puzzle.get("orders") ?? new Map();
  need(isTable(orders) && [...orders.values()].every(isTable), "the orders are no table of tables");
  const symmetries = puzzle.get("symmetries") ?? "all";
  const known = Array.isArray(symmetries)
    ? symmetries.every((kind) => KINDS.includes(kind))
    : ["all", "rotations", "none"].includes(symmetries);
  need(known, "the symmetries are none that a puzzle names");
  need(isTable(puzzle.get("board")), "there is no board");
  const area = boardCells(puzzle.get("board"), lattice);
  const isSticks = lattice === "sticks";
  const empty = isSticks ? crossings(area, true) : [];
  const cells = [...area, ...empty].sort(order);
  const number = new Map(cells.map((cell, at) => [String(cell), at]));
  const ground = colours(puzzle.get("board").get("drawing"), lattice);
  const rings = closed(puzzle.get("board"));
  const every = readPieces(puzzle, lattice, sides);
  need([...own.keys()].every((name) => every.some(([piece]) => piece === name)), "sides of an unknown piece");
  const pieces = inUse(puzzle, every).map(([name, shape]) => {
    const its = own.get(name) ?? sides;
    const colour = colours(puzzle.get("pieces")?.get(name), lattice);
    need(!isSticks || colour.size + ground.size === 0, "sticks have no colours");
    const allowed = (cell, covered) => {
      const [mine, below] = [colour.get(String(cell)), ground.get(covered)];
      return mine === undefined || below === undefined || mine === below;
    };
    const alike = lattice === "triangular" && new Set(shape.map(sum)).size === 1;
    need(!alike || (shape.length === 1 && its !== "fixed"), `the triangles of ${name} all point the same way`);
    return { name, size: shape.length, sites: placements(shape, lattice, its, area, number, rings, allowed) };
  });
  addHoles(puzzle.get("holes"), pieces, cells, number, lattice);
  setBounds(puzzle, pieces, area.length);
  if (isSticks) {
    need(puzzle.get("holes") === undefined, "puzzles of sticks have no holes");
    const sites = empty.toSorted(order).map((cell) => [number.get(String(cell))]);
    if (sites.length) pieces.push({ name: HOLE, size: 1, sites, low: 0, high: cells.length });
  }
  fix(puzzle.get("fixed") ?? new Map(), pieces, number, lattice);
  return { cells, pieces };
}

// Return the name and the shape of each piece: all the polyforms that the file names, if it names any.
function readPieces(puzzle, lattice, sides) {
  const forms = [];
  for (const entry of puzzle.get("polyforms") ?? []) {
    need(isTable(entry) && [...entry.keys()].every((key) => key === "size" || key === "planar"), "unknown polyforms");
    forms.push(...polyforms(entry.get("size"), entry.get("planar") ?? false, lattice, sides));
    need(sum(forms.map((form) => form.length)) <= 256, "the polyforms have more cells than a certificate's board");
  }
  const given = puzzle.get("pieces");
  if (given === undefined) return forms.map((form, at) => [`${form.length}.${at + 1}`, form]);
  need(isTable(given) && !given.has(HOLE), "there are no pieces, or one has the name of holes");
  const shapes = [...given].map(([name, shape]) => [name, asCells(plainDrawing(shape), lattice)]);
  need(shapes.every(([, shape]) => shape.length), "a piece has no cells");
  const mine = shapes.map(([, shape]) => String(least(shape, lattice, sides))).sort();
  const expected = [...new Set(forms.map(String))].sort();
  need(!forms.length || String(mine) === String(expected), "the pieces are not the polyforms, each once");
  return shapes;
}

// Return the pieces of which there is any copy.
function inUse(puzzle, pieces) {
  const copies = puzzle.get("copies");
  if (!isTable(copies)) return pieces;
  const names = pieces.map(([name]) => name);
  need([...copies.keys()].every((name) => names.includes(name)), "copies of an unknown piece");
  const used = pieces.filter(([name]) => ![0, "0-0"].includes(copies.get(name)));
  need(used.length > 0, "there are no copies of any piece");
  return used;
}

// Return all places where a shape fits on the board, in order.
function placements(shape, lattice, sides, cells, number, rings, allowed) {
  const found = new Map();
  for (const turned of images(shape, lattice, sides)) {
    for (const target of cells) {
      const covered = around(shift(turned, step(turned[0], target)), rings).map(String);
      const moved = covered.map((name) => number.get(name));
      if (moved.includes(undefined) || new Set(moved).size < moved.length || !shape.every((cell, at) => allowed(cell, covered[at]))) continue;
      if (lattice === "sticks") {
        const places = shift(turned, step(turned[0], target));
        if ((target[0] - turned[0][0]) % 2 !== 0) continue;
        moved.push(...crossings(places).map((place) => number.get(String(place))).filter((at) => at !== undefined));
      }
      moved.sort((one, other) => one - other);
      found.set(String(moved), moved);
    }
  }
  return [...found.values()].sort(order);
}

// Cells that may stay empty are places of a piece of one cell.
function addHoles(holes, pieces, cells, number, lattice) {
  if (holes === undefined) return;
  let empty = cells;
  if (isTable(holes)) {
    need([...holes.keys()].every((key) => key === "cells" || key === "number"), "the holes have unknown keys");
    empty = listed(holes.get("cells"), lattice).toSorted(order);
    need(empty.length > 0 && empty.every((cell) => number.has(String(cell))), "no cells of the board may stay empty");
  }
  pieces.push({ name: HOLE, size: 1, sites: empty.map((cell) => [number.get(String(cell))]) });
}

// Set how often each piece is placed at least and at most, as far as the volume leaves it open.
function setBounds(puzzle, pieces, cells) {
  const [copies, holes] = [puzzle.get("copies") ?? new Map(), puzzle.get("holes")];
  for (const piece of pieces) {
    let given = isTable(copies) ? (copies.get(piece.name) ?? 1) : copies;
    if (piece.name === HOLE) given = isTable(holes) ? (holes.get("number") ?? "any") : holes;
    [piece.low, piece.high] = readRange(given, piece.name === HOLE ? piece.sites.length : cells);
  }
  const volume = (end) => sum(pieces.map((piece) => piece[end] * piece.size));
  const [leastVolume, mostVolume] = [volume("low"), volume("high")];
  need(leastVolume <= cells && cells <= mostVolume, "the pieces cannot have as many cells as the board");
  for (const piece of pieces) piece.high = Math.max(piece.low, Math.min(piece.high, Math.floor(cells / piece.size)));
  const most = volume("high");
  const tighter = pieces.map(({ low, high, size }) => [
    Math.max(low, high - Math.floor((most - cells) / size)),
    Math.min(high, low + Math.floor((cells - leastVolume) / size)),
  ]);
  const possible = tighter.every(([low, high]) => low <= high);
  pieces.forEach((piece, at) => {
    if (possible) [piece.low, piece.high] = tighter[at];
    piece.high = Math.max(1, piece.high);
  });
}

// Return the ends of a range: 3, "0-3" or "any".
function readRange(given, cells) {
  if (given === "any") return [0, cells];
  const found = typeof given === "string" ? /^(\d{1,4})-(\d{1,4})$/.exec(given) : null;
  const [low, high] = found ? [Number(found[1]), Number(found[2])] : [given, given];
  const right = Number.isInteger(high) && low <= high && high > 0 && high <= cells;
  need(right, `${given} is no number of copies`);
  return [low, high];
}

// Leave only placements that cover the cells fixed for their piece, and none fixed for another.
function fix(fixed, pieces, number, lattice) {
  const owner = new Map();
  need(isTable(fixed), "what is fixed is no table");
  for (const [name, given] of fixed) {
    const piece = pieces.findIndex((each) => each.name === name && name !== HOLE);
    need(piece >= 0, "cells are fixed for an unknown piece");
    for (const cell of asCells(given, lattice).map((each) => number.get(String(each)))) {
      need(cell !== undefined && !owner.has(cell), "a cell is fixed twice, or not on the board");
      owner.set(cell, piece);
    }
  }
  pieces.forEach((piece, at) => {
    const own = [...owner.keys()].filter((cell) => owner.get(cell) === at);
    const must = piece.high === 1 ? own : [];
    piece.sites = piece.sites.filter((site) =>
      must.every((cell) => site.includes(cell)) && site.every((cell) => (owner.get(cell) ?? at) === at));
    need(own.every((cell) => piece.sites.some((site) => site.includes(cell))), "no placement covers a cell that is fixed");
  });
}

// Check that the symmetries are a group, and that the placements kept represent all of their piece's; return its order.
function checkSymmetry(claim, cells, pieces) {
  need(isLists(claim.symmetries) && isLists(claim.kept), "its symmetries or placements are no lists of numbers");
  const group = [...new Map(claim.symmetries.map((each) => [String(each), each])).values()];
  const names = new Set(group.map(String));
  const identity = Array.from({ length: cells }, (_, cell) => cell);
  need(group.length <= MOST_SYMMETRIES, "there are too many symmetries");
  const isPermutation = (each) => String(each.toSorted((one, other) => one - other)) === String(identity);
  need(group.every(isPermutation), "a symmetry is not a permutation of the cells");
  need(names.has(String(identity)), "the symmetries are without that which leaves all in its place");
  const products = group.every((one) => group.every((other) => names.has(String(other.map((cell) => one[cell])))));
  need(products, "the symmetries are not a group");
  const imageOf = (site, symmetry) => String(site.map((cell) => symmetry[cell]).sort((one, other) => one - other));
  const described = (symmetry) =>
    pieces.map(({ sites, low, high }) => `${low}-${high}: ${sites.map((site) => imageOf(site, symmetry)).sort().join(";")}`)
      .sort().join("|");
  const expected = described(identity);
  need(group.every((each) => described(each) === expected), "a symmetry does not take placements to placements");
  const piece = pieces.find((each) => each.name === claim.piece);
  need(piece || claim.piece === null, "its piece is missing, or none of the puzzle's");
  need(piece || group.length === 1, "no piece breaks the symmetries");
  if (piece) breakSymmetry(piece, claim.kept, group, imageOf);
  return group.length;
}

function breakSymmetry(piece, claimed, group, imageOf) {
  need(piece.low === 1 && piece.high === 1, "the piece that breaks the symmetries is not placed once");
  const kept = new Map(claimed.map((site) => [String(site), site]));
  const own = new Set(piece.sites.map(String));
  need([...kept.keys()].every((site) => own.has(site)), "a placement kept is none of the piece");
  const orbits = [...kept.values()].flatMap((site) => group.map((each) => imageOf(site, each)));
  need(new Set(orbits).size === orbits.length, "two placements kept share an orbit, or one is symmetric");
  need(orbits.length === own.size, "the placements kept do not represent all of the piece");
  piece.sites = piece.sites.filter((site) => kept.has(String(site)));
}

// Walk the tree in preorder: at each node try every placement of the item named; return solutions and nodes.
// Items are the cells, and the pieces that are placed once; of the others copies are left.
function walk(tree, cells, pieces) {
  const left = pieces.map((piece) => piece.high);
  const isOnce = pieces.map((piece) => piece.low === 1 && piece.high === 1);
  const through = Array.from({ length: cells + pieces.length }, () => []);
  pieces.forEach(({ sites }, piece) => {
    for (const site of sites) {
      const items = isOnce[piece] ? [...site, cells + piece] : site;
      for (const item of items) through[item].push({ items, piece });
    }
  });
  const covered = new Uint8Array(through.length);
  let uncovered = cells + isOnce.filter(Boolean).length;
  let [at, nodes] = [0, 0];

  function node() {
    if (uncovered === 0) return pieces.every(({ low, high }, piece) => high - left[piece] >= low) ? 1 : 0;
    const item = tree[at];
    [at, nodes] = [at + 1, nodes + 1];
    const open = item < through.length && !covered[item] && (item < cells || isOnce[item - cells]);
    need(open, "the tree ends too early, or covers an item twice");
    let count = 0;
    for (const { items, piece } of through[item]) {
      if (left[piece] === 0 || items.some((each) => covered[each])) continue;
      left[piece] -= 1;
      uncovered -= items.length;
      for (const each of items) covered[each] = 1;
      count += node();
      for (const each of items) covered[each] = 0;
      uncovered += items.length;
      left[piece] += 1;
    }
    return count;
  }

  const count = node();
  need(at === tree.length, "the tree goes on after its end");
  return [count, nodes];
}

export function isLists(value) {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(Number.isInteger));
}

function isTable(value) {
  return value instanceof Map;
}

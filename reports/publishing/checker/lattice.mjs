// Cells, boards and pieces of the lattices. A cell is a list of whole numbers, a shape a list of cells.

import { need } from "./refused.mjs";

const DIMENSIONS = { square: 2, sticks: 2, hexagonal: 3, triangular: 3, cubic: 3, "face-centred cubic": 3 };
const SHAPES = {
  rectangle: ["square", "sticks"], torus: ["square"], cylinder: ["square"], box: ["cubic"], hexagon: ["hexagonal", "triangular"], triangle: ["triangular"],
  rhombus: ["triangular"], octahedron: ["face-centred cubic"],
};
const LARGEST_BOARD = 4096; // cells
const TOO_LARGE = "the board is larger than that of a certificate";

export const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
export const shift = (shape, step) => shape.map((cell) => cell.map((number, axis) => number + step[axis]));
export const step = (from, to) => to.map((number, axis) => number - from[axis]);

// Compares two lists as Python does: at the first place where they differ.
export function order(one, other) {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const found = Array.isArray(one[at]) ? order(one[at], other[at]) : one[at] - other[at];
    if (found) return found;
  }
  return one.length - other.length;
}

export function product(...choices) {
  return choices.reduce((lists, each) => lists.flatMap((list) => each.map((value) => [...list, value])), [[]]);
}

export const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, number) => from + number);

export function isLattice(lattice) {
  return Object.hasOwn(DIMENSIONS, lattice);
}

// Return the cells that the puzzle file's board describes, but for those left out.
export function boardCells(board, lattice) {
  const kinds = [...board.keys()].filter((key) => key !== "without");
  need(kinds.length === 1, "the puzzle file's board is not one shape");
  const whole = wholeBoard(kinds[0], board.get(kinds[0]), lattice);
  need(whole.length > 0 && whole.length <= LARGEST_BOARD, TOO_LARGE);
  need(lattice !== "face-centred cubic" || new Set(whole.map((cell) => sum(cell) & 1)).size === 1, "a cell is outside");
  const names = new Set(whole.map(String));
  const without = new Set(listed(board.get("without") ?? [], lattice).map(String));
  need([...without].every((name) => names.has(name)), "cells left out are not on the board");
  const cells = whole.filter((cell) => !without.has(String(cell)));
  need(cells.length > 0, "the board has no cells");
  return cells.sort(order);
}

function wholeBoard(kind, given, lattice) {
  if (kind === "drawing" || kind === "cells") {
    need((typeof given === "string") === (kind === "drawing"), `the board has no ${kind}`);
    return asCells(plainDrawing(given), lattice);
  }
  need(Object.hasOwn(SHAPES, kind) && SHAPES[kind].includes(lattice), `no board of this lattice is a ${kind}`);
  if (["hexagon", "octahedron", "triangle"].includes(kind)) {
    need(Number.isInteger(given) && given <= 16, TOO_LARGE);
    if (lattice === "triangular") {
      // strips between parallel lines, and which of them the board reaches
      const [first, width] = kind === "triangle" ? [0, given] : [-given, 2 * given];
      const strips = [first, first, 2 - given].map((from) => range(from, from + width));
      return product(...strips).filter((cell) => sum(cell) === 0 || sum(cell) === 1);
    }
    const cube = product(...Array(3).fill(range(1 - given, given)));
    if (kind === "hexagon") return cube.filter((cell) => sum(cell) === 0);
    return cube.filter((cell) => sum(cell.map(Math.abs)) < given && (sum(cell) - given) % 2 !== 0);
  }
  const size = DIMENSIONS[lattice] - (kind === "rhombus" ? 1 : 0);
  need(Array.isArray(given) && given.length === size && given.every(Number.isInteger), `the size of the ${kind} is wrong`);
  need(given.reduce((cells, side) => cells * Math.max(1, Math.abs(side)), 1) <= LARGEST_BOARD, TOO_LARGE);
  if (lattice === "sticks") {
    return product(...given.map((length) => range(0, 2 * length + 1))).filter((cell) => sum(cell) % 2 === 1);
  }
  const sides = given.map((length) => range(0, length));
  if (kind !== "rhombus") return product(...sides);
  return product(...sides, [0, 1]).map(([x, y, down]) => [x, y, down - x - y]);
}

// Return the lengths of the board's axes that are closed to rings; 0 is open.
export function closed(board) {
  return board.get("torus") ?? [0, board.get("cylinder")?.[1] ?? 0];
}

export function around(shape, rings) {
  if (!rings.some(Boolean)) return shape;
  return shape.map((cell) => cell.map((number, axis) => (rings[axis] ? ((number % rings[axis]) + rings[axis]) % rings[axis] : number)));
}

// Return the colours of a drawing, those of cells that are small letters, by the cells' names.
export function colours(given, lattice) {
  const found = new Map();
  if (typeof given !== "string") return found;
  for (const letter of new Set(given.match(/[a-z]/g))) {
    const only = given.replace(/[^\s/|]/g, (sign) => (sign === letter ? "#" : "."));
    for (const cell of asCells(only, lattice)) found.set(String(cell), letter);
  }
  return found;
}

export function plainDrawing(given) {
  return typeof given === "string" ? given.replace(/[a-z]/g, "#") : given;
}

export function listed(given, lattice) {
  need(Array.isArray(given), "cells are not given as a list");
  return asCells(given, lattice);
}

// Return the cells of a drawing or a list, each once and in the lattice.
export function asCells(given, lattice) {
  need(typeof given === "string" || Array.isArray(given), "cells are neither drawn nor a list");
  const cells = typeof given === "string" ? drawn(given, lattice) : given;
  const isCell = (cell) =>
    Array.isArray(cell) && cell.length === DIMENSIONS[lattice] && cell.every(Number.isInteger);
  need(cells.every(isCell), `a cell of the ${lattice} lattice has ${DIMENSIONS[lattice]} whole numbers`);
  need(cells.flat().every((number) => Math.abs(number) <= 4096), "a cell is farther away than 4096");
  need(lattice !== "sticks" || cells.every((cell) => sum(cell) % 2 !== 0), "there are cells that are no sticks");
  const sums = { hexagonal: [0], triangular: [0, 1] }[lattice];
  need(!sums || cells.every((cell) => sums.includes(sum(cell))), `there are cells outside the ${lattice} lattice`);
  need(new Set(cells.map(String)).size === cells.length, "a board or a piece has a cell twice");
  return cells;
}

// Return the cells marked # in a drawing of rows separated by / and layers separated by |.
function drawn(drawing, lattice) {
  need(lattice === "cubic" ? /^[#. /\n|]*$/.test(drawing) : /^[#. /\n]*$/.test(drawing), "a drawing has other signs");
  need(lattice !== "face-centred cubic", "balls are not drawn");
  const layers = drawing.split("|").map((layer) => layer.replaceAll("\n", "/").replace(/^\/+|\/+$/g, "").split("/"));
  const rows = layers.flatMap((layer, z) => layer.map((row, y) => [z, y, row]));
  const marks = rows.flatMap(([z, y, row]) =>
    [...row].flatMap((sign, x) => (sign === "#" ? [[z, y, x]] : [])));
  const half = ([, y, x]) => Math.floor((x - y) / 2);
  const odd = ([, y, x]) => Math.abs(x - y) % 2;
  if (lattice === "square" || lattice === "sticks") return marks.map(([, y, x]) => [y, x]);
  if (lattice === "cubic") return marks;
  if (lattice === "triangular") return marks.map((mark) => [mark[1], half(mark), 1 - odd(mark) - mark[1] - half(mark)]);
  need(new Set(marks.map(odd)).size < 2, "a row of a hexagonal drawing is not shifted by one column");
  return marks.map((mark) => [half(mark), -half(mark) - mark[1], mark[1]]);
}

// Return a shape after each motion that a piece may undergo: axes exchanged and turned round.
export function images(shape, lattice, sides) {
  const slanted = lattice === "hexagonal" || lattice === "triangular";
  const found = [];
  for (const axes of permutations(range(0, DIMENSIONS[lattice]))) {
    const swaps = axes.flatMap((axis, at) => axes.slice(at).filter((later) => later < axis)).length;
    for (const signs of product(...axes.map(() => [1, -1]))) {
      const turned = signs.filter((sign) => sign < 0).length;
      const isTurn = swaps % 2 === (slanted ? 0 : turned % 2);
      const allowed = { free: true, "one-sided": isTurn, fixed: swaps === 0 && turned === 0 };
      if (!allowed[sides] || (slanted && turned % axes.length !== 0)) continue;
      found.push(shape.map((cell) => axes.map((axis, at) => signs[at] * cell[axis])));
    }
  }
  return found;
}

function permutations(values) {
  if (!values.length) return [[]];
  return values.flatMap((value) => permutations(values.filter((each) => each !== value)).map((rest) => [value, ...rest]));
}

// Return the least of a shape's images, each with its least cell at the origin.
export function least(shape, lattice, sides) {
  const moved = images(shape, lattice, sides).map((image) => {
    const sorted = image.sort(order);
    return shift(sorted, sorted[0].map((number) => -number + (lattice === "sticks" ? number & 1 : 0)));
  });
  return moved.reduce((best, each) => (order(each, best) < 0 ? each : best));
}

// Return all connected shapes of a size, each in the least of its positions, in order.
export function polyforms(size, planar, lattice, sides) {
  need(Number.isInteger(size) && size >= 1 && size <= 8, "polyforms have 1 to 8 cells");
  const touching = ["hexagonal", "face-centred cubic"].includes(lattice) ? 2 : 1;
  const around = product(...Array(DIMENSIONS[lattice]).fill([-1, 0, 1]));
  const steps = around.filter((each) => sum(each.map(Math.abs)) === touching);
  const spread = { hexagonal: 0, triangular: 1 }[lattice] ?? 2 * size;
  let found = [[Array(DIMENSIONS[lattice]).fill(0)]];
  if (lattice === "sticks") {
    const single = [[[0, 1]], [[1, 0]]].map((shape) => least(shape, lattice, sides));
    found = [...new Map(single.map((shape) => [String(shape), shape])).values()];
  }
  for (let cells = 1; cells < size; cells += 1) {
    const next = new Map();
    for (const shape of found) {
      const names = new Set(shape.map(String));
      const beside = lattice === "sticks" ? besideSticks(shape) : shape.flatMap((each) => shift(steps, each));
      for (const cell of beside) {
        const grown = [...shape, cell];
        const sums = grown.map(sum);
        if (names.has(String(cell)) || Math.max(...sums) - Math.min(...sums) > spread) continue;
        const form = least(grown, lattice, sides);
        next.set(String(form), form);
      }
    }
    found = [...next.values()];
    need(found.length <= 3000, "there are more than 3000 polyforms");
  }
  return found.sort(order).filter((shape) => !planar || isPlanar(shape));
}

// Return the two ends of each stick, places where both coordinates are even.
const ends = (sticks) => sticks.flatMap(([y, x]) => (x & 1 ? [[y, x - 1], [y, x + 1]] : [[y - 1, x], [y + 1, x]]));

function besideSticks(sticks) {
  return ends(sticks).flatMap(([y, x]) => [[y, x - 1], [y, x + 1], [y - 1, x], [y + 1, x]]);
}

// Return where sticks go straight on, in one direction or in both.
export function crossings(sticks, both) {
  const names = new Set(sticks.map(String));
  const places = [...new Map(ends(sticks).map((end) => [String(end), end])).values()];
  return places.filter(([y, x]) => {
    const across = names.has(`${y},${x - 1}`) && names.has(`${y},${x + 1}`);
    const down = names.has(`${y - 1},${x}`) && names.has(`${y + 1},${x}`);
    return both ? across && down : across || down;
  });
}

function isPlanar(shape) {
  const steps = shape.map((cell) => step(shape[0], cell));
  return steps.every(([a, b, c], first) => steps.every(([d, e, f], second) => steps.every(([g, h, i], third) =>
    !(first < second && second < third) || a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) === 0)));
}

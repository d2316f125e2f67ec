// The board as it is filled and emptied: read from the program's variables as the edition says, drawn as SVG.
//
//     pieces(board, state)                     // ["2", "2", null, …]: the piece on each cell, "" for one that is being
//     marks(board, state, pieces)                                      // laid or taken off, null for a free one
//     new BoardView(element, board).show({ pieces, marks })

const SVG = "http://www.w3.org/2000/svg";
const UNDER_WAY = "";
const INWARDS = 0.36; // from a side of a cell to its middle, where a mark is written

export function pieces({ cells, value, free, piece, laid, characters }, state) {
  const names = state.names();
  const named = (found) => (characters && found > 32 ? String.fromCharCode(found) : String(found));
  const where = new Map(cells.map(([number], place) => [number, place]));
  const found = cells.map(([number]) => {
    if (value === null) return null;
    names.set("cell", number);
    const held = state.evaluate(value, names);
    if (held === undefined || held === free || (characters && held === 0)) return null;
    names.set("value", held);
    const of = piece === null ? undefined : state.evaluate(piece, names);
    return of === undefined ? UNDER_WAY : named(of);
  });
  for (const part of laid) {
    for (const [covered, of] of partsOf(part, state, names)) {
      const place = where.get(covered);
      if (place !== undefined && (value === null || found[place] === UNDER_WAY)) found[place] = named(of);
    }
  }
  return found;
}

// What is written at the sides of each cell that is taken: a letter for each of its marks.
export function marks({ cells, marks: sides, letters }, state, found) {
  if (sides.length === 0) return [];
  const names = state.names();
  return cells.map(([number], place) => {
    names.set("cell", number);
    return sides.map((side) => (found[place] === null ? "" : letters[state.evaluate(side, names)] ?? ""));
  });
}

// The cells that a part covers, each with its piece.
function* partsOf({ each, first, last, cells, piece }, state, names) {
  const [from, to] = each ? [state.evaluate(first, names), state.evaluate(last, names)] : [0, 0];
  for (let level = from; level <= to; level += 1) {
    if (each) names.set(each, level);
    const of = state.evaluate(piece, names);
    if (of !== undefined) for (const cell of cells) yield [state.evaluate(cell, names), of];
  }
}

// A board as it is now.
export function shownOn(board, state) {
  const found = pieces(board, state);
  return { pieces: found, marks: marks(board, state, found) };
}

export class BoardView {
  constructor(root, { cells, edges, width, height, colours, marks: sides }) {
    Object.assign(this, { root, edges, colours, shown: [], names: [] });
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", preserveAspectRatio: "xMidYMin" });
    svg.append(hatching());
    this.svg = svg;
    this.cells = cells.map(([, points]) => svg.appendChild(element("polygon", { points })));
    this.borders = svg.appendChild(element("path", { class: "borders" }));
    this.labels = cells.map(([, points]) => svg.appendChild(element("text", middle(corners(points)))));
    this.sides = sides.length === 0 ? [] : cells.map(([, points]) => sidesOf(points).map((place) => svg.appendChild(element("text", { ...place, class: "side" }))));
    root.replaceChildren(svg);
  }

  // Numbered pieces keep their colours; any others get theirs in the order in which they are first laid.
  colour(name) {
    if (Number(name) > 0) return this.colours[(Number(name) - 1) % this.colours.length];
    if (!this.names.includes(name)) this.names.push(name);
    return this.colours[this.names.indexOf(name) % this.colours.length];
  }

  show({ pieces: found, marks: written }) {
    written.forEach((letters, place) => letters.forEach((letter, side) => (this.sides[place][side].textContent = letter)));
    const labelled = new Set();
    found.forEach((name, place) => {
      const first = Boolean(name) && !labelled.has(name);
      if (first) labelled.add(name);
      this.labels[place].textContent = first ? name : "";
      if (this.shown[place] === name) return;
      const fill = name ? this.colour(name) : "";
      this.cells[place].setAttribute("class", name === null ? "free" : name === UNDER_WAY ? "under-way" : "laid");
      this.cells[place].setAttribute("fill", fill || "none");
    });
    const drawn = this.edges.filter(([, one, other]) => other < 0 || found[one] !== found[other]);
    this.borders.setAttribute("d", drawn.map(([path]) => path).join(""));
    this.shown = found;
  }

  // Say in words what lies on the board; only where the program stands still.
  describe(found) {
    const taken = found.filter((name) => name !== null).length;
    const names = [...new Set(found.filter(Boolean))];
    const pieces_ = names.length ? `; pieces ${names.join(", ")}` : "";
    this.svg.setAttribute("aria-label", `The board: ${taken} of ${found.length} cells taken${pieces_}`);
  }
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// What a cell is filled with while its piece is being laid or taken off.
function hatching() {
  const pattern = element("pattern", { id: "hatching", width: 6, height: 6, patternUnits: "userSpaceOnUse" });
  pattern.append(element("path", { d: "M0 6L6 0", class: "hatching" }));
  return pattern;
}

export const corners = (points) => points.split(" ").map((point) => point.split(",").map(Number));

export function middle(points) {
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return { x, y };
}

// Places near the sides of a cell, within it, from its first side on.
function sidesOf(points) {
  const all = corners(points);
  const centre = middle(all);
  return all.map((corner, number) => {
    const side = middle([corner, all[(number + 1) % all.length]]);
    return { x: side.x + (centre.x - side.x) * INWARDS, y: side.y + (centre.y - side.y) * INWARDS };
  });
}

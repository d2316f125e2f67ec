// Whether two boards are one solution, turned by half a turn or mirrored as may be, its pieces under any names.
//
//     const key = likeness(board);                 // board.cells: their shapes, in the order of the pieces
//     key(pieces) === key(others)

import { corners, middle } from "./board.mjs";

export function likeness({ cells }) {
  const centres = cells.map(([, points]) => middle(corners(points)));
  const [width, height] = ["x", "y"].map((axis) => Math.min(...centres.map((each) => each[axis])) + Math.max(...centres.map((each) => each[axis])));
  const named = ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`;
  const places = new Map(centres.map((centre, place) => [named(centre), place]));
  const images = [[false, false], [true, false], [false, true], [true, true]]
    .map(([across, down]) => centres.map(({ x, y }) => places.get(named({ x: across ? width - x : x, y: down ? height - y : y }))))
    .filter((image) => !image.includes(undefined));
  return (pieces) => images.map((image) => renamed(image.map((place) => pieces[place]))).sort()[0];
}

// The pieces by the order in which they come.
function renamed(pieces) {
  const seen = new Map();
  return pieces.map((piece) => seen.get(piece) ?? seen.set(piece, seen.size).size - 1).join(" ");
}

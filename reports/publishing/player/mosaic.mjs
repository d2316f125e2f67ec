// All solutions found so far, each as a small board, in the order in which they were found.
//
//     const mosaic = new Mosaic(canvas, board, (piece) => colour, (number) => …);
//     mosaic.found[0] = { pieces: ["2", "2", …] };
//     mosaic.show(24);                  // draws those up to the 24th; a click calls back with the solution's number
//
// The boards get smaller as they get more, so that all fit; only new ones are drawn while the size stays.

const LARGEST = 9; // pixels of the page that a cell is wide
const SMALLER = 0.85;

export class Mosaic {
  constructor(canvas, board, colour, choose) {
    Object.assign(this, { canvas, colour, found: [], drawn: 0, size: 0 });
    this.cells = boxes(board);
    canvas.onclick = ({ offsetX, offsetY }) => this.at(offsetX, offsetY) && choose(this.at(offsetX, offsetY));
  }

  show(count) {
    this.canvas.hidden = count === 0;
    if (count === 0) return;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    let size = LARGEST;
    while (this.fitting(size, width, height) < count && size > 0.1) size *= SMALLER;
    if (size !== this.size || count < this.drawn || width !== this.width || height !== this.height) this.clear(size, width, height);
    for (; this.drawn < count; this.drawn += 1) this.draw(this.drawn);
    this.canvas.setAttribute("aria-label", `Small pictures of the ${count} solutions found so far`);
  }

  // How many boards there is room for, at so many pixels a cell.
  fitting(size, width, height) {
    return Math.floor(width / this.step(size, "width")) * Math.floor(height / this.step(size, "height"));
  }

  step(size, side) {
    return (this.cells[side] + 1) * size;
  }

  clear(size, width, height) {
    const scale = globalThis.devicePixelRatio ?? 1;
    Object.assign(this, { size, width, height, drawn: 0, across: Math.floor(width / this.step(size, "width")) });
    Object.assign(this.canvas, { width: width * scale, height: height * scale });
    this.pen = this.canvas.getContext("2d");
    this.pen.scale(scale, scale);
  }

  draw(place) {
    const [left, top] = [(place % this.across) * this.step(this.size, "width"), Math.floor(place / this.across) * this.step(this.size, "height")];
    this.found[place]?.pieces.forEach((name, cell) => {
      if (!name) return;
      const [x, y, width, height] = this.cells.boxes[cell];
      this.pen.fillStyle = this.colour(name);
      this.pen.fillRect(left + x * this.size, top + y * this.size, width * this.size, height * this.size);
    });
  }

  // The number of the solution at a point, 0 where there is none.
  at(x, y) {
    const column = Math.floor(x / this.step(this.size, "width"));
    const number = Math.floor(y / this.step(this.size, "height")) * this.across + column + 1;
    return column < this.across && number <= this.drawn ? number : 0;
  }
}

// The box around each cell, and all of them, in widths of the first cell.
function boxes({ cells }) {
  const all = cells.map(([, points]) => {
    const [xs, ys] = [0, 1].map((axis) => points.split(" ").map((point) => Number(point.split(",")[axis])));
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  const [left, top] = [0, 1].map((side) => Math.min(...all.map((box) => box[side])));
  const [right, bottom] = [2, 3].map((side) => Math.max(...all.map((box) => box[side])));
  const unit = all[0][2] - all[0][0];
  return {
    boxes: all.map(([x, y, farX, farY]) => [x - left, y - top, farX - x, farY - y].map((length) => length / unit)),
    width: (right - left) / unit,
    height: (bottom - top) / unit,
  };
}

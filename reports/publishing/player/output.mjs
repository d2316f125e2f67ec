// What a program printed: text that only grows, and how much of it has been printed by now.
//
//     output.write("1:  2\n");
//     output.length = 0;                  // gone back: the text is kept, and is there when it is printed again
//     output.lines, output.slice(0, 5)

const SIZE = 2 ** 16; // characters of a piece

export class Output {
  constructor() {
    Object.assign(this, { pieces: [], tail: "", newlines: [], total: 0, length: 0 });
  }

  write(text) {
    const known = this.total - this.length;
    this.length += text.length;
    if (known < text.length) this.append(known > 0 ? text.slice(known) : text);
  }

  append(text) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.newlines.push(this.total + at);
    this.total += text.length;
    this.tail += text;
    while (this.tail.length >= SIZE) {
      this.pieces.push(this.tail.slice(0, SIZE));
      this.tail = this.tail.slice(SIZE);
    }
  }

  slice(start, end = this.length) {
    const found = [];
    for (let piece = Math.floor(start / SIZE); piece * SIZE < end; piece += 1) {
      const text = this.pieces[piece] ?? this.tail;
      found.push(text.slice(Math.max(0, start - piece * SIZE), end - piece * SIZE));
    }
    return found.join("");
  }

  // How many lines have come to their end.
  get ended() {
    let [low, high] = [0, this.newlines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.newlines[middle] < this.length) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // How many lines there are, one that has not ended included.
  get lines() {
    const { ended } = this;
    return ended + (this.length > this.lineStart(ended) ? 1 : 0);
  }

  lineStart(line) {
    return line ? this.newlines[line - 1] + 1 : 0;
  }

  // A line, or its first characters.
  line(number, most = Infinity) {
    const start = this.lineStart(number);
    return this.slice(start, Math.min(this.newlines[number] ?? Infinity, this.length, start + most));
  }

  // The last lines, within limits of lines and of characters.
  last(lines, characters) {
    return this.slice(Math.max(0, this.lineStart(Math.max(0, this.ended - lines)), this.length - characters));
  }
}

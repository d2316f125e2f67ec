// The contents of a run's memory, as they are now or as they were: what stands where, and copies of what is in use.
//
//     const contents = new Contents(data, { buffer });        // of a page that shows a run which another one does
//     contents.statement, contents.depth, contents.count(12)
//     contents.restore(snapshot)                              // of save()
//
// Counters run down. A run of the playground has a part of a memory, from `base` on; its frames are linked by addresses in
// that memory (`data.base`), all else is counted from the part's begin.

const MANY = 2n ** 62n;
export const WORD = 8;
const COPIED = 2 ** 14;

// Copies of a part of memory: whole, or in pieces where it is long; a piece of zeros is its end only.
function memoryCopies(bytes, start, end) {
  if (end - start < 16 * COPIED) return [[start, bytes.slice(start, end)]];
  const found = [];
  for (let at = start; at < end; at += COPIED) {
    const last = Math.min(at + COPIED, end);
    found.push([at, onlyZeros(bytes, at, last) ? { end: last } : bytes.slice(at, last)]);
  }
  return found;
}

function onlyZeros(bytes, start, end) {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (end - start) / 4);
  for (let word = 0; word < words.length; word += 1) if (words[word] !== 0) return false;
  return true;
}

export class Contents {
  constructor(data, memory, base = 0) {
    Object.assign(this, { data, memory, base, statements: 0, ended: null });
    this.starts = new BigInt64Array(data.counters.count).fill(MANY);
    this.view();
  }

  view() {
    const { base, memory: { buffer } } = this;
    const { start, count } = this.data.counters;
    Object.assign(this, { bytes: new Uint8Array(buffer, base), words: new BigInt64Array(buffer, base), reals: new Float64Array(buffer, base) });
    this.counters = new BigInt64Array(buffer, base + start, count);
  }

  cells(address, words) {
    return new BigInt64Array(this.memory.buffer, this.base + this.data.memory.start + Number(address), Number(words));
  }

  word(name) {
    return Number(this.words[this.data.at[name] / WORD]);
  }

  setWord(name, value) {
    this.words[this.data.at[name] / WORD] = BigInt(value);
  }

  // The frame of the innermost call, and of the caller of one: an address, 0 where there is none.
  get frame() {
    return this.framed(this.word("frame"));
  }

  framed(address) {
    return address && address - (this.data.base ?? 0);
  }

  // How many statements lie between two snapshots at first: those of a program with a heap take long.
  get distance() {
    return this.data.heap ? 200_000 : undefined;
  }

  // The statement that begins next.
  get statement() {
    return this.data.blocks[this.word("block")].statement;
  }

  get depth() {
    return this.word("depth");
  }

  count(statement) {
    return Number(this.starts[statement] - this.counters[statement]);
  }

  // How many statements have begun, turns of loops inside them left out (`statements` counts these too).
  get counted() {
    let total = 0;
    for (let statement = 0; statement < this.starts.length; statement += 1) total += this.count(statement);
    return total;
  }

  clearStops() {
    for (let statement = 0; statement < this.starts.length; statement += 1) this.setStop(statement, MANY);
  }

  // Stop before a statement begins for the n-th time.
  stopBefore(statement, times) {
    this.setStop(statement, BigInt(Math.max(0, times - 1 - this.count(statement))));
  }

  setStop(statement, left) {
    this.starts[statement] += left - this.counters[statement];
    this.counters[statement] = left;
  }

  place() {
    return this.data.statements[this.statement] ?? {};
  }

  // --- snapshots

  segments() {
    const { at, counters, memory, frames, functions } = this.data;
    const { frame } = this; // none where the last call has ended
    const code = frame && Number(this.words[frame / WORD + 2]);
    return [
      [counters.start, counters.start + counters.count * WORD],
      [at.site, at.operands],
      [memory.start, memory.start + this.word("memory_stack")],
      ...this.heap(frame, code),
      [frames.start, frame ? frame + functions[code].size : frames.start],
    ];
  }

  // What a program that uses all of its memory has in use: its stack, and its heap at the end of memory.
  heap(frame, code) {
    const { heap, memory } = this.data;
    if (!heap || !frame) return [];
    const top = Number(this.words[(frame + heap.tops[code]) / WORD]);
    const low = Number(this.cells(heap.low, 1)[0]);
    if (!(top > 0 && low > 0)) return [];
    return [[memory.start + this.word("memory_stack"), memory.start + top], [memory.start + low, memory.start + heap.size]];
  }

  save() {
    const parts = this.segments().flatMap(([start, end]) => memoryCopies(this.bytes, start, end));
    const bytes = parts.reduce((sum, [, part]) => sum + (part.length ?? 16), 200);
    const { statements, counted, ended } = this;
    return { statements, counted, ended, parts, bytes, starts: this.starts.slice(), host: this.host.save() };
  }

  // Before its first statement a program finds what it will take for its heap to be zero.
  clear() {
    const { heap, memory } = this.data;
    if (!heap || Number(this.cells(heap.low, 1)[0]) > 0) return;
    this.bytes.fill(0, memory.start + this.word("memory_stack"), memory.start + heap.size);
  }

  restore({ statements, ended, parts, starts, host }) {
    for (const [start, part] of parts) {
      if (part.length === undefined) this.bytes.fill(0, start, part.end);
      else this.bytes.set(part, start);
    }
    this.clear();
    this.starts.set(starts);
    this.host.restore(host);
    Object.assign(this, { statements, ended });
  }

  countIn({ parts: [[, counters]], starts }, statement) {
    return Number(starts[statement] - new DataView(counters.buffer).getBigInt64(statement * WORD, true));
  }
}

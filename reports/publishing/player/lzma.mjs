// LZMA, raw, with lc 3, lp 0, pb 0: what Python's lzma module writes and browsers do not read.
//
//     const bytes = await unpacked("8\n!!*-'…");        // the size in bytes, a line feed, Ascii85 with v for <
//
// Why LZMA: with deflate, which browsers unpack themselves, the Perl page is 715 kB instead of 291, that of Hitotumatu's
// program 53 % larger, that of Kawai's 29 %, the others 3 to 6 %. These 150 lines are on every page, and are paid for.
//
// After Igor Pavlov's description of the format (LZMA SDK, lzma-specification.txt), which is in the public domain.

const STATES = 12;
const LITERAL = 0x300; // probabilities of a literal after one kind of byte
const LENGTH = 2 + 8 + 8 + 256; // of lengths: two choices, short, middle and long ones
const [SLOTS, SPECIAL, ALIGN] = [64, 115, 16]; // of distances

const TURN = 2 ** 15; // bytes after which the page has its turn

export async function unpacked(text) {
  const [size, packed] = text.trim().split("\n");
  return decompressed(decoded(packed), Number(size));
}

// The bytes of Ascii85, up to three more at its end.
function decoded(text) {
  const digits = text.replaceAll("z", "!!!!!").replaceAll("v", "<");
  const bytes = new DataView(new ArrayBuffer(4 * Math.ceil(digits.length / 5)));
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5).padEnd(5, "u");
    bytes.setUint32((4 * at) / 5, [...group].reduce((value, digit) => 85 * value + digit.charCodeAt(0) - 33, 0));
  }
  return new Uint8Array(bytes.buffer);
}

async function decompressed(packed, size) {
  const probabilities = new Uint16Array(6 * STATES + 8 * LITERAL + 2 * LENGTH + 4 * SLOTS + SPECIAL + ALIGN).fill(1024);
  let used = 0;
  const [match, repeat, later, long, third, fourth, literals, lengths, repeated, slots, special, align] = [
    ...Array(6).fill(STATES), 8 * LITERAL, LENGTH, LENGTH, 4 * SLOTS, SPECIAL, ALIGN,
  ].map((count) => (used += count) - count);
  let [range, code, read] = [0xffffffff, new DataView(packed.buffer, packed.byteOffset).getUint32(1), 5];

  function normalize() {
    if (range >= 2 ** 24) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | packed[read]) >>> 0;
    read += 1;
  }

  function bit(place) {
    const probability = probabilities[place];
    const bound = (range >>> 11) * probability;
    const one = code >= bound;
    if (one) {
      range -= bound;
      code -= bound;
      probabilities[place] -= probability >> 5;
    } else {
      range = bound;
      probabilities[place] += (2048 - probability) >> 5;
    }
    normalize();
    return one ? 1 : 0;
  }

  function evenBits(count) {
    let value = 0;
    for (let number = 0; number < count; number += 1) {
      range >>>= 1;
      const one = code >= range;
      if (one) code -= range;
      value = 2 * value + (one ? 1 : 0);
      normalize();
    }
    return value;
  }

  // A number of `bits` bits, the highest first.
  function tree(place, count) {
    let value = 1;
    for (let number = 0; number < count; number += 1) value = 2 * value + bit(place + value);
    return value - 2 ** count;
  }

  function reversed(place, count) {
    let [node, value] = [1, 0];
    for (let number = 0; number < count; number += 1) {
      const one = bit(place + node);
      node = 2 * node + one;
      value |= one << number;
    }
    return value;
  }

  // A byte; after a match the one that follows what was copied foretells it.
  function literal(place, foretold) {
    let value = 1;
    for (let mask = 128; foretold >= 0 && mask; mask >>= 1) {
      const expected = foretold & mask ? 1 : 0;
      const one = bit(place + 256 * (1 + expected) + value);
      value = 2 * value + one;
      if (one !== expected) break;
    }
    while (value < 256) value = 2 * value + bit(place + value);
    return value - 256;
  }

  function length(place) {
    if (!bit(place)) return tree(place + 2, 3);
    return bit(place + 1) ? 16 + tree(place + 18, 8) : 8 + tree(place + 10, 3);
  }

  function distance(after) {
    const slot = tree(slots + SLOTS * Math.min(after, 3), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const value = (2 | (slot & 1)) * 2 ** count;
    if (slot < 14) return value + reversed(special + value - slot, count);
    return value + 16 * evenBits(count - 4) + reversed(align, 4);
  }

  const out = new Uint8Array(size);
  const recent = [0, 0, 0, 0]; // the distances of the last matches
  let [at, state] = [0, 0];

  // Take one of the last distances to the front.
  function again(number) {
    recent.unshift(...recent.splice(number, 1));
  }

  function copied() {
    const fresh = state < 7;
    if (!bit(repeat + state)) {
      const found = length(lengths);
      recent.pop();
      recent.unshift(distance(found));
      state = fresh ? 7 : 10;
      return found + 2;
    }
    if (!bit(later + state)) {
      if (!bit(long + state)) {
        state = fresh ? 9 : 11;
        return 1;
      }
    } else again(bit(third + state) ? 2 + bit(fourth + state) : 1);
    state = fresh ? 8 : 11;
    return length(repeated) + 2;
  }

  let turn = TURN;
  while (at < size) {
    if (at > turn) {
      await new Promise((go) => setTimeout(go));
      turn += TURN;
    }
    if (bit(match + state)) {
      for (let left = copied(); left > 0; left -= 1) {
        out[at] = out[at - recent[0] - 1];
        at += 1;
      }
    } else {
      out[at] = literal(literals + LITERAL * ((at ? out[at - 1] : 0) >> 5), state < 7 ? -1 : out[at - recent[0] - 1]);
      at += 1;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
    }
  }
  return out;
}

"""Exact cover with the set of placements still possible as the whole state of the search.

A placement is one bit. Three tables say everything:

    covers[item]     the placements that cover an item (a cell, or the piece itself)
    fellows[p]       the placements that can stand beside placement p
    low[p], high[p]  the items that placement p covers, as bits of two words

Laying p is one AND of the possible placements with fellows[p]; the candidates for an item are one AND with
covers[item]; how many there are is a count of ones. The item with the fewest candidates is always filled next (Golomb
and Baumert's rule of 1965, Knuth's minimum remaining values): if some item has none, the branch is dead.

All sets are rows of whole blocks of 8 words, so that a row of the narrow tables is one or two vector registers. As
soon as few enough placements are left (about 500), the search moves to tables made anew for these alone, and comes
back when they are exhausted: the wide tables serve the first few levels, the narrow ones all the rest.
"""

from __future__ import annotations

import numpy as np

from modern.kernels.bits import ALL, ONE, ZERO, Numbers, Words, ones, zeros_below
from modern.kernels.compiled import kernel
from modern.kernels.registers import BUDGET, EXHAUSTED, FILLED, FOUND, LIMIT, PAUSED, ROOM

BLOCK = 8  # words: 512 bits, the widest vector register there is
NARROW = 64 * BLOCK  # placements that one block holds

# Registers of this search beside the common ones.
WIDE = 5  # pieces laid in the wide search; -1 when the tree is exhausted
INNER = 6  # pieces laid in the narrow search; less than BASE when it is not under way
BASE = 7  # pieces laid when the narrow search began

FEW_LEFT = 2  # an outcome of the wide search only


@kernel
def item_sets(cells: int, covered: Numbers, starts: Numbers, piece_of: Numbers, low: Words, high: Words) -> None:
    """Write the items of each placement as bits: cells covered[starts[p]:starts[p + 1]], then the pieces."""
    for p in range(len(piece_of)):
        for place in range(starts[p], starts[p + 1] + 1):
            item = covered[place] if place < starts[p + 1] else cells + piece_of[p]
            if item < 64:
                low[p] |= ONE << np.uint64(item)
            else:
                high[p] |= ONE << np.uint64(item - 64)


@kernel
def fill_tables(
    count: int, blocks: int, low: Words, high: Words, covers: Words, fellows: Words, possible: Words, start: int
) -> None:
    """Make the tables of the placements 0 … count - 1 from the items they cover; all are possible (row at `start`)."""
    words = blocks * BLOCK
    covers[: 128 * words] = ZERO
    for p in range(count):
        bit = ONE << np.uint64(p & 63)
        word = p >> 6
        rest = low[p]
        while rest != ZERO:
            covers[zeros_below(rest) * words + word] |= bit
            rest &= rest - ONE
        rest = high[p]
        while rest != ZERO:
            covers[(64 + zeros_below(rest)) * words + word] |= bit
            rest &= rest - ONE
    for word in range(words):
        here = min(64, max(0, count - 64 * word))
        possible[start + word] = ALL if here == 64 else (ONE << np.uint64(here)) - ONE
    for p in range(count):
        row = p * words
        for word in range(words):
            fellows[row + word] = possible[start + word]
        rest = low[p]
        while rest != ZERO:
            item = zeros_below(rest) * words
            for word in range(words):
                fellows[row + word] &= ~covers[item + word]
            rest &= rest - ONE
        rest = high[p]
        while rest != ZERO:
            item = (64 + zeros_below(rest)) * words
            for word in range(words):
                fellows[row + word] &= ~covers[item + word]
            rest &= rest - ONE


@kernel
def open_level(
    level: int,
    blocks: int,
    covers: Words,
    possible: Words,
    candidates: Words,
    rest_low: Words,
    rest_high: Words,
) -> bool:
    """Choose the item to fill at this level and list its candidates; False if some item has none."""
    row = level * blocks * BLOCK
    fewest = 1 << 62
    best = 0
    for half in range(2):
        rest = rest_low[level] if half == 0 else rest_high[level]
        while rest != ZERO:
            item = (64 * half + zeros_below(rest)) * blocks * BLOCK
            rest &= rest - ONE
            total = 0
            for block in range(blocks):
                for word in range(BLOCK):
                    total += ones(possible[row + block * BLOCK + word] & covers[item + block * BLOCK + word])
            if total < fewest:
                fewest = total
                best = item
                if total == 0:
                    return False
    for word in range(blocks * BLOCK):
        candidates[row + word] = possible[row + word] & covers[best + word]
    return True


@kernel
def walk(
    tier: int,
    pieces: int,
    blocks: int,
    names: Numbers,
    low: Words,
    high: Words,
    covers: Words,
    fellows: Words,
    possible: Words,
    candidates: Words,
    rest_low: Words,
    rest_high: Words,
    path: Numbers,
    registers: Numbers,
    nodes: Numbers,
    piece_of: Numbers,
    buffer: Numbers,
) -> int:
    """Go on with one tier of the search (0 wide, 1 narrow) until it is exhausted, must pause, or has few left."""
    words = blocks * BLOCK
    lowest = registers[BASE] if tier == INNER else 0
    level = registers[tier]
    while level >= lowest:
        if registers[BUDGET] <= 0:
            registers[tier] = level
            return PAUSED
        row = level * words
        word = 0
        while word < words and candidates[row + word] == ZERO:
            word += 1
        if word == words:
            level -= 1
            continue
        chosen = candidates[row + word]
        candidates[row + word] = chosen & (chosen - ONE)
        p = 64 * word + zeros_below(chosen)
        path[level] = names[p]
        nodes[level] += 1
        registers[BUDGET] -= blocks
        left_low = rest_low[level] & ~low[p]
        left_high = rest_high[level] & ~high[p]
        level += 1
        if level == pieces:
            level -= 1
            if left_low == ZERO and left_high == ZERO:
                registers[FOUND] += 1
                if registers[ROOM] > 0:
                    start = registers[FILLED] * pieces
                    for laid in range(pieces):
                        buffer[start + piece_of[path[laid]]] = path[laid]
                    registers[FILLED] += 1
                if registers[FOUND] == registers[LIMIT] or (
                    registers[ROOM] > 0 and registers[FILLED] == registers[ROOM]
                ):
                    registers[tier] = level
                    return PAUSED
            continue
        rest_low[level] = left_low
        rest_high[level] = left_high
        beside = p * words
        below = level * words
        if tier == INNER:
            for block in range(BLOCK):
                possible[below + block] = possible[row + block] & fellows[beside + block]
        else:
            left = 0
            for block in range(words):
                both = possible[row + block] & fellows[beside + block]
                possible[below + block] = both
                left += ones(both)
            if left <= NARROW:
                registers[tier] = level
                return FEW_LEFT
        if not open_level(level, blocks, covers, possible, candidates, rest_low, rest_high):
            level -= 1
    registers[tier] = level
    return EXHAUSTED


@kernel
def narrow_down(
    level: int,
    words: int,
    possible: Words,
    low: Words,
    high: Words,
    names: Numbers,
    narrow_low: Words,
    narrow_high: Words,
) -> int:
    """Give new numbers to the placements still possible at this level of the wide search; return how many."""
    count = 0
    for word in range(words):
        rest = possible[level * words + word]
        while rest != ZERO:
            p = 64 * word + zeros_below(rest)
            names[count] = p
            narrow_low[count] = low[p]
            narrow_high[count] = high[p]
            count += 1
            rest &= rest - ONE
    return count


@kernel
def search(
    pieces: int,
    blocks: int,
    registers: Numbers,
    nodes: Numbers,
    piece_of: Numbers,
    path: Numbers,
    buffer: Numbers,
    names: Numbers,
    low: Words,
    high: Words,
    covers: Words,
    fellows: Words,
    possible: Words,
    candidates: Words,
    rest_low: Words,
    rest_high: Words,
    narrow_names: Numbers,
    narrow_low: Words,
    narrow_high: Words,
    narrow_covers: Words,
    narrow_fellows: Words,
    narrow_possible: Words,
    narrow_candidates: Words,
    narrow_rest_low: Words,
    narrow_rest_high: Words,
) -> int:
    """Search until the tree is exhausted, the budget is spent, the limit is reached or the buffer is full."""
    while True:
        if registers[INNER] >= registers[BASE]:
            outcome = walk(
                INNER, pieces, 1, narrow_names, narrow_low, narrow_high, narrow_covers, narrow_fellows,
                narrow_possible, narrow_candidates, narrow_rest_low, narrow_rest_high,
                path, registers, nodes, piece_of, buffer,
            )  # fmt: skip
            if outcome == PAUSED:
                return PAUSED
        outcome = walk(
            WIDE, pieces, blocks, names, low, high, covers, fellows, possible, candidates, rest_low, rest_high,
            path, registers, nodes, piece_of, buffer,
        )  # fmt: skip
        if outcome != FEW_LEFT:
            return outcome
        level = registers[WIDE]
        registers[WIDE] = level - 1
        count = narrow_down(level, blocks * BLOCK, possible, low, high, narrow_names, narrow_low, narrow_high)
        fill_tables(count, 1, narrow_low, narrow_high, narrow_covers, narrow_fellows, narrow_possible, level * BLOCK)
        narrow_rest_low[level] = rest_low[level]
        narrow_rest_high[level] = rest_high[level]
        registers[BASE] = level
        registers[INNER] = level
        if not open_level(
            level, 1, narrow_covers, narrow_possible, narrow_candidates, narrow_rest_low, narrow_rest_high
        ):
            registers[INNER] = level - 1

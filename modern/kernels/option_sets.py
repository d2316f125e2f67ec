"""Exact cover with the set of options still possible as the whole state of the search.

An option is one bit. Two tables say everything:

    covers[item]     the options that cover an item
    low[p], high[p]  the items that option p covers, as bits of two words

Choosing p strikes out covers[item] of each of its items; the candidates for an item are one AND with covers[item], and
their number is a count of ones. The item with the fewest candidates is covered next (Golomb and
Baumert's rule of 1965, Knuth's minimum remaining values): if some item has none, the branch is dead.

All sets are rows of whole blocks of 8 words, so that a row of the narrow tables is one or two vector registers. As
soon as few enough options are left (about 500), the search moves to tables made anew for these alone, and returns when
they are exhausted: the wide tables serve the first few levels, the narrow ones all the rest.
"""

from __future__ import annotations

import numpy as np

from modern.kernels.arrays import Numbers, Words
from modern.kernels.bits import ALL, ONE, ZERO, ones, zeros_below
from modern.kernels.compiled import kernel
from modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, record

BLOCK = 8  # words: 512 bits, the widest vector register there is
NARROW = 64 * BLOCK  # options that one block holds

WIDE = OWN  # level of the wide search; -1 when the tree is exhausted
INNER = OWN + 1  # level of the narrow search; less than BASE when it is not under way
BASE = OWN + 2  # level at which the narrow search began

FEW_LEFT = 2  # outcome of the wide search: go on with the narrow one


@kernel
def item_sets(items: Numbers, starts: Numbers, low: Words, high: Words) -> None:
    """Write the items of each option, items[starts[p]:starts[p + 1]], as bits."""
    for p in range(len(low)):
        for place in range(starts[p], starts[p + 1]):
            if items[place] < 64:
                low[p] |= ONE << np.uint64(items[place])
            else:
                high[p] |= ONE << np.uint64(items[place] - 64)


@kernel
def fill_tables(count: int, blocks: int, low: Words, high: Words, covers: Words, possible: Words, start: int) -> None:
    """Make the tables of the options 0 … count - 1 from the items they cover; all are possible (row at `start`)."""
    words = blocks * BLOCK
    for i in range(128 * words):
        covers[i] = ZERO
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
    """Choose the item to cover at this level and list its candidates; False if some item has none."""
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
    possible: Words,
    candidates: Words,
    rest_low: Words,
    rest_high: Words,
    path: Numbers,
    state: Numbers,
    nodes: Numbers,
    buffer: Numbers,
) -> int:
    """Resume the WIDE or the INNER search until it is exhausted, must pause, or has few options left."""
    words = blocks * BLOCK
    lowest = state[BASE] if tier == INNER else 0
    level = state[tier]
    while level >= lowest:
        if state[BUDGET] <= 0:
            state[tier] = level
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
        state[BUDGET] -= blocks
        left_low = rest_low[level] & ~low[p]
        left_high = rest_high[level] & ~high[p]
        level += 1
        if level == pieces:
            level -= 1
            if left_low == ZERO and left_high == ZERO and record(path, state, buffer):
                state[tier] = level
                return PAUSED
            continue
        rest_low[level] = left_low
        rest_high[level] = left_high
        below = level * words
        for word in range(words):
            possible[below + word] = possible[row + word]
        for half in range(2):
            rest = low[p] if half == 0 else high[p]
            while rest != ZERO:
                item = (64 * half + zeros_below(rest)) * words
                rest &= rest - ONE
                for word in range(words):
                    possible[below + word] &= ~covers[item + word]
        if tier == WIDE:
            left = 0
            for word in range(words):
                left += ones(possible[below + word])
            if left <= NARROW:
                state[tier] = level
                return FEW_LEFT
        if not open_level(level, blocks, covers, possible, candidates, rest_low, rest_high):
            level -= 1
    state[tier] = level
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
    """Give new numbers to the options still possible at this level of the wide search; return how many there are."""
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
    state: Numbers,
    nodes: Numbers,
    path: Numbers,
    names: Numbers,
    low: Words,
    high: Words,
    covers: Words,
    possible: Words,
    candidates: Words,
    rest_low: Words,
    rest_high: Words,
    narrow_names: Numbers,
    narrow_low: Words,
    narrow_high: Words,
    narrow_covers: Words,
    narrow_possible: Words,
    narrow_candidates: Words,
    narrow_rest_low: Words,
    narrow_rest_high: Words,
    buffer: Numbers,
) -> int:
    """Resume the search."""
    while True:
        if state[INNER] >= state[BASE]:
            outcome = walk(
                INNER, pieces, 1, narrow_names, narrow_low, narrow_high, narrow_covers,
                narrow_possible, narrow_candidates, narrow_rest_low, narrow_rest_high,
                path, state, nodes, buffer,
            )  # fmt: skip
            if outcome == PAUSED:
                return PAUSED
        outcome = walk(
            WIDE, pieces, blocks, names, low, high, covers, possible, candidates, rest_low, rest_high,
            path, state, nodes, buffer,
        )  # fmt: skip
        if outcome != FEW_LEFT:
            return outcome
        level = state[WIDE]
        state[WIDE] = level - 1
        count = narrow_down(level, blocks * BLOCK, possible, low, high, narrow_names, narrow_low, narrow_high)
        fill_tables(count, 1, narrow_low, narrow_high, narrow_covers, narrow_possible, level * BLOCK)
        narrow_rest_low[level] = rest_low[level]
        narrow_rest_high[level] = rest_high[level]
        state[BASE] = level
        state[INNER] = level
        if not open_level(
            level, 1, narrow_covers, narrow_possible, narrow_candidates, narrow_rest_low, narrow_rest_high
        ):
            state[INNER] = level - 1

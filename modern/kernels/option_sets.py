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

from typing import NamedTuple

import numpy as np

from getallenband.modern.kernels.arrays import Numbers, Words
from getallenband.modern.kernels.bits import ALL, ONE, ZERO, ones, zeros_below
from getallenband.modern.kernels.compiled import kernel
from getallenband.modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, Progress, record

BLOCK = 8  # words: 512 bits, the widest vector register there is
NARROW = 64 * BLOCK  # options that one block holds

WIDE = OWN  # level of the wide search; -1 when the tree is exhausted
INNER = OWN + 1  # level of the narrow search; less than BASE when it is not under way
BASE = OWN + 2  # level at which the narrow search began

FEW_LEFT = 2  # outcome of the wide search: go on with the narrow one


class Table(NamedTuple):
    """The options of the wide or of the narrow search, and a row of sets for each level.

    names       the options' numbers in the problem
    low, high   the items of each option
    covers      for each item, the options that cover it
    possible, candidates, rest_low, rest_high   for each level: options still possible, those that cover the item
                chosen, items still to be covered
    """

    names: Numbers
    low: Words
    high: Words
    covers: Words
    possible: Words
    candidates: Words
    rest_low: Words
    rest_high: Words


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
def fill_tables(count: int, blocks: int, table: Table, start: int) -> None:
    """Make the tables of the options 0 … count - 1 from the items they cover; all are possible (row at `start`)."""
    words = blocks * BLOCK
    for i in range(128 * words):
        table.covers[i] = ZERO
    for p in range(count):
        bit = ONE << np.uint64(p & 63)
        word = p >> 6
        rest = table.low[p]
        while rest != ZERO:
            table.covers[zeros_below(rest) * words + word] |= bit
            rest &= rest - ONE
        rest = table.high[p]
        while rest != ZERO:
            table.covers[(64 + zeros_below(rest)) * words + word] |= bit
            rest &= rest - ONE
    for word in range(words):
        here = min(64, max(0, count - 64 * word))
        table.possible[start + word] = ALL if here == 64 else (ONE << np.uint64(here)) - ONE


@kernel
def open_level(level: int, blocks: int, table: Table) -> bool:
    """Choose the item to cover at this level and list its candidates; False if some item has none."""
    row = level * blocks * BLOCK
    fewest = 1 << 62
    best = 0
    for half in range(2):
        rest = table.rest_low[level] if half == 0 else table.rest_high[level]
        while rest != ZERO:
            item = (64 * half + zeros_below(rest)) * blocks * BLOCK
            rest &= rest - ONE
            total = 0
            for block in range(blocks):
                for word in range(BLOCK):
                    total += ones(
                        table.possible[row + block * BLOCK + word] & table.covers[item + block * BLOCK + word]
                    )
            if total < fewest:
                fewest = total
                best = item
                if total == 0:
                    return False
    for word in range(blocks * BLOCK):
        table.candidates[row + word] = table.possible[row + word] & table.covers[best + word]
    return True


@kernel
def walk(tier: int, pieces: int, blocks: int, table: Table, progress: Progress, buffer: Numbers) -> int:
    """Resume the WIDE or the INNER search until it is exhausted, must pause, or has few options left."""
    words = blocks * BLOCK
    lowest = progress.state[BASE] if tier == INNER else 0
    level = progress.state[tier]
    while level >= lowest:
        if progress.state[BUDGET] <= 0:
            progress.state[tier] = level
            return PAUSED
        row = level * words
        word = 0
        while word < words and table.candidates[row + word] == ZERO:
            word += 1
        if word == words:
            level -= 1
            continue
        chosen = table.candidates[row + word]
        table.candidates[row + word] = chosen & (chosen - ONE)
        p = 64 * word + zeros_below(chosen)
        progress.path[level] = table.names[p]
        progress.nodes[level] += 1
        progress.state[BUDGET] -= blocks
        left_low = table.rest_low[level] & ~table.low[p]
        left_high = table.rest_high[level] & ~table.high[p]
        level += 1
        if level == pieces:
            level -= 1
            if left_low == ZERO and left_high == ZERO and record(progress, buffer):
                progress.state[tier] = level
                return PAUSED
            continue
        table.rest_low[level] = left_low
        table.rest_high[level] = left_high
        below = level * words
        for word in range(words):
            table.possible[below + word] = table.possible[row + word]
        for half in range(2):
            rest = table.low[p] if half == 0 else table.high[p]
            while rest != ZERO:
                item = (64 * half + zeros_below(rest)) * words
                rest &= rest - ONE
                for word in range(words):
                    table.possible[below + word] &= ~table.covers[item + word]
        if tier == WIDE:
            left = 0
            for word in range(words):
                left += ones(table.possible[below + word])
            if left <= NARROW:
                progress.state[tier] = level
                return FEW_LEFT
        if not open_level(level, blocks, table):
            level -= 1
    progress.state[tier] = level
    return EXHAUSTED


@kernel
def narrow_down(level: int, words: int, wide: Table, inner: Table) -> int:
    """Give new numbers to the options still possible at this level of the wide search; return how many there are."""
    count = 0
    for word in range(words):
        rest = wide.possible[level * words + word]
        while rest != ZERO:
            p = 64 * word + zeros_below(rest)
            inner.names[count] = p
            inner.low[count] = wide.low[p]
            inner.high[count] = wide.high[p]
            count += 1
            rest &= rest - ONE
    return count


@kernel
def search(pieces: int, blocks: int, wide: Table, inner: Table, progress: Progress, buffer: Numbers) -> int:
    """Resume the search."""
    while True:
        if progress.state[INNER] >= progress.state[BASE]:
            outcome = walk(INNER, pieces, 1, inner, progress, buffer)  # fmt: skip
            if outcome == PAUSED:
                return PAUSED
        outcome = walk(WIDE, pieces, blocks, wide, progress, buffer)  # fmt: skip
        if outcome != FEW_LEFT:
            return outcome
        level = progress.state[WIDE]
        progress.state[WIDE] = level - 1
        count = narrow_down(level, blocks * BLOCK, wide, inner)
        fill_tables(count, 1, inner, level * BLOCK)
        inner.rest_low[level] = wide.rest_low[level]
        inner.rest_high[level] = wide.rest_high[level]
        progress.state[BASE] = level
        progress.state[INNER] = level
        if not open_level(level, 1, inner):
            progress.state[INNER] = level - 1

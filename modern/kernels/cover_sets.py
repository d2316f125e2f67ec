"""Exact cover of any size, with colours and multiplicities; the options still possible are the state of the search.

An option is one bit. covers[item] are the options that cover an item, so the candidates for an item are one AND with
the possible options, and their number is a count of ones. Choosing an option strikes out covers[item] of all its
items. The item with the fewest candidates is covered next; if some item has none, the branch is dead.

As soon as half of the options are struck out, the tables are made anew for the rest: the search moves to a tier whose
rows are half as long, and comes back when that is exhausted. Rows are whole blocks of 8 words.

The rows of `covers`: items to be covered once; items of other multiplicity; items that need not be covered; for each
colour of an item the options that give it. An option with a colour strikes out the options through that item with any
other colour or none (Knuth's XCC).

An item of other multiplicity has `bounds`: how many options through it are still needed, and how many are allowed.
Candidates tried for it are struck out for their later siblings, so every set of them is met once; at last, if no more
are needed, comes the branch without any. With c candidates and n needed there are c + 1 - n branches (Knuth's MCC).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from getallenband.modern.kernels.arrays import Numbers, Words
from getallenband.modern.kernels.bits import ALL, ONE, ZERO, ones, zeros_below
from getallenband.modern.kernels.compiled import kernel
from getallenband.modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, Progress, record

BLOCK = 8  # words: 512 bits, the widest vector register there is

LEVEL = OWN
TIER = OWN + 1
UNTABLED = OWN + 2  # options for which this tier's tables are still to be made
TRACED = OWN + 3  # items in the trace
STATE = OWN + 4

# What the search knows of a tier, in `tiers`.
WORDS = 0  # of a row
COVERS = 1  # where its part begins of `covers`
SETS = 2  # of `possible` and `candidates`
NAMES = 3  # of `names`
BASE = 4  # the level at which it was begun
ABOVE = 5  # the tier to which the search goes back
TIER_STATE = 6


class Sizes(NamedTuple):
    """Items covered once, items of other multiplicity, words for a bit of each of these, rows of `covers`."""

    single: int
    multiple: int
    across: int
    height: int


class Options(NamedTuple):
    """The rows of option p's items, items[starts[p]:starts[p + 1]], and of their colours or -1; each tier's names."""

    items: Numbers
    colours: Numbers
    starts: Numbers
    names: Numbers


class Rows(NamedTuple):
    """The sets of options of all tiers, and for each level what is left to be covered, its bounds, the item chosen."""

    covers: Words
    possible: Words
    candidates: Words
    rest: Words
    bounds: Numbers
    branching: Numbers


@kernel
def fill_tables(
    count: int, blocks: int, height: int, names_at: int, covers_at: int, row: int, options: Options, rows: Rows
) -> None:
    """Make the tables of `count` options, of which all are possible."""
    words = blocks * BLOCK
    for i in range(covers_at, covers_at + height * words):
        rows.covers[i] = ZERO
    for k in range(count):
        bit = ONE << np.uint64(k & 63)
        word = covers_at + (k >> 6)
        option = options.names[names_at + k]
        for node in range(options.starts[option], options.starts[option + 1]):
            rows.covers[word + options.items[node] * words] |= bit
            if options.colours[node] >= 0:
                rows.covers[word + options.colours[node] * words] |= bit
    for word in range(words):
        here = min(64, max(0, count - 64 * word))
        rows.possible[row + word] = ALL if here == 64 else (ONE << np.uint64(here)) - ONE


@kernel
def find_fewest(level: int, blocks: int, sizes: Sizes, covers_at: int, row: int, rows: Rows) -> int:
    """Return the item with the fewest branches, or minus one minus the item that has none."""
    fewest = 1 << 60
    best = 0
    for i in range(sizes.across):
        left = rows.rest[level * sizes.across + i]
        while left != ZERO:
            item = 64 * i + zeros_below(left)
            left &= left - ONE
            total = 0
            for block in range(blocks):
                for word in range(BLOCK * block, BLOCK * block + BLOCK):
                    total += ones(rows.possible[row + word] & rows.covers[covers_at + item * blocks * BLOCK + word])
            if item >= sizes.single:
                total += 1 - max(0, rows.bounds[2 * (level * sizes.multiple + item - sizes.single)])
            if total < fewest:
                fewest = total
                best = item
                if total <= 0:
                    return -1 - item
    return best


@kernel
def narrow_down(words: int, row: int, names_at: int, new_names_at: int, possible: Words, names: Numbers) -> int:
    """Give new numbers to the options still possible; return how many there are."""
    count = 0
    for word in range(words):
        left = possible[row + word]
        while left != ZERO:
            names[new_names_at + count] = names[names_at + 64 * word + zeros_below(left)]
            count += 1
            left &= left - ONE
    return count


@kernel
def search(
    sizes: Sizes, tiers: Numbers, options: Options, rows: Rows, progress: Progress, trace: Numbers, buffer: Numbers
) -> int:
    """Resume the search; rest[level] are the items still to be covered, as bits of `across` words."""
    level, tier, untabled = progress.state[LEVEL], progress.state[TIER], progress.state[UNTABLED]
    last_tier = len(tiers) // TIER_STATE - 1
    while True:
        at = tier * TIER_STATE
        words, covers_at, names_at, base = tiers[at], tiers[at + COVERS], tiers[at + NAMES], tiers[at + BASE]
        row = tiers[at + SETS] + level * words
        if untabled > 0:
            fill_tables(untabled, words // BLOCK, sizes.height, names_at, covers_at, row, options, rows)  # fmt: skip
            untabled = 0
        else:
            if level < base:
                if tier == 0:
                    progress.state[LEVEL], progress.state[TIER], progress.state[UNTABLED] = level, tier, 0
                    return EXHAUSTED
                tier = tiers[at + ABOVE]
                continue
            if progress.state[BUDGET] <= 0:
                progress.state[LEVEL], progress.state[TIER], progress.state[UNTABLED] = level, tier, 0
                return PAUSED
            word = 0
            while word < words and rows.candidates[row + word] == ZERO:
                word += 1
            below = row + words
            item = rows.branching[level]
            if word == words and (
                item < sizes.single or rows.bounds[2 * (level * sizes.multiple + item - sizes.single)] > 0
            ):
                level -= 1
                continue
            progress.state[BUDGET] -= words // BLOCK
            for i in range(sizes.across):
                rows.rest[(level + 1) * sizes.across + i] = rows.rest[level * sizes.across + i]
            for i in range(2 * sizes.multiple):
                rows.bounds[2 * (level + 1) * sizes.multiple + i] = rows.bounds[2 * level * sizes.multiple + i]
            if word == words:
                # No more of an item of other multiplicity: its candidates were struck out one by one.
                rows.branching[level] = -1
                progress.path[level] = -1
                rows.rest[(level + 1) * sizes.across + (item >> 6)] &= ~(ONE << np.uint64(item & 63))
                for i in range(words):
                    rows.possible[below + i] = rows.possible[row + i]
                level += 1
            else:
                bit = rows.candidates[row + word] & (~rows.candidates[row + word] + ONE)
                rows.candidates[row + word] &= ~bit
                if item >= sizes.single:
                    rows.possible[row + word] &= ~bit
                option = options.names[names_at + 64 * word + zeros_below(bit)]
                progress.path[level] = option
                progress.nodes[level] += 1
                for i in range(words):
                    rows.possible[below + i] = rows.possible[row + i]
                rows.possible[below + word] &= ~bit
                level += 1
                for node in range(options.starts[option], options.starts[option + 1]):
                    item = options.items[node]
                    covering = covers_at + item * words
                    done = True
                    if sizes.single <= item < sizes.single + sizes.multiple:
                        rows.bounds[2 * (level * sizes.multiple + item - sizes.single)] -= 1
                        rows.bounds[2 * (level * sizes.multiple + item - sizes.single) + 1] -= 1
                        done = rows.bounds[2 * (level * sizes.multiple + item - sizes.single) + 1] == 0
                    if done and item < sizes.single + sizes.multiple:
                        rows.rest[level * sizes.across + (item >> 6)] &= ~(ONE << np.uint64(item & 63))
                    if options.colours[node] >= 0:
                        same = covers_at + options.colours[node] * words
                        for i in range(words):
                            rows.possible[below + i] &= ~rows.covers[covering + i] | rows.covers[same + i]
                    elif done:
                        for i in range(words):
                            rows.possible[below + i] &= ~rows.covers[covering + i]
            left = ZERO
            for i in range(sizes.across):
                left |= rows.rest[level * sizes.across + i]
            if left == ZERO:
                for i in range(level, len(progress.path)):
                    progress.path[i] = -1
                level -= 1
                if record(progress, buffer):
                    progress.state[LEVEL], progress.state[TIER], progress.state[UNTABLED] = level, tier, 0
                    return PAUSED
                continue
            row = below
            if tier < last_tier:
                left_over = 0
                for i in range(words):
                    left_over += ones(rows.possible[row + i])
                narrow = tier
                while narrow < last_tier and left_over <= 64 * tiers[(narrow + 1) * TIER_STATE]:
                    narrow += 1
                if narrow > tier:
                    below = narrow * TIER_STATE
                    untabled = narrow_down(words, row, names_at, tiers[below + NAMES], rows.possible, options.names)
                    tiers[below + BASE] = level
                    tiers[below + ABOVE] = tier
                    if untabled > 0:
                        tier = narrow
                        continue
        # With a constant length the compiler unrolls the loops over a row.
        if words == BLOCK:
            best = find_fewest(level, 1, sizes, covers_at, row, rows)
        else:
            blocks = words // BLOCK
            best = find_fewest(level, blocks, sizes, covers_at, row, rows)
        if len(trace) > 0:
            trace[progress.state[TRACED]] = best if best >= 0 else -1 - best
            progress.state[TRACED] += 1
        if best < 0:
            level -= 1
            continue
        rows.branching[level] = best
        for word in range(words):
            rows.candidates[row + word] = rows.possible[row + word] & rows.covers[covers_at + best * words + word]

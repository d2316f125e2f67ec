"""Extend the states of frontier counting by one piece, for each set of pieces apart.

All ways to place a set of pieces begin with the ways to place it without one of them: the states of a set of pieces
follow from those of the sets with one piece less. The sets of a size are numbered in colexicographic order, which is
that of the integers whose bits are the pieces, and the states of one set stand together. So only the states of one set
at a time are in a hash table, which stays in the processor's caches.

A state is one word: the cells covered from the hole on (the frontier) in the low `window` bits, the number of ways to
it above. Where a number is too large for the bits that are left, there are two such states.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from getallenband.modern.kernels.arrays import Numbers, Words
from getallenband.modern.kernels.bits import ALL, ONE, ZERO, ones, zeros_below
from getallenband.modern.kernels.compiled import kernel
from getallenband.modern.kernels.resumable import EXHAUSTED, PAUSED

NUMBER, SET, COUNT = 0, 1, 2  # words of the state: the next set and its number, states written
STATE = 3

# Outcomes besides EXHAUSTED and PAUSED.
STATES_FULL = 2
TABLE_FULL = 3

SLICE = 1 << 18  # states extended between two pauses


class Sizes(NamedTuple):
    """Cells; bits of the window; what all numbers of cells of pieces are multiples of, and the least of them."""

    n_cells: int
    window: int
    common: int
    least: int


class Placed(NamedTuple):
    """cells[starts[h]:starts[h + 1]] are the placements of piece p at hole i, with h = p * n_cells + i.

    binomials[p * (len(volumes) + 1) + k] is p over k.
    """

    starts: Numbers
    cells: Words
    volumes: Numbers
    binomials: Numbers


class Grid(NamedTuple):
    """The steps between neighbours, and for each step and hole the cells of the window that have such a neighbour."""

    steps: Numbers
    stepping: Words


class Level(NamedTuple):
    """states[groups[g]:groups[g + 1]] are those of set number g."""

    states: Words
    groups: Numbers


class Hashed(NamedTuple):
    """The states of one set in a table with open addressing, and its slots that are taken."""

    table: Words
    slots: Numbers


@kernel
def add(state: np.uint64, window: int, hashed: Hashed, count: int) -> int:
    """Add a state to the table (open addressing); return how many slots are taken, `slots` has them in order."""
    mask = len(hashed.table) - 1
    front = state & ((ONE << np.uint64(window)) - ONE)
    ways = state >> np.uint64(window)
    most = ALL >> np.uint64(window)
    mixed = front * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64(mixed >> np.uint64(24)) & mask
    while hashed.table[slot] != ZERO and (
        hashed.table[slot] & ((ONE << np.uint64(window)) - ONE) != front
        or (hashed.table[slot] >> np.uint64(window)) + ways > most
    ):
        slot = (slot + 1) & mask
    if hashed.table[slot] == ZERO:
        hashed.table[slot] = state
        hashed.slots[count] = slot
        return count + 1
    hashed.table[slot] += ways << np.uint64(window)
    return count


@kernel
def has_dead_island(front: np.uint64, hole: int, sizes: Sizes, grid: Grid) -> bool:
    """Whether empty cells are cut off from those beyond the frontier, in a number that no pieces can cover."""
    below = front
    for shift in range(6):
        below |= below >> np.uint64(1 << shift)
    # Cells above the highest covered one are all empty, and so are those beyond the window: grow these first.
    empty = below & ~front
    island = ~below | (empty & grid.stepping[len(grid.steps) * sizes.n_cells + hole])
    empty = empty & ~island
    outside = True
    while True:
        while True:
            around = ZERO
            for k in range(len(grid.steps)):
                going = island & grid.stepping[k * sizes.n_cells + hole]
                if grid.steps[k] > 0:
                    around |= going << np.uint64(grid.steps[k])
                else:
                    around |= going >> np.uint64(-grid.steps[k])
            new = around & empty
            if new == ZERO:
                break
            empty &= ~new
            island |= new
        if not outside:
            size = ones(island)
            if size < sizes.least or size % sizes.common != 0:
                return True
        if empty == ZERO:
            return False
        island = empty & (~empty + ONE)
        empty &= ~island
        outside = False


@kernel
def number_without(pieces: np.uint64, left_out: int, binomials: Numbers, n_pieces: int) -> int:
    """Return the number of a set of pieces without one of them, among the sets of its size."""
    number = 0
    place = 0
    while pieces != ZERO:
        piece = zeros_below(pieces)
        pieces &= pieces - ONE
        if piece != left_out:
            place += 1
            number += binomials[piece * (n_pieces + 1) + place]
    return number


@kernel
def extend(sizes: Sizes, placed: Placed, grid: Grid, old: Level, new: Level, hashed: Hashed, state: Numbers) -> int:
    """Make the states of all sets of a size from those of the sets with one piece less."""
    n_pieces = len(placed.volumes)
    below = (ONE << np.uint64(sizes.window)) - ONE
    budget = SLICE
    while state[NUMBER] < len(new.groups) - 1:
        if budget <= 0:
            return PAUSED
        pieces = np.uint64(state[SET])
        volume = 0
        rest = pieces
        while rest != ZERO:
            volume += placed.volumes[zeros_below(rest)]
            rest &= rest - ONE
        count = 0
        crowded = False
        rest = pieces
        while rest != ZERO and not crowded:
            piece = zeros_below(rest)
            rest &= rest - ONE
            group = number_without(pieces, piece, placed.binomials, n_pieces)
            budget -= old.groups[group + 1] - old.groups[group]
            for i in range(old.groups[group], old.groups[group + 1]):
                front = old.states[i] & below
                ways = old.states[i] & ~below
                # All cells before the hole are covered, and those of the frontier: the pieces' volume tells it.
                hole = volume - placed.volumes[piece] - ones(front)
                if hole >= sizes.n_cells:
                    continue
                at = piece * sizes.n_cells + hole
                if count + placed.starts[at + 1] - placed.starts[at] > len(hashed.slots):
                    crowded = True
                    break
                for entry in range(placed.starts[at], placed.starts[at + 1]):
                    if placed.cells[entry] & front != ZERO:
                        continue
                    new_front = front | placed.cells[entry]
                    full = zeros_below(~new_front)
                    new_front = new_front >> np.uint64(full) if full < 64 else ZERO
                    if hole + full < sizes.n_cells and has_dead_island(new_front, hole + full, sizes, grid):
                        continue
                    count = add(new_front | ways, sizes.window, hashed, count)
        room = state[COUNT] + count <= len(new.states)
        for k in range(count):
            if room and not crowded:
                new.states[state[COUNT] + k] = hashed.table[hashed.slots[k]]
            hashed.table[hashed.slots[k]] = ZERO
        if crowded:
            return TABLE_FULL
        if not room:
            return STATES_FULL
        state[COUNT] += count
        state[NUMBER] += 1
        new.groups[state[NUMBER]] = state[COUNT]
        lowest = pieces & (~pieces + ONE)
        higher = pieces + lowest
        state[SET] = np.int64(higher | ((higher ^ pieces) >> np.uint64(2)) >> np.uint64(zeros_below(lowest)))
    return EXHAUSTED

"""Frontier counting: all ways to the same edge with the same pieces left are counted together, and never listed.

Cells are filled in a fixed scan, always at the first empty one. What can still happen depends on two sets alone: the
cells filled beyond the first empty one (the frontier), and the pieces used. Level by level, a table maps both to the
number of ways; the last level's is the number of solutions. This is a zero-suppressed decision diagram kept one
level at a time.

It wins where many ways merge: eighteen pieces in a rectangle of 5 by 18. `nodes` are the different states per level.
"""

from __future__ import annotations

import time
from math import gcd

import numpy as np
from numpy.typing import NDArray

from modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError
from modern.exact_cover.order import natural, neighbours
from modern.exact_cover.problem import Problem
from modern.kernels.compiled import kernel
from modern.kernels.driving import Ints, Longs

NAME = "frontier"
SUMMARY = "count without listing: merge all ways that reach the same frontier with the same pieces"
LISTS = False
Words = NDArray[np.uint64]
Table = tuple[Words, Longs]
_WORD = 64
_ALL = (1 << _WORD) - 1
_CHUNK = 1 << 16


def suits(problem: Problem) -> str | None:
    """Ask that the frontier and the pieces fit a machine word together, and that each piece has one size."""
    rank = {cell: i for i, cell in enumerate(natural(problem).scan)}
    reach = max((_span(p.cells, rank) for p in problem.placements), default=0)
    if reach + len(problem.pieces) > _WORD:
        return f"a frontier of {reach} cells and {len(problem.pieces)} pieces do not fit a word of {_WORD} bits"
    if len({(p.piece, len(p.cells)) for p in problem.placements}) > len(problem.pieces):
        return "a piece covers now more cells and now fewer"
    return None


def _span(cells: tuple[int, ...], rank: dict[int, int]) -> int:
    ranks = [rank[cell] for cell in cells]
    return max(ranks) - min(ranks)


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Count all solutions; the method cannot list, and so takes no limit."""
    reason = suits(problem)
    if reason is not None or on_solution is not None or limit is not None:
        raise UnsuitedError(reason or "frontier counting cannot list solutions, nor stop after some")
    started = time.perf_counter()
    rank = {cell: i for i, cell in enumerate(natural(problem).scan)}
    window = max((_span(p.cells, rank) for p in problem.placements), default=0)
    by_hole: list[list[tuple[int, int]]] = [[] for _ in problem.cells]
    volumes = np.zeros(len(problem.pieces), np.int32)
    for p in problem.placements:
        ranks = [rank[cell] for cell in p.cells]
        by_hole[min(ranks)].append((sum(1 << (r - min(ranks)) for r in ranks), 1 << p.piece))
        volumes[p.piece] = len(p.cells)
    starts = np.zeros(len(by_hole) + 1, np.int32)
    np.cumsum([len(entries) for entries in by_hole], out=starts[1:])
    cells = np.array([mask for entries in by_hole for mask, _ in entries], np.uint64)
    pieces = np.array([bit for entries in by_hole for _, bit in entries], np.uint64)
    nodes: list[int] = []
    tables = (starts, cells, pieces, volumes, *_neighbourhood(problem, rank))
    # A state is the frontier from the hole on in the low bits of a word, the pieces used above; beside it its ways.
    states: Table = (np.zeros(1, np.uint64), np.ones(1, np.int64))
    for _ in problem.pieces:
        grown, count = _empty_table(1 << 12), 0
        for begin in range(0, len(states[0]), _CHUNK):
            words, ways = states[0][begin : begin + _CHUNK], states[1][begin : begin + _CHUNK]
            at = 0
            while at < len(words):
                at, count = _extend(words, ways, at, window, *tables, *grown, count)
                if at < len(words):
                    larger = _empty_table(2 * len(grown[0]))
                    _insert_all(*grown, *larger)
                    grown = larger
            if stop is not None and stop():
                return Answer(0, tuple(nodes), None, time.perf_counter() - started, False)
        alive = grown[1] > 0
        states = (grown[0][alive], grown[1][alive])
        nodes.append(len(states[0]))
    # All pieces are laid; if the board is not full, their volumes differed from the board's.
    full = int(volumes.sum()) == len(problem.cells)
    return Answer(int(states[1].sum()) if full else 0, tuple(nodes), None, time.perf_counter() - started)


def _neighbourhood(problem: Problem, rank: dict[int, int]) -> tuple[Ints, Words, Ints]:
    """Return the steps in rank between neighbours; for each step and hole, which cells of the window there have it.

    The further, last row holds the cells with a neighbour beyond the window. The third array holds the greatest common
    divisor of the pieces' sizes and the least of them.
    """
    n_cells = len(problem.cells)
    sizes = [len(p.cells) for p in problem.placements] or [1]
    if not problem.is_geometric:
        return np.zeros(0, np.int32), np.zeros((1, n_cells), np.uint64), np.array([1, 1], np.int32)
    near = {rank[cell]: [rank[c] for c in cells] for cell, cells in enumerate(neighbours(problem))}
    steps = sorted({other - cell for cell, others in near.items() for other in others if abs(other - cell) < _WORD})
    stepping = np.zeros((len(steps) + 1, n_cells), np.uint64)
    for row, step in enumerate(steps):
        word = sum(1 << cell for cell, others in near.items() if cell + step in others)
        for hole in range(n_cells):
            stepping[row, hole] = (word >> hole) & _ALL
    for hole in range(n_cells):
        inside = range(hole, min(n_cells, hole + _WORD))
        stepping[-1, hole] = sum(1 << (cell - hole) for cell in inside if max(near[cell], default=0) >= hole + _WORD)
    return np.array(steps, np.int32), stepping, np.array([gcd(*sizes), min(sizes)], np.int32)


def _empty_table(size: int) -> Table:
    return np.zeros(size, np.uint64), np.zeros(size, np.int64)


@kernel
def _slot(word: int, words: Words, ways: Longs) -> int:
    """Return where the state stands in the table of open addresses, or the empty place where it belongs."""
    mask = len(ways) - 1
    mixed = np.uint64(word) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    slot = np.int64(mixed >> np.uint64(24)) & mask
    while ways[slot] != 0 and words[slot] != word:
        slot = (slot + 1) & mask
    return int(slot)


@kernel
def _insert_all(words: Words, ways: Longs, new_words: Words, new_ways: Longs) -> None:
    for i in range(len(ways)):
        if ways[i] != 0:
            slot = _slot(words[i], new_words, new_ways)
            new_words[slot], new_ways[slot] = words[i], ways[i]


@kernel
def _has_dead_island(front: int, hole: int, steps: Ints, stepping: Words, sizes: Ints) -> bool:
    """Tell whether empty cells are cut off, in a number that no pieces can fill, from those beyond the frontier."""
    one = np.uint64(1)
    below = np.uint64(front)
    for shift in (1, 2, 4, 8, 16, 32):
        below |= below >> np.uint64(shift)
    # Cells above the highest filled one are all empty, and so are those beyond the window: grow these first.
    empty = below & ~np.uint64(front)
    island = ~below | (empty & stepping[len(steps), hole])
    empty = empty & ~island
    outside = True
    while True:
        while True:
            around = np.uint64(0)
            for k in range(len(steps)):
                going = island & stepping[k, hole]
                if steps[k] > 0:
                    around |= going << np.uint64(steps[k])
                else:
                    around |= going >> np.uint64(-steps[k])
            new = around & empty
            if new == 0:
                break
            empty &= ~new
            island |= new
        if not outside:
            size = 0
            while island:
                island &= island - one
                size += 1
            if size < sizes[1] or size % sizes[0] != 0:
                return True
        if empty == 0:
            return False
        island = empty & (~empty + one)
        empty &= ~island
        outside = False


@kernel
def _extend(
    words: Words,
    ways: Longs,
    begin: int,
    window: int,
    starts: Ints,
    cells: Words,
    pieces: Words,
    volumes: Ints,
    steps: Ints,
    stepping: Words,
    sizes: Ints,
    new_words: Words,
    new_ways: Longs,
    count: int,
) -> tuple[int, int]:
    """Lay every piece at each hole from `begin` on; return where it stopped for want of room, and the states so far."""
    n_cells = len(starts) - 1
    one, width = np.uint64(1), np.uint64(window)
    below = (one << width) - one if window < 64 else ~np.uint64(0)
    most = 0
    for hole in range(n_cells):
        most = max(most, starts[hole + 1] - starts[hole])
    for i in range(begin, len(ways)):
        if count + most > len(new_ways) * 3 // 4:
            return i, count
        front = words[i] & below
        used = words[i] >> width if window < 64 else np.uint64(0)
        # The hole follows from the volume laid: all cells before it are filled, and those of the frontier.
        hole = 0
        for piece in range(len(volumes)):
            if (used >> np.uint64(piece)) & one:
                hole += volumes[piece]
        rest = front
        while rest:
            rest &= rest - one
            hole -= 1
        if hole >= n_cells:
            continue
        for entry in range(starts[hole], starts[hole + 1]):
            if (cells[entry] & front) != 0 or (pieces[entry] & used) != 0:
                continue
            new_front, next_hole = front | cells[entry], hole
            while new_front & one:
                new_front >>= one
                next_hole += 1
            if next_hole < n_cells and _has_dead_island(new_front, next_hole, steps, stepping, sizes):
                continue
            word = new_front | ((used | pieces[entry]) << width)
            slot = _slot(word, new_words, new_ways)
            if new_ways[slot] == 0:
                new_words[slot] = word
                count += 1
            new_ways[slot] += ways[i]
    return len(ways), count

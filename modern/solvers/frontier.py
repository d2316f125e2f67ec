"""Frontier counting: all ways to the same frontier with the same pieces left are counted together, and never listed.

Cells are covered in a fixed scan, always at the first empty one. What can still happen depends on two sets alone: the
cells covered beyond the first empty one (the frontier), and the pieces used. Level by level, a table maps both to the
number of ways; the last level's is the number of solutions. This is a zero-suppressed decision diagram kept one
level at a time.

It needs boards where many ways merge: eighteen pieces in a rectangle of 5 by 18. `nodes` are the distinct states.
"""

from __future__ import annotations

from math import gcd

import numpy as np

from modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError, takes_puzzles
from modern.exact_cover.order import natural, neighbours
from modern.exact_cover.problem import Problem
from modern.kernels.arrays import Numbers, Words, flatten, numbers, words
from modern.kernels.bits import ALL, ONE, ZERO, ones
from modern.kernels.compiled import kernel

LISTS = False
Table = tuple[Words, Numbers]
"""States (the frontier from the hole on in the low bits, the pieces used above), and the number of ways to each."""
_WORD = 64
_CHUNK = 1 << 16
AT, COUNT = 0, 1  # state words: where to go on in the old table, the states in the new one


def refusal(problem: Problem) -> str | None:
    """Refuse if frontier and pieces together do not fit a machine word, or a piece has more than one size."""
    if not problem.pieces:
        return takes_puzzles(problem)
    reach = _reach(problem, _ranks(problem))
    if reach + len(problem.pieces) > _WORD:
        return f"a frontier of {reach} cells and {len(problem.pieces)} pieces do not fit a word of {_WORD} bits"
    if len({(p.piece, len(p.cells)) for p in problem.placements}) > len(problem.pieces):
        return "the placements of a piece differ in size"
    return None


def _ranks(problem: Problem) -> dict[int, int]:
    return {cell: i for i, cell in enumerate(natural(problem).scan)}


def _reach(problem: Problem, rank: dict[int, int]) -> int:
    """Return how far a placement reaches beyond its first cell, at most."""
    spans = [[rank[cell] for cell in p.cells] for p in problem.placements]
    return max((max(span) - min(span) for span in spans), default=0)


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Count all solutions; the method cannot list them, and so takes no limit."""
    reason = refusal(problem)
    if reason is not None or on_solution is not None or limit is not None:
        raise UnsuitedError(reason or "frontier counting cannot list solutions, nor stop after some")
    rank = _ranks(problem)
    by_hole: list[list[tuple[int, int]]] = [[] for _ in problem.cells]
    volumes = numbers(len(problem.pieces))
    for p in problem.placements:
        ranks = [rank[cell] for cell in p.cells]
        by_hole[min(ranks)].append((sum(1 << (r - min(ranks)) for r in ranks), 1 << p.piece))
        volumes[p.piece] = len(p.cells)
    _, starts = flatten([[0] * len(entries) for entries in by_hole])
    cells = np.array([mask for entries in by_hole for mask, _ in entries], np.uint64)
    pieces = np.array([bit for entries in by_hole for _, bit in entries], np.uint64)
    sizes = [len(p.cells) for p in problem.placements] or [1]
    common, least = (gcd(*sizes), min(sizes)) if problem.is_geometric else (1, 1)
    state = numbers(2)
    tables = (_reach(problem, rank), common, least, starts, cells, pieces, volumes, *_neighbourhood(problem, rank))
    nodes: list[int] = []
    states: Table = (words(1), np.ones(1, np.int64))
    for _ in problem.pieces:
        grown: Table = (words(1 << 12), numbers(1 << 12))
        state[COUNT] = 0
        for begin in range(0, len(states[0]), _CHUNK):
            chunk = states[0][begin : begin + _CHUNK], states[1][begin : begin + _CHUNK]
            state[AT] = 0
            while state[AT] < len(chunk[0]):
                _extend(state, *tables, chunk[0], chunk[1], grown[0], grown[1])
                if state[AT] < len(chunk[0]):
                    larger = words(2 * len(grown[0])), numbers(2 * len(grown[0]))
                    _insert_all(*grown, *larger)
                    grown = larger
            if stop is not None and stop():
                return Answer(0, tuple(nodes), None, False)
        reached = grown[1] > 0
        states = (grown[0][reached], grown[1][reached])
        nodes.append(len(states[0]))
    # All pieces are placed; if the board is not full, their volumes differed from the board's.
    full = int(volumes.sum()) == len(problem.cells)
    return Answer(int(states[1].sum()) if full else 0, tuple(nodes), None)


def _neighbourhood(problem: Problem, rank: dict[int, int]) -> tuple[Numbers, Words]:
    """Return the steps in rank between neighbours; for each step and hole, the cells of the window that have it there.

    One more row at the end holds the cells with a neighbour beyond the window.
    """
    n_cells = len(problem.cells)
    if not problem.is_geometric:
        return numbers(0), words(n_cells)
    near = {rank[cell]: [rank[c] for c in cells] for cell, cells in enumerate(neighbours(problem))}
    steps = sorted({other - cell for cell, others in near.items() for other in others if abs(other - cell) < _WORD})
    stepping = [sum(1 << cell for cell, others in near.items() if cell + step in others) for step in steps]
    rows = [word >> hole & int(ALL) for word in stepping for hole in range(n_cells)]
    for hole in range(n_cells):
        inside = range(hole, min(n_cells, hole + _WORD))
        rows.append(sum(1 << (cell - hole) for cell in inside if max(near[cell], default=0) >= hole + _WORD))
    return np.array(steps, np.int64), np.array(rows, np.uint64)


@kernel
def _slot(word: np.uint64, table: Words, ways: Numbers) -> int:
    """Return where the state is in the table (open addressing), or the empty slot where it belongs."""
    mask = len(ways) - 1
    mixed = word * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    slot = np.int64(mixed >> np.uint64(24)) & mask
    while ways[slot] != 0 and table[slot] != word:
        slot = (slot + 1) & mask
    return int(slot)


@kernel
def _insert_all(table: Words, ways: Numbers, new_table: Words, new_ways: Numbers) -> None:
    for i in range(len(ways)):
        if ways[i] != 0:
            slot = _slot(table[i], new_table, new_ways)
            new_table[slot], new_ways[slot] = table[i], ways[i]


@kernel
def _has_dead_island(
    front: np.uint64, hole: int, n_cells: int, common: int, least: int, steps: Numbers, stepping: Words
) -> bool:
    """Whether empty cells are cut off from those beyond the frontier, in a number that no pieces can cover."""
    below = front
    for shift in range(6):
        below |= below >> np.uint64(1 << shift)
    # Cells above the highest covered one are all empty, and so are those beyond the window: grow these first.
    empty = below & ~front
    island = ~below | (empty & stepping[len(steps) * n_cells + hole])
    empty = empty & ~island
    outside = True
    while True:
        while True:
            around = ZERO
            for k in range(len(steps)):
                going = island & stepping[k * n_cells + hole]
                if steps[k] > 0:
                    around |= going << np.uint64(steps[k])
                else:
                    around |= going >> np.uint64(-steps[k])
            new = around & empty
            if new == ZERO:
                break
            empty &= ~new
            island |= new
        if not outside:
            size = ones(island)
            if size < least or size % common != 0:
                return True
        if empty == ZERO:
            return False
        island = empty & (~empty + ONE)
        empty &= ~island
        outside = False


@kernel
def _extend(
    state: Numbers,
    window: int,
    common: int,
    least: int,
    starts: Numbers,
    cells: Words,
    pieces: Words,
    volumes: Numbers,
    steps: Numbers,
    stepping: Words,
    table: Words,
    ways: Numbers,
    new_table: Words,
    new_ways: Numbers,
) -> None:
    """Place every piece at the hole of each state from state[AT] on, as long as there is room in the new table."""
    n_cells = len(starts) - 1
    width, count = np.uint64(window), state[COUNT]
    below = (ONE << width) - ONE if window < 64 else ALL
    most = 0
    for hole in range(n_cells):
        most = max(most, starts[hole + 1] - starts[hole])
    for i in range(state[AT], len(ways)):
        if count + most > len(new_ways) * 3 // 4:
            state[AT], state[COUNT] = i, count
            return
        front = table[i] & below
        used = table[i] >> width if window < 64 else ZERO
        # The hole follows from the volume placed: all cells before it are covered, and those of the frontier.
        hole = -ones(front)
        for piece in range(len(volumes)):
            if (used >> np.uint64(piece)) & ONE != ZERO:
                hole += volumes[piece]
        if hole >= n_cells:
            continue
        for entry in range(starts[hole], starts[hole + 1]):
            if cells[entry] & front != ZERO or pieces[entry] & used != ZERO:
                continue
            new_front, next_hole = front | cells[entry], hole
            while new_front & ONE != ZERO:
                new_front >>= ONE
                next_hole += 1
            if next_hole < n_cells and _has_dead_island(new_front, next_hole, n_cells, common, least, steps, stepping):
                continue
            word = new_front | ((used | pieces[entry]) << width)
            slot = _slot(word, new_table, new_ways)
            if new_ways[slot] == 0:
                new_table[slot] = word
                count += 1
            new_ways[slot] += ways[i]
    state[AT], state[COUNT] = len(ways), count

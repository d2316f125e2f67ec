"""The tables of `frontier_levels.py` for a problem, and its levels one after another.

for states in FrontierTables(problem).levels(pieces): ...
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, gcd

import numpy as np

from getallenband.modern.exact_cover.answer import Stop
from getallenband.modern.exact_cover.order import has_connected_pieces, natural, neighbours
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.kernels import frontier_levels
from getallenband.modern.kernels.arrays import Numbers, Words, flatten, numbers, words
from getallenband.modern.kernels.bits import ALL
from getallenband.modern.kernels.resumable import EXHAUSTED

_WORD = 64
_GROWTH = 1 << 20  # states by which a level's array grows


def ranks(problem: Problem) -> dict[int, int]:
    """Return the place of each cell in the scan."""
    return {cell: i for i, cell in enumerate(natural(problem).scan)}


def reach(problem: Problem, rank: dict[int, int]) -> int:
    """Return how far a placement reaches beyond its first cell, at most."""
    spans = [[rank[cell] for cell in p.cells] for p in problem.placements]
    return max((max(span) - min(span) for span in spans), default=0)


class FrontierTables:
    """A problem as `modern/kernels/frontier_levels.py` takes it.

    window    cells that a frontier may have
    masks     the placements of each piece at each hole (piece * cells + hole), as cells from the hole on
    volumes   cells of each piece
    """

    def __init__(self, problem: Problem) -> None:
        rank = ranks(problem)
        self.problem, self.window = problem, max(1, reach(problem, rank))
        self.masks: list[list[int]] = [[] for _ in problem.pieces for _ in problem.cells]
        self.volumes = [0] * len(problem.pieces)
        for p in problem.placements:
            places = [rank[cell] for cell in p.cells]
            hole = min(places)
            self.masks[p.piece * len(problem.cells) + hole].append(sum(1 << (place - hole) for place in places))
            self.volumes[p.piece] = len(p.cells)
        sizes = [len(p.cells) for p in problem.placements] or [1]
        # A piece of several parts may fill an island of any size, together with cells elsewhere.
        whole = problem.is_geometric and has_connected_pieces(problem)
        islands = (gcd(*sizes), min(sizes)) if whole else (1, 1)
        self.sizes = frontier_levels.Sizes(len(problem.cells), self.window, *islands)
        self.grid = frontier_levels.Grid(*_neighbourhood(problem, rank))

    def levels(self, pieces: list[int], stop: Stop = lambda: False) -> Iterator[Words]:
        """Yield the states of all sets of one of these pieces, of two, and so on; end early when asked to stop."""
        n_cells, n_pieces = len(self.problem.cells), len(pieces)
        masks, starts = flatten(self.masks[piece * n_cells + hole] for piece in pieces for hole in range(n_cells))
        volumes = np.array([self.volumes[piece] for piece in pieces], np.int64)
        binomials = np.array([comb(p, k) for p in range(n_pieces) for k in range(n_pieces + 1)], np.int64)
        placed = frontier_levels.Placed(starts, masks.view(np.uint64), volumes, binomials)
        old = frontier_levels.Level(np.full(1, 1 << self.window, np.uint64), np.array([0, 1], np.int64))
        hashed = frontier_levels.Hashed(words(1 << 10), numbers(1 << 9))
        for size in range(1, n_pieces + 1):
            new = frontier_levels.Level(words(0), numbers(comb(n_pieces, size) + 1))
            state = np.array([0, (1 << size) - 1, 0], np.int64)
            while True:
                outcome = frontier_levels.extend(self.sizes, placed, self.grid, old, new, hashed, state)
                if outcome == EXHAUSTED:
                    break
                if outcome == frontier_levels.STATES_FULL:
                    new.states.resize(len(new.states) + max(_GROWTH, len(hashed.slots)), refcheck=False)
                elif outcome == frontier_levels.TABLE_FULL:
                    hashed = frontier_levels.Hashed(words(2 * len(hashed.table)), numbers(2 * len(hashed.slots)))
                elif stop():
                    return
            new.states.resize(int(state[frontier_levels.COUNT]), refcheck=False)
            old = new
            yield old.states


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

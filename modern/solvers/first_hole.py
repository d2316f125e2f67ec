"""First hole: cover the first empty cell of a fixed scan with each form of each piece in turn, as de Bruijn did.

    solve(problem)                          # scan and forms in the order of the numbering
    solve_in_order(problem, order)          # those of a historical program (exact_cover/order.py)

The statistics are those of the historical programs, from geometry alone: a form is tried at the hole (attempts), its
piece is already used (unavailable), or it is tested cell by cell against the board and its edge (tested k: tests of its
k-th cell after the hole), and placed. Level 1 is the first piece placed, also where an order places it before the scan:
de Bruijn's étage e is then level e + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, takes_puzzles
from getallenband.modern.exact_cover.order import Form, Order, cells_of, form_of, natural, neighbours
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.kernels.arrays import Bytes, Ints, Numbers, flatten, numbers
from getallenband.modern.kernels.compiled import kernel
from getallenband.modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, Progress, record, run

LISTS = True
refusal = takes_puzzles

OFF_BOARD = -1
SLICE = 2_000_000  # forms tried

LEVEL, BACKTRACKING, LOWEST, LEAVE_LAST, WATCHED, WATCH_FROM, WATCH_TO = range(OWN, OWN + 7)


class Entries(NamedTuple):
    """All entries, see `_tables`, and the neighbours of the cell that is watched."""

    hole_starts: Ints
    piece: Ints
    ends: Ints
    placement: Ints
    cells: Ints
    cell_starts: Ints
    around: Ints


class Board(NamedTuple):
    """Which cells are filled and pieces used; for each level the hole, and the entry chosen there."""

    filled: Bytes
    used: Bytes
    holes: Ints
    chosen: Ints


class Counts(NamedTuple):
    """Attempts by level and number of tests; entries of used pieces passed over, by level."""

    tests: Numbers
    unavailable: Numbers


Entry = tuple[int, int, list[int]]
"""A form tried at a hole: piece, placement (or OFF_BOARD), scan ranks of its cells after the hole (or OFF_BOARD)."""


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    return solve_in_order(problem, natural(problem), on_solution=on_solution, limit=limit, stop=stop)


def solve_in_order(
    problem: Problem,
    order: Order,
    *,
    on_solution: OnSolution | None = None,
    limit: int | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Search in a given order, with the statistics `attempts`, `unavailable` and `tested k`, per level."""
    levels, n_cells = len(problem.pieces), len(problem.cells)
    if levels == 1 and order.first:
        order = replace(order, first=(), keep=order.first)  # a piece placed before the scan would leave it no level
    rank = {cell: i for i, cell in enumerate(order.scan)}
    entries = _entries(problem, order, rank)
    most_tests = max((len(cells) for hole in entries for _, _, cells in hole), default=0)
    tests, nodes, unavailable = numbers((most_tests + 1) * levels), numbers(levels), numbers(levels)
    watched, watch_from, watch_to = order.watch or (-1, 1, 0)
    around = np.array([rank[c] for c in neighbours(problem)[watched]] if watched >= 0 else [], np.int32)
    tables = Entries(*_tables(entries, n_cells), around)
    solutions, finished = 0, True
    for before in order.first or (None,):
        filled, used, path = np.zeros(n_cells + 2, np.uint8), np.zeros(levels, np.uint8), numbers(levels)
        filled[n_cells + 1] = 1  # stands for all cells beyond the edge
        lowest = 0 if before is None else 1
        if before is not None:
            tests[0] += 1
            nodes[0] += 1
            placement = problem.placements[before]
            filled[[rank[cell] for cell in placement.cells]] = 1
            used[placement.piece], path[0] = 1, before
        state = numbers(OWN + 7)
        state[OWN:] = lowest, 0, lowest, order.leave_last, rank.get(watched, -1), watch_from - 1, watch_to - 1
        holes, chosen = np.zeros(levels, np.int32), np.zeros(levels, np.int32)
        arguments = (
            tables,
            Board(filled, used, holes, chosen),
            Counts(tests, unavailable),
            Progress(state, nodes, path),
        )

        def search(buffer: Numbers) -> int:
            return _search(*arguments, buffer)  # noqa: B023 - called before the next turn

        left = None if limit is None else limit - solutions
        found, finished = run(search, state, levels, on_solution, left, stop, SLICE)
        solutions += found
        if not finished:
            break
    by_tests = tests.reshape(levels, most_tests + 1).T
    attempts = tuple((by_tests.sum(axis=0) + unavailable).tolist())
    counts = {"attempts": attempts, "unavailable": tuple(unavailable.tolist())}
    counts |= {f"tested {k}": tuple(by_tests[k:].sum(axis=0).tolist()) for k in range(1, most_tests + 1)}
    return Answer(solutions, tuple(nodes.tolist()), attempts, finished, counts)


def _entries(problem: Problem, order: Order, rank: dict[int, int]) -> list[list[Entry]]:
    """Return for each hole, in scan order, what is tried there.

    A form that sticks out of the board is tried too, as in the historical programs.
    """
    placed_before = {problem.placements[i].piece for i in order.first}
    allowed = range(len(problem.placements)) if order.keep is None else order.keep
    kept = [i for i in allowed if problem.placements[i].piece not in placed_before]
    covers = {i: tuple(sorted(map(rank.__getitem__, problem.placements[i].cells))) for i in kept}
    by_hole: list[list[Entry]] = [[] for _ in problem.cells]
    if not problem.is_geometric:
        # Turns of a jigsaw's piece that differ on the border alone cover the same cells, and each is an entry.
        turn = {piece: i for i, piece in enumerate(order.pieces)}
        for i in sorted(covers, key=lambda i: (turn[problem.placements[i].piece], i)):
            by_hole[covers[i][0]].append((problem.placements[i].piece, i, list(covers[i][1:])))
        return by_hole
    found = {(problem.placements[i].piece, ranks): i for i, ranks in covers.items()}
    forms = order.forms or tuple(_forms(problem, order, rank, kept))
    ranks_of = {cell: rank[i] for i, cell in enumerate(problem.cells)}
    numbering = order.numbering
    by_number = {} if numbering is None else {numbering.number(cell): i for cell, i in ranks_of.items()}
    for hole, cell in enumerate(order.scan):
        for form in forms:
            covered = cells_of(problem, cell, form)
            ranks = tuple(ranks_of.get(other, OFF_BOARD) for other in covered)
            index = found.get((form[0], ranks), OFF_BOARD)
            if index != OFF_BOARD or OFF_BOARD in ranks:
                if numbering is not None:
                    ranks = tuple(by_number.get(numbering.number(other), OFF_BOARD) for other in covered)
                by_hole[hole].append((form[0], index, list(ranks[1:])))
    return by_hole


def _forms(problem: Problem, order: Order, rank: dict[int, int], indices: list[int]) -> Iterator[Form]:
    """Yield the distinct forms of these placements: pieces in the order's order, then by shape."""
    forms = {form_of(problem, i, rank) for i in indices}
    for piece in order.pieces:
        yield from sorted(form for form in forms if form[0] == piece)


def _tables(by_hole: list[list[Entry]], n_cells: int) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """Return all entries as arrays: the start of each hole's, then of each entry piece, end, placement, cells, start.

    The end is that of the entries of the same piece: if the piece is used, all of these are skipped. The start is that
    of its cells.
    """
    entries = [entry for hole in by_hole for entry in hole]
    pieces = [entry[0] for entry in entries]
    ends: list[int] = []
    for hole in by_hole:
        for _, same in groupby(hole, key=itemgetter(0)):
            number = len(list(same))
            ends += [len(ends) + number] * number
    cells, starts = flatten([[n_cells + 1 if cell == OFF_BOARD else cell for cell in entry[2]] for entry in entries])
    placements = np.array([entry[1] for entry in entries], np.int32)
    _, hole_starts = flatten([[0] * len(hole) for hole in by_hole])
    hole_starts_, piece, ends_, cells_, starts_ = (
        np.array(values, np.int32) for values in (hole_starts, pieces, ends, cells, starts)
    )
    return hole_starts_, piece, ends_, placements, cells_, starts_


@kernel
def _search(entries: Entries, board: Board, counts: Counts, progress: Progress, buffer: Numbers) -> int:
    """Resume the search; `tests` counts attempts by level and the number of tests that each took."""
    level, backtracking, budget = progress.state[LEVEL], progress.state[BACKTRACKING], progress.state[BUDGET]
    lowest, leave_last = progress.state[LOWEST], progress.state[LEAVE_LAST]
    levels = len(board.used)
    n_cells = len(board.filled) - 2
    pause = False
    while level >= lowest and budget > 0 and not pause:
        if not backtracking:
            # Enter a level: look for the first hole, from the last one on.
            hole = board.holes[level - 1] if level > lowest else 0
            while board.filled[hole]:
                hole += 1
            board.holes[level] = hole
            entry = entries.hole_starts[hole] if hole < n_cells else 0
            end = entries.hole_starts[hole + 1] if hole < n_cells else 0
            watched = progress.state[WATCHED]
            if (
                watched >= 0
                and progress.state[WATCH_FROM] <= level <= progress.state[WATCH_TO]
                and not board.filled[watched]
            ):
                cut_off = True
                for i in range(len(entries.around)):
                    cut_off = cut_off and board.filled[entries.around[i]] == 1
                if cut_off:
                    entry = end
        else:
            # Return to a level: remove its piece and go on with the next form.
            hole = board.holes[level]
            entry = board.chosen[level]
            end = entries.hole_starts[hole + 1]
            board.filled[hole] = 0
            for i in range(entries.cell_starts[entry], entries.cell_starts[entry + 1]):
                board.filled[entries.cells[i]] = 0
            board.used[entries.piece[entry]] = 0
            entry += 1
            if leave_last and level == levels - 1:
                entry = end
        backtracking = 1
        row = level * (len(counts.tests) // levels)
        while entry < end:
            budget -= 1
            if board.used[entries.piece[entry]]:
                counts.unavailable[level] += entries.ends[entry] - entry
                entry = entries.ends[entry]
                continue
            first, last = entries.cell_starts[entry], entries.cell_starts[entry + 1]
            cell = first
            while cell < last and not board.filled[entries.cells[cell]]:
                cell += 1
            if cell == last:
                counts.tests[row + cell - first] += 1
                backtracking = 0
                break
            counts.tests[row + cell - first + 1] += 1
            entry += 1
        if backtracking:
            level -= 1
            continue
        progress.nodes[level] += 1
        board.chosen[level] = entry
        progress.path[level] = entries.placement[entry]
        board.used[entries.piece[entry]] = 1
        board.filled[hole] = 1
        for i in range(entries.cell_starts[entry], entries.cell_starts[entry + 1]):
            board.filled[entries.cells[i]] = 1
        if level < levels - 1:
            level += 1
            continue
        backtracking = 1
        complete = True
        for rest in range(hole, n_cells):
            complete = complete and board.filled[rest] == 1
        if complete:
            pause = record(progress, buffer)
    progress.state[LEVEL], progress.state[BACKTRACKING] = level, backtracking
    return EXHAUSTED if level < lowest else PAUSED

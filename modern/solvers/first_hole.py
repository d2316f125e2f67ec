"""First hole: fill the first empty cell of a fixed scan with every form of every piece in turn, as de Bruijn did.

    solve(problem)                          # scan and forms in the order of the numbering
    solve_in_order(problem, order)          # those of a historical program (exact_cover/order.py)

The statistics are those of the historical programs, from geometry alone: a form is tried at the hole (attempts), found
used up (unavailable), or tested cell by cell against the board and its rim (tested k: tests of its k-th cell after the
hole), and laid. Level 1 is the first piece laid, also where an order lays it before the scan: de Bruijn's étage e is
then level e + 1.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from modern.exact_cover.answer import Answer, OnSolution, Stop
from modern.exact_cover.order import Form, Order, cells_of, form_of, natural, neighbours
from modern.exact_cover.problem import Problem
from modern.kernels.compiled import kernel
from modern.kernels.driving import BUFFER_FULL, FINISHED, OUT_OF_BUDGET, Bytes, Ints, Longs, drive, flat

NAME = "first_hole"
SUMMARY = "de Bruijn's order: the first empty cell of a fixed scan, every form in turn"
LISTS = True
_OFF_BOARD = -1

# Without a sign a subscript need not be looked at for one: the search takes half the time.
Naturals = NDArray[np.uint32]
NOUGHT, ONE = np.uint32(0), np.uint32(1)


def suits(problem: Problem) -> str | None:
    """Say None: every problem has a first hole."""
    del problem
    return None


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Search in the order of the numbering."""
    return solve_in_order(problem, natural(problem), on_solution=on_solution, limit=limit, stop=stop)


def solve_in_order(
    problem: Problem,
    order: Order,
    *,
    on_solution: OnSolution | None = None,
    limit: int | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Search in a given order; with the statistics `attempts`, `unavailable` and `tested k`, per level."""
    started = time.perf_counter()
    levels = len(problem.pieces)
    rank = {cell: i for i, cell in enumerate(order.scan)}
    by_hole = _entries(problem, order, rank)
    entries = [entry for hole in by_hole for entry in hole]
    starts = np.zeros(len(by_hole) + 1, np.uint32)
    np.cumsum([len(hole) for hole in by_hole], out=starts[1:])
    piece = np.array([entry[0] for entry in entries], np.uint32)
    ends = np.array(_ends(by_hole), np.uint32)
    placement = np.array([entry[1] for entry in entries], np.int32)
    n_cells = len(problem.cells)
    further = [[n_cells + 1 if cell == _OFF_BOARD else cell for cell in entry[2]] for entry in entries]
    cells, cell_starts = (numbers.astype(np.uint32) for numbers in flat(further))
    watched, watch_from, watch_to = order.watch or (-1, 1, 0)
    around, _ = flat([[rank[c] for c in neighbours(problem)[watched]] if watched >= 0 else []])
    most_tests = max((len(entry[2]) for entry in entries), default=0)
    tests, laid_or_not = np.zeros((most_tests + 1, levels), np.int64), np.zeros((2, levels), np.int64)
    watch = np.array([rank.get(watched, -1), watch_from - 1, watch_to - 1], np.int32)
    buffer = np.zeros((1024, levels), np.int32)
    solutions, finished = 0, True
    for before in order.first or (None,):
        filled = np.zeros(n_cells + 2, np.uint8)
        filled[n_cells + 1] = 1  # stands for all cells beyond the rim
        used = np.zeros(levels, np.uint8)
        laid = np.zeros(levels, np.int32)
        base = 0
        if before is not None:
            base = 1
            tests[0, 0] += 1
            laid_or_not[0, 0] += 1
            filled[[rank[cell] for cell in problem.placements[before].cells]] = 1
            used[problem.placements[before].piece] = 1
            laid[problem.placements[before].piece] = before
        tables = (starts, piece, ends, placement, cells, cell_starts, watch, around)
        state = np.array([base, 0, int(order.leave_last), base], np.int64)
        holes, chosen = np.zeros(levels, np.uint32), np.zeros(levels, np.uint32)
        work = (filled, used, laid, holes, chosen, tests, laid_or_not, state)

        def stride(room: int, budget: int) -> tuple[int, int]:
            status, rows = _search(*tables, *work, buffer, room, budget)  # noqa: B023 - used before the next turn
            return int(status), int(rows)

        left = None if limit is None else limit - solutions
        found, finished = drive(stride, buffer, on_solution, left, stop)
        solutions += found
        if not finished:
            break
    nodes, unavailable = (tuple(map(int, row)) for row in laid_or_not)
    attempts = tuple(map(int, tests.sum(axis=0) + laid_or_not[1]))
    counts = {"attempts": attempts, "unavailable": unavailable}
    counts |= {f"tested {k}": tuple(map(int, tests[k:].sum(axis=0))) for k in range(1, most_tests + 1)}
    return Answer(solutions, nodes, attempts, time.perf_counter() - started, finished, counts)


def _entries(problem: Problem, order: Order, rank: dict[int, int]) -> list[list[tuple[int, int, list[int]]]]:
    """Return for each hole, in scan order, what is tried there: piece, placement, scan ranks of its further cells.

    A form that sticks out of the board is tried too, as in the historical programs; a cell beyond the rim has no rank.
    """
    allowed = range(len(problem.placements)) if order.keep is None else order.keep
    laid_before = {problem.placements[i].piece for i in order.first}
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    for i in allowed:
        p = problem.placements[i]
        if p.piece not in laid_before:
            found[p.piece, tuple(sorted(map(rank.__getitem__, p.cells)))] = i
    by_hole: list[list[tuple[int, int, list[int]]]] = [[] for _ in problem.cells]
    if not problem.is_geometric:
        turn = {piece: i for i, piece in enumerate(order.pieces)}
        for (piece, ranks), i in sorted(found.items(), key=lambda item: (turn[item[0][0]], item[1])):
            by_hole[ranks[0]].append((piece, i, list(ranks[1:])))
        return by_hole
    forms = order.forms or tuple(_forms(problem, order, rank, list(found.values())))
    number = {cell: rank[i] for i, cell in enumerate(problem.cells)}
    numbered = {} if order.strip is None else {order.strip.number(cell): i for cell, i in number.items()}
    for hole, cell in enumerate(order.scan):
        for piece, steps in forms:
            covered = cells_of(problem, cell, steps)
            ranks = tuple(number.get(other, _OFF_BOARD) for other in covered)
            index = found.get((piece, ranks), _OFF_BOARD)
            if index != _OFF_BOARD or _OFF_BOARD in ranks:
                if order.strip is not None:
                    ranks = tuple(numbered.get(order.strip.number(other), _OFF_BOARD) for other in covered)
                by_hole[hole].append((piece, index, list(ranks[1:])))
    return by_hole


def _ends(by_hole: list[list[tuple[int, int, list[int]]]]) -> list[int]:
    """Return for each entry where those of the same piece that follow it end: where the piece is used, all are."""
    found: list[int] = []
    for hole in by_hole:
        for _, entries in groupby(hole, key=itemgetter(0)):
            number = len(list(entries))
            found += [len(found) + number] * number
    return found


def _forms(problem: Problem, order: Order, rank: dict[int, int], indices: list[int]) -> Iterator[Form]:
    """Yield the different forms of these placements: pieces in the order's order, then by shape."""
    forms = {form_of(problem, i, rank) for i in indices}
    for piece in order.pieces:
        yield from sorted(form for form in forms if form[0] == piece)


@kernel
def _search(
    starts: Naturals,
    piece: Naturals,
    ends: Naturals,
    placement: Ints,
    cells: Naturals,
    cell_starts: Naturals,
    watch: Ints,
    around: Ints,
    filled: Bytes,
    used: Bytes,
    laid: Ints,
    holes: Naturals,
    chosen: Naturals,
    tests: Longs,
    laid_or_not: Longs,
    state: Longs,
    buffer: Ints,
    room: int,
    budget: int,
) -> tuple[int, int]:
    """Search on from `state` (level, whether a piece lies at that level, leave_last, lowest level).

    ends         of each entry: where the entries of the same piece that follow it end
    tests        attempts by the number of tests that each took, and by level
    laid_or_not  entries laid, and entries passed over because their piece is used, by level
    """
    level, lies, leave_last, base = state[0], state[1], state[2], state[3]
    levels = len(used)
    n_cells = len(filled) - 2
    rows = 0
    while True:
        if lies == 0:
            # Enter a level: look for the first hole, from the last one on.
            hole = holes[level - 1] if level > base else NOUGHT
            while filled[hole]:
                hole += ONE
            holes[level] = hole
            entry = starts[hole] if hole < n_cells else NOUGHT
            end = starts[hole + ONE] if hole < n_cells else NOUGHT
            if watch[0] >= 0 and watch[1] <= level <= watch[2] and not filled[watch[0]]:
                cut_off = True
                for near in around:
                    cut_off = cut_off and filled[near] == 1
                if cut_off:
                    entry = end
        else:
            # Come back to a level: take its piece away and go on with the next form.
            hole = holes[level]
            entry = chosen[level]
            end = starts[hole + ONE]
            filled[hole] = 0
            for i in range(cell_starts[entry], cell_starts[entry + ONE]):
                filled[cells[i]] = 0
            used[piece[entry]] = 0
            entry += ONE
            if leave_last and level == levels - 1:
                entry = end
        lies = 0
        while entry < end:
            budget -= 1
            if used[piece[entry]]:
                laid_or_not[1, level] += ends[entry] - entry
                entry = ends[entry]
                continue
            first, last = cell_starts[entry], cell_starts[entry + ONE]
            cell = first
            while cell < last and not filled[cells[cell]]:
                cell += ONE
            if cell == last:
                tests[cell - first, level] += 1
                lies = 1
                break
            tests[cell - first + ONE, level] += 1
            entry += ONE
        if lies:
            laid_or_not[0, level] += 1
            chosen[level] = entry
            laid[piece[entry]] = placement[entry]
            used[piece[entry]] = 1
            filled[hole] = 1
            for i in range(cell_starts[entry], cell_starts[entry + ONE]):
                filled[cells[i]] = 1
            if level < levels - 1:
                level += 1
                lies = 0
                continue
            complete = True
            for rest in range(hole, n_cells):
                complete = complete and filled[rest] == 1
            if complete:
                buffer[rows] = laid
                rows += 1
        else:
            level -= 1
            if level < base:
                return FINISHED, rows
            lies = 1
        if rows == room or budget < 0:
            state[0], state[1] = level, lies
            return (BUFFER_FULL if rows == room else OUT_OF_BUDGET), rows

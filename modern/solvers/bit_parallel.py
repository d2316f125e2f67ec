"""The fastest solver: the whole state of the search in a few machine words, candidates found by one AND.

    solve(problem).solutions

Two searches, each the faster on its ground:

- polyominoes on a board of squares: the first hole is filled next, and two look-ups in tables of the window after it
  give every form that fits (`modern/kernels/window_tables.py`): many cheap nodes;
- everything else: all placements still possible are a row of bits, laying a piece is one AND, and the item with the
  fewest candidates is filled next (`modern/kernels/option_sets.py`): few dear nodes.

Both are compiled, and pause several times a second to hand over solutions and to ask whether to stop. Both gain much
from a piece that symmetry-breaking left with few placements. Best is a large piece with few orbits, an orbit whose
placement is itself symmetric counting double (its remaining symmetry needs a second search): the X of the pentominoes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, chain
from time import perf_counter

import numpy as np

from modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError
from modern.exact_cover.problem import Problem
from modern.geometry.lattices import Cell
from modern.kernels import option_sets, window_tables
from modern.kernels.bits import Numbers
from modern.kernels.registers import BUDGET, EXHAUSTED, FILLED, FOUND, LIMIT, PAUSED, REGISTERS, ROOM

NAME = "bit_parallel"
SUMMARY = "sets of placements as bits of a few machine words, compiled; the fastest"
LISTS = True

PLACEMENTS = 30_000  # the table of which can stand beside which grows with their square, here to 110 MB
ITEMS = 128  # bits of the two words that hold the items still to be covered
WIDTH = 15  # of a board in windows of 64 places
LENGTH = 1000  # places that the first-hole search can number
AT_A_TIME = 4096  # solutions that the compiled search collects before it hands them over
SLICE = 1_000_000  # placements between two pauses: about a tenth of a second


@dataclass
class Search:
    """A compiled search under way: call `advance` until it returns EXHAUSTED."""

    advance: Callable[[], int]
    registers: Numbers
    nodes: Numbers
    buffer: Numbers


def suits(problem: Problem) -> str | None:
    """Say why this solver cannot take the problem, or None."""
    items = len(problem.cells) + len(problem.pieces)
    if items > ITEMS:
        return f"it holds {ITEMS} cells and pieces, the problem has {items}"
    if len(problem.placements) > PLACEMENTS:
        return f"it holds {PLACEMENTS} placements, the problem has {len(problem.placements)}"
    if not problem.pieces:
        return "there are no pieces"
    return None


def solve(
    problem: Problem,
    *,
    on_solution: OnSolution | None = None,
    limit: int | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Search the whole tree, or until `limit` or `stop`; solutions come in the order of the search."""
    reason = suits(problem)
    if reason is not None:
        raise UnsuitedError(reason)
    started = perf_counter()
    listing = on_solution is not None
    search = first_hole_search(problem, listing) or fewest_first_search(problem, listing)
    registers, pieces = search.registers, len(problem.pieces)
    registers[LIMIT] = -1 if limit is None else limit
    outcome = PAUSED
    while registers[FOUND] != registers[LIMIT] and not (stop is not None and stop()):
        registers[BUDGET] = SLICE
        registers[FILLED] = 0
        outcome = search.advance()
        if on_solution is not None:
            for solution in search.buffer[: registers[FILLED] * pieces].reshape(-1, pieces).tolist():
                on_solution(tuple(solution))
        if outcome == EXHAUSTED:
            break
    return Answer(
        solutions=int(registers[FOUND]),
        nodes=tuple(search.nodes.tolist()),
        seconds=perf_counter() - started,
        finished=outcome == EXHAUSTED,
    )


def fewest_first_search(problem: Problem, listing: bool) -> Search:
    """Make the tables of `modern/kernels/option_sets.py` for a problem of at most 128 items."""
    block, narrow = option_sets.BLOCK, option_sets.NARROW
    pieces, cells, count = len(problem.pieces), len(problem.cells), len(problem.placements)
    blocks = max(1, -(-count // narrow))
    words = blocks * block
    piece_of = np.fromiter((p.piece for p in problem.placements), np.int64, count)
    covered, starts = covered_cells(problem)
    low, high = _words(count), _words(count)
    option_sets.item_sets(cells, covered, starts, piece_of, low, high)
    registers, nodes, buffer = _numbers(REGISTERS), _numbers(pieces), _numbers(AT_A_TIME * pieces * listing)
    registers[ROOM] = AT_A_TIME * listing
    registers[option_sets.INNER] = -1
    wide = (
        np.arange(count), low, high, _words(ITEMS * words), _words(count * words),
        _words(pieces * words), _words(pieces * words), _words(pieces), _words(pieces),
    )  # fmt: skip
    _, _, _, covers, fellows, possible, candidates, rest_low, rest_high = wide
    inner = (
        _numbers(narrow), _words(narrow), _words(narrow), _words(ITEMS * block), _words(narrow * block),
        _words(pieces * block), _words(pieces * block), _words(pieces), _words(pieces),
    )  # fmt: skip
    option_sets.fill_tables(count, blocks, low, high, covers, fellows, possible, 0)
    items = (1 << (cells + pieces)) - 1
    rest_low[0], rest_high[0] = items & (2**64 - 1), items >> 64
    if not option_sets.open_level(0, blocks, covers, possible, candidates, rest_low, rest_high):
        registers[option_sets.WIDE] = -1
    path = _numbers(pieces)

    def advance() -> int:
        return option_sets.search(pieces, blocks, registers, nodes, piece_of, path, buffer, *wide, *inner)

    return Search(advance, registers, nodes, buffer)


def first_hole_search(problem: Problem, listing: bool) -> Search | None:
    """Make the tables of `modern/kernels/window_tables.py`; None if the problem is not one for it."""
    pieces, count = len(problem.pieces), len(problem.placements)
    by_piece = problem.placements_by_piece()
    sizes = [len(problem.placements[indices[0]].cells) if indices else 0 for indices in by_piece]
    if problem.lattice != "square" or pieces < 2 or sum(sizes) != len(problem.cells) or 0 in sizes:
        return None
    if any(len(p.cells) != sizes[p.piece] for p in problem.placements):
        return None
    board = Board.of(problem.cells)
    if board is None:
        return None
    first = min(range(pieces), key=lambda piece: len(by_piece[piece]))
    near_bits = min(max(8, board.width + 3), 12)
    covered, starts = covered_cells(problem)
    piece_of = np.fromiter((p.piece for p in problem.placements), np.int64, count)
    flipped = sorted((board.flip_towards(problem.placements[i].cells), i) for i in by_piece[first])
    flips, roots = np.array(flipped, np.int64).T.copy()
    fillable = _numbers(65)
    for size in subset_sums(sizes):
        fillable[min(size, 64)] = 1
    live = _words(board.width << near_bits)
    window_tables.find_live(board.width, near_bits, fillable, live)
    forms, others, form_piece = _words(window_tables.FORMS), _words(window_tables.FORMS), _numbers(window_tables.FORMS)
    allowed, named = _words(board.length + 1), _numbers((board.length + 1) * window_tables.FORMS)
    ranges = _numbers(3 * window_tables.RANGES)
    for flip in set(flips.tolist()):
        found = window_tables.find_forms(
            board.length, near_bits, first, flip, board.places, covered, starts, piece_of,
            forms, others, form_piece, allowed, named, ranges,
        )  # fmt: skip
        if found < 0 or board.gap + max(int(form).bit_length() for form in forms[:found]) > 62:
            return None
    registers, nodes, buffer = _numbers(REGISTERS), _numbers(pieces), _numbers(AT_A_TIME * pieces * listing)
    registers[ROOM] = AT_A_TIME * listing
    registers[window_tables.FLIP] = -1
    stack = window_tables.FORMS * pieces
    arrays = (
        registers, nodes, _numbers(pieces), buffer, piece_of, covered, starts, live, roots, flips, board.places,
        forms, others, form_piece, allowed, named, _words(board.width << near_bits),
        _words(1 << window_tables.FAR_BITS), ranges, np.arange(board.length + 1) % board.width << near_bits,
        _words(board.length + 1), _words(stack), _words(stack), _words(stack), _numbers(stack),
    )  # fmt: skip

    def advance() -> int:
        return window_tables.search(pieces, board.width, board.length, near_bits, *arrays)

    return Search(advance, registers, nodes, buffer)


@dataclass(frozen=True)
class Board:
    """A board of squares, its bounding box numbered along the short side, in each of four flips.

    width, length  places on the short side, and in all
    places         for each flip, for each cell: its place
    gap            the longest run of places that are no cells
    """

    width: int
    length: int
    places: Numbers
    gap: int
    middle: tuple[float, float]
    along: Numbers

    @classmethod
    def of(cls, cells: tuple[Cell, ...]) -> Board | None:
        """Give numbers to a board; None if it is too large."""
        points = np.array(cells, np.int64)
        points -= points.min(axis=0)
        extent = points.max(axis=0) + 1
        if extent[0] < extent[1]:
            points, extent = points[:, ::-1], extent[::-1]
        length, width = int(extent[0]), int(extent[1])
        if width > WIDTH or length * width > LENGTH:
            return None
        flips = [
            (length - 1 - points[:, 0] if flip & 2 else points[:, 0]) * width
            + (width - 1 - points[:, 1] if flip & 1 else points[:, 1])
            for flip in range(4)
        ]
        gap = int(np.diff(np.sort(flips[0])).max(initial=1)) - 1
        return cls(width, length * width, np.concatenate(flips), gap, ((length - 1) / 2, (width - 1) / 2), points)

    def flip_towards(self, cells: tuple[int, ...]) -> int:
        """Return the flip that brings these cells nearest to the beginning."""
        down, across = self.along[list(cells)].mean(axis=0)
        return 2 * int(down > self.middle[0]) + int(across > self.middle[1])


def subset_sums(sizes: list[int]) -> set[int]:
    """Return the sizes of all sets of pieces."""
    sums = {0}
    for size in sizes:
        sums |= {total + size for total in sums}
    return sums


def covered_cells(problem: Problem) -> tuple[Numbers, Numbers]:
    """Return the cells of all placements one after the other, and where those of each placement start (and the end)."""
    starts = np.fromiter(accumulate((len(p.cells) for p in problem.placements), initial=0), np.int64)
    cells = chain.from_iterable(p.cells for p in problem.placements)
    return np.fromiter(cells, np.int64, int(starts[-1])), starts


def _words(length: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.zeros(length, np.uint64)


def _numbers(length: int) -> Numbers:
    return np.zeros(length, np.int64)

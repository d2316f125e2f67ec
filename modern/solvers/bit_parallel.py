"""The fastest solver: the whole state of the search in a few machine words, candidates found by one AND.

    solve(problem).solutions

Three searches, each the fastest on its ground:

- polyominoes on a board of squares: the first hole is covered next, and two look-ups in tables of the window after it
  give every form that fits (`modern/kernels/window_tables.py`): many cheap nodes;
- other puzzles of at most 128 items: all options still possible are a row of bits, choosing one is a few ANDs, and the
  item with the fewest candidates is covered next (`modern/kernels/option_sets.py`): few expensive nodes;
- everything else, with colours, multiplicities, repeated pieces: the same at any size (`modern/kernels/cover_sets.py`).

Pieces of one shape are searched as copies of one, and each solution found counts for all their exchanges.

All gain much from a piece to which symmetry breaking left few placements. Best is a large piece with few orbits, where
an orbit whose placement is itself symmetric counts double (its remaining symmetry needs a second search): the X of the
pentominoes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from getallenband.modern.exact_cover.alike import merge_alike, solve_merged
from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError, takes_puzzles
from getallenband.modern.exact_cover.order import has_connected_pieces
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.search_tree import Scan
from getallenband.modern.kernels import option_sets, window_tables
from getallenband.modern.kernels.arrays import Numbers, Words, flatten, numbers, words
from getallenband.modern.kernels.cover_rows import CoverRows, cover_search
from getallenband.modern.kernels.resumable import OWN, Progress, Search, piece_of, run

LISTS = True
merge = merge_alike

PLACEMENTS = 30_000  # beyond this the search at any size, whose rows are halved again and again
ITEMS = 128  # bits of the two words that hold the items still to be covered
TABLES = 1 << 25  # words that the tables for larger problems may have: 256 MB
WINDOW = 64  # places of a window
WIDTH = 15  # of a board in windows
LENGTH = 1000  # places that the window tables can number


def refusal(problem: Problem) -> str | None:
    merged = merge(problem)
    return _refusal(problem if merged is None else merged.problem)


def _refusal(searched: Problem) -> str | None:
    if searched.levels == 0:
        return "there are no pieces"
    if is_small(searched):
        return None
    size = CoverRows.of(searched).words()
    return f"its tables hold {TABLES:,} words, the problem needs {size:,}" if size > TABLES else None


def is_small(problem: Problem) -> bool:
    """Whether the tables of `modern/kernels/option_sets.py` suit a problem."""
    return takes_puzzles(problem) is None and problem.items <= ITEMS and len(problem.placements) <= PLACEMENTS


def how(problem: Problem) -> str:
    """Say which of the three searches suits a problem."""
    merged = merge(problem)
    searched = problem if merged is None else merged.problem
    if window_search(searched) is not None:
        return "window_tables, which look up the pieces that fit a hole"
    if is_small(searched):
        return "option_sets, all options as one row of bits"
    return "cover_sets, rows of bits that are halved as options are struck out"


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    merged = merge(problem)
    if merged is not None:
        return solve_merged(merged, solve, on_solution, limit, stop)
    reason = _refusal(problem)
    if reason is not None:
        raise UnsuitedError(reason)
    search = window_search(problem) or (option_set_search if is_small(problem) else cover_search)(problem)
    solutions, finished = run(search.resume, search.state, problem.levels, on_solution, limit, stop)
    nodes = search.nodes if takes_puzzles(problem) is None else np.trim_zeros(search.nodes, "b")
    return Answer(solutions, tuple(nodes.tolist()), None, finished)


def option_set_search(problem: Problem) -> Search:
    """Make the tables of `modern/kernels/option_sets.py` for a problem of at most 128 items."""
    block, narrow = option_sets.BLOCK, option_sets.NARROW
    pieces, count = len(problem.pieces), len(problem.placements)
    blocks = max(1, -(-count // narrow))
    low, high = words(count), words(count)
    option_sets.item_sets(*flatten(problem.options), low, high)
    progress = Progress(numbers(OWN + 3), numbers(pieces), numbers(pieces))
    progress.state[option_sets.INNER] = -1
    wide = option_sets.Table(
        np.arange(count), low, high, words(ITEMS * blocks * block),
        words(pieces * blocks * block), words(pieces * blocks * block), words(pieces), words(pieces),
    )  # fmt: skip
    inner = option_sets.Table(
        numbers(narrow), words(narrow), words(narrow), words(ITEMS * block),
        words(pieces * block), words(pieces * block), words(pieces), words(pieces),
    )  # fmt: skip
    option_sets.fill_tables(count, blocks, wide, 0)
    items = (1 << problem.items) - 1
    wide.rest_low[0], wide.rest_high[0] = items & (2**64 - 1), items >> 64
    if not option_sets.open_level(0, blocks, wide):
        progress.state[option_sets.WIDE] = -1
    return Search(
        lambda buffer: option_sets.search(pieces, blocks, wide, inner, progress, buffer), progress.state, progress.nodes
    )


def scan(problem: Problem) -> Scan | None:
    """Return the order in which the search by windows covers a problem; None if another search suits it."""
    board = _board(problem)
    if board is None:
        return None
    first = _first_piece(problem)
    alone = problem.copies[first] == 1
    orders: list[list[int]] = [np.argsort(places).tolist() for places in np.split(board.places, 4)]

    @cache
    def order_after(option: int) -> Sequence[int]:
        return [len(problem.cells) + first, *orders[board.flip_towards(problem.placements[option].cells)]]

    def order(chosen: Sequence[int]) -> Sequence[int]:
        if not alone:
            return orders[0]
        # A piece that may be left out is no item to be covered, though the board be full only with it.
        return order_after(chosen[0]) if chosen else [len(problem.cells) + first, *orders[0]]

    return order


def _first_piece(problem: Problem) -> int:
    return min(range(len(problem.pieces)), key=lambda piece: len(problem.placements_by_piece[piece]))


def _board(problem: Problem) -> Board | None:
    """Return the board if the search by windows suits a problem."""
    if problem.lattice != "square" or problem.rings or sum(problem.copies) < 2:
        return None
    by_piece = problem.placements_by_piece
    sizes = [len(problem.placements[indices[0]].cells) if indices else 0 for indices in by_piece]
    covered = sum(size * copies for size, copies in zip(sizes, problem.copies, strict=True))
    if covered != len(problem.cells) or 0 in sizes:
        return None
    if any(len(p.cells) != sizes[p.piece] for p in problem.placements):
        return None
    return Board.of(problem.cells)


def window_search(problem: Problem) -> Search | None:
    """Make the tables of `modern/kernels/window_tables.py`; None if the problem does not suit it."""
    board = _board(problem)
    if board is None:
        return None
    by_piece, repeated = problem.placements_by_piece, max(problem.copies) > 1
    sizes = [len(problem.placements[indices[0]].cells) for indices in by_piece]
    copy_bits = min(62 // len(sizes), 32) if repeated else 0
    if repeated and max(problem.copies) >> copy_bits:
        return None
    first = _first_piece(problem)
    if problem.copies[first] > 1:
        first = -1
    pieces = sum(problem.copies) + (first < 0)
    all_sizes = [size for size, copies in zip(sizes, problem.copies, strict=True) for _ in range(copies)]
    near_bits = min(max(8, board.width + 3), 13)
    pieces_of = piece_of(problem)
    covered, starts = flatten(p.cells for p in problem.placements)
    flipped = sorted((board.flip_towards(problem.placements[i].cells), i) for i in by_piece[first])
    if first < 0:
        flipped = [(0, len(pieces_of))]
        pieces_of, starts = np.append(pieces_of, first), np.append(starts, starts[-1])
    flips, roots = np.array(flipped, np.int64).T.copy()
    # A piece of several parts may fill an island of any size, together with cells elsewhere.
    island_sizes = subset_sums(all_sizes) if has_connected_pieces(problem) else set(range(65))
    live = live_windows(board.width, near_bits, frozenset(min(size, 64) for size in island_sizes))
    sizes_of_search = window_tables.Sizes(pieces, board.width, board.length, near_bits, copy_bits)
    placements = window_tables.Placements(pieces_of, covered, starts, board.places)
    forms = window_tables.Forms(
        words(window_tables.FORMS), words(window_tables.FORMS), numbers(window_tables.FORMS),
        words(board.length + 1), numbers((board.length + 1) * window_tables.FORMS), numbers(3 * window_tables.RANGES),
    )  # fmt: skip
    for flip in set(flips.tolist()):
        found = window_tables.find_forms(sizes_of_search, first, flip, placements, forms)
        if found < 0:
            return None
        # The window must show the next hole. The forms laid so far reach at most `longest` places from this one; what
        # else is not free is no cell or under the root, so the next hole is at most `run` places further. It exists,
        # since it is not looked for after the last piece.
        longest = max(int(form).bit_length() for form in forms.cells[:found])
        run = max(board.longest_run(flip, covered[starts[root] : starts[root + 1]]) for root in roots[flips == flip])
        if longest + run >= WINDOW:
            return None
    state, nodes, stack = numbers(window_tables.STATE), numbers(pieces), window_tables.FORMS * pieces
    state[window_tables.FLIP] = -1
    state[window_tables.COPIES] = sum(copies << piece * copy_bits for piece, copies in enumerate(problem.copies))
    tables = window_tables.Tables(
        live, words(board.width << near_bits), words(1 << window_tables.FAR_BITS),
        np.arange(board.length + 1) % board.width << near_bits, words(board.length + 1),
    )  # fmt: skip
    arguments = (
        sizes_of_search, placements, window_tables.Roots(roots, flips), forms, tables,
        window_tables.Stack(words(stack), words(stack), words(stack), words(stack), numbers(stack)),
        Progress(state, nodes, np.full(problem.levels, -1)),
    )  # fmt: skip
    return Search(lambda buffer: window_tables.search(*arguments, buffer), state, nodes[int(first < 0) :])


@dataclass(frozen=True)
class Board:
    """A board of squares, its bounding box numbered along the short side, in each of four flips.

    width, length  places on the short side, and in all
    places         for each flip, for each cell: its place
    """

    width: int
    length: int
    places: Numbers
    middle: tuple[float, float]
    points: Numbers

    @classmethod
    def of(cls, cells: tuple[tuple[int, ...], ...]) -> Board | None:
        """Return a board with its places numbered; None if it is too large."""
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
        return cls(width, length * width, np.concatenate(flips), ((length - 1) / 2, (width - 1) / 2), points)

    def longest_run(self, flip: int, covered: Numbers) -> int:
        """Return how many places before some free one follow each other that are no cells, or these covered ones."""
        free = np.sort(np.delete(np.split(self.places, 4)[flip], covered))
        return int(np.diff(free, prepend=-1).max()) - 1

    def flip_towards(self, cells: tuple[int, ...]) -> int:
        """Return the flip that brings these cells nearest to the beginning."""
        down, across = self.points[list(cells)].mean(axis=0)
        return 2 * int(down > self.middle[0]) + int(across > self.middle[1])


@lru_cache(maxsize=4)
def live_windows(width: int, near_bits: int, sizes: frozenset[int]) -> Words:
    """Return for each line and value of the near bits whether islands of these sizes can be filled."""
    fillable, live = numbers(65), words(width << near_bits)
    fillable[list(sizes)] = 1
    window_tables.find_live(width, near_bits, fillable, live)
    return live


def subset_sums(sizes: list[int]) -> set[int]:
    """Return the total sizes of all sets of pieces."""
    sums = {0}
    for size in sizes:
        sums |= {total + size for total in sums}
    return sums

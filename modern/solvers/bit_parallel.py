"""The fastest solver: the whole state of the search in a few machine words, candidates found by one AND.

    solve(problem).solutions

The set of all placements still possible is a row of bits; laying a piece is one AND of it with the placements that can
stand beside that piece, and the item with the fewest candidates left is filled next (`modern/kernels/fewest_first.py`).
The search is compiled, and pauses several times a second to hand over solutions and to ask whether to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, chain
from time import perf_counter

import numpy as np

from modern.answer import Answer, OnSolution, Stop, UnsuitedError
from modern.exact_cover import Problem
from modern.kernels import fewest_first
from modern.kernels.bits import Numbers
from modern.kernels.registers import BUDGET, EXHAUSTED, FILLED, FOUND, LIMIT, PAUSED, REGISTERS, ROOM

NAME = "bit_parallel"
SUMMARY = "all placements as bits of a few machine words, the item with the fewest candidates first"
LISTS = True

ITEMS = 128  # bits of the two words that hold the items still to be covered
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
    search = fewest_first_search(problem, listing=on_solution is not None)
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
    """Make the tables of `modern/kernels/fewest_first.py` for a problem of at most 128 items."""
    block, narrow = fewest_first.BLOCK, fewest_first.NARROW
    pieces, cells, count = len(problem.pieces), len(problem.cells), len(problem.placements)
    blocks = max(1, -(-count // narrow))
    words = blocks * block
    piece_of = np.fromiter((p.piece for p in problem.placements), np.int64, count)
    covered, starts = covered_cells(problem)
    low, high = _words(count), _words(count)
    fewest_first.item_sets(cells, covered, starts, piece_of, low, high)
    registers, nodes, buffer = _numbers(REGISTERS), _numbers(pieces), _numbers(AT_A_TIME * pieces * listing)
    registers[ROOM] = AT_A_TIME * listing
    registers[fewest_first.INNER] = -1
    wide = (
        np.arange(count), low, high, _words(ITEMS * words), _words(count * words),
        _words(pieces * words), _words(pieces * words), _words(pieces), _words(pieces),
    )  # fmt: skip
    _, _, _, covers, fellows, possible, candidates, rest_low, rest_high = wide
    inner = (
        _numbers(narrow), _words(narrow), _words(narrow), _words(ITEMS * block), _words(narrow * block),
        _words(pieces * block), _words(pieces * block), _words(pieces), _words(pieces),
    )  # fmt: skip
    fewest_first.fill_tables(count, blocks, low, high, covers, fellows, possible, 0)
    items = (1 << (cells + pieces)) - 1
    rest_low[0], rest_high[0] = items & (2**64 - 1), items >> 64
    if not fewest_first.open_level(0, blocks, covers, possible, candidates, rest_low, rest_high):
        registers[fewest_first.WIDE] = -1
    path = _numbers(pieces)

    def advance() -> int:
        return fewest_first.search(pieces, blocks, registers, nodes, piece_of, path, buffer, *wide, *inner)

    return Search(advance, registers, nodes, buffer)


def covered_cells(problem: Problem) -> tuple[Numbers, Numbers]:
    """Return the cells of all placements one after the other, and where those of each placement start (and the end)."""
    starts = np.fromiter(accumulate((len(p.cells) for p in problem.placements), initial=0), np.int64)
    cells = chain.from_iterable(p.cells for p in problem.placements)
    return np.fromiter(cells, np.int64, int(starts[-1])), starts


def _words(length: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.zeros(length, np.uint64)


def _numbers(length: int) -> Numbers:
    return np.zeros(length, np.int64)

"""A search that fills a box chosen at random, known from random descents into its tree.

The article's formulas are about such a search (section 5.2). Its tree is too large to be walked, and the part that a
search depth first reaches before it is stopped is no sample: it never comes back to the first depths. A descent
chooses at every depth one of the places that fit, and stands for all of them (D. E. Knuth, Estimating the efficiency
of backtrack programs, Mathematics of Computation 29, 1975).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import PositiveInt

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.exact_cover import Problem
from getallenband.modern.exact_cover.order import Order
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer

TOGETHER = 2000
"""Descents made at the same time."""
SURE = 0.1
"""A figure whose error is greater is given, but not compared with the article's."""
FEWEST = 1000
"""The descents that must have seen something at a depth, for an error of it to mean anything."""


class Descents(NamedTuple):
    """What each descent (a row) saw at each depth (a column, from one piece laid): numbers in proportion to the tree.

    boxes    the searches that its one search stands for
    tried    the sites that these try
    fitted   those that fit
    """

    boxes: NDArray[np.float64]
    tried: NDArray[np.float64]
    fitted: NDArray[np.float64]


class Sites(NamedTuple):
    """All sites as bits of the boxes that they fill; `at_box` has those at each box, padded by -1."""

    bits: NDArray[np.uint64]
    piece: NDArray[np.int64]
    at_box: NDArray[np.int64]


@observer
def random_descents(
    context: Context,
    *,
    puzzle: str,
    order: str,
    aspect: Literal["trials", "success"],
    descents: PositiveInt = 40_000,
) -> Observed:
    """Hold the author's estimates for a search with boxes chosen at random against random descents, depth by depth.

    observe = "random_descents"
    with = { puzzle = "tetra", order = "kawai", aspect = "trials" }

    With n of N pieces laid, each of M elements and S sites, a search tries S (1 - n/N) sites (trials), of which a share
    of (1 - n/N)^(M-1) fits (success). The descents have a fixed seed.

    Return what the tree has, divided by what the formula gives, at the depth where this is farthest from one.

    A depth that few descents reached, or whose figure has an error of more than a tenth, is left out.

    Facts: by_depth (in words, each figure with its error), whole (all depths together, with its error), descents.
    """
    problem, chosen = context.ordered(puzzle, order)
    context.sampled()
    seen = descend(problem, chosen, descents)
    formula = formula_of(problem, chosen, aspect)
    counted, base = (seen.tried, seen.boxes) if aspect == "trials" else (seen.fitted, seen.tried)
    expected = base * formula
    depths = [depth for depth in range(len(formula)) if np.count_nonzero(counted[:, depth]) >= FEWEST]
    figures = {depth + 1: quotient(counted[:, depth], expected[:, depth]) for depth in depths}
    sure = [value for value, error in figures.values() if error <= SURE]
    if not sure:
        raise UserError(f"descents = {descents}: too few for any depth")
    whole = quotient(counted.sum(axis=1), expected.sum(axis=1))
    farthest = max(sure, key=lambda value: abs(value - 1))
    facts = {
        "by_depth": ", ".join(f"{depth}: {with_error(*figure)}" for depth, figure in figures.items()),
        "whole": with_error(*whole),
        "descents": descents,
    }
    return Observed(round(farthest, 2), f"by the number of pieces laid: {facts['by_depth']}", judged=True, facts=facts)


def formula_of(problem: Problem, chosen: Order, aspect: str) -> NDArray[np.float64]:
    """Return what the article's formula gives at each depth, from one piece laid."""
    pieces = len(problem.pieces)
    free = 1 - np.arange(1, pieces) / pieces
    if aspect == "trials":
        kept = len(problem.placements if chosen.keep is None else chosen.keep)
        return np.asarray(kept / pieces * free, dtype=np.float64)
    return np.asarray(free ** (len(problem.cells) / pieces - 1), dtype=np.float64)


def quotient(over: NDArray[np.float64], under: NDArray[np.float64]) -> tuple[float, float]:
    """Return the quotient of two sums over all descents, with its standard error."""
    value = over.sum() / under.sum()
    return float(value), float(np.sqrt(((over - value * under) ** 2).sum()) / under.sum())


def with_error(value: float, error: float) -> str:
    """Return a figure with its error, to the places that the error allows."""
    places = 2 if error < 0.095 else 1
    return f"{value:.{places}f} ± {max(error, 10.0**-places):.{places}f}"


@lru_cache(maxsize=1)
def descend(problem: Problem, chosen: Order, descents: int) -> Descents:
    """Make the descents, many at a time, from a fixed seed."""
    sites = sites_of(problem, chosen)
    dice = np.random.RandomState(1974)  # its numbers are the same in every version of numpy
    parts = [
        batch(sites, problem, chosen.pieces[0], min(TOGETHER, descents - made), dice.random_sample)
        for made in range(0, descents, TOGETHER)
    ]
    return Descents(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def sites_of(problem: Problem, chosen: Order) -> Sites:
    """Return the sites that the order keeps."""
    kept = [problem.placements[each] for each in (chosen.keep or range(len(problem.placements)))]
    at_box: list[list[int]] = [[] for _ in problem.cells]
    for number, placement in enumerate(kept):
        for cell in placement.cells:
            at_box[cell].append(number)
    widest = max(map(len, at_box))
    return Sites(
        np.array([sum(1 << cell for cell in each.cells) for each in kept], dtype=np.uint64),
        np.array([each.piece for each in kept], dtype=np.int64),
        np.array([each + [-1] * (widest - len(each)) for each in at_box], dtype=np.int64),
    )


def batch(
    sites: Sites, problem: Problem, first: int, size: int, random: Callable[[int], NDArray[np.float64]]
) -> Descents:
    """Descend `size` times: the first piece on any of its sites, then any fitting site at any free box."""
    starts = np.flatnonzero(sites.piece == first)
    laid = starts[(random(size) * len(starts)).astype(np.int64)]
    taken, used = sites.bits[laid], np.uint64(1) << sites.piece[laid].astype(np.uint64)
    ways = np.full(size, float(len(starts)))
    seen = Descents(*(np.zeros((size, len(problem.pieces) - 1)) for _ in Descents._fields))
    every_box = np.arange(len(problem.cells), dtype=np.uint64)
    for depth in range(len(problem.pieces) - 1):
        free = (taken[:, None] >> every_box & np.uint64(1)) == 0
        box = nth_true(free, random(size))
        at_box = sites.at_box[box]
        unused = (used[:, None] >> sites.piece[at_box].astype(np.uint64) & np.uint64(1)) == 0
        tried = (at_box >= 0) & unused
        fits = tried & ((sites.bits[at_box] & taken[:, None]) == 0)
        found = fits.sum(axis=1)
        seen.boxes[:, depth] = ways
        seen.tried[:, depth] = ways * tried.sum(axis=1)
        seen.fitted[:, depth] = ways * found
        ways = ways * found
        laid = at_box[np.arange(size), nth_true(fits, random(size))]
        taken = taken | sites.bits[laid]
        used = used | np.uint64(1) << sites.piece[laid].astype(np.uint64)
    return seen


def nth_true(rows: NDArray[np.bool_], lots: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return in each row the place of a true value drawn by lot (from 0 to 1); 0 in a row that has none."""
    wanted = (lots * rows.sum(axis=1)).astype(np.int64) + 1
    return np.asarray((np.cumsum(rows, axis=1) >= wanted[:, None]).argmax(axis=1), dtype=np.int64)

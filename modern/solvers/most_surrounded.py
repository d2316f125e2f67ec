"""Most closely surrounded box: cover the empty cell that has the fewest empty neighbours, as Kawai did for Tetra.

    solve(problem)
    solve_in_order(problem, order)          # boxes numbered by order.scan, the first piece is order.pieces[0]

One piece is placed first, in each of its places; then the target is the box with the fewest empty neighbours, but at
least one, of these the one with the lowest number; each placement of an unused piece on the target is tried. A
placement that leaves an empty box without empty neighbours is taken back at once, except the first piece's.

Statistics per level, from geometry alone: attempts (Kawai's calls of `locatable`), nodes (placements), cut (placements
taken back for an isolated box), and chosen k: how often a target with k empty neighbours was chosen for this level.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError, takes_puzzles
from getallenband.modern.exact_cover.order import Order, natural, neighbours
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.kernels.arrays import Bytes, Ints, Numbers, flatten, ints, numbers
from getallenband.modern.kernels.compiled import kernel
from getallenband.modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, Progress, piece_of, record, run

LISTS = True

SLICE = 2_000_000  # placements tried
LEVEL, BACKTRACKING = OWN, OWN + 1


class Sites(NamedTuple):
    """Candidates by box, the boxes that each covers, neighbours by box, and each candidate's piece.

    Each list of lists is its entries one after another, and where those of each start.
    """

    candidates: Ints
    candidate_starts: Ints
    covers: Ints
    cover_starts: Ints
    near: Ints
    near_starts: Ints
    pieces: Numbers


class Boxes(NamedTuple):
    """Which boxes are empty, how many neighbours are, which pieces are used; the target and choice by level."""

    empty: Bytes
    empty_near: Ints
    used: Bytes
    targets: Ints
    chosen: Ints


class Counts(NamedTuple):
    """By level: placements tried, placements cut off, targets by their empty neighbours."""

    attempts: Numbers
    cut: Numbers
    targets_by_neighbours: Numbers


def refusal(problem: Problem) -> str | None:
    """Refuse cells without neighbours, and pieces with a cell that touches none of the others: the cut assumes both."""
    reason = takes_puzzles(problem)
    if reason is not None:
        return reason
    if not problem.is_geometric:
        return "the puzzle has no lattice, so its boxes have no neighbours"
    near = neighbours(problem)
    if any(not set(near[cell]) & set(p.cells) for p in problem.placements for cell in p.cells):
        return "a piece has a cell that touches none of its others"
    return None


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Search in the order of the numbering, the piece with the fewest placements first."""
    order = natural(problem)
    by_piece = problem.placements_by_piece
    pieces = tuple(sorted(order.pieces, key=lambda piece: len(by_piece[piece])))
    return solve_in_order(problem, Order(order.scan, pieces), on_solution=on_solution, limit=limit, stop=stop)


def solve_in_order(
    problem: Problem,
    order: Order,
    *,
    on_solution: OnSolution | None = None,
    limit: int | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Search with the boxes numbered by `order.scan` and the pieces tried in the order of `order.pieces`."""
    reason = refusal(problem)
    if reason is not None:
        raise UnsuitedError(reason)
    levels = len(problem.pieces)
    rank = {cell: i for i, cell in enumerate(order.scan)}
    covers = [sorted(rank[cell] for cell in p.cells) for p in problem.placements]
    near = [sorted(rank[c] for c in neighbours(problem)[cell]) for cell in order.scan]
    degrees = np.array([len(boxes) for boxes in near], np.int32)
    attempts, nodes, cut = numbers(levels), numbers(levels), numbers(levels)
    targets = numbers(levels * (degrees.max(initial=0) + 1))
    state = numbers(OWN + 2)
    arguments = (
        Sites(*_flatten(_candidates(problem, order, covers)), *_flatten(covers), *_flatten(near), piece_of(problem)),
        Boxes(
            np.ones(len(problem.cells), np.uint8),
            degrees.copy(),
            np.zeros(levels, np.uint8),
            ints(levels),
            ints(levels),
        ),
        Counts(attempts, cut, targets),
        Progress(state, nodes, numbers(levels)),
    )
    solutions, finished = run(
        lambda buffer: _search(*arguments, buffer), state, levels, on_solution, limit, stop, SLICE
    )
    by_level = {"attempts": tuple(attempts.tolist()), "cut": tuple(cut.tolist())}
    chosen = enumerate(map(tuple, targets.reshape(-1, max(levels, 1)).tolist()))
    counts = by_level | {f"chosen {k}": row for k, row in chosen}
    return Answer(solutions, tuple(nodes.tolist()), by_level["attempts"], finished, counts)


def _candidates(problem: Problem, order: Order, covers: list[list[int]]) -> list[list[int]]:
    """Return for each box the placements on it, by piece, then by the element on the box; last the first piece's."""
    turn = {piece: i for i, piece in enumerate(order.pieces)}
    allowed = range(len(problem.placements)) if order.keep is None else order.keep
    candidates: list[list[tuple[int, int, list[int], int]]] = [[] for _ in problem.cells]
    for i in allowed:
        for element, box in enumerate(covers[i]):
            candidates[box].append((turn[problem.placements[i].piece], element, covers[i], i))
    first = [i for i in allowed if (problem.placements[i].piece,) == order.pieces[:1]]
    return [*([entry[-1] for entry in sorted(entries)] for entries in candidates), first]


def _flatten(lists: list[list[int]]) -> tuple[Ints, Ints]:
    entries, starts = flatten(lists)
    return entries.astype(np.int32), starts.astype(np.int32)


@kernel
def _search(sites: Sites, boxes: Boxes, counts: Counts, progress: Progress, buffer: Numbers) -> int:
    level, backtracking, budget = progress.state[LEVEL], progress.state[BACKTRACKING], progress.state[BUDGET]
    levels, n_boxes = len(boxes.used), len(boxes.empty)
    pause = False
    while level >= 0 and budget > 0 and not pause:
        if not backtracking:
            # Enter a level: choose the target box; the first piece goes everywhere, as if on a box of its own.
            target = n_boxes
            if level > 0:
                fewest = n_boxes
                for box in range(n_boxes):
                    if boxes.empty[box] and 1 <= boxes.empty_near[box] < fewest:
                        fewest, target = boxes.empty_near[box], box
                if target < n_boxes:
                    counts.targets_by_neighbours[fewest * levels + level] += 1
            boxes.targets[level] = target
            at = sites.candidate_starts[target]
            end = sites.candidate_starts[target + 1]
            if level > 0 and target == n_boxes:
                at = end
        else:
            target = boxes.targets[level]
            at = boxes.chosen[level]
            end = sites.candidate_starts[target + 1]
            site = sites.candidates[at]
            boxes.used[sites.pieces[site]] = 0
            for i in range(sites.cover_starts[site], sites.cover_starts[site + 1]):
                box = sites.covers[i]
                boxes.empty[box] = 1
                for j in range(sites.near_starts[box], sites.near_starts[box + 1]):
                    boxes.empty_near[sites.near[j]] += 1
            at += 1
        backtracking = 1
        while at < end:
            site = sites.candidates[at]
            if not boxes.used[sites.pieces[site]]:
                counts.attempts[level] += 1
                budget -= 1
                fits = True
                for i in range(sites.cover_starts[site], sites.cover_starts[site + 1]):
                    if not boxes.empty[sites.covers[i]]:
                        fits = False
                        break
                if fits:
                    backtracking = 0
                    break
            at += 1
        if backtracking:
            level -= 1
            continue
        progress.nodes[level] += 1
        boxes.chosen[level] = at
        boxes.used[sites.pieces[site]] = 1
        progress.path[level] = site
        for i in range(sites.cover_starts[site], sites.cover_starts[site + 1]):
            box = sites.covers[i]
            boxes.empty[box] = 0
            for j in range(sites.near_starts[box], sites.near_starts[box + 1]):
                boxes.empty_near[sites.near[j]] -= 1
        backtracking = 1
        if level < levels - 1:
            isolated = False
            if level > 0:
                for box in range(n_boxes):
                    isolated = isolated or (boxes.empty[box] == 1 and boxes.empty_near[box] == 0)
            if isolated:
                counts.cut[level] += 1
            else:
                level += 1
                backtracking = 0
        else:
            complete = True
            for box in range(n_boxes):
                complete = complete and boxes.empty[box] == 0
            if complete:
                pause = record(progress, buffer)
    progress.state[LEVEL], progress.state[BACKTRACKING] = level, backtracking
    return EXHAUSTED if level < 0 else PAUSED

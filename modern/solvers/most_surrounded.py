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

import numpy as np

from modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError, takes_puzzles
from modern.exact_cover.order import Order, natural, neighbours
from modern.exact_cover.problem import Problem
from modern.kernels.arrays import Bytes, Ints, Numbers, flatten, ints, numbers
from modern.kernels.compiled import kernel
from modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, piece_of, record, run

LISTS = True

SLICE = 2_000_000  # placements tried
LEVEL, BACKTRACKING = OWN, OWN + 1


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
    statistics = numbers(levels), numbers(levels), numbers(levels), numbers(levels * (degrees.max(initial=0) + 1))
    state = numbers(OWN + 2)
    arrays = (
        *_flatten(_candidates(problem, order, covers)), *_flatten(covers), *_flatten(near), piece_of(problem),
        np.ones(len(problem.cells), np.uint8), degrees.copy(), np.zeros(levels, np.uint8),
        ints(levels), ints(levels), numbers(levels), *statistics, state,
    )  # fmt: skip
    solutions, finished = run(lambda buffer: _search(*arrays, buffer), state, levels, on_solution, limit, stop, SLICE)
    attempts, nodes, cut = (tuple(row.tolist()) for row in statistics[:3])
    chosen = enumerate(map(tuple, statistics[3].reshape(-1, max(levels, 1)).tolist()))
    counts = {"attempts": attempts, "cut": cut} | {f"chosen {k}": row for k, row in chosen}
    return Answer(solutions, nodes, attempts, finished, counts)


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
def _search(
    candidates: Ints,
    candidate_starts: Ints,
    covers: Ints,
    cover_starts: Ints,
    near: Ints,
    near_starts: Ints,
    pieces: Numbers,
    empty: Bytes,
    empty_near: Ints,
    used: Bytes,
    targets: Ints,
    chosen: Ints,
    path: Numbers,
    attempts: Numbers,
    nodes: Numbers,
    cut: Numbers,
    targets_by_neighbours: Numbers,
    state: Numbers,
    buffer: Numbers,
) -> int:
    level, backtracking, budget = state[LEVEL], state[BACKTRACKING], state[BUDGET]
    levels, boxes = len(used), len(empty)
    pause = False
    while level >= 0 and budget > 0 and not pause:
        if not backtracking:
            # Enter a level: choose the target box; the first piece goes everywhere, as if on a box of its own.
            target = boxes
            if level > 0:
                fewest = boxes
                for box in range(boxes):
                    if empty[box] and 1 <= empty_near[box] < fewest:
                        fewest, target = empty_near[box], box
                if target < boxes:
                    targets_by_neighbours[fewest * levels + level] += 1
            targets[level] = target
            at = candidate_starts[target]
            end = candidate_starts[target + 1]
            if level > 0 and target == boxes:
                at = end
        else:
            target = targets[level]
            at = chosen[level]
            end = candidate_starts[target + 1]
            site = candidates[at]
            used[pieces[site]] = 0
            for i in range(cover_starts[site], cover_starts[site + 1]):
                box = covers[i]
                empty[box] = 1
                for j in range(near_starts[box], near_starts[box + 1]):
                    empty_near[near[j]] += 1
            at += 1
        backtracking = 1
        while at < end:
            site = candidates[at]
            if not used[pieces[site]]:
                attempts[level] += 1
                budget -= 1
                fits = True
                for i in range(cover_starts[site], cover_starts[site + 1]):
                    if not empty[covers[i]]:
                        fits = False
                        break
                if fits:
                    backtracking = 0
                    break
            at += 1
        if backtracking:
            level -= 1
            continue
        nodes[level] += 1
        chosen[level] = at
        used[pieces[site]] = 1
        path[level] = site
        for i in range(cover_starts[site], cover_starts[site + 1]):
            box = covers[i]
            empty[box] = 0
            for j in range(near_starts[box], near_starts[box + 1]):
                empty_near[near[j]] -= 1
        backtracking = 1
        if level < levels - 1:
            isolated = False
            if level > 0:
                for box in range(boxes):
                    isolated = isolated or (empty[box] == 1 and empty_near[box] == 0)
            if isolated:
                cut[level] += 1
            else:
                level += 1
                backtracking = 0
        else:
            complete = True
            for box in range(boxes):
                complete = complete and empty[box] == 0
            if complete:
                pause = record(path, state, buffer)
    state[LEVEL], state[BACKTRACKING] = level, backtracking
    return EXHAUSTED if level < 0 else PAUSED

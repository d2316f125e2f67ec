"""Most closely surrounded box: fill the empty cell that has the fewest empty neighbours, as Kawai did for Tetra.

    solve(problem)
    solve_in_order(problem, order)          # boxes numbered by order.scan, the first piece is order.pieces[0]

One piece is laid first, in each of its places; then the target is the box with the fewest, but at least one, empty
neighbours, of these the one with the lowest number; every placement of an unused piece on the target is tried. A
placement that leaves an empty box without empty neighbours is taken back at once, except the first piece's.

Statistics per level, from geometry alone: attempts (Kawai's calls of `locatable`), nodes (placements), cut (placements
taken back for an isolated box), and chosen k: how often a target with k empty neighbours was chosen for this level.
"""

from __future__ import annotations

import time

import numpy as np

from modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError
from modern.exact_cover.order import Order, natural, neighbours
from modern.exact_cover.problem import Problem
from modern.kernels.compiled import kernel
from modern.kernels.driving import BUFFER_FULL, FINISHED, OUT_OF_BUDGET, Bytes, Ints, Longs, drive, flat

NAME = "most_surrounded"
SUMMARY = "Kawai's order: the empty box with the fewest empty neighbours"
LISTS = True


def suits(problem: Problem) -> str | None:
    """Ask for a lattice, and for pieces whose cells all touch others: else an isolated box could still be filled."""
    if not problem.is_geometric:
        return "the puzzle has no lattice, so its boxes have no neighbours"
    near = neighbours(problem)
    if any(not set(near[cell]) & set(p.cells) for p in problem.placements for cell in p.cells):
        return "a piece has a cell that touches none of its others"
    return None


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Search with the numbering's boxes; the piece with the fewest placements comes first."""
    order = natural(problem)
    by_piece = problem.placements_by_piece()
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
    """Search with the boxes numbered by `order.scan` and the pieces tried as `order.pieces` says."""
    reason = suits(problem)
    if reason is not None:
        raise UnsuitedError(reason)
    started = time.perf_counter()
    levels = len(problem.pieces)
    rank = {cell: i for i, cell in enumerate(order.scan)}
    turn = {piece: i for i, piece in enumerate(order.pieces)}
    near = [sorted(rank[c] for c in neighbours(problem)[cell]) for cell in order.scan]
    allowed = range(len(problem.placements)) if order.keep is None else order.keep
    covers = [sorted(rank[cell] for cell in p.cells) for p in problem.placements]
    # Kawai's order: by piece, by the element on the target, by site.
    candidates: list[list[int]] = [[] for _ in problem.cells]
    for i in allowed:
        for box in covers[i]:
            candidates[box].append(i)
    for box, mine in enumerate(candidates):
        at = box
        mine.sort(key=lambda i: (turn[problem.placements[i].piece], covers[i].index(at), covers[i]))
    first = [i for i in allowed if problem.placements[i].piece == order.pieces[0]] if levels else []
    candidates.append(first)
    sites, boxes, around = flat(candidates), flat(covers), flat(near)
    piece = np.array([p.piece for p in problem.placements], np.int32)
    widest = max(map(len, near), default=0)
    statistics = np.zeros((3 + widest + 1, levels), np.int64)
    empty = np.ones(len(problem.cells), np.uint8)
    empty_near = np.array([len(boxes) for boxes in near], np.int32)
    arrays = (
        *sites,
        *boxes,
        *around,
        piece,
        empty,
        empty_near,
        np.zeros(levels, np.uint8),
        np.zeros(levels, np.int32),
        np.zeros(levels, np.int32),
        np.zeros(levels, np.int32),
        statistics,
        np.zeros(2, np.int64),
    )
    buffer = np.zeros((1024, levels), np.int32)

    def stride(room: int, budget: int) -> tuple[int, int]:
        status, rows = _search(*arrays, buffer, room, budget)
        return int(status), int(rows)

    solutions, finished = drive(stride, buffer, on_solution, limit, stop)
    attempts, nodes, cut, *chosen = (tuple(map(int, row)) for row in statistics)
    counts = {"attempts": attempts, "cut": cut} | {f"chosen {k}": row for k, row in enumerate(chosen)}
    return Answer(solutions, nodes, attempts, time.perf_counter() - started, finished, counts)


@kernel
def _search(
    candidates: Ints,
    candidate_starts: Ints,
    covers: Ints,
    cover_starts: Ints,
    near: Ints,
    near_starts: Ints,
    piece: Ints,
    empty: Bytes,
    empty_near: Ints,
    used: Bytes,
    laid: Ints,
    targets: Ints,
    chosen: Ints,
    statistics: Longs,
    state: Longs,
    buffer: Ints,
    room: int,
    budget: int,
) -> tuple[int, int]:
    """Search on from `state` (level, whether a piece lies at that level)."""
    level, lies = state[0], state[1]
    levels, boxes = len(used), len(empty)
    rows = 0
    while True:
        if lies == 0:
            # Enter a level: choose the target box; the first piece is laid everywhere, as if on a box of its own.
            target = boxes
            if level > 0:
                fewest = boxes
                for box in range(boxes):
                    if empty[box] and 1 <= empty_near[box] < fewest:
                        fewest, target = empty_near[box], box
                if target < boxes:
                    statistics[3 + fewest, level] += 1
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
            used[piece[site]] = 0
            for i in range(cover_starts[site], cover_starts[site + 1]):
                box = covers[i]
                empty[box] = 1
                for j in range(near_starts[box], near_starts[box + 1]):
                    empty_near[near[j]] += 1
            at += 1
        lies = 0
        while at < end:
            site = candidates[at]
            if not used[piece[site]]:
                statistics[0, level] += 1
                budget -= 1
                fits = True
                for i in range(cover_starts[site], cover_starts[site + 1]):
                    if not empty[covers[i]]:
                        fits = False
                        break
                if fits:
                    lies = 1
                    break
            at += 1
        if lies:
            statistics[1, level] += 1
            chosen[level] = at
            used[piece[site]] = 1
            laid[piece[site]] = site
            for i in range(cover_starts[site], cover_starts[site + 1]):
                box = covers[i]
                empty[box] = 0
                for j in range(near_starts[box], near_starts[box + 1]):
                    empty_near[near[j]] -= 1
            if level < levels - 1:
                isolated = False
                if level > 0:
                    for box in range(boxes):
                        isolated = isolated or (empty[box] == 1 and empty_near[box] == 0)
                if isolated:
                    statistics[2, level] += 1
                else:
                    level += 1
                    lies = 0
            else:
                complete = True
                for box in range(boxes):
                    complete = complete and empty[box] == 0
                if complete:
                    buffer[rows] = laid
                    rows += 1
        else:
            level -= 1
            if level < 0:
                return FINISHED, rows
            lies = 1
        if rows == room or budget < 0:
            state[0], state[1] = level, lies
            return (BUFFER_FULL if rows == room else OUT_OF_BUDGET), rows

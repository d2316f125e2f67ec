"""The search tree of a puzzle whose pieces have copies, for its certificate: in plain Python, and for small trees.

    trace_copies(problem, grow)      # (84, True); grow gets the items covered, a byte for each node, in preorder

At each node the item with the fewest placements is covered: a cell, or a piece that is placed once.
"""

from __future__ import annotations

from collections.abc import Callable

from getallenband.modern.exact_cover.answer import Stop, UnsuitedError
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.search_tree import Tree, members

MOST = 2_000_000
"""Nodes: some minutes here, and about as long for the checkers."""
BETWEEN_STOPS = 1 << 10


def trace_copies(problem: Problem, grow: Callable[[bytes], None], stop: Stop) -> tuple[int, bool]:
    """Return the number of solutions, and whether the search came to its end; raise UnsuitedError beyond MOST nodes."""
    tree, found, nodes = Tree(problem), 0, 0
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), tree.all_options, tree.all_items)]
    while waiting:
        chosen, possible, uncovered = waiting.pop()
        if not uncovered:
            found += problem.is_solution(tuple(sorted(chosen)))
            continue
        if nodes % BETWEEN_STOPS == 0 and stop():
            return found, False
        nodes += 1
        if nodes > MOST:
            raise UnsuitedError(f"a certificate of repeated pieces has at most {MOST:,} nodes")
        item = tree.next_item(possible, uncovered, chosen)
        grow(bytes([item]))
        paths = [(*chosen, option) for option in members(possible & tree.options_of[item])]
        waiting += [(path, *tree.descend(possible, uncovered, path)) for path in reversed(paths)]
    return found, True

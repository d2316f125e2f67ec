r"""Read a trie of pieces from C arrays (at, son, next, of) and count what it holds.

observe = "trie_pieces"
with = { file = "drivers/trie.c", squares = [16, 1] }
"""

from __future__ import annotations

import itertools
import re

from reports.observed import Context, Observed

Shape = frozenset[int]


def observe(context: Context, *, file: str, squares: list[int] | None = None, branches: bool = False) -> Observed:
    """Return how many pieces contain each of the squares; with `branches`, how many neighbours are not in order.

    Neighbouring branches are in order when the first holds at least as many pieces as the second.
    """
    arrays = arrays_of(context.text(file))
    if branches:
        return context.compared(disorder(arrays))
    shapes = pieces(arrays, 1, frozenset({0}))
    return context.compared([sum(square in shape for shape in shapes) for square in squares or []])


def arrays_of(text: str) -> dict[str, list[int]]:
    """Return the arrays of a C text by name."""
    found = re.findall(r"int (\w+)\[\]=\{([^}]*)\}", text)
    return {name: [int(word) for word in numbers.split(",")] for name, numbers in found}


def brothers(arrays: dict[str, list[int]], node: int) -> list[int]:
    """Return a node and its later brothers."""
    found = []
    while node:
        found.append(node)
        node = arrays["next"][node]
    return found


def pieces(arrays: dict[str, list[int]], node: int, path: Shape) -> list[Shape]:
    """Return the squares of every piece at or below a node or its brothers."""
    found: list[Shape] = []
    for brother in brothers(arrays, node):
        squares = path | {arrays["at"][brother]}
        son = arrays["son"][brother]
        found += pieces(arrays, son, squares) if son else [squares]
    return found


def disorder(arrays: dict[str, list[int]]) -> int:
    """Return how many branches are followed by a greater one."""
    count = 0
    for first in [1, *(son for son in arrays["son"] if son)]:
        sizes = [len(below(arrays, node)) for node in brothers(arrays, first)]
        count += sum(left < right for left, right in itertools.pairwise(sizes))
    return count


def below(arrays: dict[str, list[int]], node: int) -> list[Shape]:
    """Return the pieces at or below one node."""
    son = arrays["son"][node]
    return pieces(arrays, son, frozenset()) if son else [frozenset({arrays["at"][node]})]

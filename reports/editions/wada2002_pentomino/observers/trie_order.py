"""Read a trie of pieces from C arrays (at, son, next, of) and look whether the greatest branches come first.

observe = "trie_order"
with = { file = "drivers/trie.c" }
"""

from __future__ import annotations

import itertools
import re

from reports.checking.observed import Context, Observed
from reports.running.names import known

Shape = frozenset[int]


def observe(context: Context, *, file: str) -> Observed:
    """Return how many branches are followed by a greater one, that is, by one with more pieces below it."""
    arrays = arrays_of(context.text(file))
    for name in ("at", "son", "next"):
        known("array", name, arrays)
    return Observed(disorder(arrays))


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

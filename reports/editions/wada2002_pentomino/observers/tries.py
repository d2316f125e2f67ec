"""The tries of forms, printed and as arrays of C."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Annotated, Literal

from annotated_types import Len
from pydantic import NonNegativeInt

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry.polyforms import at_origin
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer
from getallenband.reports.runs.names import known

WIDTH = 16
"""The difference between the numbers of a square and of the one below it."""
TOKEN = re.compile(r"[()]|\d+|\.")
NAMES = re.compile(r"names\[\]=\{([^}]*)\}")
Form = frozenset[int]


@observer
def trie_pieces(
    context: Context,
    *,
    text: str,
    program: str,
    forms: Annotated[list[list[NonNegativeInt]], Len(0)] = [],  # noqa: B006
    puzzle: str = "",
    aspect: Literal["names", "faults"] = "names",
) -> Observed:
    """Name the pieces of some forms in a printed trie, or count its faults.

    observe = "trie_pieces"
    with = { text = "trie", program = "c.transcription", forms = [[0, 16, 32, 48, 64]] }

    Return the names that the program gives to the pieces of these forms; "none" for a form that is not there.

    faults   instead, how many forms of the trie are no form of the piece of that name in the puzzle, or stand there
             twice. Facts: forms (how many there are).
    """
    trie = list(leaves(context.emended(text)))
    match = NAMES.search(context.text(program))
    if match is None:
        raise UserError(f"{program} has no array names")
    names = re.findall(r"'(\w)'", match[1])
    if aspect == "names":
        by_form = dict(trie)
        found = [by_form.get(frozenset(form)) for form in forms]
        return Observed([names[piece] if piece is not None else "none" for piece in found])
    problem = context.oracle.puzzle(puzzle).problem
    known = {
        (problem.pieces[placement.piece].lower(), at_origin(problem.cells[cell] for cell in placement.cells))
        for placement in problem.placements
    }
    read = [(names[piece], at_origin(cells_of(form))) for form, piece in trie]
    faults = sum(leaf not in known for leaf in read) + len(read) - len(set(read))
    return Observed(faults, facts={"forms": len(read)})


def leaves(text: str) -> Iterator[tuple[Form, int]]:
    """Yield each form with the number of its piece."""
    path: list[int] = []
    tokens = TOKEN.findall(text)
    for place, token in enumerate(tokens):
        if token == "(":
            path.append(int(tokens[place + 1]))
        elif token == ".":
            yield frozenset(path), int(tokens[place + 1])
        elif token == ")":
            if not path:
                raise UserError("the trie closes a parenthesis that it did not open")
            path.pop()


def cells_of(form: Form) -> list[tuple[int, int]]:
    """Return rows and columns; numbers to the left of the first are those of the row before."""
    return [divmod(number + WIDTH // 2, WIDTH) for number in form]


Shape = frozenset[int]


@observer
def trie_order(context: Context, *, file: str) -> Observed:
    """Count the branches of a trie in C arrays that are followed by a greater one.

    observe = "trie_order"
    with = { file = "drivers/trie.c" }

    Return how many branches are followed by a greater one, that is, by one with more pieces below it.
    """
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

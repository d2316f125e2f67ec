"""Read a trie of forms, "(0 (16 … (64 . 1)) …)": a form is the numbers on the way down, then its piece.

observe = "trie_pieces"
with = { text = "trie", program = "c.transcription", forms = [[0, 16, 32, 48, 64]] }
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from annotated_types import Len
from pydantic import NonNegativeInt

from interpreters.source.diagnostics import UserError
from modern.geometry.polyforms import at_origin
from reports.checking.observed import Context, Observed

WIDTH = 16
"""A row of the board has so many numbers."""
TOKEN = re.compile(r"[()]|\d+|\.")
NAMES = re.compile(r"names\[\]=\{([^}]*)\}")
Form = frozenset[int]


def observe(
    context: Context,
    *,
    text: str,
    program: str,
    forms: Annotated[list[list[NonNegativeInt]], Len(0)] = [],  # noqa: B006
    puzzle: str = "",
    aspect: Literal["names", "faults"] = "names",
) -> Observed:
    """Return the names that the program gives to the pieces of these forms; "none" for a form that is not there.

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

"""What is known of the lost tape of kruseman2008_pentomino, from figures alone: the report's text is not needed."""

from __future__ import annotations

import re

import pytest

from getallenband.originals.edition import edition
from getallenband.originals.tape_order import levels, orders

NAMES = "XVITUWZLYFPN"
"""The pieces, in the order of the editor's tape."""
LENGTH, FIELDS = 10, 60
LAST = 7
COUNTS = {"line-47": 3353, "line-51": 9269, "line-54": 37741, "line-67": 21795}
"""The published calls, pieces tried, forms tried, fields looked at."""


def forms():
    """Return by piece and name of a form its five fields, relative to the first hole."""
    numbers = map(int, re.findall(r"-?\d+", edition("kruseman2008_pentomino").runs["profile"].tapes["tape"]))
    assert [next(numbers) for _ in range(4)] == [LENGTH, FIELDS // LENGTH, len(NAMES), FIELDS]
    found = {}
    for number, name in enumerate(NAMES, 1):
        assert next(numbers) == number
        rows = [[next(numbers) for _ in range(4)] for _ in range(next(numbers))]
        found[name] = {str(place): (0, *row) for place, row in enumerate(rows)}
    return found


FORMS = forms()
ORDER = sorted(range(1, FIELDS + 1), key=lambda field: ((field - 1) % LENGTH, field))
"""The fields in the order in which the first free one is looked for, column by column."""


class Pentomino:
    """The states are the pieces that are unused, the fields that are free, and the first hole."""

    def entered(self, state):
        return (1, 0, 0, looked_at(state), 0) if state[0] else (0, 0, 0, 0, 1)

    def choices(self, state):
        unused, free, hole, _ = state
        for piece in unused:
            for name, form in FORMS[piece].items():
                fields = {hole + step for step in form}
                yield piece, name, laid(state, piece, free - fields) if fields <= free else None

    def group_tried(self):
        return (0, 1, 0, 0, 0)

    def member_tried(self):
        return (0, 0, 1, 0, 0)


def looked_at(state):
    """Return how many fields were looked at: each column from the one where the last piece was laid, to the hole."""
    _, _, hole, column = state
    return 0 if column is None else ORDER.index(hole) - (column - 1) * (FIELDS // LENGTH) + 1


def laid(state, piece, free):
    unused, _, hole, _ = state
    column = (hole - 1) % LENGTH + 1
    return (unused - {piece}, free, next((field for field in ORDER if field in free), None), column)


def start():
    return (frozenset(NAMES), frozenset(range(1, FIELDS + 1)), 1, None)


def last_solution(state, path, solutions):
    """Search with the editor's tape; return the path to the last solution that is printed."""
    if not state[0]:
        solutions.append(path)
        return path if len(solutions) == LAST else None
    below = {(piece, name): after for piece, name, after in Pentomino().choices(state)}
    for piece in NAMES:
        for name in FORMS[piece]:
            after = below.get((piece, name))
            if after is not None and (found := last_solution(after, [*path, (piece, name)], solutions)):
                return found
    return None


def test_the_counts_are_those_of_the_claims():
    claims = {claim.identifier: claim.value for claim in edition("kruseman2008_pentomino").claims}
    assert {name: claims[name] for name in COUNTS} == COUNTS


@pytest.mark.soak
def test_the_orders_of_the_pieces_that_remain():
    total = (*COUNTS.values(), LAST - 1)
    parts = levels(Pentomino(), start(), last_solution(start(), [], []), total)
    found = {"".join(order.groups): (order.ways, order.tapes) for order in orders(parts, total)}
    readme = (edition("kruseman2008_pentomino").folder / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:[A-Z] )+)\| ([\d,]+) \| ([\d,]+) \|$", readme, re.MULTILINE)
    numbers = {order.replace(" ", ""): tuple(int(each.replace(",", "")) for each in counts) for order, *counts in rows}
    assert found == numbers

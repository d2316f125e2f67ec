"""The order of a lost tape is found from counts, in a search small enough to try every tape."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from getallenband.originals.tape_order import added, levels, orders

FORMS = {"A": {"a": 1, "b": 2, "c": 4}, "B": {"a": 2, "b": 3}, "C": {"a": 1, "b": 3}}
"""By piece, the lengths of its forms. A strip is filled with one form of each."""
LENGTH = 6


def fits(lying, length):
    """Tell whether pieces of this length can lie: the last of them ends where the strip does."""
    return length == LENGTH if len(lying) == len(FORMS) else length < LENGTH


class Strip:
    """The states are the pieces that lie, and how long they are together. Counted: calls, pieces, forms, solutions."""

    def entered(self, state):
        return (0, 0, 0, 1) if len(state[0]) == len(FORMS) else (1, 0, 0, 0)

    def choices(self, state):
        lying, length = state
        for piece in FORMS:
            if piece not in lying:
                for form, more in FORMS[piece].items():
                    state = ((*lying, piece), length + more)
                    yield piece, form, state if fits(*state) else None

    def group_tried(self):
        return (0, 1, 0, 0)

    def member_tried(self):
        return (0, 0, 1, 0)


def program(tape, solutions):
    """Run the program with a tape; return the path to the last of so many solutions, and the counts before it."""
    counts, tree, last = [0, 0, 0, 0], Strip(), []

    def count(cost):
        counts[:] = added(tuple(counts), cost)

    def search(state, path):
        count(tree.entered(state))
        if counts[3] == solutions:
            last.extend(path)
            return True
        below = {(piece, form): after for piece, form, after in tree.choices(state)}
        for piece, forms in tape:
            if piece in state[0]:
                continue
            count(tree.group_tried())
            for form in forms:
                count(tree.member_tried())
                after = below[piece, form]
                if after is not None and search(after, [*path, (piece, form)]):
                    return True
        return False

    return (tuple(last), (*counts[:3], counts[3] - 1)) if search(((), 0), []) else None


def tapes():
    each = [[(piece, order) for order in permutations(forms)] for piece, forms in FORMS.items()]
    for chosen in product(*each):
        yield from permutations(chosen)


@pytest.mark.parametrize("solutions", [1, 2, 5])
def test_all_tapes_with_the_same_solution_and_counts_are_found(solutions):
    ran = Counter()
    for tape in tapes():
        last, counts = program(tape, solutions)
        ran[last, counts, tuple(piece for piece, _ in tape)] += 1
    assert len(ran) > 20
    for last, counts in {(last, counts) for last, counts, _ in ran}:
        found = {order.groups: order.tapes for order in orders(levels(Strip(), ((), 0), last, counts), counts)}
        assert found == {groups: times for (path, seen, groups), times in ran.items() if (path, seen) == (last, counts)}


def test_the_example_is_one_of_the_tapes():
    wanted = program((("C", "ab"), ("B", "ba"), ("A", "cab")), 3)
    last, counts = wanted
    for order in orders(levels(Strip(), ((), 0), last, counts), counts):
        used = dict(last)
        tape = []
        for piece in order.groups:
            before = order.members[piece]
            rest = [form for form in FORMS[piece] if form not in (*before, used[piece])]
            tape.append((piece, (*before, used[piece], *rest)))
        assert program(tuple(tape), 3) == wanted


def test_counts_that_no_tape_has():
    last, counts = program((("A", "abc"), ("B", "ab"), ("C", "ab")), 2)
    wrong = (counts[0], counts[1] + 1, *counts[2:])
    assert list(orders(levels(Strip(), ((), 0), last, wrong), wrong)) == []


def test_a_path_that_the_search_cannot_take_is_refused():
    with pytest.raises(ValueError, match="A c is no choice here"):
        levels(Strip(), ((), 0), [("B", "b"), ("A", "c")], (99, 99, 99, 99))

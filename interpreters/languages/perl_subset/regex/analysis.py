r"""What a pattern can begin with, how long it can be, and how many ways a search that backtracks may try.

\s*,\s*     one way: what follows a run of blanks is no blank
\w+\w+x     as many ways as the text is long
(a+)+$      no power of the length bounds them
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from interpreters.languages.perl_subset.regex.charset import ALL, LAST, NONE, CharSet, of
from interpreters.languages.perl_subset.regex.nodes import (
    Assertion,
    Atomic,
    Backreference,
    Chars,
    Choice,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)

END = CharSet(((LAST + 1, LAST + 1),))
"""The end of the text, as if a character stood there."""
ANYTHING = ALL.union(END)
ENDS = {"z": END, "Z": END.union(of("\n")), "$": END.union(of("\n"))}


def first(node: Node, follow: CharSet) -> CharSet:
    """Return what a part may begin with, when `follow` is what comes after it."""
    match node:
        case Chars(chars):
            return chars
        case Sequence(items):
            for item in reversed(items):
                follow = first(item, follow)
            return follow
        case Choice(items):
            return NONE.union(*(first(item, follow) for item in items))
        case Repeat(item, least, _):
            return first(item, follow) if least else first(item, follow).union(follow)
        case Group(_, item) | Atomic(item):
            return first(item, follow)
        case Assertion(kind):
            return ENDS.get(kind, follow)
        case Backreference():
            return ANYTHING
    return follow


def nullable(node: Node) -> bool:
    """Tell whether a part may match the empty text."""
    return widths(node)[0] == 0


def widths(node: Node) -> tuple[int, int | None]:
    """Return the least and greatest number of characters that a part matches; None has no bound."""
    match node:
        case Chars():
            return 1, 1
        case Sequence(items):
            ends = [widths(item) for item in items]
            return sum(low for low, _ in ends), bounded_sum([high for _, high in ends])
        case Choice(items):
            ends = [widths(item) for item in items]
            highs = [high for _, high in ends if high is not None]
            return min(low for low, _ in ends), max(highs) if len(highs) == len(ends) else None
        case Repeat(item, least, most):
            low, high = widths(item)
            return low * least, 0 if high == 0 or most == 0 else high * most if high and most else None
        case Group(_, item) | Atomic(item):
            return widths(item)
        case Backreference():
            return 0, None
    return 0, 0


def bounded_sum(numbers: list[int | None]) -> int | None:
    """Return a sum that has no bound if one of its terms has none."""
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


@dataclass(frozen=True, slots=True)
class Ways:
    """At most `factor` * n ** `power` ways to match a part in a text of n characters."""

    power: int = 0
    factor: int = 1

    def __mul__(self, other: Ways) -> Ways:
        return Ways(self.power + other.power, self.factor * other.factor)


ONE = Ways()


def ways(node: Node, follow: CharSet) -> Ways | None:
    """Return how many ways a search may try a part; None if no power bounds them. `follow` is what comes after it."""
    match node:
        case Sequence(items):
            found: Ways | None = ONE
            for item in reversed(items):
                one = ways(item, follow)
                found = one * found if one and found else None
                follow = first(item, follow)
            return found
        case Choice(items):
            return choice_ways(items, follow)
        case Repeat():
            return repeat_ways(node, follow)
        case Group(_, item) | Atomic(item):
            return ways(item, follow)
        case Look(item):
            return ways(item, ANYTHING)
    return ONE


def choice_ways(items: tuple[Node, ...], follow: CharSet) -> Ways | None:
    """Return the ways of alternatives: those of one where their beginnings differ, else of all."""
    found = [ways(item, follow) for item in items]
    known = [one for one in found if one is not None]
    if len(known) < len(found):
        return None
    power, begins = max(one.power for one in known), [first(item, follow) for item in items]
    factors = [one.factor for one in known]
    return Ways(power, sum(factors) if any(a.overlaps(b) for a, b in combinations(begins, 2)) else max(factors))


def repeat_ways(node: Repeat, follow: CharSet) -> Ways | None:
    """Return the ways of a repetition: one where the next character tells whether it goes on."""
    begin = first(node.item, follow)
    inside = ways(node.item, begin.union(follow))
    if inside is None or (node.most == node.least and inside == ONE):
        return inside
    ends = ONE
    if begin.overlaps(follow) or nullable(node.item):
        ends = Ways(1, 1) if node.most is None else Ways(0, node.most - node.least + 1)
    if node.most is not None and node.most <= 1:
        return Ways(inside.power, inside.factor + 1) if ends != ONE else inside
    return ends if inside == ONE and not nullable(node.item) else None

"""What a pattern can begin with, and how long it can be.

The first lets the search pass over places where no match begins; the second tells which repetitions could go round
without end, and how far a lookbehind goes back. Both err on the safe side: too many characters, too great a length.
"""

from __future__ import annotations

from interpreters.languages.perl_subset.regex import nodes
from interpreters.languages.perl_subset.regex.charset import ALL, LAST, NONE, CharSet, of

END = CharSet(((LAST + 1, LAST + 1),))
"""The end of the text, as if a character stood there."""
ANYTHING = ALL.union(END)
ENDS = {"z": END, "Z": END.union(of("\n")), "$": END.union(of("\n"))}


def first(node: nodes.Node, follow: CharSet) -> CharSet:
    """Return what a part may begin with, when `follow` is what comes after it."""
    match node:
        case nodes.Chars(chars):
            return chars
        case nodes.Sequence(items):
            for item in reversed(items):
                follow = first(item, follow)
            return follow
        case nodes.Choice(items):
            return NONE.union(*(first(item, follow) for item in items))
        case nodes.Repeat(item, least, _):
            return first(item, follow) if least else first(item, follow).union(follow)
        case nodes.Group(_, item) | nodes.Atomic(item):
            return first(item, follow)
        case nodes.Assertion(kind):
            return ENDS.get(kind, follow)
        case nodes.Backreference():
            return ANYTHING
    # what looks ahead or back takes no character: whatever it asks for, the match begins with what follows
    return follow


def nullable(node: nodes.Node) -> bool:
    """Tell whether a part may match the empty text."""
    return widths(node)[0] == 0


def widths(node: nodes.Node) -> tuple[int, int | None]:
    """Return the least and greatest number of characters that a part matches; None has no bound."""
    match node:
        case nodes.Chars():
            return 1, 1
        case nodes.Sequence(items):
            ends = [widths(item) for item in items]
            return sum(low for low, _ in ends), bounded_sum([high for _, high in ends])
        case nodes.Choice(items):
            ends = [widths(item) for item in items]
            highs = [high for _, high in ends if high is not None]
            return min(low for low, _ in ends), max(highs) if len(highs) == len(ends) else None
        case nodes.Repeat(item, least, most):
            low, high = widths(item)
            return low * least, 0 if high == 0 or most == 0 else high * most if high and most else None
        case nodes.Group(_, item) | nodes.Atomic(item):
            return widths(item)
        case nodes.Backreference():
            return 0, None
    return 0, 0


def bounded_sum(numbers: list[int | None]) -> int | None:
    """Return a sum that has no bound if one of its terms has none."""
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None

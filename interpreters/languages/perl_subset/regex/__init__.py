r"""Perl's patterns: parsed once, searched by Python's own where that cannot take long, else by a matcher of our own.

    regex = compile_pattern(r"(\w+)=(\d*)", "i")
    regex.search("a=1 b=", 0, 0, meter)         # ((0, 3), (0, 1), (2, 3)): the match and its groups, or None
    regex.matches("a=1 b=", meter)              # all matches, as the flag g finds them

Supported: characters, classes (those of ASCII), . ^ $ \A \z \Z \b \B, groups with or without names, (?:…), (?i) and
the other flags, alternatives, repetitions (greedy, lazy, possessive), backreferences, lookaheads, lookbehinds, (?>…),
comments. The rest of Perl's patterns is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

from interpreters.languages.perl_subset.regex.analysis import END, first, nullable, ways
from interpreters.languages.perl_subset.regex.charset import NONE
from interpreters.languages.perl_subset.regex.matcher import Matcher, Meter
from interpreters.languages.perl_subset.regex.nodes import Assertion, Node, Sequence
from interpreters.languages.perl_subset.regex.parse import UnsupportedPattern, WrongPattern, parse
from interpreters.languages.perl_subset.regex.program import Program, compile_program
from interpreters.languages.perl_subset.regex.python import python_text

__all__ = ["Meter", "Regex", "Sequence", "Spans", "UnsupportedPattern", "WrongPattern", "compile_pattern", "parts"]

AFFORDABLE = 10**8
"""Steps that a search of Python's may take at worst: about a second."""
Spans = tuple[tuple[int, int], ...]
"""Where a match and its groups begin and end; (-1, -1) for a group that took no part."""


@lru_cache(maxsize=1000)
def compile_pattern(text: str, flags: str) -> Regex:
    """Compile a pattern with flags of i, m, s and x; raise WrongPattern or UnsupportedPattern."""
    return Regex(text, flags)


class Regex:
    """A pattern that can be searched for."""

    def __init__(self, text: str, flags: str) -> None:
        self.parsed = parse(text, flags)
        self.program: Program = compile_program(self.parsed)
        self.nullable = nullable(self.parsed.tree)
        self.anchored = begins(self.parsed.tree)
        self.ways = ways(self.parsed.tree, NONE)

    @cached_property
    def python(self) -> re.Pattern[str] | None:
        """Python's pattern, where there is one and powers of the text's length bound its search."""
        if self.ways is None:
            return None
        try:
            return re.compile(python_text(self.parsed.tree), re.ASCII)
        except (re.error, RecursionError, OverflowError):
            return None

    @cached_property
    def candidates(self) -> re.Pattern[str] | None:
        """Python's pattern for a place where a match may begin, if not everywhere."""
        begin = first(self.parsed.tree, END)
        return None if self.nullable or begin.overlaps(END) else begin.one

    def affordable(self, size: int) -> bool:
        """Tell whether a search of Python's takes only so long in a text of some length."""
        if self.ways is None:
            return False
        steps: int = self.ways.factor * (size + 1) ** (self.ways.power + (1 if self.anchored else 2))
        return steps <= AFFORDABLE

    def search(self, text: str, start: int, least_end: int, meter: Meter) -> Spans | None:
        """Return the first match from `start` on that ends at `least_end` or later."""
        quick = (least_end <= start or not self.nullable) and self.affordable(len(text) - start)
        if quick and self.python is not None:
            match = self.python.search(text, start)
            return match.regs if match else None
        matcher = Matcher(self.program, text, meter)
        if matcher.search(self.starts(text, start), least_end) is None:
            return None
        slots = matcher.slots[: 2 * self.parsed.groups + 2]
        return tuple(
            (begin, end) if begin >= 0 <= end else (-1, -1) for begin, end in zip(slots[::2], slots[1::2], strict=True)
        )

    def starts(self, text: str, start: int) -> Iterator[int]:
        """Yield the places where a match may begin."""
        if self.anchored:
            yield from range(start, 1)
        elif self.candidates is None:
            yield from range(start, len(text) + 1)
        else:
            yield from (match.start() for match in self.candidates.finditer(text, start))

    def matches(self, text: str, meter: Meter) -> Iterator[Spans]:
        """Yield all matches, one after the other; an empty one does not follow another at the same place."""
        if self.python is not None and self.affordable(len(text)):
            yield from (match.regs for match in self.python.finditer(text))
            return
        start = least_end = 0
        while (found := self.search(text, start, least_end, meter)) is not None:
            yield found
            begin, start = found[0]
            least_end = start + (begin == start)


def parts(text: str, spans: Spans) -> tuple[str | None, ...]:
    """Return what a match and its groups have found, None for a group that took no part."""
    return tuple(text[begin:end] if begin >= 0 else None for begin, end in spans)


def begins(node: Node) -> bool:
    """Tell whether a pattern matches at the beginning of the text only."""
    return node == Assertion("A") or (isinstance(node, Sequence) and bool(node.items) and begins(node.items[0]))

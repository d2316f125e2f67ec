"""How an ALGOL 60 text writes its symbols, where that must be known before they can be read (section 2 of the report).

    notation("'BEGIN' 'INTEGER' I., …", "auto", "auto")     # ("quoted", "english")

Only what stands outside strings and comments decides: a stray character in them must not change what a program means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from itertools import combinations

from getallenband.interpreters.languages.algol60.symbols import TENS, word_languages, words_of
from getallenband.interpreters.source.stropping import representation
from getallenband.interpreters.source.words import meanings

TEN = r"(?:'\s*10\s*'|" + "|".join(map(re.escape, TENS)) + ")"
EXPONENT = rf"(?:(?:\s*{TEN}|[eE](?=[+-]?\d))\s*[+\-−]?\s*\d(?:\s*\d)*)"
NUMBER = (
    r"(?:(?P<whole>\d(?:\s*\d)*)?(?P<part>\s*\.\s*\d(?:\s*\d)*)|(?P<only>\d(?:\s*\d)*)(?P<last>LAST)?)"
    rf"(?P<power>{EXPONENT})?|(?P<ten>{TEN}\s*[+\-−]?\s*\d(?:\s*\d)*)"
)
NEVER = re.compile(r"(?!)")
SYMBOLS = meanings(__package__, "symbols")
SEMICOLONS = tuple(mark for mark, name in SYMBOLS.items() if name == "SEMICOLON")


def notation(text: str, chosen: str, words: str) -> tuple[str, str]:
    """Return how a text writes its word symbols, and in which language: as chosen, or by its first word for begin."""
    candidates = word_languages() if words == "auto" else (words,)
    found = [(*first, name) for name in candidates if (first := representation(text, begin_of(name)))]
    way, _, language = min(found, key=lambda one: one[1], default=("plain", 0, candidates[0]))
    return (way if chosen == "auto" else chosen), language


def begin_of(language: str) -> str:
    """Return the word for begin, whose way of writing is that of all others."""
    return next(word for word, name in words_of(language).items() if name == "_BEGIN")


def sets_of_semicolons(text: str) -> Iterator[frozenset[str]]:
    """Yield the marks that may end the comments of a text: `;` always, and each choice of the others that it has.

    `.,` and `$` are prose in the comment of a text that writes `;` between its statements; so only those marks end
    comments that separate statements too. The lexer takes the first set of which that is true.
    """
    others = [mark for mark in SEMICOLONS[1:] if mark in text]
    for size in range(len(others) + 1):
        for chosen in combinations(others, size):
            yield frozenset((SEMICOLONS[0], *chosen))


class Fitness(IntEnum):
    """How well the marks assumed to end comments fit the scanned text."""

    STOPPED = 0
    """Another mark separates statements."""
    SUPERFLUOUS = 1
    """Statements are separated, but not by each of them."""
    UNENDED = 2
    """None of them ends the last comment."""
    POSSIBLE = 3
    """No mark separates statements."""
    PROVED = 4
    """They are just the marks that separate statements, and the semicolon."""


def number_pattern(*, last_points: bool, excluded: str) -> re.Pattern[str]:
    """Return the pattern of a number; it may end with a point that is followed by none of the excluded characters."""
    return re.compile(NUMBER.replace("LAST", rf"\s*\.(?![{excluded}])" if last_points else NEVER.pattern))

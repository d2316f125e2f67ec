"""Matching, substitution, splitting by patterns and transliteration, which compiled Perl leaves to Python.

What a procedure finds waits as a list (`waiting`), which the program puts on its stack (runtime/patterns.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.languages.perl_subset.check.expressions import EMPTY_PATTERN
from getallenband.interpreters.languages.perl_subset.faults import Exhaustion, Missing
from getallenband.interpreters.languages.perl_subset.library import cell_of, procedure, string_of, value_of, waiting
from getallenband.interpreters.languages.perl_subset.regex import UnsupportedPattern
from getallenband.interpreters.languages.perl_subset.searching import SECONDS, search
from getallenband.interpreters.languages.perl_subset.values import identified, text_of

WHITE_SPACE = " \t\n\r\f\v"


def pattern(host: Host, text: int, flags: int, empty: int, at: int) -> int:
    """Return the number of a pattern that is known only when it is used."""
    wanted, place = text_of(value_of(host, text)), host.place(at)
    if wanted == "" and not empty:
        raise Missing(EMPTY_PATTERN, place)
    try:
        return int(host.state.pattern(wanted, host.strings[flags]))
    except UnsupportedPattern as missing:
        raise Missing(str(missing), place) from None


@dataclass(frozen=True, slots=True)
class Match:
    """A match: where it is, and the texts of $&, $1, $2 …; None for a group that took no part."""

    start: int
    end: int
    texts: list[str | None]

    @property
    def groups(self) -> list[str | None]:
        return self.texts[1:]


def matches(host: Host, number: int, subject: int, most: int = 0) -> list[Match]:
    """Return the matches in a text, at most so many (0: all)."""
    return matches_in(host, number, string_of(host, subject), most)


def matches_in(host: Host, number: int, text: str, most: int = 0) -> list[Match]:
    host.charge(len(text))
    pattern = host.state.patterns[number]
    try:
        found = search(pattern, text, most)
    except TimeoutError:
        raise Exhaustion(f"a search by a pattern takes more than {SECONDS} s: {identified(text)}") from None
    return [Match(*each[0], [text[at:end] if at >= 0 else None for at, end in each]) for each in found]


def match(host: Host, number: int, subject: int) -> int:
    """Tell whether a pattern matches; note the match for $1 and its like."""
    found = matches(host, number, subject, 1)
    host.state.last_match = found[0].texts if found else []
    return len(found)


def groups(host: Host) -> int:
    """Give $&, $1, $2 … of the last match; nothing where there was none."""
    return waiting(host, host.state.last_match)


def captures(host: Host, number: int, subject: int, everywhere: int) -> int:
    """Give what a match in list context does: its groups, or 1 without any; of all matches the groups or the texts."""
    found = matches(host, number, subject, 0 if everywhere else 1)
    host.state.last_match = found[-1].texts if found else []
    items: list[Any] = []
    for one in found:
        items += one.groups or (one.texts if everywhere else [1])
    return waiting(host, items)


def occurrences(host: Host, number: int, subject: int, everywhere: int) -> int:
    """Give for each match the text before it, how many items follow, and $&, $1, …; last the text after all.

    Return how many matches there are.
    """
    found = matches(host, number, subject, 0 if everywhere else 1)
    text, after = string_of(host, subject), 0
    items: list[Any] = []
    for one in found:
        items += [text[after : one.start], len(one.texts), *one.texts]
        after = one.end
    waiting(host, [*items, text[after:]])
    return len(found)


def fields(host: Host, number: int, subject: int, limit: int, blank: int) -> int:
    """Give what split does (perlfunc); `blank`: white space at the beginning is left out.

    At most `limit` fields if that is positive; empty ones at the end are dropped if it is 0.
    """
    text = string_of(host, subject)
    if blank:
        text = text.lstrip(WHITE_SPACE)
    items: list[Any] = []
    count, start = 1, 0
    for one in matches_in(host, number, text):
        if start >= len(text) or 0 < limit <= count:
            break
        if one.end > start:  # an empty match separates two characters, and is never before the first
            items += [text[start : one.start], *one.groups]
            count, start = count + 1, one.end
    if start < len(text) or (limit != 0 and items):
        items.append(text[start:])
    while limit == 0 and items and not items[-1]:
        items.pop()
    return waiting(host, items)


def transliterated(host: Host, table: int, subject: int) -> int:
    return cell_of(host, host.state.tables[table].change(string_of(host, subject))[0])


def transliterations(host: Host, table: int, subject: int) -> int:
    """Return how many characters of a text a table searches for."""
    count: int = host.state.tables[table].change(string_of(host, subject))[1]
    return count


procedure("pattern", 4, pattern)
procedure("match", 2, match)
procedure("groups", 0, groups)
procedure("captures", 3, captures)
procedure("occurrences", 3, occurrences)
procedure("fields", 4, fields)
procedure("transliterated", 2, transliterated)
procedure("transliterations", 2, transliterations)

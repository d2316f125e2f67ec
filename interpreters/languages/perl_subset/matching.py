"""Matching, substitution, splitting by patterns and transliteration, which compiled Perl leaves to Python.

What a procedure finds waits as a list (`waiting`), which the program puts on its stack (runtime/patterns.py).
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from interpreters.ir.host import Host
from interpreters.languages.perl_subset.check.expressions import EMPTY_PATTERN
from interpreters.languages.perl_subset.faults import Missing
from interpreters.languages.perl_subset.library import cell_of, procedure, string_of, value_of, waiting
from interpreters.languages.perl_subset.regex import UnsupportedPattern
from interpreters.languages.perl_subset.values import text_of

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


def matches(host: Host, number: int, subject: int, most: int) -> list[re.Match[str]]:
    """Return the matches in a text, at most so many (0: all)."""
    text = string_of(host, subject)
    return list(islice(host.state.patterns[number].finditer(text), most or None))


def match(host: Host, number: int, subject: int) -> int:
    """Tell whether a pattern matches; note the match for $1 and its like."""
    found = matches(host, number, subject, 1)
    host.state.last_match = found[0] if found else None
    return len(found)


def groups(host: Host) -> int:
    """Give $&, $1, $2 … of the last match; nothing where there was none."""
    last = host.state.last_match
    return waiting(host, [last[0], *last.groups()] if last else [])


def captures(host: Host, number: int, subject: int, everywhere: int) -> int:
    """Give what a match in list context does: its groups, or 1 without any; of all matches the groups or the texts."""
    found = matches(host, number, subject, 0 if everywhere else 1)
    host.state.last_match = found[-1] if found else None
    items: list[Any] = []
    for one in found:
        items += one.groups() or ([one[0]] if everywhere else [1])
    return waiting(host, items)


def occurrences(host: Host, number: int, subject: int, everywhere: int) -> int:
    """Give for each match the text before it, how many items follow, and $&, $1, …; last the text after all.

    Return how many matches there are.
    """
    found = matches(host, number, subject, 0 if everywhere else 1)
    text, after = string_of(host, subject), 0
    items: list[Any] = []
    for one in found:
        items += [text[after : one.start()], 1 + len(one.groups()), one[0], *one.groups()]
        after = one.end()
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
    for one in host.state.patterns[number].finditer(text):
        if start >= len(text) or 0 < limit <= count:
            break
        if one.end() > start:  # an empty match separates two characters, and is never before the first
            items += [text[start : one.start()], *one.groups()]
            count, start = count + 1, one.end()
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

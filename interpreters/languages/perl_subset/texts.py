"""Perl's functions on texts: parts and places.

part_of("pentomino", -4, 2)             # (5, 7): "mi"
"""

from __future__ import annotations

from getallenband.interpreters.languages.perl_subset.faults import Missing

SURROGATES = range(0xD800, 0xE000)
LAST_CHARACTER = 0x10FFFF


def character(code: int) -> str:
    """Return the character with a code."""
    if code in SURROGATES or code > LAST_CHARACTER:
        raise Missing(f"there is no character with the code {code:#x}")
    return chr(code) if code >= 0 else "\ufffd"


def part_of(text: str, start: int, length: int | None) -> tuple[int, int] | None:
    """Return where a part of a text begins and ends; None if it lies outside.

    A negative start counts from the end; a negative length leaves characters off the end; None takes the rest.
    """
    size = len(text)
    begin = start + size if start < 0 < size else start
    if begin > size:
        return None
    if length is None:
        end = size
    elif length < 0:
        end = size + length
    else:
        end = begin + length
    if end < 0 and begin < 0:
        return None
    begin = max(begin, 0)
    return begin, min(max(end, begin), size)


def last_found_at(text: str, part: str, start: int | None) -> int:
    """Return where a text last contains another that begins at `start` at most, or -1."""
    begin = len(text) if start is None else max(0, start)
    if start is not None and start < 0:
        return 0 if part == "" else -1
    return text.rfind(part, 0, begin + len(part))

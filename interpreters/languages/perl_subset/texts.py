"""Perl's functions on texts: parts, places, fields, formats.

part_of("pentomino", -4, 2)             # (5, 7): "mi"
fields(re.compile(","), "a,b,,", 0)     # ["a", "b"]
formatted(["%03d|%-4s|", 7, "ab"])      # "007|ab  |"
"""

from __future__ import annotations

import re
from typing import Any

from interpreters.languages.perl_subset.machine import Exhaustion, Missing, out_of_memory
from interpreters.languages.perl_subset.values import MOST, number_of, real_text, text_of, whole_of

CONVERSION = re.compile(
    r"%(?P<argument>\d+\$)?(?P<flags>[-+ 0#]*)(?P<width>\*|\d*)(?:\.(?P<digits>\*|\d*))?(?P<size>[hlqLV]*)(?P<kind>.)",
    re.DOTALL,
)
SURROGATES = range(0xD800, 0xE000)
LAST_CHARACTER = 0x10FFFF


def character(code: int) -> str:
    """Return the character with a code."""
    if code in SURROGATES or code > LAST_CHARACTER:
        raise Missing(f"there is no character with the code {code}")
    return chr(code) if code >= 0 else "\ufffd"


def part_of(text: str, start: int, length: int | None) -> tuple[int, int] | None:
    """Return where a part of a text begins and ends; None if it lies outside.

    A negative start counts from the end; a negative length leaves so many signs off the end; None takes the rest.
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


def found_at(text: str, part: str, start: int) -> int:
    """Return where a text first contains another from `start` on, or -1."""
    return text.find(part, min(max(0, start), len(text)))


def last_found_at(text: str, part: str, start: int | None) -> int:
    """Return where a text last contains another that begins at `start` at most, or -1."""
    begin = len(text) if start is None else max(0, start)
    if start is not None and start < 0:
        return 0 if part == "" else -1
    return text.rfind(part, 0, begin + len(part))


def fields(pattern: re.Pattern[str], text: str, limit: int) -> list[Any]:
    """Split a text: at most `limit` fields if that is positive; empty ones at the end are dropped if it is 0.

    A match ends after the last field's beginning, so that an empty one separates two signs.
    """
    found: list[Any] = []
    start, count = 0, 1
    while start < len(text) and not 0 < limit <= count:
        match = pattern.search(text, start)
        if match is not None and match.end() == start:
            match = pattern.search(text, start + 1)
        if match is None:
            break
        found += [text[start : match.start()], *match.groups()]
        start, count = match.end(), count + 1
    if start < len(text) or (found and limit != 0):
        found.append(text[start:])
    if limit == 0:
        while found and found[-1] in ("", None):
            found.pop()
    return found


def formatted(values: list[Any], most: int) -> str:
    """Return what sprintf makes of a format and its values; no field is wider than `most`."""
    waiting = list(values[1:])

    def following() -> Any:
        return waiting.pop(0) if waiting else None

    def one(match: re.Match[str]) -> str:
        if match["kind"] not in "%csdiuoxXbBeEfFgG":
            return match.group()
        width = whole_of(following()) if match["width"] == "*" else int(match["width"] or 0)
        digits = match["digits"]
        exact = None if digits is None else whole_of(following()) if digits == "*" else int(digits or 0)
        if max(abs(width), exact or 0) > most:
            raise Exhaustion(out_of_memory(most))
        place = int(match["argument"][:-1]) if match["argument"] else None
        if match["kind"] == "%":
            value = None
        else:
            value = following() if place is None else values[place] if place < len(values) else None
        left = "-" in match["flags"] or width < 0
        body, numeric = converted(match["kind"], match["flags"], exact, value)
        if left:
            return body.ljust(abs(width))
        return padded(body, width) if "0" in match["flags"] and (exact is None or not numeric) else body.rjust(width)

    return CONVERSION.sub(one, text_of(values[0])) if values else ""


def padded(body: str, width: int) -> str:
    """Fill up with zeros after a sign or a prefix."""
    lead = re.match(r"[-+ ]?(?:0[xXbB](?=.))?", body)
    assert lead is not None
    return lead.group() + "0" * (width - len(body)) + body[lead.end() :]


def converted(kind: str, flags: str, exact: int | None, value: Any) -> tuple[str, bool]:
    """Return a value in a format without its width, and whether it is a whole number."""
    if kind == "%":
        return "%", False
    if kind == "c":
        return character(whole_of(value) & MOST), False
    if kind == "s":
        return text_of(value)[:exact], False
    number = number_of(value)
    sign = "+" if "+" in flags else " " if " " in flags else ""
    if number != number or abs(number) == float("inf"):
        return (sign if number > 0 and sign == "+" else "") + real_text(float(number)), False
    if kind in "eEfFgG":
        return f"%{sign}{'#' if '#' in flags else ''}.{6 if exact is None else exact}{kind}" % number, False
    whole = whole_of(value)
    if kind in "di":
        whole = whole - MOST - 1 if whole > MOST // 2 else whole
        digits = str(abs(whole)).rjust(exact or 0, "0")
        return ("-" if whole < 0 else sign) + ("" if exact == 0 == whole else digits), True
    base = {"u": "d", "B": "b"}.get(kind, kind)
    digits = format(whole & MOST, base).rjust(exact or 0, "0")
    digits = "" if exact == 0 == whole else digits
    prefix = {"x": "0x", "X": "0X", "b": "0b", "B": "0B"}.get(kind, "") if "#" in flags and whole else ""
    if kind == "o" and "#" in flags and not digits.startswith("0"):
        prefix = "0"
    return prefix + digits, True

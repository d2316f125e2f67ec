"""scanf: conversions that take numbers and words off a text (C90, 7.9.6.2).

scan(host, "d:i32", word)       reads "12" of "12 13", stores it where the pointer points and returns 1

What a conversion reads is the longest beginning of a number, although that may be none: of "-x", %d takes the "-" and
fails. Like glibc, it counts "0x" as 0, and "100e" as 100, where the standard would have them fail.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from ctypes import c_double, c_float
from functools import cache

from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.languages.c_subset.library.numbers import fitting
from getallenband.interpreters.languages.c_subset.library.objects import coded, store, string_at
from getallenband.interpreters.languages.c_subset.library.streams import END_OF_FILE, Text, count, reading

SPECIFICATION = re.compile(r"(?P<skipped>\*?)(?P<width>\d*)(?P<kind>\[\^?\]?[^\]]*\]|.):(?P<cell>\w*)", re.DOTALL)
DIGITS = {
    "d": "[0-9]+", "u": "[0-9]+", "x": "0[xX][0-9a-fA-F]*|[0-9a-fA-F]+", "o": "[0-7]+",
    "i": "0[xX][0-9a-fA-F]*|0[0-7]*|[1-9][0-9]*",
    **dict.fromkeys("eEfgG", r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]*)?"),
}  # fmt: skip
NUMBERS = {kind: re.compile(rf"[ \t-\r]*([-+]?(?:{digits}))") for kind, digits in DIGITS.items()}
"""Blanks and the number after them, by the conversion."""
NO_NUMBERS = {kind: re.compile(r"[-+]?\.?" if kind in "eEfgG" else "[-+]?") for kind in DIGITS}
"""What a conversion takes of a text that does not match it: how a number might have begun."""
BASES = {"d": 10, "u": 10, "x": 16, "o": 8}
FORMS = {"i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q", "f32": "<f", "f64": "<d"}
BLANKS = re.compile(r"[ \t-\r]*")
WORD = re.compile(r"[^ \t-\r]*")


def read_text(host: Host, word: int) -> None:
    """Set a string as the source of the scanf that follows."""
    host.state.source = Text(string_at(host, word).decode("latin-1"))


def read_file(host: Host, word: int) -> None:
    """Set a file, at its current position, as the source of the scanf that follows."""
    begin(host, reading(host, word))


def begin(host: Host, text: Text) -> None:
    text.begun, host.state.source = text.position, text


def scan(host: Host, spec: int, word: int) -> int:
    """Read by one conversion of scanf; 1 if it stored, 2 if it matched and stores nothing, 0 if not, EOF at the end."""
    text: Text = host.state.source
    kind, width, skipped, cell = specification(host.program.strings[spec])
    if kind in NUMBERS and not width and not skipped:
        quick = NUMBERS[kind].match(text.text, text.position)
        if quick is not None and quick.end() < len(text.text):
            text.position = quick.end()
            count(host, text)
            store(host, word, encoder(kind, cell)(quick[1]), "scanf")
            return 1
    if kind not in "cn=" and kind[0] != "[":
        passed(text, BLANKS)
    if kind == " ":
        return 2
    if kind == "n":
        store(host, word, encoder(kind, cell)(str(text.position - text.begun)), "scanf")
        return 2
    if not text.next:
        text.ended = True
        return END_OF_FILE
    found = matched(text, kind, width, cell)
    if not found:
        return 0
    count(host, text)
    if kind == "=" or skipped:
        return 2
    store(host, word, encoder(kind, cell)(found), "scanf")
    return 1


def scan_tape(host: Host, spec: int, word: int) -> int:
    """Read by the first conversion of a scanf from the tape: a call of its own would take as long as the conversion."""
    begin(host, host.state.tape)
    return scan(host, spec, word)


FAILED = 2**40
"""What is added to what `scan` returns where `scan_int` reads no number."""


def scan_int(host: Host) -> int:
    """Read an int from the tape by the only conversion of a scanf, %d, for the program to store."""
    text: Text = host.state.tape
    begin(host, text)
    quick = NUMBERS["d"].match(text.text, text.position)
    if quick is not None and quick.end() < len(text.text):
        text.position, found = quick.end(), quick[1]
    else:
        passed(text, BLANKS)
        if not text.next:
            text.ended = True
            return FAILED + END_OF_FILE
        found = matched(text, "d", 0, "i32")
        if not found:
            return FAILED
    count(host, text)
    return fitting(found, 32)


@cache
def specification(text: str) -> tuple[str, int, bool, str]:
    """Split a conversion: its kind, its width or 0, whether it stores nothing, and the cell that it stores in."""
    match = SPECIFICATION.fullmatch(text)
    assert match is not None
    return match["kind"], int(match["width"] or 0), bool(match["skipped"]), match["cell"]


def passed(text: Text, pattern: re.Pattern[str], width: int = 0) -> str:
    """Consume and return what a pattern matches, at most `width` characters unless that is 0."""
    size = len(text.text)
    found = pattern.match(text.text, text.position, min(size, text.position + width) if width else size)
    taken = found.group() if found else ""
    text.position += len(taken)
    text.ended = text.ended or (text.position == size and len(taken) != width)
    return taken


def matched(text: Text, kind: str, width: int, cell: str) -> str:
    """Consume and return what a conversion matches; nothing where it does not match."""
    match kind[0]:
        case "c":
            return text.take(width or 1)
        case "=":
            return text.take(1) if text.next == chr(int(cell)) else ""
        case "s":
            return passed(text, WORD, width)
        case "[":
            return passed(text, members(kind), width)
    found = passed(text, NUMBERS[kind], width)
    if not found:
        passed(text, NO_NUMBERS[kind], width)
    return found


@cache
def members(kind: str) -> re.Pattern[str]:
    """Return a pattern of the characters of a set; one from a character to a smaller one is empty."""
    negated, inner = kind[1] == "^", kind[1:-1].removeprefix("^")
    inside = re.sub(r"(.)-(.)", lambda span: "".join(map(chr, range(ord(span[1]), ord(span[2]) + 1))), inner)
    letters = "".join(map(re.escape, inside))
    return re.compile(f"[{'^' * negated}{letters}]*" if letters else "" if not negated else "(?s:.*)", re.DOTALL)


@cache
def encoder(kind: str, cell: str) -> Callable[[str], bytes]:
    """Return what makes of a text that a conversion read the bytes that it stores."""
    if kind in "cs" or kind[0] == "[":
        end = b"" if kind == "c" else b"\0"
        return lambda found: coded(found) + end
    pack = struct.Struct(FORMS[cell]).pack
    if cell[0] == "f":
        rounded = c_float if cell == "f32" else c_double
        return lambda found: pack(rounded(float(found.rstrip("eE+-"))).value)
    bits, signed = int(cell[1:]), kind in "di"
    if base := BASES.get(kind):
        return lambda found: pack(fitting(found, bits, base, signed=signed))
    return lambda found: pack(fitting(found, bits, base_of(found.lstrip("-+")), signed=True))


def base_of(digits: str) -> int:
    """Return the base of a number that is written as in C."""
    return 10 if digits[0] != "0" else 8 if digits.isdigit() else 16

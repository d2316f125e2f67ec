"""Numbers in strings, and random numbers (C90, 7.10)."""

from __future__ import annotations

import re

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.languages.c_subset.library.objects import string_at

INTEGER = re.compile(rb"\s*([-+]?\d+)")
REAL = re.compile(rb"\s*([-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)")


def atoi(host: Host, word: int) -> int:
    """Read an int at the beginning of a string; 0 where there is none."""
    return integer(host, word, 32)


def atol(host: Host, word: int) -> int:
    """Read a long of 64 bits: see atol in prelude.py."""
    return integer(host, word, 64)


def integer(host: Host, word: int, bits: int) -> int:
    """Read an integer; trap on one that does not fit, which C leaves undefined."""
    found = INTEGER.match(string_at(host, word))
    return fitting(found[1].decode(), bits) if found else 0


def fitting(text: str, bits: int, base: int = 10, *, signed: bool = True) -> int:
    """Return the number in a text, as the signed one with the same bits; trap where it does not fit."""
    if len(text) < 10 and base == 10 and bits > 16:
        return int(text)
    digits = text.lstrip("-+").removeprefix("0x").removeprefix("0X").lstrip("0")[: bits + 1] or "0"
    value = -int(digits, base) if text[0] == "-" else int(digits, base)
    half = 1 << bits - 1
    if not (-half <= value < half if signed else -2 * half < value < 2 * half):
        raise HostTrap(f"{text[:40]} does not fit in {bits} bits")
    return (value + half) % (2 * half) - half


def atof(host: Host, word: int) -> float:
    """Read a real number at the beginning of a string; 0 where there is none."""
    found = REAL.match(string_at(host, word))
    return float(found[1]) if found else 0.0


def rand(host: Host) -> int:
    """Return the next number of the standard's own example (C90, 7.10.2.2)."""
    host.state.seed = (host.state.seed * 1103515245 + 12345) % 2**32
    return int(host.state.seed // 65536 % 32768)


def srand(host: Host, seed: int) -> None:
    host.state.seed = seed % 2**32

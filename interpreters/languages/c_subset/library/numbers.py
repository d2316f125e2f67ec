"""Numbers in strings, and random numbers (C90, 7.10)."""

from __future__ import annotations

import re

from interpreters.ir.host import Host
from interpreters.languages.c_subset.library.objects import string_at

INTEGER = re.compile(rb"\s*([-+]?\d+)")
REAL = re.compile(rb"\s*([-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)")


def atoi(host: Host, word: int) -> int:
    """Read an integer at the beginning of a string; 0 where there is none."""
    found = INTEGER.match(string_at(host, word))
    return int(found[1]) if found and len(found[1]) < 19 else 0


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

"""Numbers and sizes as people write them: 4096, 64k, 64Ki, 1e6.

size(2**46)("64k")      # 64,000
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

import typer

WRITTEN = re.compile(r"(\d+(?:\.\d+)?(?:e\d{1,3})?)([kMGT]i?)?", re.ASCII)
UNITS = {"k": 1, "M": 2, "G": 3, "T": 4}
"""The powers of 1000, or with an i of 1024; K is k."""


def size(most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from 1 to `most`; k, M, G, T are thousands, Ki, Mi, Gi, Ti powers of 1024."""

    def read(text: str) -> int:
        found = WRITTEN.fullmatch(text.replace("K", "k"))
        if found is None:
            raise typer.BadParameter(
                f"{text!r} is no number; expected one such as 4096, 64k (64,000), 64Ki (65,536) or 1e6"
            )
        number, unit = found.groups()
        factor = (1024 if unit and unit.endswith("i") else 1000) ** UNITS[unit[0]] if unit else 1
        value = Decimal(number) * factor
        if value != int(value) or not 1 <= value <= most:
            raise typer.BadParameter(f"{text} is not a whole number from 1 to {most}")
        return int(value)

    return read

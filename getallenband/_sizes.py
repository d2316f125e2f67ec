"""Numbers and sizes as people write them: 4096, 64k, 64Ki, 1e6.

Size(2**46).convert("64k", None, None)      # 64,000
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import click

WRITTEN = re.compile(r"(\d+(?:\.\d+)?(?:e\d{1,3})?)([kMGT]i?)?", re.ASCII)
UNITS = {"k": 1, "M": 2, "G": 3, "T": 4}
"""The powers of 1000, or with an i of 1024; K is k."""


@dataclass(frozen=True)
class Size(click.ParamType[int]):
    """Whole numbers from 1 to `most`; k, M, G, T are thousands, Ki, Mi, Gi, Ti powers of 1024."""

    most: int
    name = "size"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found = WRITTEN.fullmatch(value.replace("K", "k"))
        if found is None:
            self.fail(
                f"{value!r} is not a number; expected one such as 4096, 64k (64,000), 64Ki (65,536) or 1e6", param, ctx
            )
        number, unit = found.groups()
        factor = (1024 if unit and unit.endswith("i") else 1000) ** UNITS[unit[0]] if unit else 1
        from decimal import Decimal  # few commands name a size

        size = Decimal(number) * factor
        if size != int(size) or not 1 <= size <= self.most:
            self.fail(f"{value} is not a whole number from 1 to {self.most}", param, ctx)
        return int(size)


class Seconds(click.ParamType[float]):
    """A time in seconds, in digits."""

    name = "seconds"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value, re.ASCII):
            self.fail(f"{value!r} is not a time; expected seconds, such as 2 or 0.5", param, ctx)
        return float(value)


class Span(click.ParamType[str]):
    """Lines of a text: one, or FIRST-LAST."""

    name = "span"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        found = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", value)
        if found is None or int(found[1]) > int(found[2] or found[1]):
            self.fail(f"{value!r} is not a range of lines; expected one such as 12, or 12-20", param, ctx)
        return value


SPAN = Span()
SECONDS = Seconds()

"""Choices that makers of random programs draw from one generator of numbers."""

from __future__ import annotations

from random import Random
from typing import Any


class Choices:
    """What a maker chooses, and names that are new."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.serial = 0

    def pick(self, items: Any) -> Any:
        return items[self.random.randrange(len(items))]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def number_below(self, low: int, high: int) -> int:
        return low + self.random.randrange(high - low + 1)

    def fresh(self, stem: str) -> str:
        self.serial += 1
        return f"{stem}{self.serial}"

"""A machine's arithmetic: the ranges of its numbers, and the messages of overflow.

EL_X8.greatest                                        # 67108863
EL_X8.overflow("+")                                   # "integer overflow: {0} + {1} is beyond 67108863"
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumberSystem:
    """Integers from -greatest to greatest (as in ones' complement, so that negation cannot overflow), and reals.

    `real_greatest`, `real_least` and `real_epsilon` are the largest number, the smallest positive one, and the
    distance from 1 to the next.
    """

    name: str
    title: str
    greatest: int
    real_greatest: float
    real_least: float
    real_epsilon: float

    @property
    def least(self) -> int:
        return -self.greatest

    def overflow(self, operator: str) -> str:
        return f"integer overflow: {{0}} {operator} {{1}} is beyond {self.greatest}"

    def real_overflow(self, operator: str) -> str:
        return f"real overflow: {{0}} {operator} {{1}}"

    def too_large(self) -> str:
        return f"{{0}} is too large for an integer (at most {self.greatest})"

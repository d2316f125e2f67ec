"""What a language needs to know of a machine's arithmetic: the range of its integers and what it says of a fault.

EL_X8.greatest                                        # 67108863
EL_X8.overflow("+")                                   # "integer overflow: {0} + {1} is beyond 67108863"
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumberSystem:
    """Integers from -greatest to greatest (as in ones' complement, so that a sign can always be changed), and reals.

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
        """Return the least integer."""
        return -self.greatest

    def overflow(self, operator: str) -> str:
        """Word the trap of an integer operation whose result does not fit."""
        return f"integer overflow: {{0}} {operator} {{1}} is beyond {self.greatest}"

    def real_overflow(self, operator: str) -> str:
        """Word the trap of a real operation whose result is no finite number."""
        return f"real overflow: {{0}} {operator} {{1}}"

    def too_large(self) -> str:
        """Word the trap of a real number that no integer is near."""
        return f"{{0}} is too large for an integer (at most {self.greatest})"

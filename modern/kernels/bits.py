"""Two machine instructions for the kernels, and the words that they need.

ones(word)              the number of bits set
zeros_below(word)       the position of the lowest bit set; 64 if there is none
"""

from __future__ import annotations

import numpy as np

ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = ~ZERO


class Instruction:
    """An instruction of LLVM on a word of 64 bits, which kernels call by this name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, word: np.uint64) -> int:
        """Do as the instruction does."""
        bits = int(word)
        return (bits if self.name == "ctpop" else (bits & -bits) - 1 & int(ALL)).bit_count()


ones = Instruction("ctpop")
zeros_below = Instruction("cttz")

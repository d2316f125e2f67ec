"""Two machine instructions for the kernels, and the words that they need.

ones(word)              how many bits are set
zeros_below(word)       the number of the lowest bit set; 64 if there is none
"""

from __future__ import annotations

import numpy as np

from modern.kernels.compiled import Numbers, Words, instruction

__all__ = ["ALL", "ONE", "ZERO", "Numbers", "Words", "ones", "zeros_below"]

ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = ~ZERO

ones = instruction("ctpop")
zeros_below = instruction("cttz")

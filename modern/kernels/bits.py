"""Two machine instructions for the kernels, and the words that they need.

ones(word)              the number of bits set
zeros_below(word)       the position of the lowest bit set; 64 if there is none
"""

from __future__ import annotations

import numpy as np

from modern.kernels.compiled import instruction

ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = ~ZERO

ones = instruction("ctpop")
zeros_below = instruction("cttz")

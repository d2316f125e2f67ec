"""Two machine instructions for the kernels, and the types of their arrays.

ones(word)              how many bits are set
zeros_below(word)       the number of the lowest bit set; 64 if there is none
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = ~ZERO


def _ones(_typing: Any, _word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


def _zeros_below(_typing: Any, _word: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), build


ones = cast("Callable[[np.uint64], int]", intrinsic(_ones))
zeros_below = cast("Callable[[np.uint64], int]", intrinsic(_zeros_below))

"""The kernels compiled by numba: a second compiler, which shares nothing with translate.py.

    by_numba(kernel)(*arguments)         # what kernel(*arguments) does

It is slower to compile and to run; that both give the same counts and nodes is what it is for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numba
import numpy as np

from modern.kernels.bits import ONE, Instruction

PAIRS, FOURS, BYTES, SUMS = map(
    np.uint64, (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
)
TWO, FOUR, TOP = map(np.uint64, (2, 4, 56))


def ones(word: Any) -> Any:
    """Count the ones of a word."""
    word = word - ((word >> ONE) & PAIRS)
    word = (word & FOURS) + ((word >> TWO) & FOURS)
    return np.int64((((word + (word >> FOUR)) & BYTES) * SUMS) >> TOP)


COUNT: Any = numba.njit(ones)


def zeros_below(word: Any) -> Any:
    """Count the zeros below the lowest one of a word; 64 if there is none."""
    return COUNT(~word & (word - ONE))


INSTRUCTIONS: dict[str, Any] = {"ctpop": COUNT, "cttz": numba.njit(zeros_below)}


@cache
def by_numba(function: FunctionType) -> Callable[..., Any]:
    """Compile a kernel's function, and those of the kernels that it calls."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = names.get(name)
        if isinstance(value, Instruction):
            names[name] = INSTRUCTIONS[value.name]
        elif isinstance(kernel := getattr(value, "function", None), FunctionType):
            names[name] = by_numba(kernel)
    plain = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    compiled: Callable[..., Any] = numba.njit(plain)
    return compiled

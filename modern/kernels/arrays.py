"""The arrays that kernels work on, under the names that their annotations use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]

TYPES: dict[str, np.dtype[Any]] = {
    name: np.dtype(kind)
    for name, kind in (
        ("Words", np.uint64),
        ("Numbers", np.int64),
        ("Ints", np.int32),
        ("Bytes", np.uint8),
    )
}


def parts(function: FunctionType, kind: str) -> list[str]:
    """Return the annotations of the members where a parameter's annotation names a tuple of arrays, else nothing."""
    members = getattr(function.__globals__.get(kind), "__annotations__", {})
    return [getattr(each, "__forward_arg__", each) for each in members.values()]


def words(length: int) -> Words:
    return np.zeros(length, np.uint64)


def numbers(length: int) -> Numbers:
    return np.zeros(length, np.int64)


def ints(length: int) -> Ints:
    return np.zeros(length, np.int32)


def flatten(lists: Iterable[Sequence[int]]) -> tuple[Numbers, Numbers]:
    """Return all entries one after the other, and where those of each list start, and the end."""
    listed = list(lists)
    starts = np.array([*accumulate(map(len, listed), initial=0)], np.int64)
    return np.fromiter(chain.from_iterable(listed), np.int64, int(starts[-1])), starts

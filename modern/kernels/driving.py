"""Drive a compiled search in short strides, so that Python can hand over solutions, and stop it, in between.

    finished = drive(stride, buffer, on_solution, limit, stop)

A stride runs until it has spent its budget, filled the buffer of solutions, or searched everything; all that it
needs to go on is in its arrays.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from modern.exact_cover.answer import OnSolution, Stop

FINISHED, OUT_OF_BUDGET, BUFFER_FULL = 0, 1, 2
Longs = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]


class Stride(Protocol):
    """One call of a compiled search."""

    def __call__(self, room: int, budget: int) -> tuple[int, int]:
        """Search on; return the status and how many rows of the buffer were filled, at most `room`."""


def drive(
    stride: Stride,
    buffer: Ints,
    on_solution: OnSolution | None,
    limit: int | None,
    stop: Stop | None,
    budget: int = 2_000_000,
) -> tuple[int, bool]:
    """Run strides to the end, the limit or the stop; return the number of solutions and whether all was searched.

    buffer  (rows, pieces): each row a solution, the index of the placement of each piece
    budget  steps of the search between two looks at `stop`
    """
    found = 0
    while True:
        room = len(buffer) if limit is None else min(len(buffer), limit - found)
        status, rows = stride(room, budget)
        found += rows
        if on_solution is not None:
            for row in buffer[:rows].tolist():
                on_solution(tuple(row))
        if status == FINISHED:
            return found, True
        if found == limit or (stop is not None and stop()):
            return found, False


def flat(lists: list[list[int]]) -> tuple[Ints, Ints]:
    """Return lists laid end to end, and where each begins (one more entry than lists)."""
    starts = np.zeros(len(lists) + 1, np.int32)
    np.cumsum([len(entries) for entries in lists], out=starts[1:])
    return np.array([x for entries in lists for x in entries], np.int32), starts

"""What the functions of one program share while they are written so that they can pause.

module = PausingModule(program, memory_size, depth_limit)
module.points[2]                 # the block that a run continues with where its control word `BLOCK` holds 3
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir.program import Program
from interpreters.native.module import Module
from interpreters.wasm.frames import Frame
from interpreters.wasm.layout import Addresses

MOST_LINES = 150_000
"""Lines of assembly of the largest program that has a page, twice those of a Perl program: they are one function, and
LLVM takes 50 s for one of this size."""


@dataclass(frozen=True, slots=True)
class Point:
    """A block that a run can continue with: its function, its name in the assembly, and its place in the source text.

    It begins with the mark of a `statement`, or (-1) it is entered by a call, returned to after one, or polled.
    """

    function: str
    name: str
    at: int
    statement: int = -1


class PausingModule(Module):
    """A program whose blocks begin at its statements; `points` are the blocks a run can continue with, from 1 on."""

    def __init__(self, program: Program, memory_size: int, depth_limit: int, work_limit: int | None = None) -> None:
        super().__init__(program, memory_size, depth_limit, True, work_limit, MOST_LINES)
        self.at = Addresses.of(program, self.layout, memory_size)
        self.frames = {name: Frame.of(function) for name, function in program.functions.items()}
        self.points: list[Point] = []

    def enter(self, function: str) -> int:
        """Return what stands for the block that enters a function: a negative number, not OVER and not PAUSE."""
        return -2 - self.codes[function]

    def point(self, point: Point) -> int:
        """Give a block that a run can continue with its number."""
        self.points.append(point)
        return len(self.points)

    def checked(self, name: str) -> str:
        """Return the function that checks for overflow; LLVM's own for products calls one that is not there."""
        return "@multiply" if name == "mul" else super().checked(name)

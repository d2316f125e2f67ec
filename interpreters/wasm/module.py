"""What the functions of one program share while they are written as WebAssembly.

module = PausingModule(program, memory_size, depth_limit)
module.points[2]                 # the node that a run continues with where its control word `BLOCK` holds 3
"""

from __future__ import annotations

from dataclasses import dataclass

from getallenband.interpreters.compiled.module import CompiledModule
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.execution import TooLargeToCompile
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.wasm.frames import Frame
from getallenband.interpreters.wasm.layout import Addresses

INSTRUCTIONS = {
    "sqrt": "f64.sqrt", "floor": "f64.floor", "ceil": "f64.ceil", "truncate": "f64.trunc", "absolute": "f64.abs",
}  # fmt: skip
"""The mathematical functions that WebAssembly has instructions for; others are imported."""
OVER, PAUSE = 0, -1
"""What a function answers when the run has ended or pauses; otherwise it says what is next."""
MOST_BYTES, MOST_ITEMS = 7_000_000, 50_000
"""The largest program, and how many nodes or locals a function may have. Browsers load functions of up to 7,654,321
bytes, 50,000 locals, and tables of 65,520 jumps."""


@dataclass(frozen=True, slots=True)
class Point:
    """A node that a run can continue with: its function, its name, and its place in the source text.

    It begins with the mark of a `statement`, or has none (-1).
    """

    function: str
    name: str
    at: int
    statement: int = -1


class PausingModule(CompiledModule):
    """A program whose blocks begin at its statements; `points` are the nodes, numbered from 1 on."""

    def __init__(self, program: Program, memory_size: int, depth_limit: int, work_limit: int | None = None) -> None:
        super().__init__(program, memory_size, depth_limit, work_limit)
        self.at = Addresses.of(program, self.layout, memory_size)
        self.frames = {name: Frame.of(function) for name, function in program.functions.items()}
        self.points: list[Point] = []
        self.size = 0
        self.numbers: dict[tuple[str, str], int] = {}
        called = {operation.name for operation in program.operations if isinstance(operation, ops.RealFunction)}
        self.imported = sorted(called - INSTRUCTIONS.keys())
        # the functions of the module by number: `service`, those imported, `overflows`, `unwind`, the program's, `run`
        self.service = 0
        self.mathematics = {name: number for number, name in enumerate(self.imported, start=1)}
        self.overflows = 1 + len(self.imported)
        self.unwind = self.overflows + 1

    def enter(self, function: str) -> int:
        """Return what stands for entering a function: a negative number, not PAUSE."""
        return -2 - self.codes[function]

    def part(self, function: str) -> int:
        """Return the number of a function of the program."""
        return self.unwind + 1 + self.codes[function]

    def add_point(self, point: Point) -> None:
        """Give a node its number."""
        self.points.append(point)
        self.numbers[point.function, point.name] = len(self.points)

    def coded(self, parameters: object, returns: object) -> set[int]:
        """Return the codes of the functions with a signature that programs can call by their code."""
        functions = self.program.coded().values()
        return {self.codes[function.name] for function in functions if function.signature == (parameters, returns)}

    def check_size(self, items: int, size: int = 0) -> None:
        """Count a function of so many nodes or locals and bytes; raise TooLargeToCompile where pages cannot have it."""
        self.size += size
        if items > MOST_ITEMS or self.size > MOST_BYTES:
            raise TooLargeToCompile

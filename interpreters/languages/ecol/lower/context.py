"""What the lowering of every construct of ECOL is given: the program, and the function that is being made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from interpreters.arithmetic.ieee754 import IEEE754
from interpreters.arithmetic.number_system import NumberSystem
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Label, Register
from interpreters.ir.program import Program as Lowering
from interpreters.language import SPECULATION_FAILED
from interpreters.languages.ecol.check import Program, Unit
from interpreters.languages.ecol.integrality import Integrality
from interpreters.lowering.arrays import Array, DopeVector
from interpreters.lowering.context import FunctionContext, StatementLabels
from interpreters.source.position import Place


class Speculation(NumberSystem):
    """Integers as far as real numbers are exact; beyond them the run begins again with real numbers."""

    __slots__ = ()

    def overflow(self, _operator: str) -> str:
        return SPECULATION_FAILED

    def too_large(self) -> str:
        return SPECULATION_FAILED


NUMBERS = Speculation(
    "ecol", "integers where they may be", 2**53, IEEE754.real_greatest, IEEE754.real_least, IEEE754.real_epsilon
)
SUBSCRIPTS = replace(IEEE754, greatest=2**58)
"""Subscripts and bounds lie far below this; the size of an array between two such bounds still fits in 64 bits."""


@dataclass(slots=True)
class Shared:
    """What the functions of one program share; `calls` are the places from which each SUB is called."""

    program: Program
    settings: Mapping[str, str]
    integrality: Integrality
    ir: Lowering
    calls: dict[str, list[Place]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """A loop: the block that tests for the next turn, the one after the loop, and locals that keep step and last."""

    test: Label
    after: Label
    step: str | None
    last: str | None


class Context(FunctionContext):
    """The main program with its SUBs, or a FUN, in the making."""

    def __init__(self, shared: Shared, build: FunctionBuilder, units: list[Unit]) -> None:
        super().__init__(build, StatementLabels())
        self.shared, self.units, self.unit = shared, units, units[0]
        self.scope = units[0].scope
        self.speculates = shared.integrality.speculate
        self.arrays: dict[str, Array | DopeVector] = {}
        self.symbol_arrays: set[str] = set()
        self.locals: dict[str, str] = {}
        self.assigned: set[str] = set()
        self.stack_mark: Register | None = None
        self.line = 0
        self.label = ""
        self.turns: dict[int, Turn] = {}

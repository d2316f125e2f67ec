"""The abstract state at a point of a function: intervals of its integer registers and locals.

    state = AbstractState(FunctionFacts(function))
    apply(state, LocalLoad(5, "k"))         # register 5 lies in 1..63
    apply(state, IndexLoad(6, "a", "i64", 5, 1, 12, "…"))
    state.locals["k"]                       # (1, 12): a larger subscript would have trapped

Only INT values have intervals; a value without one lies in the full range. `apply` is in `transfer.py`.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Register
from interpreters.ir.program import Function
from interpreters.ir.types import Type
from interpreters.transform.intervals import ALL, Interval, meet

OPPOSITE = {"=": "/=", "/=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class FunctionFacts:
    """What holds of a function's registers at every point: constants and comparisons."""

    def __init__(self, function: Function, memory: int = FULL_HIGH) -> None:
        self.function, self.memory = function, memory
        self.integers = {name for name, kind in function.locals.items() if kind is Type.INT}
        self.constants: dict[Register, Interval] = {}
        self.comparisons: dict[Register, ops.IntCompare] = {}
        for operation in function.operations:
            if isinstance(operation, ops.IntConstant):
                self.constants[operation.result] = (operation.value, operation.value)
            elif isinstance(operation, ops.IntCompare):
                self.comparisons[operation.result] = operation


class AbstractState:
    """Intervals at one point: of the locals, and of the registers that were written in this block."""

    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.locals: dict[str, Interval] = {}
        self.registers: dict[Register, Interval] = {}
        self.holders: dict[str, Register] = {}
        self.held: dict[Register, set[str]] = {}
        self.copies: dict[Register, Register] = {}

    def hold(self, local: str, register: Register) -> None:
        """Note that a local and a register have the same value."""
        if local in self.holders:
            self.held[self.holders[local]].discard(local)
        self.holders[local] = register
        self.held.setdefault(register, set()).add(local)

    def origin(self, register: Register) -> Register:
        """Return the register of which this one is a copy, through a local, within the block."""
        return self.copies.get(register, register)

    def interval(self, register: Register) -> Interval:
        found = self.facts.constants.get(register)
        origin = self.origin(register)
        return found or self.registers.get(origin) or ALL

    def refine(self, register: Register, interval: Interval) -> None:
        """Assume that a value, and so the locals that hold it, lie in an interval too."""
        origin = self.origin(register)
        if origin in self.facts.constants:
            return
        self.registers[origin] = refined = meet(self.interval(origin), interval)
        for local in self.held.get(origin, ()):
            self.locals[local] = refined

    def assume(self, condition: Register, holds: bool) -> None:
        """Assume that a truth value is true or false; it must have been computed in this block."""
        comparison = self.facts.comparisons.get(condition)
        if comparison is None or condition not in self.registers:
            return
        relation = comparison.relation if holds else OPPOSITE[comparison.relation]
        if not comparison.signed and relation not in ("=", "/="):
            return
        left, right = self.interval(comparison.left), self.interval(comparison.right)
        if relation == "/=":
            for register, value, other in ((comparison.left, left, right), (comparison.right, right, left)):
                if other[0] == other[1] == value[0] < value[1]:
                    self.refine(register, (value[0] + 1, value[1]))
                elif other[0] == other[1] == value[1] > value[0]:
                    self.refine(register, (value[0], value[1] - 1))
            return
        strict = relation in ("<", ">")
        if relation in ("<", "<=", "="):
            self.below(comparison.left, comparison.right, left, right, strict)
        if relation in (">", ">=", "="):
            self.below(comparison.right, comparison.left, right, left, strict)

    def below(self, small: Register, large: Register, low: Interval, high: Interval, strict: bool) -> None:
        """Assume that one value is at most (or, strictly, less than) another."""
        self.refine(small, (FULL_LOW, max(high[1] - strict, FULL_LOW)))
        self.refine(large, (min(low[0] + strict, FULL_HIGH), FULL_HIGH))

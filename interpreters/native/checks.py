"""Which checks of values are needed: drop those that are implied, defer the others as long as possible.

A check may be deferred past operations that change nothing: a later, stricter check of the same value, or of a sum that
the value is a term of, then replaces it. Infinities and NaNs survive sums and products, so that one check of a real
result replaces those of all that went into it. This module decides; `guards.py` writes the checks.

No side effect may happen while a check is deferred: when the later one fails, the deferred ones are tried first, in
order, and the run must be just as the first of them would have left it. The reference engine does not assert the
conclusions drawn here (docs/engines.md): only the comparison of engines tests them.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Operation, Register
from interpreters.transform.abstract_state import AbstractState
from interpreters.transform.intervals import ALL, Interval
from interpreters.transform.transfer import apply, copy_local

REAL_NUMBER: Interval = (0, 0)
FINITE: Interval = (0, 1)
"""Used as the interval of a real value that must not be a NaN, or must be finite."""


@dataclass(frozen=True, slots=True)
class Check:
    """A value (its register, and the register of which that is a copy), where it must lie, and the site of the trap.

    Of a `real` value the interval is REAL_NUMBER or FINITE.
    """

    register: Register
    origin: Register
    interval: Interval
    site: int
    shown: tuple[Register, ...]
    real: bool = False


class Checks:
    """The checks of one block; `state` is the abstract state at the point that is being written."""

    def __init__(self, state: AbstractState) -> None:
        self.state = state
        self.deferred: list[Check] = []
        self.at_entry = dict(state.locals)
        self.unchecked: dict[Register, Interval] = {}
        self.sums: dict[Register, ops.IntAdd | ops.IntSubtract] = {}
        self.survive: dict[Register, set[Register]] = {}

    def note_load(self, operation: ops.LocalLoad) -> None:
        """Note a load before its own check is required."""
        if operation.local not in self.state.holders:
            # the state may rely on checks that are still deferred; what held when the block began does not
            self.unchecked[operation.result] = self.at_entry.get(operation.local, ALL)
        copy_local(self.state, operation)

    def after(self, operation: Operation) -> None:
        match operation:
            case ops.IntAdd() | ops.IntSubtract():
                self.sums[operation.result] = operation
            case ops.RealAdd() | ops.RealSubtract() | ops.RealMultiply():
                # division is missing for a reason: a finite number divided by infinity is 0, which hides the infinity
                terms = {operation.left, operation.right}
                into = terms.union(*(self.survive.get(term, ()) for term in terms))
                # only those whose check is pending: all terms of a long sum would take quadratic room
                self.survive[operation.result] = into & {check.origin for check in self.deferred}
        apply(self.state, operation)

    def implied(self, register: Register, interval: Interval) -> bool:
        """Return whether a value is known to lie in an interval."""
        low, high = self.state.interval(register)
        return interval[0] <= low and high <= interval[1]

    def drop_implied(self, check: Check) -> None:
        """Drop the deferred checks that follow from one that holds."""
        self.deferred = [other for other in self.deferred if not self.implies(check, other)]

    def implies(self, check: Check, other: Check) -> bool:
        """Return whether one check implies another, of the same value or of a term of the sum that it is."""
        if check.real or other.real:
            stricter = check.interval == FINITE or other.interval == REAL_NUMBER
            into = {check.origin, *self.survive.get(check.origin, ())}
            return check.real and other.real and stricter and other.origin in into
        low, high = other.interval
        if check.origin == other.origin:
            return low <= check.interval[0] and check.interval[1] <= high
        if {deferred.origin for deferred in self.deferred} - {check.origin, other.origin}:
            return False
        term = self.term(check, other.origin)
        return term is not None and low <= term[0] and term[1] <= high

    def term(self, check: Check, origin: Register) -> Interval | None:
        """Return where a term of a checked sum lies if the check holds; None where the sum may have wrapped."""
        total = self.sums.get(check.origin)
        if total is None:
            return None
        low, high = check.interval
        left, right = self.state.origin(total.left), self.state.origin(total.right)
        if isinstance(total, ops.IntSubtract):
            if origin != left or right == left:
                return None
            other = self.without_checks(right)
            found = (low + other[0], high + other[1])
        else:
            # of x + x the other term is x itself: to subtract its interval tells nothing new of x
            if origin not in (left, right) or left == right:
                return None
            other = self.without_checks(right if origin == left else left)
            found = (low - other[1], high - other[0])
        # the machine's sum wraps: the term is the sum less the other term modulo 2**64, so that these ends hold only
        # where neither of them leaves the range of an integer
        return found if low <= high and found[0] >= FULL_LOW and found[1] <= FULL_HIGH else None

    def without_checks(self, register: Register) -> Interval:
        """Return where a value lies whether or not the deferred checks hold."""
        return self.state.facts.constants.get(register) or self.unchecked.get(register, ALL)

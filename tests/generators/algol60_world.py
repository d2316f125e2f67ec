"""What the Python translations of random ALGOL 60 programs run on: cells, checked arithmetic, a budget of steps."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from getallenband.interpreters.languages.algol60.library.modified import real_text

GREATEST = {"ieee754": 2**63 - 1, "el_x8": 2**26 - 1}
"""The greatest integer of each arithmetic."""


class Fault(Exception):
    """What is a trap in ALGOL."""


class Spent(Exception):
    """The translation ran for too long."""


class Jump(Exception):
    """A go to statement; in a block that a switch leads into, to the part of this number."""


class Cell:
    """A variable, undefined at first."""

    def __init__(self, value: Any = None) -> None:
        self.value = value


class World:
    """What the translated programs use; `modified` is whether the report is that of 1976, or that of 1963."""

    def __init__(self, budget: int, arithmetic: str, report: str) -> None:
        self.output: list[str] = []
        self.budget = budget
        self.owns: dict[str, Any] = {}
        self.greatest = GREATEST[arithmetic]
        self.modified = report == "modified"

    def step(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise Spent

    def read(self, cell: Cell) -> Any:
        if cell.value is None:
            raise Fault("undefined")
        return cell.value

    def whole(self, value: int) -> int:
        if abs(value) > self.greatest:
            raise Fault("overflow")
        return value

    def real(self, value: float) -> float:
        if not math.isfinite(value):
            raise Fault("real overflow")
        return value

    def times(self, left: float, right: float) -> float:
        return self.real(left * right)

    def divide(self, left: float, right: float) -> float:
        if right == 0:
            raise Fault("division by zero")
        return self.real(left / right)

    def quotient(self, left: int, right: int) -> int:
        if right == 0:
            raise Fault("division by zero")
        found = abs(left) // abs(right)
        return found if (left < 0) == (right < 0) else -found

    def rounded(self, value: float) -> int:
        """Return entier(value + 1/2), exactly (4.2.4)."""
        return self.whole(math.floor(Fraction(value) + Fraction(1, 2)))

    def entier(self, value: float) -> int:
        return self.whole(math.floor(value))

    def element(self, array: dict[Any, Cell], *subscripts: int) -> Cell:
        if subscripts not in array:
            raise Fault("subscript")
        return array[subscripts]

    def goes_on(self, value: int, last: int, step: float) -> bool:
        """Tell whether a for statement goes on (4.6.4.2)."""
        return (value - last) * sign(step) <= 0

    def added(self, value: int, step: float) -> int:
        """Add a step to a controlled variable that is an integer."""
        return self.whole(value + step) if isinstance(step, int) else self.rounded(self.real(value + step))

    def designated(self, index: int, elements: tuple[Callable[[], Jump | None], ...]) -> Jump | None:
        """Return the jump to an element of a switch; to none there is no jump in 1963, and in 1976 it is a fault."""
        if 1 <= index <= len(elements):
            return elements[index - 1]()
        if self.modified:
            raise Fault("switch")
        return None

    def go_to(self, jump: Jump | None) -> None:
        if jump is not None:
            raise jump

    def own(self, name: str, new: Any) -> Any:
        """Return the one cell of an own variable, or the cells of an own array."""
        return self.owns.setdefault(name, new)

    def both(self, left: bool, right: bool) -> bool:
        return left and right

    def either(self, left: bool, right: bool) -> bool:
        return left or right

    def implies(self, left: bool, right: bool) -> bool:
        return not left or right

    def print_integer(self, value: int) -> None:
        self.output.append(f"{value} ")

    def print_text(self, text: str) -> None:
        self.output.append(text)

    def print_real(self, value: float) -> None:
        self.output.append(real_text(value) + " ")


def run_python(text: str, arithmetic: str, report: str, budget: int = 20_000) -> tuple[str, str]:
    """Run a translation; return what it printed and how it ended."""
    world = World(budget, arithmetic, report)
    try:
        exec(compile(text, "translation", "exec"), {"w": world, "Cell": Cell, "Jump": Jump, "sign": sign, "math": math})
    except Fault:
        return "".join(world.output), "trap"
    except (Spent, RecursionError):
        return "".join(world.output), "spent"
    return "".join(world.output), "finished"


def sign(value: float) -> int:
    return (value > 0) - (value < 0)

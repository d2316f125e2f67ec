"""What the Python translations of random ALGOL 60 programs run on: cells, checked arithmetic, a budget of steps."""

from __future__ import annotations

import math
from typing import Any

from interpreters.languages.algol60.library.modified import real_text

GREATEST = 2**63 - 1


class Fault(Exception):
    """What is a trap in ALGOL."""


class Spent(Exception):
    """The translation ran for too long."""


class Jump(Exception):
    """A go to statement that leaves a block."""


class Cell:
    """A variable, undefined at first."""

    def __init__(self, value: Any = None) -> None:
        self.value = value


class World:
    """What the translated programs use."""

    def __init__(self, budget: int) -> None:
        self.output: list[str] = []
        self.budget = budget

    def step(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise Spent

    def read(self, cell: Cell) -> Any:
        if cell.value is None:
            raise Fault("undefined")
        return cell.value

    def whole(self, value: int) -> int:
        if abs(value) > GREATEST:
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
        return self.whole(math.floor(value + 0.5))

    def entier(self, value: float) -> int:
        return self.whole(math.floor(value))

    def element(self, array: dict[Any, Cell], *subscripts: int) -> Cell:
        if subscripts not in array:
            raise Fault("subscript")
        return array[subscripts]

    def both(self, left: bool, right: bool) -> bool:
        return left and right

    def either(self, left: bool, right: bool) -> bool:
        return left or right

    def implies(self, left: bool, right: bool) -> bool:
        return not left or right

    def print_integer(self, value: int) -> None:
        self.output.append(f"{value} ")

    def print_real(self, value: float) -> None:
        self.output.append(real_text(value) + " ")


def run_python(text: str, budget: int = 20_000) -> tuple[str, str]:
    """Run a translation; return what it printed and how it ended."""
    world = World(budget)
    try:
        exec(compile(text, "translation", "exec"), {"w": world, "Cell": Cell, "Jump": Jump, "sign": sign, "math": math})
    except Fault:
        return "".join(world.output), "trap"
    except (Spent, RecursionError):
        return "".join(world.output), "spent"
    return "".join(world.output), "finished"


def sign(value: float) -> int:
    return (value > 0) - (value < 0)

"""Random ECOL programs, their tapes, and what they print by a plain model in Python, in exact fractions.

    program = Maker(Random(7)).program()
    program.text, program.tape, program.printed        # "START\\n…", "3 0.5\\n…", "     3.1…"

An expression is its text and a function that gives its value; a statement its lines and a function that does it. Values
are at halves of what is printed, at the ends of whole numbers that are exact, and of those that a machine holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from random import Random

from tests.generators.choices import Choices

NUMBERS = (
    "0", "1", "2", "3", "7", "15", "16", "63", "64", "99", "0.5", "1.5", "2.5", "6.25", "9.5", "99.5", "0.125", "0.375",
    "1.005", "2.675", "9.995", "0.0625", "31.03125", "999999.5", "1234567.125", "2147483647", "2147483648",
    "9007199254740991", "9007199254740992", "9223372036854775807", "18446744073709551616", "0.49999999999999994",
    "4503599627370495.5", "4503599627370497",
)  # fmt: skip
SMALL = ("0", "1", "2", "3", "0.5", "1.5", "2.5", "0.4", "1.25", "0.49999999999999994", "-0.5")
FAR = ("4503599627370495.4", "4503599627370495.5", "4503599627370496", "4503599627370497")
"""Subscripts about 2 ** 52, where the sum of a number and a half is rounded itself."""
BOUNDS = (
    *SMALL, *FAR, "9007199254740991", "9007199254740992", "-4503599627370497", "-4503599627370495.5",
    "-9007199254740991",
)  # fmt: skip
"""Bounds of GOK; beyond 2 ** 53 they are a trap."""
SEPARATORS = (" ", "  ", "\n", "\t", ", ", " ,", ";", ",\n", " ; ")
NAMES = ("a", "b", "c", "lang getal", "x2")
SIZE = 9
LOW = 2**52 - 4


@dataclass(frozen=True)
class Expression:
    """A text that binds as a primary, and its value."""

    text: str
    value: Callable[[World], float]


@dataclass
class Program:
    """A program, what its tape holds, and what it prints."""

    text: str
    tape: str
    printed: str


class World:
    """The model: variables, the elements of both arrays, the tape, what was printed."""

    def __init__(self, tape: list[float]) -> None:
        self.variables: dict[str, float] = {}
        self.elements: dict[int, float] = {}
        self.tape = iter(tape)
        self.printed = ""


Statement = tuple[list[str], Callable[[World], None]]


def rounded(size: Fraction) -> int:
    """Return entier (size + 1/2): a half goes up."""
    return floor(size + Fraction(1, 2))


def fixed(value: float, before: int, after: int) -> str:
    """Write a number by SCHRIJF (before, after)."""
    digits = str(rounded(abs(Fraction(value)) * 10**after)).zfill(after + 1)
    text = digits if after == 0 else f"{digits[:-after]}.{digits[-after:]}"
    sign = "-" if value < 0 and int(digits) else ""
    return (sign + text).rjust(before + after + 2)


def scientific(value: float) -> str:
    """Write a number by SCHRIJM: nine digits after the point, a power of ten."""
    size, power = abs(Fraction(value)), 0
    while size and rounded(size * 10**9) >= 10**9:
        size, power = size / 10, power + 1
    while size and rounded(size * 10**9) < 10**8:
        size, power = size * 10, power - 1
    sign = "-" if value < 0 else "+"
    return f" {sign}.{rounded(size * 10**9):09d}E{power:+03d}"


class Maker(Choices):
    """Make one program."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.known: list[str] = []
        self.tape = [self.pick(NUMBERS) for _ in range(60)]
        self.loops = 0

    def program(self) -> Program:
        """Make assignments, then a few statements, and run them on the model."""
        statements: list[Statement] = []
        for name in NAMES:
            statements.append(self.assignment(name))
            self.known.append(name)
        statements += [self.statement(2) for _ in range(self.number_below(2, 8))]
        world = World([float(number) for number in self.tape])
        for _, do in statements:
            do(world)
        lines = ["START", f"RIJ (0:{SIZE}) r", f"RIJ ({LOW}:{LOW + SIZE}) ver"]
        lines += [f"r ({i}) := 0\nver ({LOW + i}) := 0" for i in range(SIZE + 1)]
        lines += [line for texts, _ in statements for line in texts]
        return Program("\n".join([*lines, "KLAAR", ""]), self.tape_text(), world.printed)

    def tape_text(self) -> str:
        """Write the numbers with what may stand between them."""
        return "".join(number + self.pick(SEPARATORS) for number in self.tape)

    # statements

    def statement(self, depth: int) -> Statement:
        """Make a statement: mostly one that prints."""
        makers = [self.print_fixed] * 4 + [self.print_free, self.print_scientific, self.element]
        makers += [
            lambda: self.assignment(self.pick(NAMES)),
            *([lambda: self.loop(depth), self.choice] if depth else []),
        ]
        made: Statement = self.pick(makers)()
        return made

    def print_fixed(self) -> Statement:
        """SCHRIJF (before, after)."""
        before, after, expression = self.number_below(0, 8), self.number_below(0, 6), self.expression(2)

        def do(world: World) -> None:
            world.printed += fixed(expression.value(world), before, after)

        return [f"SCHRIJF ({before}, {after}) := {expression.text}"], do

    def print_free(self) -> Statement:
        """SCHRIJF."""
        expression = self.expression(2)

        def do(world: World) -> None:
            value = expression.value(world)
            world.printed += fixed(value, 6, 0 if value == floor(value) else 4)

        return [f"SCHRIJF := {expression.text}"], do

    def print_scientific(self) -> Statement:
        """SCHRIJM, and a new line."""
        expression = self.expression(2)

        def do(world: World) -> None:
            world.printed += scientific(expression.value(world)) + "\n"

        return [f"SCHRIJM := {expression.text}", "NR"], do

    def assignment(self, name: str) -> Statement:
        """Give a variable a value."""
        expression = self.expression(2)

        def do(world: World) -> None:
            world.variables[name] = expression.value(world)

        return [f"{name} := {expression.text}"], do

    def element(self) -> Statement:
        """Give an element a value."""
        (text, number), expression = self.place(), self.expression(1)

        def do(world: World) -> None:
            world.elements[number] = expression.value(world)

        return [f"{text} := {expression.text}"], do

    def place(self) -> tuple[str, int]:
        """Choose an element: its text, and its number; a subscript at a half goes up."""
        far = self.chance(30)
        at, name = self.pick(FAR if far else SMALL), self.pick(self.known) if self.known else ""
        computed = f"{name} - {name} + " if name and at[0] != "-" and self.chance(40) else ""
        return f"{'ver' if far else 'r'} ({computed}{at})", rounded(Fraction(float(at)))

    def loop(self, depth: int) -> Statement:
        """MET … HERHAAL with steps that halves can hold."""
        step, first, last = (Fraction(self.number_below(-6, 7), 2) for _ in range(3))
        step = step or Fraction(1)
        self.loops += 1
        name, (lines, body) = self.fresh("i"), self.statement(depth - 1)
        self.loops -= 1

        def do(world: World) -> None:
            value = first
            while (last - value) * step >= 0:
                world.variables[name] = float(value)
                body(world)
                value += step

        return [f"MET {float(step)}, {name} := {float(first)}, {float(last)}", *lines, "HERHAAL"], do

    def choice(self) -> Statement:
        """Jump over a statement."""
        one, other, label = self.expression(1), self.expression(1), self.fresh("1")
        lines, body = self.statement(0)

        def do(world: World) -> None:
            if not one.value(world) < other.value(world):
                body(world)

        return [f"ALS {one.text} < {other.text} DAN {label}", *lines, f"{label}:"], do

    # expressions

    def expression(self, depth: int) -> Expression:
        """Make an expression whose value is exact, or rounded once by each operation."""
        what = self.number_below(0, 11) if depth else self.number_below(0, 3)
        if what < 2 or not self.known:
            number = self.pick(NUMBERS)
            return Expression(number, lambda _: float(number))
        if what == 2:
            name = self.pick(self.known)
            return Expression(name, lambda world: world.variables[name])
        if what == 3 and not self.loops:
            return Expression("LEES", lambda world: next(world.tape))
        if what in (3, 4):
            text, number = self.place()
            return Expression(text, lambda world: world.elements.get(number, 0.0))
        if what == 10:
            bound = self.pick(BOUNDS)
            whole = float(rounded(Fraction(float(bound))))
            return Expression(f"GOK ({bound}, {bound})", lambda _: whole)
        one = self.expression(depth - 1)
        if what == 5:
            return Expression(f"G ({one.text})", lambda world: float(floor(one.value(world))))
        if what == 6:
            return Expression(f"ABS ({one.text})", lambda world: abs(one.value(world)))
        if what == 7:
            divisor = self.pick(("2", "4", "8", "3", "10"))
            return Expression(f"({one.text} / {divisor})", lambda world: one.value(world) / float(divisor))
        other = self.expression(depth - 1)
        if what == 8:
            return Expression(f"({one.text} - {other.text})", lambda world: one.value(world) - other.value(world))
        return Expression(f"({one.text} + {other.text})", lambda world: one.value(world) + other.value(world))

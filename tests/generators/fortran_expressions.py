"""Expressions of random FORTRAN programs: without side effects, mostly inside their arrays (see fortran_programs.py).

self.expression("INTEGER", 3)          # "MOD((K3 - 7), 17)"
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from tests.generators.choices import Choices

INTEGER, REAL, LOGICAL, DOUBLE, COMPLEX, TEXT = TYPES = (
    "INTEGER", "REAL", "LOGICAL", "DOUBLE PRECISION", "COMPLEX", "TEXT",
)  # fmt: skip
"""TEXT is four characters in an INTEGER variable, which is only copied and printed."""
LETTERS = {"I": INTEGER, "R": REAL, "L": LOGICAL, "D": DOUBLE, "C": COMPLEX}

FORMS = {
    INTEGER: """
        (<I> + <I>) | (<I> - <I>) | (<I> * MOD(<I>, 20)) | (<I> / 3) | (<I> / (1 + IABS(<I>))) | MOD(<I>, 17)
        (-<i> + <i> * <i> - <I> / 7) | (<i> - <i> - <i>) | (<i> / 2 * 3) | MAX0(<I>, <I>) | MIN0(<I>, <I>, <I>)
        IABS(<I>) | ISIGN(<I>, <I>) | IDIM(<I>, <I>) | (MOD(<I>, 30)**2) | (-MOD(<I>, 9)**3) | (2**MOD(IABS(<I>), 8))
        INT(<R>) | IFIX(<R>) | (0 + MAX1(AMOD(<R>, 512.), <r>)) | (0 + MIN1(<r>, <r>)) | IDINT(<D>)
    """,
    REAL: """
        (<R> + <R>) | (<R> - <R>) | (<R> * <R>) | (<R> / 4.) | (<R> / (1. + ABS(<R>))) | (-<r> + <r> * <r> - <r> / 8.)
        (<r> - <r> - <r>) | (<r> / 2. * <r>) | FLOAT(<I>) | (<R> + <I>) | (<I> * <R>) | (<I> / 2.) | ABS(<R>)
        SIGN(<R>, <R>) | DIM(<R>, <R>) | AMAX1(<R>, <R>) | AMIN1(<R>, <R>, <R>) | (0. + AMAX0(MOD(<I>, 997), <i>))
        (0. + AMIN0(<i>, <i>)) | AINT(<R>) | AMOD(<R>, 7.) | SQRT(ABS(<R>)) | (<r>**2) | (<r>**3 - <r>)
        REAL(<C>) | AIMAG(<C>) | SNGL(<D>)
    """,
    DOUBLE: """
        (<D> + <D>) | (<D> - <D>) | (<D> * <D>) | (<D> / 8.D0) | DBLE(<R>) | DABS(<D>) | DSIGN(<D>, <D>)
        DMAX1(<D>, <D>) | DMIN1(<D>, <D>) | DMOD(<D>, 3.D0) | (<D> * <R>) | DSQRT(DABS(<D>)) | (<r> + <d>)
    """,
    COMPLEX: "(<C> + <C>) | (<C> - <C>) | (<C> * <C>) | CMPLX(<R>, <R>) | CONJG(<C>) | (<C> * <R>) | (<R> - <C>)",
    LOGICAL: """
        (<I> .LT. <I>) | (<I> .EQ. <i>) | (<i> .NE. <I>) | (<R> .GE. <R>) | (<R> .GT. <r>) | (<R> .LE. <I>)
        (<D> .LT. <R>) | (.NOT. <L>) | (<L> .AND. <L>) | (<L> .OR. <L>) | (.NOT. <l> .AND. <l> .OR. <L>)
    """,
}
RISKY = {
    INTEGER: "(<I> / <I>) | (<I> * <I>) | MOD(<I>, <I>) | (<I>**<i>)",
    REAL: "(<R> / <R>) | (<R> * <R>) | SQRT(<R>) | AMOD(<R>, <R>)",
    DOUBLE: "(<D> / <D>) | DSQRT(<D>)",
}
"""What may stop a program that is wild."""
CONSTANTS = {
    INTEGER: "0 | 1 | 1 | 2 | 3 | 5 | 7 | 10 | 63 | 100 | (-1) | (-3)",
    REAL: "0. | 1. | 0.5 | 1.25 | .125 | 3. | 10.75 | 1.E2 | 2.5E-1 | 0.1 | (-.75) | (-2.)",
    DOUBLE: "1.D0 | 0.5D0 | .1D0 | 2.5D-1 | (-3.D0)",
    COMPLEX: "(1., 2.) | (0.5, -1.) | (-.25, 3.) | (0., 0.)",
    LOGICAL: ".TRUE. | .FALSE.",
    TEXT: "4HABCD | 4HX  Y | 4H 1.5 | 4H=)(, | 2HZ1",
}


def alternatives(text: str) -> list[str]:
    """Cut alternatives, divided by bars and ends of lines."""
    return [form.strip() for form in re.split(r"[|\n]", text) if form.strip()]


ALTERNATIVES = {kind: alternatives(text) for kind, text in FORMS.items()}
RISKS = {kind: alternatives(text) for kind, text in RISKY.items()}
VALUES = {kind: alternatives(text) for kind, text in CONSTANTS.items()}


@dataclass
class Variable:
    """A name of a unit.

    `sizes`: of an array, `written` how they are declared; `bound`: what the variable of a DO does not exceed; `fixed`:
    nothing may be assigned to it; `shared`: it may have other names, so that no subroutine may be given it.
    """

    name: str
    type: str
    sizes: tuple[int, ...] = ()
    written: tuple[str, ...] = ()
    bound: int = 0
    fixed: bool = False
    shared: bool = False


@dataclass
class Procedure:
    """A subprogram that may be called: its parameters, and the type of a function."""

    name: str
    type: str
    parameters: list[Variable] = field(default_factory=list)


class Expressions(Choices):
    """Expressions; a part of Maker."""

    def __init__(self, random: Random, wild: int = 0) -> None:
        super().__init__(random)
        self.wild, self.calm = wild, 0
        self.variables: list[Variable] = []
        self.functions: list[Procedure] = []

    def risky(self) -> bool:
        """Tell whether to do what may stop the program; operands of .AND. may be left out, and do not."""
        return not self.calm and self.chance(self.wild)

    def known(self, kind: str, *, array: bool = False, free: bool = False) -> list[Variable]:
        """The variables of a type; those that may be assigned to."""
        return [v for v in self.variables if v.type == kind and bool(v.sizes) == array and not (free and v.fixed)]

    def expression(self, kind: str, depth: int = 2) -> str:
        if depth <= 0 or kind == TEXT or self.chance(15):
            return self.leaf(kind)
        if self.chance(15) and (found := [f for f in self.functions if f.type == kind and self.has_arrays_for(f)]):
            return self.call(self.pick(found), depth - 1)
        if self.risky() and kind in RISKS:
            return self.filled(self.pick(RISKS[kind]), depth)
        return self.filled(self.pick(ALTERNATIVES[kind]), depth)

    def filled(self, form: str, depth: int) -> str:
        """Put an expression in each place of a form, where it is a small letter a leaf."""

        def operand(place: re.Match[str]) -> str:
            return self.expression(LETTERS[place[1].upper()], depth - 1 if place[1].isupper() else 0)

        self.calm += "<L>" in form
        text = re.sub("<(.)>", operand, form)
        self.calm -= "<L>" in form
        return text

    def leaf(self, kind: str) -> str:
        """A variable, an element or a constant."""
        scalars, arrays = self.known(kind), self.known(kind, array=True)
        if scalars and self.chance(50):
            return self.pick(scalars).name
        if arrays and self.chance(60):
            return self.element(self.pick(arrays))
        return self.pick(VALUES[kind])

    def element(self, array: Variable) -> str:
        return f"{array.name}({', '.join(self.subscript(size) for size in array.sizes)})"

    def subscript(self, size: int) -> str:
        """A subscript, mostly from 1 to a size."""
        if self.risky():
            return self.pick([str(size + 1), "0", self.leaf(INTEGER)])
        counters = [v for v in self.variables if 0 < v.bound <= size]
        if counters and self.chance(60):
            found = self.pick(counters)
            forms = [found.name, f"{size + 1} - {found.name}"]
            forms += [f"{found.name} + 1"] if found.bound < size else []
            forms += [f"2*{found.name} - 1"] if 2 * found.bound - 1 <= size else []
            return self.pick(forms)
        if self.chance(20):
            scalars = self.known(INTEGER)
            inner = self.pick(scalars).name if scalars else "3"
            return f"MOD(IABS({inner}), {size}) + 1"
        return str(self.number_below(1, size))

    def call(self, function: Procedure, depth: int) -> str:
        return f"{function.name}({', '.join(self.argument(p, depth) for p in function.parameters)})"

    def argument(self, parameter: Variable, depth: int) -> str:
        """What a function is given: an array of its size at least, for its dimensions their own numbers."""
        if parameter.bound:
            return str(parameter.bound)
        if not parameter.sizes:
            return self.expression(parameter.type, depth)
        return self.pick(self.arrays_for(parameter)).name

    def has_arrays_for(self, function: Procedure) -> bool:
        return all(self.arrays_for(parameter) for parameter in function.parameters if parameter.sizes)

    def arrays_for(self, parameter: Variable) -> list[Variable]:
        return [v for v in self.known(parameter.type, array=True) if size_of(v) >= size_of(parameter)]


def size_of(array: Variable) -> int:
    """Return the number of elements."""
    size = 1
    for one in array.sizes:
        size *= one
    return size

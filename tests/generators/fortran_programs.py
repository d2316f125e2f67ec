"""Random FORTRAN 66 programs that end soon: for comparing the engines with each other and with a FORTRAN compiler.

    deck, data = Maker(Random(7), wild=5).program()      # "      INTEGER K1…\n      END\n", "   12  2.5\n"

Real numbers are only added, multiplied, divided, rounded and rooted, which IEEE 754 defines to the last bit. No program
depends on an order of evaluation, on a DO that is not run or on the value of its variable after it; functions change
nothing, and no subroutine is given one variable twice. `wild` is the percentage of operands that may stop a program.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.generators.fortran_expressions import (
    COMPLEX,
    DOUBLE,
    INTEGER,
    LOGICAL,
    REAL,
    TEXT,
    TYPES,
    VALUES,
    Procedure,
    Variable,
    size_of,
)
from tests.generators.fortran_statements import Statements

SHAPES = ((4,), (5,), (2, 3), (3, 2), (2, 2, 2), (6,))


class Maker(Statements):
    """Make one program."""

    def __init__(self, random: Random, wild: int = 0) -> None:
        super().__init__(random, wild)
        self.blocks = [(f"/{self.fresh('B')}/", [self.part() for _ in "12"]) for _ in range(self.number_below(0, 2))]

    def part(self) -> tuple[str, int]:
        """Choose the type and size of a part of a COMMON block."""
        return self.pick((INTEGER, REAL, LOGICAL, DOUBLE)), self.pick((1, 4, 6))

    def program(self) -> tuple[str, str]:
        """Make a deck, and the data that it reads."""
        units = [self.function() for _ in range(self.number_below(0, 3))]
        units += [self.subroutine() for _ in range(self.number_below(0, 2))]
        if self.blocks:
            units.append(self.unit("BLOCK DATA", [], self.block_data))
        main = self.unit("PROGRAM MAIN(INPUT, OUTPUT, TAPE5=INPUT, TAPE6=OUTPUT)", [], self.main)
        self.random.shuffle(units)
        where = self.random.randrange(len(units) + 1)
        return "".join([*units[:where], main, *units[where:]]), "".join(self.cards)

    def unit(self, heading: str, parameters: list[Variable], body: Callable[[], None]) -> str:
        """Make a unit: its heading, the declarations of its parameters, and what its body puts after them."""
        self.variables, self.lines, self.labels = [], [], 0
        self.put(heading)
        self.declare(parameters)
        body()
        self.put("END")
        return "".join(self.lines)

    def shape(self, variable: Variable) -> str:
        sizes = variable.written or tuple(map(str, variable.sizes))
        return f"({', '.join(sizes)})" if sizes else ""

    # declarations

    def fresh_variable(self, kind: str, sizes: tuple[int, ...] = ()) -> Variable:
        """Name a variable by its type, or by another one that a statement overrides."""
        stem = {INTEGER: "K", REAL: "X", LOGICAL: "Q", DOUBLE: "D", COMPLEX: "C", TEXT: "M"}[kind]
        return Variable(self.fresh(self.pick("AIJXQ") if self.chance(10) else stem), kind, sizes)

    def declare(self, variables: list[Variable], elsewhere: tuple[str, ...] = ()) -> None:
        """Say the types and sizes of variables; the sizes of some stand elsewhere."""
        for one in variables:
            shape = "" if one.name in elsewhere else self.shape(one)
            kind = INTEGER if one.type == TEXT else one.type
            implied = INTEGER if one.name[0] in "IJKLMN" else REAL
            if kind != implied or (not shape and self.chance(10)):
                self.put(f"{kind} {one.name}{shape}")
            elif shape:
                self.put(f"DIMENSION {one.name}{shape}")
            self.variables.append(one)

    def commons(self) -> list[Variable]:
        """Declare the COMMON blocks: each unit with names and shapes of its own."""
        found = []
        for name, parts in self.blocks:
            members = [one for kind, size in parts for one in self.members(kind, size)]
            inside = tuple(one.name for one in members if self.chance(50))
            self.declare(members, inside)
            names = [one.name + (self.shape(one) if one.name in inside else "") for one in members]
            self.put(f"COMMON {name} {', '.join(names)}")
            found += members
        return found

    def members(self, kind: str, size: int) -> list[Variable]:
        """Divide a part of a block: a variable, an array, a matrix, or an array and a variable."""
        shapes: list[list[tuple[int, ...]]] = {
            1: [[()]], 4: [[(4,)], [(2, 2)], [(3,), ()], [(), (3,)]], 6: [[(6,)], [(2, 3)], [(3, 2)], [(4,), (2,)]],
        }[size]  # fmt: skip
        made = [self.fresh_variable(kind, shape) for shape in self.pick(shapes)]
        for one in made:
            one.shared = True
        return made

    def locals(self, kinds: tuple[str, ...]) -> list[Variable]:
        """Declare variables of a unit's own: one of each type, two arrays that any subprogram takes, some more."""
        made = [self.fresh_variable(kind) for kind in kinds]
        made += [self.fresh_variable(INTEGER, (6,)), self.fresh_variable(REAL, (6,))]
        made += [self.fresh_variable(self.pick(kinds), self.pick(SHAPES)) for _ in range(self.number_below(0, 3))]
        made += [self.fresh_variable(self.pick((INTEGER, REAL))) for _ in range(2)]
        self.declare(made)
        return made

    def equivalences(self, variables: list[Variable]) -> None:
        """Give parts of arrays second names."""
        for array in [v for v in variables if len(v.sizes) == 1 and not v.fixed]:
            if self.chance(20):
                length = self.number_below(1, array.sizes[0] - 1)
                other = self.fresh_variable(array.type, (length,) if self.chance(60) else ())
                array.shared = other.shared = True
                self.declare([other])
                place = self.number_below(1, array.sizes[0] - length + 1)
                pair = [f"{array.name}({place})", other.name + ("(1)" if other.sizes else "")]
                self.random.shuffle(pair)
                self.put(f"EQUIVALENCE ({', '.join(pair)})")

    def data(self, variables: list[Variable]) -> None:
        """Give first values, some to several variables at once."""
        left = list(variables)
        while left:
            now = [left.pop() for _ in range(min(len(left), self.number_below(1, 3)))]
            for some in [now] if self.chance(70) else [[one] for one in now]:
                names = ", ".join(one.name for one in some)
                self.put(f"DATA {names} /{', '.join(value for one in some for value in self.values(one))}/")

    def values(self, variable: Variable) -> list[str]:
        """First values of a variable; what is the same several times may be written once."""
        constants = [one.strip("()") if variable.type != COMPLEX else one for one in VALUES[variable.type]]
        left, found = size_of(variable), []
        while left:
            times = self.number_below(1, left)
            value = self.pick(constants)
            found.append(value if times == 1 else f"{times}*{value}")
            left -= times
        return found

    # units

    def block_data(self) -> None:
        self.data(self.commons())

    def statement_functions(self) -> None:
        """Define functions of one statement; their parameters are no variables of the unit."""
        for _ in range(self.number_below(0, 2)):
            kind = self.pick((INTEGER, REAL))
            parameters = [Variable(self.fresh(self.pick("JY")), "") for _ in range(self.number_below(1, 2))]
            for one in parameters:
                one.type = INTEGER if one.name[0] == "J" else REAL
            made = Procedure(self.fresh("KS" if kind == INTEGER else "FS"), kind, parameters)
            outside, self.variables = self.variables, [*parameters, *self.known(kind)]
            text = self.expression(kind)
            self.variables = outside
            self.put(f"{made.name}({', '.join(one.name for one in parameters)}) = {text}")
            self.functions.append(made)

    def parameters(self) -> list[Variable]:
        """Parameters: variables, and arrays, some with sizes that are parameters too."""
        made: list[Variable] = []
        for _ in range(self.number_below(1, 3)):
            kind = self.pick((INTEGER, REAL, REAL, DOUBLE, LOGICAL))
            if self.chance(60):
                made.append(self.fresh_variable(kind))
                continue
            array = self.fresh_variable(self.pick((INTEGER, REAL)), self.pick(((4,), (2, 3), (6,))))
            if self.chance(50):
                sizes = [Variable(self.fresh("N"), INTEGER, bound=size, fixed=True) for size in array.sizes]
                array.written = tuple(one.name for one in sizes)
                made += sizes
            made.append(array)
        return made

    def function(self) -> str:
        """Make a function, which changes nothing but variables of its own."""
        kind = self.pick((INTEGER, REAL, REAL, LOGICAL, DOUBLE, COMPLEX))
        made = Procedure(self.fresh("F" if kind != INTEGER else "KF"), kind, self.parameters())
        before = list(self.functions)
        typed = f"{kind} " if kind not in (INTEGER, REAL) or self.chance(30) else ""
        heading = f"{typed}FUNCTION {made.name}({', '.join(one.name for one in made.parameters)})"

        def body() -> None:
            for one in made.parameters:
                one.fixed = True
            self.external_types()
            for one in self.commons():
                one.fixed = True
            own = [self.fresh_variable(self.pick((INTEGER, REAL))) for _ in range(2)]
            self.declare(own)
            del self.variables[-len(own) :]
            self.statement_functions()
            for one in own:
                self.put(f"{one.name} = {self.expression(one.type)}")
                self.variables.append(one)
            self.put(f"{made.name} = {self.bounded(kind)}")
            result = Variable(made.name, kind)
            self.variables.append(result)
            self.statements(self.number_below(1, 4), quiet=True)
            if self.chance(40):
                self.put(f"IF ({self.expression(LOGICAL)}) RETURN")
                self.put(f"{made.name} = {self.bounded(kind)}")
            self.put("RETURN")

        text = self.unit(heading, made.parameters, body)
        self.functions = [*before, made]
        return text

    def external_types(self) -> None:
        """Say the types of functions whose names do not."""
        for one in self.functions:
            if one.type not in (INTEGER, REAL):
                self.put(f"{one.type} {one.name}")

    def subroutine(self) -> str:
        """Make a subroutine: it changes its arguments, COMMON, and variables that keep their values."""
        made = Procedure(self.fresh("S"), "", self.parameters())
        before = list(self.functions)

        def body() -> None:
            self.external_types()
            self.commons()
            own = self.locals((INTEGER, REAL, LOGICAL))
            self.data(own)
            self.statement_functions()
            self.statements(self.number_below(2, 5))
            self.put("RETURN")

        heading = f"SUBROUTINE {made.name}({', '.join(one.name for one in made.parameters)})"
        text = self.unit(heading, made.parameters, body)
        self.functions, self.subroutines = before, [*self.subroutines, made]
        return text

    def main(self) -> None:
        """The main program: it reads, does something and prints all it has."""
        self.external_types()
        shared = self.commons()
        own = self.locals(TYPES)
        self.equivalences(own + shared)
        self.data(own)
        self.statement_functions()
        for _ in range(self.number_below(0, 2)):
            self.read()
        self.statements(self.number_below(5, 10))
        for one in [v for v in self.variables if not v.bound]:
            self.write([one])
        if self.chance(50):
            self.put("STOP")

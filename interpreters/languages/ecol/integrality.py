"""Integrality analysis: which variables of an ECOL program can only hold whole numbers.

    integrality = Integrality(program, speculate=True)
    integrality.type_of("", "k")                       # Type.INT

ECOL has one kind of number, real, with whole values kept exact. Most programs of the course only count, so a
translation that uses integers where it may is several times as fast. A name is integral when everything assigned to it
is: sums, differences and products of integral names, whole literals, and LEES as long as the tape has whole numbers and
no value passes 2**53, beyond which real numbers are not exact. The last two are speculation: when one turns out false
the run begins again with real numbers everywhere.
"""

from __future__ import annotations

from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.ecol import syntax
from getallenband.interpreters.languages.ecol.check import CheckedProgram, Unit
from getallenband.interpreters.source.tree import unhandled, walk

Name = tuple[str, str]
"""A scope ("" or a FUN's name) and a name in it; the result of a FUN is the name RESULT in its scope."""

INTEGRAL_FUNCTIONS = {"G", "ONDIN", "BOVIN", "GOK"}


class Integrality:
    """The names that may hold other than whole numbers, found by a fixed point; all of them without speculation."""

    def __init__(self, program: CheckedProgram, speculate: bool) -> None:
        self.program, self.speculate = program, speculate
        self.real: set[Name] = set()
        size = -1
        while speculate and size != len(self.real):
            size = len(self.real)
            for unit in program.units:
                self.look(unit)

    def type_of(self, scope: str, name: str) -> Type:
        """Return the type that holds a name's values."""
        return Type.INT if self.speculate and (scope, name) not in self.real else Type.REAL

    def look(self, unit: Unit) -> None:
        """Go through the assignments and the calls of a unit."""
        scope = unit.scope
        for line in unit.lines:
            for name, value in syntax.assignments(line.command) if line.command else ():
                self.assign((scope, name), scope, value)
            for node in walk(line):
                if isinstance(node, syntax.Variable) and self.is_call(scope, node):
                    self.call(scope, node)

    def assign(self, name: Name, scope: str, value: syntax.Expression) -> None:
        if not self.is_integral(scope, value):
            self.real.add(name)

    def call(self, scope: str, node: syntax.Variable) -> None:
        """Assign the arguments of a FUN to its parameters; an array is shared both ways."""
        fun = self.program.funs[node.name]
        for parameter, argument in zip(fun.parameters, node.subscripts, strict=False):
            self.assign((fun.name, parameter), scope, argument)
            if parameter in fun.array_parameters and (fun.name, parameter) in self.real:
                assert isinstance(argument, syntax.Variable)
                self.real.add((scope, argument.name))

    def is_call(self, scope: str, node: syntax.Variable) -> bool:
        """Return whether a name is the call of a FUN (an array of the same name hides it)."""
        return bool(node.subscripts) and node.name in self.program.funs and node.name not in self.program.arrays[scope]

    def is_integral(self, scope: str, node: syntax.Expression) -> bool:
        """Return whether the value of an expression is certainly a whole number."""
        match node:
            case syntax.Number(value):
                return self.speculate and value.is_integer() and abs(value) <= 2**53
            case syntax.Variable(name, _):
                found = (name, syntax.RESULT) if self.is_call(scope, node) else (scope, name)
                return self.type_of(*found) is Type.INT
            case syntax.Counter(name):
                return self.speculate and name != "GOKC"
            case syntax.Standard(name, arguments):
                if name == "ABS":
                    return self.is_integral(scope, arguments[0])
                return self.speculate and name in INTEGRAL_FUNCTIONS
            case syntax.Signed(_, operand):
                return self.is_integral(scope, operand)
            case syntax.Binary(left, operator, right):
                return operator in "+-×" and self.is_integral(scope, left) and self.is_integral(scope, right)
            case syntax.Read() | syntax.ReadSymbol():
                return self.speculate
            case _:
                raise unhandled(node)

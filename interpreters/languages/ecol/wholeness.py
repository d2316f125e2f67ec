"""Which variables of an ECOL program can only hold whole numbers.

ECOL has one kind of number, real, with whole values kept exact. Most programs of the course only count, so a
translation that uses integers where it may is several times as fast. A name is whole when everything assigned to it
is: sums, differences and products of whole names, whole literals, and LEES as long as the tape has whole numbers and
no value passes 2**53, beyond which real numbers are not exact. The last two are assumptions: when one turns out false
the run begins again with real numbers everywhere.
"""

from __future__ import annotations

from interpreters.languages.ecol import syntax
from interpreters.languages.ecol.check import Checked, Unit, scope_of

Name = tuple[str, str]
"""A scope ("" or a FUN's name) and a name in it; the result of a FUN is the name ":=" in its scope."""

RESULT = ":="
WHOLE_FUNCTIONS = {"G", "ONDIN", "BOVIN", "GOK"}


class Wholeness:
    """The set of names that may hold other than whole numbers, found by looking until nothing changes."""

    def __init__(self, checked: Checked, assume: bool) -> None:
        self.checked = checked
        self.assume = assume
        self.broken: set[Name] = set()
        size = -1
        while assume and size != len(self.broken):
            size = len(self.broken)
            for unit in checked.units():
                self.look(unit)

    def whole(self, scope: str, name: str) -> bool:
        """Tell whether a name holds whole numbers only."""
        return self.assume and (scope, name) not in self.broken

    def look(self, unit: Unit) -> None:
        """Go through the assignments of a unit."""
        scope = scope_of(unit)
        for line in unit.lines:
            match line.command:
                case syntax.Assign(variable, value):
                    self.assigned(scope, variable.name, self.is_whole(scope, value))
                case syntax.Loop(step, name, first, _):
                    self.assigned(scope, name, self.is_whole(scope, step) and self.is_whole(scope, first))
                case syntax.FunEnd(value):
                    self.assigned(scope, RESULT, self.is_whole(scope, value))
        for line in unit.lines:
            if line.command:
                self.calls(scope, line.command)

    def assigned(self, scope: str, name: str, whole: bool) -> None:
        """Note an assignment."""
        if not whole:
            self.broken.add((scope, name))

    def calls(self, scope: str, node: syntax.Node) -> None:
        """Hand the arguments of every FUN call below a node to its parameters; an array is shared both ways."""
        for name in node.__dataclass_fields__:
            value = getattr(node, name)
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, syntax.Node):
                    self.calls(scope, item)
        if isinstance(node, syntax.Variable) and self.is_call(scope, node):
            fun = self.checked.funs[node.name]
            for parameter, argument in zip(fun.parameters, node.subscripts, strict=False):
                self.assigned(fun.name, parameter, self.is_whole(scope, argument))
                if parameter in fun.array_parameters and isinstance(argument, syntax.Variable):
                    self.assigned(scope, argument.name, self.whole(fun.name, parameter))

    def is_call(self, scope: str, node: syntax.Variable) -> bool:
        """Tell whether a name with subscripts is the call of a FUN (an array of the same name hides it)."""
        return node.name in self.checked.funs and node.name not in self.checked.arrays[scope]

    def is_whole(self, scope: str, node: syntax.Expression) -> bool:
        """Tell whether an expression is whole."""
        match node:
            case syntax.Number(value):
                return value.is_integer() and abs(value) <= 2**53
            case syntax.Variable(name, _):
                called = bool(node.subscripts) and self.is_call(scope, node)
                return self.whole(name, RESULT) if called else self.whole(scope, name)
            case syntax.Read():
                return True
            case syntax.Counter(name):
                return name != "GOKC"
            case syntax.Standard(name, arguments):
                return name in WHOLE_FUNCTIONS or (name == "ABS" and self.is_whole(scope, arguments[0]))
            case syntax.Signed(_, operand):
                return self.is_whole(scope, operand)
            case syntax.Binary(operator, left, right):
                return operator in "+-×" and self.is_whole(scope, left) and self.is_whole(scope, right)

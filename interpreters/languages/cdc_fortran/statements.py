"""Turn executable statements into IR, one method for each (ANSI X3.9-1966, 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreters.ir import ops
from interpreters.ir.ops import Label
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.scopes import targets_of
from interpreters.languages.cdc_fortran.storage import REALS
from interpreters.languages.cdc_fortran.transfers import Loop, Transfers
from interpreters.languages.cdc_fortran.variables import Local

SHORT = 4
"""A range of more statements than this is lowered once."""

TURNS = 4
"""Turns of a short range that are charged together."""


class Statements(Transfers):
    """The statements of one unit; `left` lowers a RETURN or the end of the unit."""

    left: Callable[[], None]

    def body(self) -> None:
        """Lower all executable statements and the END."""
        open_loops: list[tuple[int, Loop]] = []
        targets = {label for statement in self.scope.executables for label in jumps_of(statement.construct)}
        waiting = list(reversed(self.scope.executables))
        while waiting:
            statement = waiting.pop()
            if statement.label in targets:
                self.build.begin(label_of(statement.label))
            elif self.build.block is None:
                self.build.begin(self.build.label("unreached"))
            self.in_loop = bool(open_loops)
            mark = self.mark(statement)
            self.build.statement(mark, statement.place)
            construct = statement.construct
            if isinstance(construct, syntax.Do):
                loop = self.loop_begun(construct)
                span = self.simple_range(construct, waiting, targets | {label for label, _ in open_loops})
                if span:
                    self.unrolled(loop, [waiting.pop() for _ in range(span)])
                else:
                    open_loops.append((construct.label, loop))
                continue
            self.statement(construct, mark)
            while open_loops and statement.label and open_loops[-1][0] == statement.label:
                loop = open_loops.pop()[1]
                self.loop_ended(loop)
                self.build.begin(loop.outside)
        if self.build.block is not None:
            self.left()

    def simple_range(self, do: syntax.Do, waiting: list[syntax.Statement], targets: set[int]) -> int:
        """Count the statements of a short range that only assigns: no jumps in or out, no calls; 0 for any other."""
        if self.greatest >= 2**62 or not isinstance(self.variable(do.variable), Local):
            return 0
        for count, statement in enumerate(reversed(waiting[-SHORT:]), start=1):
            construct = statement.construct
            if statement.label in targets or not isinstance(construct, syntax.Assignment | syntax.Continue):
                return 0
            if isinstance(construct, syntax.Assignment) and (
                not self.is_pure(construct.value)
                or any(target.name == do.variable.name for target in construct.targets)
            ):
                return 0
            if statement.label == do.label:
                return count
        return 0

    def is_pure(self, expression: syntax.Expression) -> bool:
        """Tell whether an expression has operators, constants, variables and array elements only."""
        if isinstance(expression, syntax.Reference):
            return bool(self.scope.symbols[expression.name].dimensions) and all(map(self.is_pure, expression.arguments))
        if isinstance(expression, syntax.Binary):
            arithmetic = expression.operator in ("+", "-", "*", "/")
            return arithmetic and self.is_pure(expression.left) and self.is_pure(expression.right)
        if isinstance(expression, syntax.Unary):
            return self.is_pure(expression.operand)
        if isinstance(expression, syntax.Parenthesized):
            return self.is_pure(expression.inner)
        return isinstance(expression, syntax.Name | syntax.Integer | syntax.Real | syntax.Double)

    def unrolled(self, loop: Loop, span: list[syntax.Statement]) -> None:
        """Lower a simple range twice: for several turns at once, while so many are left, and for a single one.

        Every turn has its own marks; they are charged together, which is what saves time.
        """
        marks = [self.mark(statement) for statement in span]
        self.in_loop = True
        now = self.fetch(self.variable(loop.variable), loop.variable.name).register
        step = self.again(loop.step, loop.variable.name)
        ahead = self.build.do(ops.IntMultiply, step, self.build.int(TURNS - 1))
        left = self.build.do(ops.IntSubtract, self.again(loop.last, loop.variable.name), now)
        several, single = self.build.label("several"), self.build.label("single")
        self.build.end(ops.Branch, self.build.do(ops.IntCompare, ">=", left, ahead), several, single)
        for label, turns in ((several, TURNS), (single, 1)):
            self.build.begin(label)
            for turn in range(turns):
                for statement, mark in zip(span, marks, strict=True):
                    self.build.statement(mark, statement.place)
                    self.statement(statement.construct, mark)
                if turn + 1 < turns:
                    self.store_variable(loop.variable, self.turned(loop))
            self.loop_ended(loop)
        self.build.begin(loop.outside)

    def mark(self, statement: syntax.Statement) -> str:
        """Return the name that counts are given by: the label, else the sequence number, else the line."""
        prefix = "" if self.scope.is_main else f"{self.scope.name}."
        if statement.label:
            mark = f"{prefix}{statement.label}"
        elif statement.sequence:
            mark = statement.sequence + (f".{statement.ordinal}" if statement.ordinal > 1 else "")
        else:
            mark = str(statement.place.line)
        if mark in self.deck.marks:
            mark = f"{statement.place.line}:{statement.place.column}"
        self.deck.marks.add(mark)
        return mark

    def statement(self, construct: syntax.Construct, mark: str) -> None:
        """Lower one statement."""
        if isinstance(construct, syntax.Assignment):
            self.assignment(construct)
        elif isinstance(construct, syntax.Assign):
            self.store_variable(construct.variable, self.build.int(construct.label))
        elif isinstance(construct, syntax.GoTo):
            self.build.end(ops.Jump, label_of(construct.label))
        elif isinstance(construct, syntax.AssignedGoTo):
            self.assigned_goto(construct)
        elif isinstance(construct, syntax.ComputedGoTo):
            self.computed_goto(construct)
        elif isinstance(construct, syntax.ArithmeticIf):
            self.arithmetic_if(construct)
        elif isinstance(construct, syntax.LogicalIf):
            self.logical_if(construct, mark)
        elif isinstance(construct, syntax.Call):
            symbol = self.scope.symbols[construct.name]
            if symbol.role == "subroutine":
                self.called(symbol, construct.arguments, construct.place)
        elif isinstance(construct, syntax.Return):
            self.left()
        elif isinstance(construct, syntax.Stop):
            if construct.digits:
                self.build.host("stop", self.build.string(construct.digits))
            self.build.end(ops.Halt)
        elif isinstance(construct, syntax.Transfer):
            self.transfer(construct, mark)
        elif isinstance(construct, syntax.Auxiliary):
            self.auxiliary(construct)

    def assignment(self, construct: syntax.Assignment) -> None:
        """7.1.1: the value is converted to each target's type, from the last to the first."""
        if isinstance(construct.value, syntax.Hollerith):
            for target in reversed(construct.targets):
                kind = self.scope.symbols[target.name].type
                if kind in ("LOGICAL", "COMPLEX"):
                    self.complain(target.place, f"{target.name} is {kind}: it holds no characters", "INTEGER or REAL")
                self.assign(self.target(target), self.hollerith(construct.value, kind))
            return
        value = self.evaluate(construct.value)
        for target in reversed(construct.targets):
            kind = self.scope.symbols[target.name].type
            if (kind == "LOGICAL") != (value.type == "LOGICAL"):
                self.complain(construct.value.place, f"{target.name} is {kind}, the value is {value.type}")
            value = self.converted(value, kind)
            self.assign(self.target(target), value)

    def assigned_goto(self, construct: syntax.AssignedGoTo) -> None:
        """7.1.2.1.2: a variable that holds none of the labels is a trap."""
        held = self.integer_variable(construct.variable)
        wrong = self.build.label("unassigned")
        cases = tuple((label, label_of(label)) for label in dict.fromkeys(construct.labels))
        self.build.end(ops.Switch, held, cases, wrong)
        self.build.begin(wrong)
        self.build.end(
            ops.Trap,
            f"GO TO {construct.variable.name}: {{0}} is none of the labels {shown(construct.labels)}",
            (held,),
        )

    def computed_goto(self, construct: syntax.ComputedGoTo) -> None:
        """7.1.2.1.3: outside the list the next statement follows, or (setting) it is a trap."""
        index = self.integer_variable(construct.variable)
        after = self.build.label("out_of_range")
        cases = tuple((number, label_of(label)) for number, label in enumerate(construct.labels, start=1))
        self.build.end(ops.Switch, index, cases, after)
        self.build.begin(after)
        if self.deck.settings["computed_goto"] == "trap":
            message = f"GO TO with {construct.variable.name} = {{0}}: it is outside 1:{len(construct.labels)}"
            self.build.end(ops.Trap, message, (index,))

    def integer_variable(self, variable: syntax.Name) -> ops.Register:
        """Return the value of a variable that must be an integer."""
        value = self.name(variable)
        if value.type != "INTEGER":
            self.complain(variable.place, f"{variable.name} is {value.type}", "an integer variable")
            return self.build.int(0)
        return value.register

    def arithmetic_if(self, construct: syntax.ArithmeticIf) -> None:
        """7.1.2.2: labels for below, at and above zero; (CDC) two: for true and false, or for not zero and zero."""
        labels = [label_of(label) for label in construct.labels]
        if len(labels) == 2 and self.is_logical(construct.condition):
            self.condition(construct.condition, labels[0], labels[1])
            return
        value = self.evaluate(construct.condition)
        if value.type in ("LOGICAL", "COMPLEX"):
            self.complain(construct.place, f"the condition is {value.type}", "a whole or real number")
            return
        zero = self.build.real(0.0) if value.type in REALS else self.build.int(0)
        compare = ops.RealCompare if value.type in REALS else ops.IntCompare
        if len(labels) == 2:
            self.build.end(ops.Branch, self.build.do(compare, "=", value.register, zero), labels[1], labels[0])
            return
        rest = self.build.label("not_negative")
        self.build.end(ops.Branch, self.build.do(compare, "<", value.register, zero), labels[0], rest)
        self.build.begin(rest)
        self.build.end(ops.Branch, self.build.do(compare, "=", value.register, zero), labels[1], labels[2])

    def is_logical(self, expression: syntax.Expression) -> bool:
        """Tell whether an expression is a logical one by its form."""
        if isinstance(expression, syntax.Parenthesized):
            return self.is_logical(expression.inner)
        if isinstance(expression, syntax.Unary):
            return expression.operator == ".NOT."
        if isinstance(expression, syntax.Binary):
            return expression.operator.startswith(".")
        if isinstance(expression, syntax.Name | syntax.Reference):
            return self.scope.symbols[expression.name].type == "LOGICAL"
        return isinstance(expression, syntax.Logical)

    def logical_if(self, construct: syntax.LogicalIf, mark: str) -> None:
        """7.1.2.3."""
        then, after = self.build.label("then"), self.build.label("after_if")
        if isinstance(construct.statement, syntax.GoTo):
            self.condition(construct.condition, label_of(construct.statement.label), after)
            self.build.begin(after)
            return
        self.condition(construct.condition, then, after)
        self.build.begin(then)
        self.statement(construct.statement, mark)
        self.build.begin(after)


def jumps_of(construct: syntax.Construct) -> Iterator[int]:
    """Yield the labels that a statement, or the one behind its condition, goes to."""
    if isinstance(construct, syntax.LogicalIf):
        yield from jumps_of(construct.statement)
    elif isinstance(construct, syntax.Executable):
        yield from targets_of(construct)


def label_of(label: int) -> Label:
    """Return the IR label of a statement label."""
    return Label(f"label {label}")


def shown(labels: tuple[int, ...]) -> str:
    """List labels."""
    return ", ".join(map(str, labels))

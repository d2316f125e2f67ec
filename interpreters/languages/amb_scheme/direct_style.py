"""Expressions that never choose into Python closures: frame -> value.

    Direct(machine, analysis).expression(core)(frame)

A frame is a list: slot 0 the frame around it, then the variables; None is a variable without a value.

Why there are two compilers: continuation_passing.py alone is enough for every program, but a step for each expression
is slow: the jigsaw takes 5.1 s of CPU by steps alone, and 1.45 s with the parts that never choose compiled here. Plain
calls alone are not enough: a choice must be able to resume the rest of the program more than once, deep recursion must
not use up Python's stack, and tail calls must not grow it. analysis.py decides which compiler an expression gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from durable.names import nearest
from interpreters.languages.amb_scheme import core
from interpreters.languages.amb_scheme.analysis import Analysis
from interpreters.languages.amb_scheme.machine import Code, Compound, Frame, Machine, Stopped, position
from interpreters.languages.amb_scheme.reals import LARGEST
from interpreters.languages.amb_scheme.values import OK, Fault, Primitive, Value, short
from interpreters.outcome import Trap
from interpreters.source.position import Place

LEFT_OUT = {
    **dict.fromkeys(("string-set!", "string-fill!"), ": strings never change"),
    **dict.fromkeys(("read", "read-char", "peek-char", "read-line", "open-input-file", "open-output-file", "load"),
                    ": a program has no input"),
    **dict.fromkeys(("eval", "dynamic-wind", "interaction-environment"), ""),
    **dict.fromkeys(("inc", "dec", "identity"), ": define it, as the book does"),
    **dict.fromkeys(("nil", "null", "empty"), ": write '() or (define nil '())"),
    "return": ": a procedure returns the value of its last expression",
    **dict.fromkeys(("while", "for", "loop"), ": write (do …), or a procedure that calls itself"),
    **dict.fromkeys(("print", "printf", "println", "displayln", "format"), ": write (display x) and (newline)"),
    **dict.fromkeys(("&&", "||", "!"), ": write (and a b), (or a b), (not a)"),
    **dict.fromkeys(("%", "mod"), ": write (remainder a b) or (modulo a b)"),
    **dict.fromkeys(("==", "!="), ": write (= a b) for numbers, (equal? a b) for all others"),
    **dict.fromkeys(("first", "rest"), ": write (car list) and (cdr list)"),
    **dict.fromkeys(("foldl", "foldr", "reduce", "filter", "fold-left", "fold-right"), ": define it, as the book does"),
    "assert": ": write (if (not test) (error \"…\")), or (require test) to try again",
    **dict.fromkeys(("import", "define-record-type", "define-struct", "struct"), ": it is no form of R5RS"),
}  # fmt: skip
"""Names of Scheme's library that are left out, and why."""

Direct = Callable[[Frame], Value]


class DirectCompiler:
    """Compiles what never chooses; `globals` holds a cell (a frame of one value) for each global variable."""

    def __init__(self, machine: Machine, analysis: Analysis, probe: Callable[[core.Call | core.Amb, Any], Any]) -> None:
        self.machine, self.analysis, self.probe = machine, analysis, probe
        self.globals: dict[core.Variable, Frame] = {}
        self.codes: dict[core.Lambda, Code] = {}
        self.waiting: list[core.Lambda] = []

    def cell(self, variable: core.Variable) -> Frame:
        """Return the cell of a global variable; one that the program does not define may be the library's."""
        if variable not in self.globals:
            self.globals[variable] = [self.machine.library.get(variable.name)]
        return self.globals[variable]

    def code(self, procedure: core.Lambda) -> Code:
        """Return the code of a lambda; its body is compiled later."""
        if procedure not in self.codes:
            extra = len(procedure.frame.variables) - procedure.frame.parameters
            self.codes[procedure] = Code(procedure.name, procedure.required, procedure.rest, extra)
            self.waiting.append(procedure)
        return self.codes[procedure]

    def expression(self, expression: core.Expression) -> Direct:
        """Compile an expression that never chooses.

        Each case below has its pendant in `GeneralCompiler.expression`, which calls back here for plain parts.
        """
        match expression:
            case core.Constant():
                return constant(expression.value)
            case core.LocalRead():
                return self.local_read(expression)
            case core.GlobalRead():
                return self.global_read(expression)
            case core.Assign():
                return self.assign(expression)
            case core.Lambda():
                code = self.code(expression)
                return lambda frame: Compound(code, frame)
            case core.Let():
                return self.let(expression)
            case core.If():
                return self.if_(expression)
            case core.AndOr():
                return self.and_or(expression)
            case core.Begin():
                return self.begin(expression)
            case core.Call():
                compiled: Direct = self.probe(expression, self.call(expression))
                return compiled
        raise TypeError(expression)

    def local_read(self, read: core.LocalRead) -> Direct:
        """Read a variable of a frame; check for a value only where a body defines the variable."""
        index, depth = read.variable.index, read.depth
        if read.variable.defined:
            return self.checked_read(read)
        # Reads are most of what a program does, so the usual depths have no loop.
        if depth == 0:
            return itemgetter(index)
        if depth == 1:
            return lambda frame: frame[0][index]
        if depth == 2:
            return lambda frame: frame[0][0][index]

        def outer(frame: Frame) -> Value:
            for _ in range(depth):
                frame = frame[0]
            return frame[index]

        return outer

    def checked_read(self, read: core.LocalRead) -> Direct:
        """Read a variable that a body defines."""
        index, depth = read.variable.index, read.depth
        unassigned = Stopped(Trap(f"{read.variable.name} has no value yet", read.place))

        def checked(frame: Frame) -> Value:
            for _ in range(depth):
                frame = frame[0]
            value = frame[index]
            if value is None:
                raise unassigned
            return value

        return checked

    def global_read(self, read: core.GlobalRead) -> Direct:
        """Read a global variable."""
        cell = self.cell(read.variable)
        # A library name that the program never binds cannot change: its value is looked up once, here.
        if cell[0] is not None and read.variable.definitions == 0 and not read.variable.assigned:
            return constant(cell[0])

        def checked(frame: Frame) -> Value:
            del frame
            value = cell[0]
            if value is None:
                raise self.undefined(read.variable, read.place)
            return value

        return checked

    def undefined(self, variable: core.Variable, place: Place) -> Stopped:
        """Return the trap for a global variable that has no value."""
        if not variable.definitions and variable.name in LEFT_OUT:
            return Stopped(Trap(f"{variable.name} is not supported{LEFT_OUT[variable.name]}", place))
        return self.without_definition(variable, place, self.machine.library)

    def without_definition(
        self, variable: core.Variable, place: Place, others: Iterable[str], cure: str = ""
    ) -> Stopped:
        """Return the trap for a variable that has no definition (yet); `others` may be meant, like the program's."""
        if variable.definitions:
            return Stopped(Trap(f"{variable.name} is not defined yet{cure}", place))
        near = nearest(variable.name, [*(known.name for known in self.globals if known.definitions), *others])
        meant = f" (nearest: {near})" if near else ""
        return Stopped(Trap(f"{variable.name} is not defined{meant}{cure}", place))

    def assign(self, assign: core.Assign) -> Direct:
        """Assign a value to a variable."""
        value = self.expression(assign.value)
        store = self.store(assign)
        return lambda frame: store(frame, value(frame))

    def store(self, assign: core.Assign) -> Callable[[Frame, Value], Value]:
        """Store a value in a variable; set! records the old one on the trail, from which `Machine.fail` restores it."""
        variable, depth, kind, place = assign.variable, assign.depth, assign.kind, assign.place
        cell = self.cell(variable) if variable.frame is None else None
        index = 0 if cell is not None else variable.index
        choices, trail, keep = self.machine.choices, self.machine.trail, self.machine.keep
        undone, defines, trace = kind == "set!", kind == "define", self.machine.trace

        def store(frame: Frame, value: Value) -> Value:
            if cell is not None:
                target = cell
            else:
                target = frame
                for _ in range(depth):
                    target = target[0]
            old = target[index]
            if old is None and not defines:
                cure = f": (define {variable.name} …) comes before set!"
                raise self.without_definition(variable, place, (), cure)
            # SICP 4.3.3: only set! is undone on backtracking, a definition and permanent-set! are not. Without an open
            # choice the trail needs just the first old value, so that a loop of set! does not fill memory.
            if undone and choices:
                trail.append((target, index, old))
            elif undone:
                keep(target, index, old)
            target[index] = value
            if trace is not None:
                trace(f"{position(place)} {variable.name} := {short(value)}")
            return OK

        return store

    def let(self, let: core.Let) -> Direct:
        """Make a frame and evaluate the body in it."""
        values = [self.expression(value) for value in let.values]
        body = self.expression(let.body)
        extra = [None] * (len(let.frame.variables) - len(values))
        if len(values) == 1 and not extra:
            only = values[0]
            return lambda frame: body([frame, only(frame)])
        return lambda frame: body([frame, *[value(frame) for value in values], *extra])

    def if_(self, if_: core.If) -> Direct:
        """Evaluate the first clause whose test is not false."""
        clauses = [(self.expression(test), self.expression(then)) for test, then in if_.clauses]
        otherwise = self.expression(if_.otherwise)
        if len(clauses) == 1:
            test, then = clauses[0]
            return lambda frame: otherwise(frame) if test(frame) is False else then(frame)

        def chosen(frame: Frame) -> Value:
            for test, then in clauses:
                if test(frame) is not False:
                    return then(frame)
            return otherwise(frame)

        return chosen

    def and_or(self, and_or: core.AndOr) -> Direct:
        """Evaluate and, or."""
        items = [self.expression(item) for item in and_or.items]
        stop_at_false = and_or.stop_at_false
        if len(items) == 2 and stop_at_false:
            left, right = items
            return lambda frame: False if left(frame) is False else right(frame)

        def joined(frame: Frame) -> Value:
            value: Value = stop_at_false
            for item in items:
                value = item(frame)
                if (value is False) == stop_at_false:
                    return value
            return value

        return joined

    def begin(self, begin: core.Begin) -> Direct:
        """Evaluate expressions in turn."""
        *first, last = [self.expression(item) for item in begin.items]

        def row(frame: Frame) -> Value:
            for item in first:
                item(frame)
            return last(frame)

        return row

    def call(self, call: core.Call) -> Direct:
        """Apply a primitive procedure or a known one."""
        operands = [self.expression(operand) for operand in call.operands]
        primitive = self.analysis.primitive(call.operator, len(operands))
        if primitive is not None:
            return self.primitive_call(call, primitive, operands)
        return self.known_call(call, operands)

    def primitive_call(self, call: core.Call, primitive: Primitive, operands: list[Direct]) -> Direct:
        """Apply a primitive procedure; its Fault gets the application's place."""
        counts, label, place, function = self.machine.counts, call.label, call.place, primitive.function
        if len(operands) == 2:
            make = ARITHMETIC.get(primitive.name, two)
            return make(function, operands[0], operands[1], counts, label, place)
        if len(operands) == 1:
            only = operands[0]

            def one(frame: Frame) -> Value:
                value = only(frame)
                counts[label] += 1
                try:
                    return function(value)
                except Fault as fault:
                    raise Stopped(fault.ending(place)) from None

            return one

        def several(frame: Frame) -> Value:
            values = [operand(frame) for operand in operands]
            counts[label] += 1
            try:
                return function(*values)
            except Fault as fault:
                raise Stopped(fault.ending(place)) from None

        return several

    def known_call(self, call: core.Call, operands: list[Direct]) -> Direct:
        """Apply a procedure of the program whose lambda is known."""
        counts, label, place = self.machine.counts, call.label, call.place
        left, pause = self.machine.left, self.machine.pause
        operator = self.expression(call.operator)
        procedure = self.analysis.known(call.operator, len(operands))
        assert procedure is not None
        code = self.code(procedure)
        extra = [None] * code.extra

        def applied(frame: Frame) -> Value:
            inner = [operator(frame).frame, *[operand(frame) for operand in operands], *extra]
            counts[label] += 1
            left[0] -= 1
            if left[0] < 0:
                pause(place)
            return code.direct(inner)  # type: ignore[misc]

        return applied


def constant(value: Value) -> Direct:
    """Return the same value for every frame."""

    def same(frame: Frame) -> Value:
        del frame
        return value

    return same


Two = Callable[[Callable[..., Value], Direct, Direct, list[int], int, Place], Direct]


def two(
    function: Callable[..., Value], left: Direct, right: Direct, counts: list[int], label: int, place: Place
) -> Direct:
    """Apply a procedure to two values."""

    def applied(frame: Frame) -> Value:
        one, other = left(frame), right(frame)
        counts[label] += 1
        try:
            return function(one, other)
        except Fault as fault:
            raise Stopped(fault.ending(place)) from None

    return applied


def quick(compute: Callable[[int, int], int]) -> Two:
    """Make a comparison, a sum or a difference with a shortcut for integers; a larger result takes the long way."""

    def make(
        function: Callable[..., Value], left: Direct, right: Direct, counts: list[int], label: int, place: Place
    ) -> Direct:
        def applied(frame: Frame) -> Value:
            one, other = left(frame), right(frame)
            counts[label] += 1
            if type(one) is int and type(other) is int:
                # `type` rules out #t and #f, which Python takes for 1 and 0; the library limits how long numbers get.
                found = compute(one, other)
                if -LARGEST < found < LARGEST:
                    return found
            try:
                return function(one, other)
            except Fault as fault:
                raise Stopped(fault.ending(place)) from None

        return applied

    return make


ARITHMETIC: dict[str, Two] = {
    "=": quick(int.__eq__), "<": quick(int.__lt__), ">": quick(int.__gt__), "<=": quick(int.__le__),
    ">=": quick(int.__ge__), "+": quick(int.__add__), "-": quick(int.__sub__),
}  # fmt: skip

"""Expressions into Python closures: those that never choose into plain calls, all others into steps.

    Compiler(machine, analysis, probe).direct(core)(frame)                       # the value
    Compiler(machine, analysis, probe).general(core)(frame, continuation)        # the next step

Each construct has one method, whose argument `chooses` says which of the two it makes. Steps alone would be enough for
every program, but are slow: the jigsaw takes 3.5 times as long with a step for each expression. Plain calls alone are
not enough: a choice must be able to resume the rest of the program more than once, deep recursion must not use up
Python's stack, and tail calls must not grow it. analysis.py decides which expressions never choose.

A step is taken only to enter a procedure, to come back from one that is no tail call, and to try a choice. It returns
the next step to a loop (a trampoline), so neither recursion nor tail calls use Python's stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from getallenband.interpreters.languages.amb_scheme import core, primitive_calls
from getallenband.interpreters.languages.amb_scheme.analysis import Analysis
from getallenband.interpreters.languages.amb_scheme.machine import (
    Code,
    Compound,
    Continuation,
    Frame,
    General,
    Machine,
    Step,
    position,
)
from getallenband.interpreters.languages.amb_scheme.values import Value
from getallenband.interpreters.languages.amb_scheme.variables import Direct, Variables, constant
from getallenband.interpreters.source.position import Place

Gather = Callable[[Frame, Continuation, list[Value]], Step]
"""Goes on with the values gathered so far."""
Branch = tuple[core.Expression, core.Expression | None]
"""A test and what follows where it decides; None gives the value of the test."""
TOGETHER = 250
"""How many values are gathered in one list: each step copies it, which is quadratic in its length."""


class Compiler:
    """Compiles a program; `probe` adds what is observed at an application or a choice to its closure."""

    def __init__(self, machine: Machine, analysis: Analysis, probe: Callable[[core.Call | core.Amb, Any], Any]) -> None:
        self.machine, self.analysis, self.probe = machine, analysis, probe
        self.variables = Variables(machine)
        self.codes: dict[core.Lambda, Code] = {}
        self.waiting: list[core.Lambda] = []

    def code(self, procedure: core.Lambda) -> Code:
        """Return the code of a lambda; its body is compiled later."""
        if procedure not in self.codes:
            extra = len(procedure.frame.variables) - procedure.frame.parameters
            self.codes[procedure] = Code(procedure.name, procedure.required, procedure.rest, extra)
            self.waiting.append(procedure)
        return self.codes[procedure]

    def finish_procedures(self) -> None:
        """Compile the bodies of the lambdas met so far; these may contain more."""
        while self.waiting:
            procedure = self.waiting.pop()
            code = self.codes[procedure]
            if self.analysis.body(procedure) is not None:
                code.direct = self.direct(procedure.body)
                code.general = plain(code.direct)
            else:
                code.general = self.general(procedure.body)

    def direct(self, expression: core.Expression) -> Direct:
        """Compile an expression that never chooses."""
        compiled: Direct = self.construct(expression, chooses=False)
        return compiled

    def general(self, expression: core.Expression) -> General:
        """Compile any expression into steps."""
        # Expressions without parts never choose; they may only be nested too deep for plain calls.
        whole = isinstance(expression, core.Constant | core.LocalRead | core.GlobalRead | core.Lambda)
        if whole or self.never_chooses(expression):
            return plain(self.direct(expression))
        compiled: General = self.construct(expression, chooses=True)
        return compiled

    def never_chooses(self, expression: core.Expression) -> bool:
        """Tell whether an expression is compiled to plain calls."""
        return self.analysis.depth(expression) is not None

    def construct(self, expression: core.Expression, *, chooses: bool) -> Any:
        """Compile an expression to a Direct, or to a General if it `chooses`."""
        match expression:
            case core.Constant():
                return constant(expression.value)
            case core.LocalRead() | core.GlobalRead():
                return self.variables.read(expression)
            case core.Lambda():
                code = self.code(expression)
                return lambda frame: Compound(code, frame)
            case core.Assign():
                return self.assign(expression, chooses)
            case core.Let():
                return self.let(expression, chooses)
            case core.If():
                return self.branches(expression.clauses, expression.otherwise, False, chooses)
            case core.AndOr():
                *first, last = expression.items
                return self.branches([(item, None) for item in first], last, expression.stop_at_false, chooses)
            case core.Begin():
                return self.begin(expression, chooses)
            case core.Call():
                return self.probe(expression, self.call(expression, chooses))
            case core.Amb():
                return self.random_amb(expression) if expression.random else self.amb(expression)
            case core.IfFail():
                return self.if_fail(expression)
        raise TypeError(expression)

    def assign(self, assign: core.Assign, chooses: bool) -> Direct | General:
        """Assign a value to a variable."""
        store = self.variables.store(assign)
        if chooses:
            return self.after([assign.value], lambda frame, outer, values: (outer[0], store(frame, values[0]), outer))
        value = self.direct(assign.value)
        return lambda frame: store(frame, value(frame))

    def let(self, let: core.Let, chooses: bool) -> Direct | General:
        """Make a frame and evaluate the body in it."""
        extra = [None] * (len(let.frame.variables) - len(let.values))
        if chooses:
            rest = self.general(let.body)
            return self.after(let.values, lambda frame, outer, values: rest([frame, *values, *extra], outer))
        values = [self.direct(value) for value in let.values]
        body = self.direct(let.body)
        if len(values) == 1 and not extra:
            only = values[0]
            return lambda frame: body([frame, only(frame)])
        return lambda frame: body([frame, *[value(frame) for value in values], *extra])

    def begin(self, begin: core.Begin, chooses: bool) -> Direct | General:
        """Evaluate expressions in turn."""
        *first, last = begin.items
        if chooses:
            end = self.general(last)
            return self.after(first, lambda frame, outer, values: end(frame, outer))  # noqa: ARG005
        before, result = [self.direct(item) for item in first], self.direct(last)

        def row(frame: Frame) -> Value:
            for item in before:
                item(frame)
            return result(frame)

        return row

    # if, cond, and, or: the first branch whose test decides

    def branches(
        self, branches: Sequence[Branch], otherwise: core.Expression, stop_at_false: bool, chooses: bool
    ) -> Direct | General:
        """Take the first branch whose test is false (`stop_at_false`), or is not; else evaluate `otherwise`."""
        if chooses:
            return self.branch_steps(branches, self.general(otherwise), stop_at_false)
        compiled = [(self.direct(test), None if then is None else self.direct(then)) for test, then in branches]
        return direct_branches(compiled, self.direct(otherwise), stop_at_false)

    def branch_steps(self, branches: Sequence[Branch], otherwise: General, stop_at_false: bool) -> General:
        """Combine branches in steps: one for each test that may choose, one for all tests between two of these."""
        plain_branches: list[tuple[Direct, General | None]] = []
        for test, then in reversed(branches):
            taken = None if then is None else self.general(then)
            if self.never_chooses(test):
                plain_branches.insert(0, (self.direct(test), taken))
            else:
                following = general_branches(plain_branches, otherwise, stop_at_false)
                otherwise, plain_branches = self.branch_step(test, taken, following, stop_at_false), []
        return general_branches(plain_branches, otherwise, stop_at_false)

    def branch_step(
        self, test: core.Expression, then: General | None, otherwise: General, stop_at_false: bool
    ) -> General:
        """Take a branch or not where the test may choose."""

        def decide(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            if (values[0] is False) != stop_at_false:
                return otherwise(frame, outer)
            return (outer[0], values[0], outer) if then is None else then(frame, outer)

        return self.after([test], decide)

    # applications

    def call(self, call: core.Call, chooses: bool) -> Direct | General:
        """Apply a procedure."""
        primitive = None if chooses else self.analysis.primitive(call.operator, len(call.operands))
        if primitive is not None:
            operands = [self.direct(operand) for operand in call.operands]
            return primitive_calls.applied(call, primitive, operands, self.machine.counts)
        known = self.analysis.known(call.operator, len(call.operands))
        if known is not None and all(map(self.never_chooses, call.operands)):
            return self.known_call(call, known, chooses)
        counts, label, place, applied = self.machine.counts, call.label, call.place, self.machine.applied

        def finish(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            del frame
            counts[label] += 1
            return applied(values[0], values[1:], outer, place, call)

        return self.after([call.operator, *call.operands], finish)

    def known_call(self, call: core.Call, procedure: core.Lambda, chooses: bool) -> Direct | General:
        """Apply a procedure whose lambda is known to values that are not chosen: the short way."""
        counts, label, place = self.machine.counts, call.label, call.place
        left, pause = self.machine.left, self.machine.pause
        operator, operands = self.direct(call.operator), [self.direct(operand) for operand in call.operands]
        code = self.code(procedure)
        extra = [None] * code.extra

        def enter(frame: Frame) -> Frame:
            inner = [operator(frame).frame, *[operand(frame) for operand in operands], *extra]
            counts[label] += 1
            left[0] -= 1
            if left[0] < 0:
                pause(place)
            return inner

        if chooses:
            return lambda frame, outer: (code.general, enter(frame), outer)  # type: ignore[return-value]
        return lambda frame: code.direct(enter(frame))  # type: ignore[misc]

    # choices

    def amb(self, amb: core.Amb) -> General:
        """Try the expressions in turn."""
        if not amb.items:
            return self.attempt(amb, lambda frame, outer: self.machine.fail(), None)  # noqa: ARG005
        step: General | None = None
        for item in reversed(self.alternatives(amb)):
            step = self.attempt(amb, item, step)
        assert step is not None
        return step

    def alternatives(self, amb: core.Amb) -> list[General]:
        """Compile the expressions of a choice; each writes to the trace when it is tried."""
        trace, place, count = self.machine.trace, position(amb.place), len(amb.items)
        items = [self.general(item) for item in amb.items]
        if trace is None:
            return items
        return [
            announced(item, trace, f"{place} choice {number} of {count}") for number, item in enumerate(items, start=1)
        ]

    def attempt(self, amb: core.Amb, item: General, later: General | None) -> General:
        """Try one expression; the later ones are tried when the run comes back."""
        counts, choices, trail = self.machine.counts, self.machine.choices, self.machine.trail
        left, pause, label, place = self.machine.left, self.machine.pause, amb.label, amb.place

        def try_item(frame: Frame, outer: Continuation) -> Step:
            counts[label] += 1
            left[0] -= 1
            if left[0] < 0:
                pause(place)
            if later is not None:
                choices.append((len(trail), later, frame, outer))
            return item(frame, outer)

        probed: General = self.probe(amb, try_item)
        return probed

    def random_amb(self, amb: core.Amb) -> General:
        """Try the expressions in a random order."""
        if not amb.items:
            return self.amb(amb)
        items, shuffle = self.alternatives(amb), self.machine.random.shuffle

        def ramb(frame: Frame, outer: Continuation) -> Step:
            order = list(items)
            shuffle(order)
            step: General | None = None
            for item in reversed(order):
                step = self.attempt(amb, item, step)
            assert step is not None
            return step(frame, outer)

        return ramb

    def if_fail(self, if_fail: core.IfFail) -> General:
        """Try the first expression; where it has no more values, evaluate the second."""
        tried, otherwise = self.general(if_fail.tried), self.general(if_fail.otherwise)
        choices, trail = self.machine.choices, self.machine.trail

        def try_first(frame: Frame, outer: Continuation) -> Step:
            choices.append((len(trail), otherwise, frame, outer))
            return tried(frame, outer)

        return try_first

    # values in order, some of which may choose

    def after(self, parts: Sequence[core.Expression], finish: Gather) -> General:
        """Evaluate parts in order, then go on with `finish` and the list of their values."""
        gather = self.gathered(parts, finish)
        return lambda frame, outer: gather(frame, outer, [])

    def gathered(self, parts: Sequence[core.Expression], finish: Gather) -> Gather:
        """Evaluate parts in order, then go on with `finish` and the list of their values."""
        if len(parts) > TOGETHER:
            return self.gathered_in_groups(parts, finish)
        steps: list[tuple[list[Direct], General, Place]] = []
        plain_parts: list[Direct] = []
        for part in parts:
            if self.never_chooses(part):
                plain_parts.append(self.direct(part))
            else:
                steps.append((plain_parts, self.general(part), part.place))
                plain_parts = []
        following = with_plain(plain_parts, finish) if plain_parts else finish
        for before, part_step, place in reversed(steps):
            following = self.gather_step(before, part_step, place, following)
        return following

    def gathered_in_groups(self, parts: Sequence[core.Expression], finish: Gather) -> Gather:
        """Gather many values in groups, since each choice holds a copy of its list so far."""

        def give(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            del frame
            return outer[0], values, outer

        def joined(frame: Frame, outer: Continuation, groups: list[Value]) -> Step:
            return finish(frame, outer, list(chain.from_iterable(groups)))

        following: Gather = joined
        for start in reversed(range(0, len(parts), TOGETHER)):
            group = parts[start : start + TOGETHER]
            following = self.gather_step([], self.after(group, give), group[0].place, following)
        return following

    def gather_step(self, plain_parts: list[Direct], part: General, place: Place, following: Gather) -> Gather:
        """Evaluate plain parts and one that may choose, then go on with `following`."""
        deeper = self.machine.deeper

        def resume(value: Value, inner: Continuation) -> Step:
            return following(inner[3], inner[1], [*inner[4], value])

        def gather(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            # A new list, never `+=`: a choice that is resumed again must find the list as it was.
            values = values + [part(frame) for part in plain_parts]
            return part(frame, (resume, outer, deeper(outer, place), frame, values))

        return gather


def plain(direct: Direct) -> General:
    """Make a step of an expression that never chooses."""
    return lambda frame, outer: (outer[0], direct(frame), outer)


def with_plain(parts: list[Direct], finish: Gather) -> Gather:
    """Evaluate parts that never choose before `finish`."""
    return lambda frame, outer, values: finish(frame, outer, values + [part(frame) for part in parts])


def direct_branches(branches: list[tuple[Direct, Direct | None]], otherwise: Direct, stop_at_false: bool) -> Direct:
    """Take the first branch whose test decides; the usual forms have no loop."""
    if len(branches) == 1:
        test, then = branches[0]
        if then is not None:
            return lambda frame: otherwise(frame) if test(frame) is False else then(frame)
        if stop_at_false:
            return lambda frame: False if test(frame) is False else otherwise(frame)

    def chosen(frame: Frame) -> Value:
        for test, then in branches:
            value = test(frame)
            if (value is False) == stop_at_false:
                return value if then is None else then(frame)
        return otherwise(frame)

    return chosen


def general_branches(branches: list[tuple[Direct, General | None]], otherwise: General, stop_at_false: bool) -> General:
    """Combine leading branches whose tests never choose in one step; a loop, since there may be many."""
    if not branches:
        return otherwise
    if len(branches) == 1:
        test, then = branches[0]
        if then is not None:
            return lambda frame, outer: otherwise(frame, outer) if test(frame) is False else then(frame, outer)

    def chosen(frame: Frame, outer: Continuation) -> Step:
        for test, then in branches:
            value = test(frame)
            if (value is False) == stop_at_false:
                return (outer[0], value, outer) if then is None else then(frame, outer)
        return otherwise(frame, outer)

    return chosen


def announced(item: General, trace: Callable[[str], None], line: str) -> General:
    """Write to the trace before an expression is evaluated."""

    def step(frame: Frame, outer: Continuation) -> Step:
        trace(line)
        return item(frame, outer)

    return step

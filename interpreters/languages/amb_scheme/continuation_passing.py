"""Expressions that may choose into steps: (frame, continuation) -> step.

    GeneralCompiler(direct, machine).expression(core)(frame, continuation)

Parts that never choose are plain calls inside a step, so a step is taken only to enter a procedure, to come back from
one that is no tail call, and to try a choice. A step returns the next step to a loop (a trampoline), so neither
recursion nor tail calls use Python's stack. direct_style.py says what the two compilers gain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from interpreters.languages.amb_scheme import core
from interpreters.languages.amb_scheme.direct_style import Direct, DirectCompiler
from interpreters.languages.amb_scheme.machine import Continuation, Frame, General, Machine, Step, position
from interpreters.languages.amb_scheme.values import Value
from interpreters.source.position import Place

Finish = Callable[[Frame, Continuation, list[Value]], Step]
Gather = Callable[[Frame, Continuation, list[Value]], Step]
TOGETHER = 250
"""How many values are gathered in one list: each step copies it, which is quadratic in its length."""


class GeneralCompiler:
    """Compiles anything."""

    def __init__(self, direct: DirectCompiler, machine: Machine) -> None:
        self.direct, self.machine, self.analysis = direct, machine, direct.analysis

    def finish_procedures(self) -> None:
        """Compile the bodies of the lambdas found so far; these may contain more."""
        while self.direct.waiting:
            procedure = self.direct.waiting.pop()
            code = self.direct.codes[procedure]
            if self.analysis.body(procedure) is not None:
                code.direct = self.direct.expression(procedure.body)
                code.general = plain(code.direct)
            else:
                code.general = self.expression(procedure.body)

    def expression(self, expression: core.Expression) -> General:
        """Compile an expression."""
        if self.analysis.depth(expression) is not None:
            return plain(self.direct.expression(expression))
        match expression:
            case core.Assign():
                return self.assign(expression)
            case core.Let():
                return self.let(expression)
            case core.If():
                return self.if_(expression)
            case core.AndOr():
                return self.and_or(expression)
            case core.Begin():
                return self.begin(expression)
            case core.Call():
                compiled: General = self.direct.probe(expression, self.call(expression))
                return compiled
            case core.Amb():
                return self.random_amb(expression) if expression.random else self.amb(expression)
            case core.IfFail():
                return self.if_fail(expression)
        # What is left has no parts that choose: it is only nested too deep for plain calls.
        return plain(self.direct.expression(expression))

    def gathered(self, parts: Sequence[core.Expression], finish: Finish) -> Gather:
        """Evaluate parts in order, then go on with `finish` and the list of their values."""
        if len(parts) > TOGETHER:
            return self.gathered_in_groups(parts, finish)
        steps: list[tuple[list[Direct], General, Place]] = []
        plain_parts: list[Direct] = []
        for part in parts:
            if self.analysis.depth(part) is not None:
                plain_parts.append(self.direct.expression(part))
            else:
                steps.append((plain_parts, self.expression(part), part.place))
                plain_parts = []
        following = with_plain(plain_parts, finish) if plain_parts else finish
        for before, part_step, place in reversed(steps):
            following = self.gather_step(before, part_step, place, following)
        return following

    def gathered_in_groups(self, parts: Sequence[core.Expression], finish: Finish) -> Gather:
        """Gather many values in groups, since each choice holds a copy of its list so far."""

        def give(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            del frame
            return outer[0], values, outer

        def joined(frame: Frame, outer: Continuation, groups: list[Value]) -> Step:
            return finish(frame, outer, list(chain.from_iterable(groups)))

        following: Gather = joined
        for start in reversed(range(0, len(parts), TOGETHER)):
            group = parts[start : start + TOGETHER]
            following = self.gather_step([], started(self.gathered(group, give)), group[0].place, following)
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

    def assign(self, assign: core.Assign) -> General:
        """Assign a value that may depend on a choice."""
        store = self.direct.store(assign)

        def finish(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            return outer[0], store(frame, values[0]), outer

        return started(self.gathered([assign.value], finish))

    def let(self, let: core.Let) -> General:
        """Make a frame and evaluate the body in it."""
        body = self.expression(let.body)
        extra = [None] * (len(let.frame.variables) - len(let.values))
        return started(self.gathered(let.values, lambda frame, outer, values: body([frame, *values, *extra], outer)))

    def if_(self, if_: core.If) -> General:
        """Evaluate the first clause whose test is not false."""
        otherwise = self.expression(if_.otherwise)
        plain_clauses: list[tuple[Direct, General]] = []
        for test, then in reversed(if_.clauses):
            if self.analysis.depth(test) is not None:
                plain_clauses.insert(0, (self.direct.expression(test), self.expression(then)))
            else:
                otherwise = self.clause(test, self.expression(then), with_clauses(plain_clauses, otherwise))
                plain_clauses = []
        return with_clauses(plain_clauses, otherwise)

    def clause(self, test: core.Expression, then: General, otherwise: General) -> General:
        """Evaluate one of two expressions where the test may choose."""
        return started(
            self.gathered(
                [test],
                lambda frame, outer, values: otherwise(frame, outer) if values[0] is False else then(frame, outer),
            )
        )

    def and_or(self, and_or: core.AndOr) -> General:
        """Evaluate and, or."""
        stop_at_false = and_or.stop_at_false
        *first, last = and_or.items
        result = self.expression(last)
        plain_items: list[Direct] = []
        for item in reversed(first):
            if self.analysis.depth(item) is not None:
                plain_items.insert(0, self.direct.expression(item))
            else:
                result = self.link(item, with_items(plain_items, result, stop_at_false), stop_at_false)
                plain_items = []
        return with_items(plain_items, result, stop_at_false)

    def link(self, item: core.Expression, following: General, stop_at_false: bool) -> General:
        """Stop at an item that may choose, or go on."""

        def finish(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            if (values[0] is False) == stop_at_false:
                return outer[0], values[0], outer
            return following(frame, outer)

        return started(self.gathered([item], finish))

    def begin(self, begin: core.Begin) -> General:
        """Evaluate expressions in turn."""
        last = self.expression(begin.items[-1])

        def finish(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            del values
            return last(frame, outer)

        return started(self.gathered(begin.items[:-1], finish))

    def call(self, call: core.Call) -> General:
        """Apply whatever the operator is."""
        if self.analysis.known(call.operator, len(call.operands)) and self.plain_parts(call.operands):
            return self.known_call(call)
        counts, label, place, applied = self.machine.counts, call.label, call.place, self.machine.applied

        def finish(frame: Frame, outer: Continuation, values: list[Value]) -> Step:
            del frame
            counts[label] += 1
            return applied(values[0], values[1:], outer, place, call)

        return started(self.gathered([call.operator, *call.operands], finish))

    def plain_parts(self, parts: Sequence[core.Expression]) -> bool:
        """Return whether no part chooses."""
        return all(self.analysis.depth(part) is not None for part in parts)

    def known_call(self, call: core.Call) -> General:
        """Apply a procedure whose lambda is known to values that are not chosen: the short way."""
        counts, label, place = self.machine.counts, call.label, call.place
        left, pause = self.machine.left, self.machine.pause
        operator = self.direct.expression(call.operator)
        operands = [self.direct.expression(operand) for operand in call.operands]
        procedure = self.analysis.known(call.operator, len(operands))
        assert procedure is not None
        code = self.direct.code(procedure)
        extra = [None] * code.extra
        only = operands[0] if len(operands) == 1 and not extra else None

        def applied(frame: Frame, outer: Continuation) -> Step:
            around = operator(frame).frame
            inner = [around, only(frame)] if only else [around, *[operand(frame) for operand in operands], *extra]
            counts[label] += 1
            left[0] -= 1
            if left[0] < 0:
                pause(place)
            return code.general, inner, outer  # type: ignore[return-value]

        return applied

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
        items = [self.expression(item) for item in amb.items]
        if trace is None:
            return items
        return [
            announced(item, trace, f"{place} choice {number} of {count}") for number, item in enumerate(items, start=1)
        ]

    def attempt(self, amb: core.Amb, item: General, later: General | None) -> General:
        """Try one expression; the later ones are tried when the run comes back."""
        counts, choices, trail = self.machine.counts, self.machine.choices, self.machine.trail
        left, pause, label, place = self.machine.left, self.machine.pause, amb.label, amb.place

        def attempt(frame: Frame, outer: Continuation) -> Step:
            counts[label] += 1
            left[0] -= 1
            if left[0] < 0:
                pause(place)
            if later is not None:
                choices.append((len(trail), later, frame, outer))
            return item(frame, outer)

        probed: General = self.direct.probe(amb, attempt)
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
        tried, otherwise = self.expression(if_fail.tried), self.expression(if_fail.otherwise)
        choices, trail = self.machine.choices, self.machine.trail

        def attempt(frame: Frame, outer: Continuation) -> Step:
            choices.append((len(trail), otherwise, frame, outer))
            return tried(frame, outer)

        return attempt


def plain(direct: Direct) -> General:
    """Make a step of an expression that never chooses."""
    return lambda frame, outer: (outer[0], direct(frame), outer)


def with_plain(parts: list[Direct], finish: Finish) -> Gather:
    """Evaluate parts that never choose before `finish`."""
    return lambda frame, outer, values: finish(frame, outer, values + [part(frame) for part in parts])


def with_clauses(clauses: list[tuple[Direct, General]], otherwise: General) -> General:
    """Combine leading clauses whose tests never choose in one step; a loop, since there may be many."""
    if not clauses:
        return otherwise
    if len(clauses) == 1:
        only_test, only_then = clauses[0]
        return lambda frame, outer: otherwise(frame, outer) if only_test(frame) is False else only_then(frame, outer)

    def chosen(frame: Frame, outer: Continuation) -> Step:
        for test, then in clauses:
            if test(frame) is not False:
                return then(frame, outer)
        return otherwise(frame, outer)

    return chosen


def with_items(items: list[Direct], following: General, stop_at_false: bool) -> General:
    """Combine leading items of and, or that never choose in one step."""
    if not items:
        return following

    def joined(frame: Frame, outer: Continuation) -> Step:
        for item in items:
            value = item(frame)
            if (value is False) == stop_at_false:
                return outer[0], value, outer
        return following(frame, outer)

    return joined


def announced(item: General, trace: Callable[[str], None], line: str) -> General:
    """Write to the trace before an expression is evaluated."""

    def step(frame: Frame, outer: Continuation) -> Step:
        trace(line)
        return item(frame, outer)

    return step


def started(gather: Gather) -> General:
    """Begin to gather values."""
    return lambda frame, outer: gather(frame, outer, [])

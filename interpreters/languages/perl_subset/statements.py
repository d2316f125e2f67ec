"""Perl statements into closures; a closure returns None, or how control goes on: next, last or return."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.expressions import Expressions
from interpreters.languages.perl_subset.machine import ARGUMENTS, Frame, Halted, Jumped, Machine, Many, Returned
from interpreters.languages.perl_subset.scopes import Frames, Scopes
from interpreters.languages.perl_subset.values import number_of
from interpreters.source.errors import SourceError, nearest
from interpreters.source.position import Place, SourceText

Signal = tuple[str, Any]
Step = Callable[[Frame], Signal | None]


class Compiler(Expressions):
    """The compilation of one program for one run."""

    def __init__(self, source: SourceText, machine: Machine) -> None:
        super().__init__(machine, Scopes())
        self.source = source
        self.lines: set[int] = set()

    def script(self, tree: syntax.Script) -> Callable[[Frame], None]:
        """Compile a program; subs are known from its beginning."""
        self.collect(tree.statements)
        steps = self.steps(tree.statements)
        for name, node in self.called.items():
            if name not in self.subs:
                near = nearest(name, set(self.subs))
                self.scopes.wrong(node, f"sub {name} is not defined", "a sub of this program or a function", near)
        self.check_requests()
        if self.scopes.complaints:
            raise SourceError(self.source, self.scopes.complaints)
        self.machine.globals += [{"@": [], "%": {}}.get(self.scopes.kinds.get(slot, "$"))
                                 for slot in range(1, self.scopes.file.size)]  # fmt: skip

        def run(frame: Frame) -> None:
            try:
                for step in steps:
                    signal = step(frame)
                    if signal is not None:
                        break
            except Halted:
                pass

        return run

    def check_requests(self) -> None:
        """Refuse a probe or stop at a statement that does not exist."""
        labels = {label for label, _ in self.machine.statements}
        request = self.machine.request
        wanted = [probe.statement for probe in request.probes.values()]
        wanted += [request.stop.statement] if request.stop else []
        for label in wanted:
            if label not in labels:
                near = nearest(label, labels)
                raise ValueError(f"there is no statement {label!r}" + (f"; nearest: {near}" if near else ""))

    def collect(self, statements: tuple[syntax.Statement, ...]) -> None:
        """Note the subs of a program before anything is compiled."""
        for node in statements:
            if isinstance(node, syntax.Sub):
                if node.name in self.subs:
                    self.scopes.wrong(node, f"sub {node.name} is defined twice")
                self.subs[node.name] = [None]

    # statements

    def steps(self, statements: tuple[syntax.Statement, ...]) -> list[Step]:
        """Compile statements in order."""
        return [step for step in map(self.statement, statements) if step is not None]

    def statement(self, node: syntax.Statement) -> Step | None:
        """Compile a statement."""
        match node:
            case syntax.Use(name):
                if name not in ("strict", "warnings"):
                    self.scopes.wrong(node, f"use {name} is not supported", "use strict or use warnings")
                self.scopes.strict |= name == "strict"
                return None
            case syntax.Sub():
                self.sub(node)
                return None
            case syntax.Block():
                return self.block(node)
        index = self.machine.statement(self.label(node.place), node.place)
        match node:
            case syntax.Simple():
                step = self.simple(node)
            case syntax.If():
                step = self.choose(node)
            case syntax.Foreach():
                step = self.foreach(node)
            case syntax.For():
                step = self.for_(node)
            case syntax.While():
                step = self.while_(node)
        return self.counted(index, step)

    def label(self, place: Place) -> str:
        """Return the label of a statement: its line, with the column too for all but the first of a line."""
        if place.line in self.lines:
            return f"{place.line}:{place.column}"
        self.lines.add(place.line)
        return str(place.line)

    def counted(self, index: int, step: Step) -> Step:
        """Count a statement, keep the budget, and look at it as the run asks."""
        machine, counts = self.machine, self.machine.counts
        label, place = machine.statements[index]
        probes = [(machine.probes[name], self.probed(probe.variable))
                  for name, probe in machine.request.probes.items() if probe.statement == label]  # fmt: skip
        stop = machine.request.stop
        last = stop.execution if stop is not None and stop.statement == label else None
        trace = machine.request.trace

        def perform(frame: Frame) -> Signal | None:
            machine.current = index
            counts[index] += 1
            machine.used += 1
            if machine.used > machine.next_look:
                machine.look()
            return step(frame)

        if not probes and last is None and trace is None:
            return perform

        def watched(frame: Frame) -> Signal | None:
            if last is not None and counts[index] + 1 == last:
                machine.current = index
                counts[index] += 1
                machine.stop(label, last, index)
            if trace is not None:
                trace(f"{place.line}:{place.column} {'  ' * machine.depth}statement {label}")
            for histogram, read in probes:
                value = int(number_of(read(frame)))
                histogram[value] = histogram.get(value, 0) + 1
            return perform(frame)

        return watched

    def probed(self, variable: str) -> Callable[[Frame], Any]:
        """Compile what a probe looks at: a scalar by its name, the number of elements of @name, or the depth."""
        machine = self.machine
        if variable == "depth":
            return lambda frame: machine.depth
        sigil, name = (variable[0], variable[1:]) if variable[0] in "$@" else ("$", variable)
        return self.scalar(syntax.Variable(sigil, name))

    def block(self, node: syntax.Block) -> Step:
        """Compile a block with names of its own."""
        self.scopes.blocks.append({})
        steps = self.steps(node.statements)
        self.scopes.blocks.pop()
        if len(steps) == 1:
            return steps[0]

        def perform(frame: Frame) -> Signal | None:
            for step in steps:
                signal = step(frame)
                if signal is not None:
                    return signal
            return None

        return perform

    def simple(self, node: syntax.Simple) -> Step:
        """Compile an expression as a statement, with its modifier."""
        if node.condition is None:
            return self.effect(node.expression)
        if node.modifier == "foreach":
            self.scopes.blocks.append({})
            body = self.effect(node.expression)
            self.scopes.blocks.pop()
            return self.over(self.many(node.condition), body)
        body, condition = self.effect(node.expression), self.truth(node.condition)
        if node.modifier in ("if", "unless"):
            wanted = node.modifier == "if"
            return lambda frame: body(frame) if condition(frame) is wanted else None
        wanted = node.modifier == "while"

        def repeat(frame: Frame) -> Signal | None:
            while condition(frame) is wanted:
                self.charge()
                signal = body(frame)
                if signal is not None:
                    return signal
            return None

        return repeat

    def charge(self) -> None:
        """Charge one turn of a loop to the budget, so that no loop is endless."""
        machine = self.machine
        machine.used += 1
        if machine.used > machine.next_look:
            machine.look()

    def effect(self, node: syntax.Expression) -> Step:
        """Compile an expression whose value is dropped; jumps and return take the short way."""
        match node:
            case syntax.Jump(word, label):
                signal = (word, label)
                return lambda frame: signal
            case syntax.Function("return", arguments):
                values = self.many(arguments) if arguments else lambda frame: []
                return lambda frame: ("return", values(frame))
            case syntax.Binary("and" | "&&", left, right):
                condition, then = self.truth(left), self.effect(right)
                return lambda frame: then(frame) if condition(frame) else None
            case syntax.Binary("or" | "||", left, right):
                condition, then = self.truth(left), self.effect(right)
                return lambda frame: None if condition(frame) else then(frame)
        value = self.discarded(node)

        def perform(frame: Frame) -> Signal | None:
            value(frame)
            return None

        return perform

    def choose(self, node: syntax.If) -> Step:
        """Compile if and unless."""
        condition, wanted = self.truth(node.condition), not node.negated
        yes = self.block(node.block)
        if node.otherwise is None:
            return lambda frame: yes(frame) if condition(frame) is wanted else None
        no = self.choose(node.otherwise) if isinstance(node.otherwise, syntax.If) else self.block(node.otherwise)
        return lambda frame: yes(frame) if condition(frame) is wanted else no(frame)

    # loops

    def foreach(self, node: syntax.Foreach) -> Step:
        """Compile foreach."""
        items = self.many(node.items) if node.items else lambda frame: []
        self.scopes.blocks.append({})
        is_file, slot = self.scopes.declare(node.variable) if node.my else self.slot(node.variable)
        body = self.block(node.block)
        self.scopes.blocks.pop()
        return self.turns(items, is_file, slot, body, node.label)

    def over(self, items: Many, body: Step) -> Step:
        """Compile a modifier foreach: the variable is $_."""
        return self.turns(items, True, 0, body, "")

    def turns(self, items: Many, is_file: bool, slot: int, body: Step, label: str) -> Step:
        """Compile the turns of a foreach; its variable has its old value again behind it."""
        machine = self.machine

        def perform(frame: Frame) -> Signal | None:
            home = machine.globals if is_file else frame
            before = home[slot]
            try:
                for item in items(frame):
                    home[slot] = item
                    signal = inside(body, frame)
                    if signal is not None:
                        word, value = signal
                        if word == "return" or (value and value != label):
                            return signal
                        if word == "last":
                            return None
            finally:
                home[slot] = before
            return None

        return perform

    def for_(self, node: syntax.For) -> Step:
        """Compile for with three clauses."""
        self.scopes.blocks.append({})
        first = self.effect(node.first) if node.first else None
        condition = self.truth(node.condition) if node.condition else None
        after = self.effect(node.after) if node.after else None
        body = self.block(node.block)
        self.scopes.blocks.pop()
        loop = self.repeated(condition, True, after, body, node.label)

        def perform(frame: Frame) -> Signal | None:
            if first is not None:
                first(frame)
            return loop(frame)

        return perform

    def while_(self, node: syntax.While) -> Step:
        """Compile while and until."""
        return self.repeated(self.truth(node.condition), not node.negated, None, self.block(node.block), node.label)

    def repeated(
        self, condition: Callable[[Frame], bool] | None, wanted: bool, after: Step | None, body: Step, label: str
    ) -> Step:
        """Compile a loop with a condition."""

        def perform(frame: Frame) -> Signal | None:
            while condition is None or condition(frame) is wanted:
                self.charge()
                signal = inside(body, frame)
                if signal is not None:
                    word, value = signal
                    if word == "return" or (value and value != label):
                        return signal
                    if word == "last":
                        return None
                if after is not None:
                    after(frame)
            return None

        return perform

    # subs

    def sub(self, node: syntax.Sub) -> None:
        """Compile a sub: each call has a frame of its own; its value is return's or its last statement's."""
        outer, self.scopes.sub = self.scopes.sub, Frames()
        self.scopes.blocks.append({"@_": (False, ARGUMENTS)})
        body = node.block.statements
        last = body[-1] if body else None
        if isinstance(last, syntax.Simple) and last.condition is None and not isinstance(last.expression, syntax.Jump):
            steps = self.steps(body[:-1])
            index = self.machine.statement(self.label(last.place), last.place)
            if isinstance(last.expression, syntax.Function) and last.expression.name == "return":
                steps.append(self.counted(index, self.effect(last.expression)))
            else:
                given = self.many(last.expression)
                steps.append(self.counted(index, lambda frame: ("return", given(frame))))
        else:
            steps = self.steps(body)
        self.scopes.blocks.pop()
        size = self.scopes.sub.size
        self.scopes.sub = outer
        machine, name, trace = self.machine, node.name, self.machine.request.trace

        def call(arguments: list[Any]) -> list[Any]:
            frame: Frame = [None] * size
            frame[ARGUMENTS] = arguments
            machine.enter(name)
            if trace is not None:
                trace(f"call sub {name}")
            current = machine.current
            try:
                for step in steps:
                    signal = step(frame)
                    if signal is not None:
                        if signal[0] == "return":
                            found: list[Any] = signal[1]
                            return found
                        break
            except Returned as returned:
                return returned.values
            finally:
                machine.depth -= 1
                if trace is not None:
                    trace(f"return from sub {name}")
            machine.current = current
            return []

        if self.subs[name][0] is None:
            self.subs[name][0] = call


def inside(body: Step, frame: Frame) -> Signal | None:
    """Perform the body of a loop; a jump in the middle of an expression becomes a signal."""
    try:
        return body(frame)
    except Jumped as jump:
        return jump.word, jump.label

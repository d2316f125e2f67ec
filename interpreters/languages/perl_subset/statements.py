"""Perl statements into closures; a closure returns None, or how control goes on: next, last or return."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.compilation import Signal, Step
from interpreters.languages.perl_subset.expressions import Expressions
from interpreters.languages.perl_subset.machine import Arguments, Frame, Halted, Jumped, Machine, Returned, Scalar
from interpreters.languages.perl_subset.scopes import Scopes, Slot
from interpreters.languages.perl_subset.shapes import lies_somewhere, within
from interpreters.languages.perl_subset.values import number_of, truth_of
from interpreters.source.diagnostics import SourceError, UserError, nearest
from interpreters.source.position import Place, SourceText
from interpreters.source.tree import Node


class Compiler(Expressions):
    """The compilation of one program for one run."""

    def __init__(self, source: SourceText, machine: Machine) -> None:
        super().__init__(machine, Scopes())
        self.source = source
        self.lines: set[int] = set()
        self.indices: dict[int, int] = {}

    def script(self, tree: syntax.Script) -> Callable[[Frame], None]:
        """Compile a program; subs are known from its beginning."""
        self.collect(tree)
        steps = self.steps(tree.statements)
        self.check_names()
        self.check_requests()
        if self.scopes.diagnostics:
            raise SourceError(self.source, self.scopes.diagnostics)
        made: dict[str, Callable[[], Any]] = {"@": list, "%": dict, "located": lambda: ([None], 0)}
        self.machine.globals += [
            made.get(self.scopes.kinds[slot], lambda: None)() for slot in range(1, self.scopes.file.size)
        ]

        def run(frame: Frame) -> None:
            try:
                for step in steps:
                    step(frame)
            except Halted:
                pass

        return run

    def collect(self, tree: syntax.Script) -> None:
        """Note the subs and the variables of loops before anything is compiled."""
        names: set[str] = set()
        for node in within(tree):
            if isinstance(node, syntax.Foreach) and not node.my:
                names.add(f"${node.variable.name}")
            elif isinstance(node, syntax.Sub):
                if node.name in self.subs:
                    self.scopes.wrong(node, f"a second sub {node.name} is not supported", "another name")
                self.subs[node.name] = [None]
        self.scopes.loop_names = frozenset(names)

    def check_names(self) -> None:
        """Refuse calls of subs that are nowhere defined, and files that are nowhere opened."""
        for name, node in self.called.items():
            if name not in self.subs:
                near = nearest(name, self.subs)
                self.scopes.wrong(node, f"sub {name} is not defined", "a sub of this program or a function", near)
        for name, node in self.printed.items():
            if name not in self.opened_files:
                near = nearest(name, self.opened_files)
                self.scopes.wrong(node, f"the file handle {name} is never opened", f'open {name}, ">name"', near)

    def check_requests(self) -> None:
        """Refuse a probe or stop at a statement that does not exist."""
        labels = {label for label, _ in self.machine.statements}
        request = self.machine.request
        wanted = [probe.statement for probe in request.probes.values()]
        wanted += [request.stop.statement] if request.stop else []
        for label in wanted:
            if label not in labels:
                near = nearest(label, labels)
                raise UserError(f"there is no statement {label!r}" + (f"; nearest: {near}" if near else ""))

    # statements

    def steps(self, statements: tuple[syntax.Statement, ...]) -> list[Step]:
        """Compile statements in order."""
        return [step for step in map(self.statement, statements) if step is not None]

    def statement(self, node: syntax.Statement) -> Step | None:
        """Compile a statement."""
        match node:
            case syntax.Use():
                self.scopes.strict = True
                return None
            case syntax.Sub():
                self.sub(node)
                return None
            case syntax.Block():
                return self.bare_block(node)
        return self.counted(self.index(node), COUNTED[type(node)](self, node))

    def index(self, node: syntax.Statement) -> int:
        """Register a statement; one that is compiled twice, for one value and for a list, counts as one."""
        if id(node) not in self.indices:
            self.indices[id(node)] = self.machine.statement(self.label(node.place), node.place)
        return self.indices[id(node)]

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
                trace(f"{place.line}:{place.column} {'  ' * len(machine.frames)}statement {label}")
            for histogram, read in probes:
                value = int(number_of(read(frame)))
                histogram[value] = histogram.get(value, 0) + 1
            return perform(frame)

        return watched

    def probed(self, variable: str) -> Callable[[Frame], Any]:
        """Compile what a probe looks at: a scalar by its name, the number of elements of @name, or the depth."""
        machine = self.machine
        if variable == "depth":
            return lambda frame: len(machine.frames)
        sigil, name = (variable[0], variable[1:]) if variable[0] in "$@" else ("$", variable)
        return self.scalar(syntax.Variable(sigil, name))

    # blocks

    def block(self, node: syntax.Block, final: bool = False) -> Step:
        """Compile a block with names of its own; a `final` one ends with the value of a sub."""
        self.scopes.blocks.append({})
        steps = self.final_steps(node.statements) if final else self.steps(node.statements)
        self.scopes.blocks.pop()
        return self.forgetting(in_order(steps), node.statements)

    def forgetting(self, step: Step, inside: object) -> Step:
        """Let what matched before be what $1 and its like give again after a block that matches a pattern."""
        if not matches(inside):
            return step
        machine = self.machine

        def perform(frame: Frame) -> Signal | None:
            before = machine.matched
            try:
                return step(frame)
            finally:
                machine.matched = before

        return perform

    def bare_block(self, node: syntax.Block) -> Step:
        """Compile a block that is a statement: to next and last it is a loop that runs once."""
        self.scopes.loops.append(node.label)
        body = self.block(node)
        self.scopes.loops.pop()
        label = node.label

        def perform(frame: Frame) -> Signal | None:
            signal = inside(body, frame)
            return signal if signal is not None and leaves(signal, label) else None

        return perform

    def simple(self, node: syntax.Simple) -> Step:
        """Compile an expression as a statement, with its modifier."""
        if node.condition is None:
            return self.effect(node.expression)
        if node.modifier == "foreach":
            variable = syntax.Variable("$", "_", place=node.place)
            return self.over(variable, False, node.condition, node.expression, "")
        if node.modifier in ("if", "unless"):
            condition = self.truth(node.condition)
            body, wanted = self.effect(node.expression), node.modifier == "if"
            return lambda frame: body(frame) if condition(frame) is wanted else None
        condition, body, wanted = self.truth(node.condition), self.effect(node.expression), node.modifier == "while"
        turn, skips = self.machine.turn, isinstance(node.expression, syntax.Do)

        def repeat(frame: Frame) -> Signal | None:
            first = skips
            while first or condition(frame) is wanted:
                first = False
                turn()
                signal = body(frame)
                if signal is not None:
                    return signal
            return None

        return repeat

    def effect(self, node: syntax.Expression) -> Step:
        """Compile an expression whose value is dropped; jumps and return take the short way."""
        match node:
            case syntax.Jump():
                signal = self.checked_jump(node)
                return lambda frame: signal
            case syntax.Function("return"):
                values = self.given_back(node)
                return lambda frame: ("return", values(frame))
            case syntax.Do(block):
                return self.block(block)
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

    def choose(self, node: syntax.If, final: bool = False) -> Step:
        """Compile if and unless; what the condition declares is known in all its blocks, and not after them."""
        self.scopes.blocks.append({})
        condition = self.scalar(node.condition) if final else self.truth(node.condition)
        yes, no, wanted = self.block(node.block, final), self.otherwise(node.otherwise, final), not node.negated
        self.scopes.blocks.pop()
        if final:
            return final_choice(condition, wanted, yes, no)
        if no is None:
            return lambda frame: yes(frame) if condition(frame) is wanted else None
        return lambda frame: yes(frame) if condition(frame) is wanted else no(frame)

    def otherwise(self, node: syntax.Block | syntax.If | None, final: bool) -> Step | None:
        """Compile else and elsif."""
        return self.choose(node, final) if isinstance(node, syntax.If) else self.block(node, final) if node else None

    # loops

    def looped(self, body: syntax.Block | syntax.Expression, label: str) -> Step:
        """Compile the body of a loop."""
        self.scopes.loops.append(label)
        step = self.block(body) if isinstance(body, syntax.Block) else self.effect(body)
        self.scopes.loops.pop()
        return step

    def foreach(self, node: syntax.Foreach) -> Step:
        """Compile foreach."""
        return self.over(node.variable, node.my, node.items, node.block, node.label)

    def over(
        self,
        variable: syntax.Variable,
        my: bool,
        items: syntax.Expression,
        body: syntax.Block | syntax.Expression,
        label: str,
    ) -> Step:
        """Compile the turns of a foreach; its variable stands for the items themselves, not for copies."""
        key = f"${variable.name}"
        lexical = my or any(key in block for block in self.scopes.blocks[1:]) or self.is_declared(key)
        fresh = lexical and variable.name != "_"
        located = not fresh or lies_somewhere(items)
        found = self.located(items, grows=True) if located else self.values(items)
        self.scopes.blocks.append({})
        slot = self.scopes.declare(variable, located) if fresh else self.scopes.find(variable)
        step = self.looped(body, label)
        self.scopes.blocks.pop()
        return self.turns(found, slot, step, label)

    def is_declared(self, key: str) -> bool:
        """Tell whether a variable is one of the file's that my declares."""
        slot = self.scopes.blocks[0].get(key)
        return slot is not None and slot.index not in self.scopes.undeclared

    def values(self, items: syntax.Expression) -> Callable[[Frame], Iterable[Any]]:
        """Compile the items of a foreach that nothing else holds; a range is not written out."""
        inner = items.items[0] if isinstance(items, syntax.ListOf) and len(items.items) == 1 else items
        if isinstance(inner, syntax.Binary) and inner.operator == "..":
            return self.counting(inner.left, inner.right, inner)
        return self.many(items)

    def turns(self, items: Callable[[Frame], Iterable[Any]], slot: Slot, body: Step, label: str) -> Step:
        """Compile the turns of a foreach; its variable has its old value again after it."""
        machine, index = self.machine, slot.index

        def perform(frame: Frame) -> Signal | None:
            home = machine.globals if slot.is_file else frame
            before = home[index]
            try:
                for item in items(frame):
                    home[index] = item
                    signal = inside(body, frame)
                    if signal is not None:
                        if leaves(signal, label):
                            return signal
                        if signal[0] == "last":
                            return None
            finally:
                home[index] = before
            return None

        return perform

    def for_(self, node: syntax.For) -> Step:
        """Compile for with three clauses."""
        self.scopes.blocks.append({})
        first = self.effect(node.first) if node.first else None
        condition = self.truth(node.condition) if node.condition else None
        after = self.effect(node.after) if node.after else None
        body = self.looped(node.block, node.label)
        self.scopes.blocks.pop()
        loop = self.repeating(condition, True, after, body, node.label)

        def perform(frame: Frame) -> Signal | None:
            if first is not None:
                first(frame)
            return loop(frame)

        return self.forgetting(perform, (node.first, node.condition, node.after))

    def while_(self, node: syntax.While) -> Step:
        """Compile while and until."""
        self.scopes.blocks.append({})
        condition = self.truth(node.condition)
        body = self.looped(node.block, node.label)
        self.scopes.blocks.pop()
        loop = self.repeating(condition, not node.negated, None, body, node.label)
        return self.forgetting(loop, node.condition)

    def repeating(
        self, condition: Callable[[Frame], bool] | None, wanted: bool, after: Step | None, body: Step, label: str
    ) -> Step:
        """Compile a loop with a condition."""
        turn = self.machine.turn

        def perform(frame: Frame) -> Signal | None:
            while condition is None or condition(frame) is wanted:
                turn()
                signal = inside(body, frame)
                if signal is not None:
                    if leaves(signal, label):
                        return signal
                    if signal[0] == "last":
                        return None
                if after is not None:
                    after(frame)
            return None

        return perform

    # subs

    def sub(self, node: syntax.Sub) -> None:
        """Compile a sub: each call has a frame of its own; its value is return's or its last statement's."""
        if self.scopes.sub is not None:
            self.scopes.wrong(node, f"sub {node.name} inside another sub is not supported", "a sub outside it")
            return
        loops, self.scopes.loops = self.scopes.loops, []
        self.scopes.begin_sub()
        steps = self.final_steps(node.block.statements)
        size = self.scopes.end_sub()
        self.scopes.loops = loops
        machine, name, trace = self.machine, node.name, self.machine.request.trace

        def call(arguments: Arguments, single: bool) -> list[Any]:
            frame: Frame = [None] * size
            frame[:2] = arguments, single
            machine.enter(name, frame)
            if trace is not None:
                trace(f"call sub {name}")
            current, matched = machine.current, machine.matched
            found: list[Any] = []
            try:
                for step in steps:
                    signal = step(frame)
                    if signal is not None:
                        found = signal[1]
                        break
            except Returned as returned:
                found = returned.values
            finally:
                machine.frames.pop()
                machine.matched = matched
                if trace is not None:
                    trace(f"return from sub {name}")
            machine.current = current
            return found

        self.subs[name][0] = call

    def final(self, node: syntax.Statement) -> Step:
        """Compile the last statement of a sub, whose value is the sub's: of a condition that does not hold, its own."""
        match node:
            case syntax.Simple(expression, modifier, condition) if modifier in ("", "if", "unless"):
                index = self.index(node)
                if condition is None:
                    return self.counted(index, self.final_expression(expression))
                value, step = self.scalar(condition), self.final_expression(expression)
                return self.counted(index, final_choice(value, modifier == "if", step, None))
            case syntax.If():
                return self.counted(self.index(node), self.choose(node, final=True))
        return self.statement(node) or in_order([])

    def final_expression(self, node: syntax.Expression) -> Step:
        """Compile an expression that is the value of a sub."""
        if isinstance(node, syntax.Jump) or (isinstance(node, syntax.Function) and node.name == "return"):
            return self.effect(node)
        values = self.answer(node)
        return lambda frame: ("return", values(frame))

    def final_steps(self, statements: tuple[syntax.Statement, ...]) -> list[Step]:
        """Compile statements that end with the value of a sub."""
        return [*self.steps(statements[:-1]), *map(self.final, statements[-1:])]


COUNTED: dict[type[Node], Callable[[Compiler, Any], Step]] = {
    syntax.Simple: Compiler.simple, syntax.If: Compiler.choose, syntax.Foreach: Compiler.foreach,
    syntax.For: Compiler.for_, syntax.While: Compiler.while_,
}  # fmt: skip
"""The statements that a run counts."""


def final_choice(value: Scalar, wanted: bool, yes: Step, no: Step | None) -> Step:
    """Return what chooses at the end of a sub; without a second way the condition's value is the sub's."""

    def perform(frame: Frame) -> Signal | None:
        found = value(frame)
        if truth_of(found) is wanted:
            return yes(frame)
        return ("return", [found]) if no is None else no(frame)

    return perform


def in_order(steps: list[Step]) -> Step:
    """Return what performs steps one after the other, until one says how control goes on."""
    if len(steps) == 1:
        return steps[0]

    def perform(frame: Frame) -> Signal | None:
        for step in steps:
            signal = step(frame)
            if signal is not None:
                return signal
        return None

    return perform


def matches(inside: object) -> bool:
    """Tell whether something in here sets $1 and its like: a pattern does, but for that of split."""
    separators: set[int] = set()
    for node in within(inside):
        if isinstance(node, syntax.Function) and node.name == "split":
            given = node.arguments
            separators.add(id(given.items[0] if isinstance(given, syntax.ListOf) and given.items else given))
        elif isinstance(node, syntax.Pattern) and id(node) in separators:
            continue
        elif isinstance(node, syntax.Pattern) or (isinstance(node, syntax.Binary) and node.operator in ("=~", "!~")):
            return True
    return False


def leaves(signal: Signal, label: str) -> bool:
    """Tell whether a signal goes beyond the loop with this label."""
    word, value = signal
    return word == "return" or bool(value and value != label)


def inside(body: Step, frame: Frame) -> Signal | None:
    """Perform the body of a loop; a jump in the middle of an expression becomes a signal."""
    try:
        return body(frame)
    except Jumped as jump:
        return jump.word, jump.label

r"""A program and a request into an Outcome: each form of the program is a problem of its own.

    evaluate(tree, source, request).output           # "12\n" for (if-fail (test 0) count)

As in SICP's driver loop a new problem forgets the choices of the one before, and try-again goes on with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from getallenband.interpreters.ir.host import HostExhausted
from getallenband.interpreters.ir.messages import stopped
from getallenband.interpreters.language import Request
from getallenband.interpreters.languages.amb_scheme import core, syntax
from getallenband.interpreters.languages.amb_scheme.analysis import Analysis
from getallenband.interpreters.languages.amb_scheme.compiler import Compiler
from getallenband.interpreters.languages.amb_scheme.expand import NESTING, Expander, Expansion, quoted
from getallenband.interpreters.languages.amb_scheme.forms import FORMS
from getallenband.interpreters.languages.amb_scheme.machine import (
    Continuation,
    Frame,
    General,
    Machine,
    NoMore,
    Step,
    Stopped,
    position,
)
from getallenband.interpreters.languages.amb_scheme.values import OK, ROOM, NoRoom, Symbol, Value, shown
from getallenband.interpreters.outcome import Ending, Exhausted, Finished, Interrupted, Outcome
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.interpreters.source.nesting import allow_recursion, with_deep_stack
from getallenband.interpreters.source.position import SourceText

FRAMES = 20 * NESTING
"""Python calls that the closures of the most deeply nested expression may have under way."""


class Answer(Exception):
    """A problem has a value."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


def evaluate(tree: syntax.Program, source: SourceText, request: Request) -> Outcome:
    """Run a program; raise SourceError for special forms that are not well formed, UserError for a wrong probe."""
    ROOM.begin()
    Symbol.known.clear()  # what an earlier program named is no part of this one's memory
    began = time.process_time()
    run = with_deep_stack(source, lambda: Evaluation(Expander(source, FORMS).program(tree), tree, request))
    built = time.process_time()
    with allow_recursion(FRAMES), ROOM.watched():
        ending = run.ending()
    ended = time.process_time()
    counts = dict.fromkeys(run.labels, 0)
    for label, count in zip(run.labels, run.machine.counts, strict=True):
        counts[label] += count
    output, building, running = run.machine.output.text, built - began, ended - built
    return Outcome(ending, output, counts, run.probes, 0, building, running, engine="evaluator")


class Evaluation:
    """One run of an expanded program."""

    def __init__(self, expansion: Expansion, tree: syntax.Program, request: Request) -> None:
        self.expansion, self.request = expansion, request
        self.texts = [shown(quoted(form), True) for form in tree.forms]
        settings = request.options.settings
        self.show = settings["show"]
        self.again = {"none": 0, "all": -1}.get(settings["try_again"], -2)
        if self.again == -2:
            self.again = int(settings["try_again"])
        self.machine = Machine(len(expansion.places), request)
        self.labels = expansion.labels()
        self.probes: dict[str, dict[int, int]] = {name: {} for name in request.probes}
        self.check_labels()
        analysis = Analysis(self.machine.library, traced=request.trace is not None)
        self.compiler = Compiler(self.machine, analysis, self.probed)
        self.current: str | None = None
        self.passed = 0
        self.steps = [None if form is None else self.compiler.general(form) for form in expansion.forms]
        self.compiler.finish_procedures()

    def check_labels(self) -> None:
        """Refuse probes and stops at applications that do not exist."""
        wanted = [probe.statement for probe in self.request.probes.values()]
        wanted += [self.request.stop.statement] if self.request.stop else []
        for label in wanted:
            if label not in self.labels:
                places = {place.column for place in self.expansion.places if str(place.line) == label}
                others = ", ".join(f"{label}:{column}" for column in sorted(places))
                several = f"; line {label} has {others}" if others else ""
                raise UserError(f"the program has no application {label}{several}")

    def ending(self) -> Ending:
        """Run the forms in turn."""
        try:
            for form, step, text in zip(self.expansion.forms, self.steps, self.texts, strict=True):
                self.problem(form, step, text)
        except Stopped as stop:
            return stop.ending
        except (HostExhausted, NoRoom) as exhausted:
            return Exhausted(str(exhausted))
        except KeyboardInterrupt:
            return Interrupted()
        return Finished()

    def problem(self, form: core.Expression | None, step: General | None, text: str) -> None:
        """Evaluate one form, or ask the previous problem for its next value, and print the result."""
        if self.show == "driver":
            self.machine.output.write(f"\n\n;;; Amb-Eval input:\n{text}\n")
        if form is None or step is None:
            if self.current is None:
                self.note("\n;;; There is no current problem", "")
            else:
                self.answer(self.machine.fail)
            return
        self.current = text
        self.machine.forget()
        if self.machine.trace is not None:
            self.machine.trace(f"{position(form.place)} evaluate")
        if self.show == "driver":
            self.machine.output.write("\n;;; Starting a new problem ")
        parts = form.items if isinstance(form, core.Begin) else (form,)
        definition = all(isinstance(part, core.Assign) and part.kind == "define" for part in parts)
        more = self.answer(lambda: step([None], (finished, None, 0)))
        left = 0 if definition else self.again
        while more and left != 0:
            left -= 1
            if self.show == "driver":
                self.machine.output.write("\n\n;;; Amb-Eval input:\ntry-again\n")
            more = self.answer(self.machine.fail)

    def answer(self, begin: Callable[[], Step]) -> bool:
        """Print the value of a problem, or that it has no more; return whether there was one."""
        try:
            function, value, continuation = begin()
            while True:
                function, value, continuation = function(value, continuation)
        except Answer as answer:
            if self.show == "driver":
                self.machine.output.write("\n;;; Amb-Eval value:\n")
                self.machine.show(answer.value)
            elif self.show == "values" and answer.value is not OK:
                self.new_line()
                self.machine.show(answer.value)
                self.machine.output.write("\n")
            return True
        except NoMore:
            self.note("\n;;; There are no more values of\n", self.current or "")
            self.current = None
            return False

    def note(self, before: str, text: str) -> None:
        """Print a separate line; the driver's form has the line end before it."""
        if self.show == "driver":
            self.machine.output.write(before + text)
            return
        self.new_line()
        self.machine.output.write(before.lstrip("\n") + text + "\n")

    def new_line(self) -> None:
        """End the line that the program has begun."""
        last = next(filter(None, reversed(self.machine.output.pieces)), "\n")
        if not last.endswith("\n"):
            self.machine.output.write("\n")

    def probed(self, call: core.Call | core.Amb, compiled: Any) -> Any:
        """Add the probes and the stop that the request has at an application or a choice."""
        label = self.labels[call.label]
        for name, probe in self.request.probes.items():
            if probe.statement == label:
                compiled = self.with_probe(call, compiled, self.probes[name], probe.variable)
        if self.request.stop is not None and self.request.stop.statement == label:
            compiled = self.with_stop(call, compiled)
        return compiled

    def with_probe(self, call: core.Call | core.Amb, compiled: Any, histogram: dict[int, int], variable: str) -> Any:
        """Count the values of a variable whenever an application begins."""
        frame, depth = call.scope, 0
        while frame is not None and variable not in frame.variables:
            frame, depth = frame.outer, depth + 1
        if frame is None and variable not in self.expansion.globals:
            raise UserError(f"{variable} is not a variable at application {self.labels[call.label]}")
        found = frame.variables[variable] if frame else self.expansion.globals[variable]
        cell = None if frame else self.compiler.variables.cell(found)

        def probed(at: Frame, *outer: Continuation) -> Any:
            target = cell if cell is not None else at
            for _ in range(depth if cell is None else 0):
                target = target[0]
            value = target[found.index]
            key = value if type(value) is int else 0
            histogram[key] = histogram.get(key, 0) + 1
            return compiled(at, *outer)

        return probed

    def with_stop(self, call: core.Call | core.Amb, compiled: Any) -> Any:
        """End the run before the application, or the next try of the choice, begins for the n-th time."""
        assert self.request.stop is not None
        execution = self.request.stop.execution
        message = stopped(self.labels[call.label], execution)

        def stopping(at: Frame, *outer: Continuation) -> Any:
            self.passed += 1
            if self.passed == execution:
                raise Stopped(Finished(message, call.place))
            return compiled(at, *outer)

        return stopping


def finished(value: Value, continuation: Continuation) -> Step:
    """Hand out a problem's value."""
    del continuation
    raise Answer(value)

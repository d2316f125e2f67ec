"""The evaluator's state, and what every compiled expression shares: choices, the trail, budgets, applications.

A step is (function, value, continuation); `function(value, continuation)` gives the next step.
A continuation is a tuple (function, outer continuation, depth, …what the function needs). They are never changed, so a
choice may return to one as often as it likes. What SICP's evaluator keeps in failure continuations is here a stack of
choices, and a trail of the old values of variables that set! has changed: above the oldest choice each change, below it
only the value that a variable had when the problem began, for no failure can lead between those.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from types import GeneratorType
from typing import Any

from getallenband.interpreters.ir.host import HostExhausted, Output
from getallenband.interpreters.ir.messages import out_of_statements
from getallenband.interpreters.language import Request
from getallenband.interpreters.languages.amb_scheme import core
from getallenband.interpreters.languages.amb_scheme.library import PRIMITIVES
from getallenband.interpreters.languages.amb_scheme.texts import character
from getallenband.interpreters.languages.amb_scheme.values import (
    EMPTY,
    OK,
    ROOM,
    Fault,
    NoRoom,
    Pair,
    Primitive,
    Promise,
    Several,
    Symbol,
    Value,
    Vector,
    items_of,
    listed,
    pieces,
    short,
    shortened,
)
from getallenband.interpreters.outcome import Ending, Exhausted, Trap
from getallenband.interpreters.source.position import Place

Frame = list[Any]
Continuation = tuple[Any, ...]
Step = tuple[Callable[[Any, Any], Any], Any, Continuation]
General = Callable[[Frame, Continuation], Step]

TURN = 1 << 14
"""The number of applications between two checks of the budgets."""
TOGETHER = 1 << 12
"""The number of pieces of a value printed between two checks of the budgets."""
LONG = 10_000
"""Characters of the message of an error."""


class Stopped(Exception):
    """The run is over: carries its ending."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.message)
        self.ending = ending


class NoMore(Exception):
    """There is no choice left."""


@dataclass(slots=True, eq=False)
class Code:
    """A compiled lambda: `direct` where its body never chooses, `general` always; `extra` slots for definitions."""

    name: str
    required: int
    rest: bool
    extra: int
    direct: Callable[[Frame], Value] | None = None
    general: General | None = None


class Compound:
    """A procedure of the program (a closure): its code and the frame in which it was created."""

    __slots__ = ("code", "frame")

    def __init__(self, code: Code, frame: Frame) -> None:
        self.code = code
        self.frame = frame

    def __str__(self) -> str:
        return f"#[compound-procedure {self.code.name or 'anonymous'}]"


@dataclass(slots=True, eq=False)
class Control:
    """A procedure of the library that calls procedures or fails: takes values, continuation and place."""

    name: str
    function: Callable[[Sequence[Value], Continuation, Place], Step]
    least: int
    most: int | None

    def __str__(self) -> str:
        return f"#[primitive-procedure {self.name}]"


COUNTED = frozenset((Pair, Vector, Promise, Compound, Control, Several, Fraction, Symbol, list, tuple, GeneratorType))
"""What counts as memory: frames are lists, continuations and choices tuples, lists half printed generators."""


class Machine:
    """One run's state."""

    def __init__(self, labels: int, request: Request) -> None:
        self.counts = [0] * labels
        self.choices: list[tuple[int, Any, Any, Continuation]] = []
        self.trail: list[tuple[Frame, int, Value]] = []
        self.kept: set[tuple[int, int]] = set()
        self.output = Output(request.limits.output, request.echo)
        self.limits, self.progress, self.trace = request.limits, request.progress, request.trace
        self.random = random.Random(int(request.options.settings["seed"]))
        self.used = 0
        self.left = [0]
        self.turn = 0
        ROOM.begin(self.limits.memory, self.limits.statements, COUNTED)
        self.next_turn()
        controls = (
            Control("require", self.require, 1, 1),
            Control("apply", self.apply_list, 2, None),
            Control("map", self.map, 2, None),
            Control("for-each", self.for_each, 2, None),
            Control("force", self.force, 1, 1),
            Control("stream-cdr", self.stream_cdr, 1, 1),
            Control("call-with-current-continuation", self.call_with_continuation, 1, 1),
            Control("call/cc", self.call_with_continuation, 1, 1),
            Control("call-with-values", self.call_with_values, 2, 2),
            Control("an-element-of", self.an_element_of, 1, 1),
        )
        self.library: dict[str, Value] = PRIMITIVES | {"true": True, "false": False}
        self.library |= {primitive.name: primitive for primitive in self.own_primitives()}
        self.library |= {control.name: control for control in controls}
        self.library |= {"the-empty-stream": EMPTY}

    # budgets

    def next_turn(self) -> None:
        """Allow the next applications."""
        budget = self.limits.statements
        self.turn = TURN if budget is None else min(TURN, budget - self.used)
        self.left[0] = self.turn

    def pause(self, place: Place) -> None:
        """Check the budgets after a turn's applications; `place` is that of the application that exceeds them."""
        self.used += self.turn
        budget = self.limits.statements
        if budget is not None and self.used >= budget:
            raise Stopped(Exhausted(out_of_statements(budget), place))
        try:
            ROOM.look()
        except NoRoom as fault:
            raise Stopped(fault.ending(place)) from None
        if self.progress is not None:
            self.progress(self.used)
        self.next_turn()
        self.left[0] -= 1

    def spend(self, place: Place) -> None:
        """Charge one unit for what a program could otherwise repeat for ever without an application."""
        self.left[0] -= 1
        if self.left[0] < 0:
            self.pause(place)

    # choices

    def fail(self) -> Step:
        """Backtrack to the latest choice and undo each set! since then."""
        if self.trace is not None:
            self.trace("fail" if self.choices else "fail: there is no choice left")
        if not self.choices:
            self.undo(0)
            raise NoMore
        height, function, value, continuation = self.choices.pop()
        self.undo(height)
        return function, value, continuation

    def undo(self, height: int) -> None:
        """Restore the old values of variables, down to a height of the trail."""
        trail = self.trail
        # Latest first: a variable that was set twice must end with the value of before the first set!.
        while len(trail) > height:
            frame, index, old = trail.pop()
            frame[index] = old

    def keep(self, frame: Frame, index: int, old: Value) -> None:
        """Record the old value of a variable on the trail once, while no choice is open: only the first is restored."""
        key = (id(frame), index)
        if key not in self.kept:
            self.kept.add(key)
            self.trail.append((frame, index, old))

    def forget(self) -> None:
        """Begin a new problem: there is nothing to go back to."""
        self.choices.clear()
        self.trail.clear()
        self.kept.clear()

    # applications

    def applied(
        self,
        procedure: Value,
        values: Sequence[Value],
        continuation: Continuation,
        place: Place,
        call: core.Call | None = None,
    ) -> Step:
        """Apply any procedure to values; `call` where the text does so, and not a procedure of the library."""
        if self.trace is not None and type(procedure) is not Primitive:
            self.trace(f"{position(place)} call {called(procedure, values)}")
        if type(procedure) is Compound:
            code = procedure.code
            self.spend(place)
            frame = [procedure.frame, *values]
            if code.rest and len(values) >= code.required:
                frame[code.required + 1 :] = [listed(values[code.required :])]
            elif len(values) != code.required:
                raise Stopped(Trap(f"{name_of(procedure)} {takes(code, len(values))}", place))
            if code.extra:
                frame += [None] * code.extra
            assert code.general is not None
            return code.general, frame, continuation
        if not isinstance(procedure, Primitive | Control):
            raise Stopped(Trap(f"{short(procedure)} is not a procedure{why_not(procedure, values, call)}", place))
        check_amount(procedure, len(values), place)
        if isinstance(procedure, Control):
            return procedure.function(values, continuation, place)
        try:
            value = procedure.function(*values)
        except Fault as fault:
            raise Stopped(fault.ending(place)) from None
        return continuation[0], value, continuation

    def deeper(self, continuation: Continuation, place: Place) -> int:
        """Return the depth inside a continuation, unless that is too deep."""
        depth: int = continuation[2] + 1
        if depth > self.limits.depth:
            raise Stopped(Trap(f"evaluation is {depth} deep: endless recursion?", place))
        return depth

    # procedures of the library that need the machine

    def require(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(require p): go back where p is false."""
        del place
        return self.fail() if values[0] is False else (continuation[0], OK, continuation)

    def apply_list(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(apply procedure value … list)."""
        return self.applied(values[0], [*values[1:-1], *self.items(values[-1], "apply", place)], continuation, place)

    def map(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(map procedure list …): the list of the procedure's results, in order."""
        rows = list(zip(*(self.items(value, "map", place) for value in values[1:]), strict=False))
        return self.next_row(values[0], rows, 0, EMPTY, continuation, place)

    def next_row(
        self, procedure: Value, rows: list[Any], index: int, done: Value, continuation: Continuation, place: Place
    ) -> Step:
        """Apply map's procedure to one row; `done` holds the results so far, last first."""
        if index == len(rows):
            return continuation[0], listed(reversed(list(items_of(done, "map")))), continuation
        data = (procedure, rows, index, done, place)
        inner = (self.row_done, continuation, self.deeper(continuation, place), data)
        return self.applied(procedure, rows[index], inner, place)

    def row_done(self, value: Value, continuation: Continuation) -> Step:
        """Append one result of map."""
        procedure, rows, index, done, place = continuation[3]
        return self.next_row(procedure, rows, index + 1, listed([value], done), continuation[1], place)

    def for_each(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(for-each procedure list …)."""
        rows = list(zip(*(self.items(value, "for-each", place) for value in values[1:]), strict=False))
        data = (values[0], rows, 0, place)
        return self.each_done(OK, (self.each_done, continuation, self.deeper(continuation, place), data))

    def each_done(self, value: Value, continuation: Continuation) -> Step:
        """Go on with for-each."""
        del value
        procedure, rows, index, place = continuation[3]
        outer = continuation[1]
        if index == len(rows):
            return outer[0], OK, outer
        inner = (self.each_done, outer, continuation[2], (procedure, rows, index + 1, place))
        return self.applied(procedure, rows[index], inner, place)

    def force(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(force promise): its value, computed once; backtracking to an earlier choice discards it."""
        promise = values[0]
        if type(promise) is not Promise or promise.cell[0] is not None:
            return continuation[0], promise.cell[0] if type(promise) is Promise else promise, continuation
        inner = (self.forced, continuation, self.deeper(continuation, place), promise)
        return self.applied(promise.procedure, (), inner, place)

    def forced(self, value: Value, continuation: Continuation) -> Step:
        """Store the value of a promise, unless it was forced meanwhile."""
        outer, promise = continuation[1], continuation[3]
        if promise.cell[0] is None:
            if self.choices:
                self.trail.append((promise.cell, 0, None))
            promise.cell[0] = value
        return outer[0], promise.cell[0], outer

    def stream_cdr(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(stream-cdr stream)."""
        if type(values[0]) is not Pair:
            raise Stopped(Trap(f"stream-cdr needs a stream, not {short(values[0])}", place))
        return self.force((values[0].cdr,), continuation, place)

    def call_with_continuation(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(call/cc procedure): applying the continuation resumes here, any number of times."""

        def go_on(given: Sequence[Value], elsewhere: Continuation, there: Place) -> Step:
            del elsewhere
            self.spend(there)
            return continuation[0], given[0] if len(given) == 1 else Several(tuple(given)), continuation

        return self.applied(values[0], (Control("continuation", go_on, 0, None),), continuation, place)

    def call_with_values(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(call-with-values producer consumer)."""
        inner = (self.values_given, continuation, self.deeper(continuation, place), values[1], place)
        return self.applied(values[0], (), inner, place)

    def values_given(self, value: Value, continuation: Continuation) -> Step:
        """Apply the consumer."""
        given = value.values if type(value) is Several else (value,)
        return self.applied(continuation[3], given, continuation[1], continuation[4])

    def an_element_of(self, values: Sequence[Value], continuation: Continuation, place: Place) -> Step:
        """(an-element-of list): one of its items; on the way back the next one (SICP, 4.3.1)."""
        return self.next_element((self.items(values[0], "an-element-of", place), 0, place), continuation)

    def next_element(self, rest: tuple[list[Value], int, Place], continuation: Continuation) -> Step:
        """Choose an item."""
        items, index, place = rest
        if index == len(items):
            return self.fail()
        self.spend(place)
        if index + 1 < len(items):
            self.choices.append((len(self.trail), self.next_element, (items, index + 1, place), continuation))
        return continuation[0], items[index], continuation

    def items(self, value: Value, user: str, place: Place) -> list[Value]:
        """Return a list's items."""
        try:
            return list(items_of(value, user))
        except Fault as fault:
            raise Stopped(fault.ending(place)) from None

    def own_primitives(self) -> list[Primitive]:
        """List the primitive procedures that print, draw numbers or stop."""
        return [
            Primitive("display", self.show, 1, 1),
            Primitive("write", lambda value: self.show(value, True), 1, 1),
            Primitive("newline", lambda: self.write("\n"), 0, 0),
            Primitive("random", self.draw, 1, 1),
            Primitive("error", error, 1, None),
            Primitive("write-char", lambda value: self.write(character(value, "write-char")), 1, 1),
            Primitive("procedure?", lambda value: isinstance(value, Compound | Primitive | Control), 1, 1),
            Primitive("values", lambda *given: given[0] if len(given) == 1 else Several(given), 0, None),
            Primitive("runtime", lambda: 0, 0, 0),
        ]

    def show(self, value: Value, quoted: bool = False) -> Value:
        """Print all of a value; raise NoRoom where a budget ends before it."""
        text = pieces(value, quoted)
        while some := list(islice(text, TOGETHER)):
            together = "".join(some)
            self.write(together)
            ROOM.work(len(together))
            if len(some) == TOGETHER:
                ROOM.look()
        return OK

    def write(self, text: str) -> Value:
        """Print; raise NoRoom where the output budget ends before it."""
        try:
            self.output.write(text)
        except HostExhausted as exhausted:
            raise NoRoom(str(exhausted)) from None
        return OK

    def draw(self, below: Value) -> int:
        """(random n): a whole number from 0 to n - 1."""
        if type(below) is not int or below < 1:
            raise Fault(f"random needs a positive integer, not {short(below)}")
        return self.random.randrange(below)


def error(*values: Value) -> Value:
    """(error message value …): stop with the message."""
    raise Fault(" ".join([shortened(values[0], False, LONG), *(short(value) for value in values[1:])]))


def name_of(procedure: Compound) -> str:
    """Name a procedure in a message."""
    return procedure.code.name or "the procedure"


def position(place: Place) -> str:
    """Write a place at the beginning of a line of the trace."""
    return f"{place.line}:{place.column}"


def called(procedure: Value, values: Sequence[Value]) -> str:
    """Write an application of a procedure to values for the trace."""
    name = (procedure.code.name or "lambda") if isinstance(procedure, Compound) else getattr(procedure, "name", None)
    return " ".join([name or short(procedure), *map(short, values)])


def takes(code: Code, given: int) -> str:
    """Return the message for a wrong number of arguments."""
    return f"takes {'at least ' if code.rest else ''}{amount(code.required)}, not {given}"


def amount(count: int) -> str:
    """Write a number of values."""
    return "1 value" if count == 1 else f"{count} values"


def check_amount(procedure: Primitive | Control, given: int, place: Place) -> None:
    """Trap where a procedure of the library is given too few or too many values."""
    least, most = procedure.least, procedure.most
    if least <= given and (most is None or given <= most):
        return
    if most is None:
        wanted = f"at least {amount(least)}"
    elif most == least:
        wanted = amount(least)
    else:
        wanted = f"{least} to {most} values"
    raise Stopped(Trap(f"{procedure.name} takes {wanted}, not {given}", place))


def why_not(applied: Value, values: Sequence[Value], call: core.Call | None) -> str:
    """Say what may have been meant by the application of what is no procedure."""
    if call is None:
        return ""
    if not values:
        return ": parentheses apply what stands in them; leave them out for a value"
    if call.operands[0].place < call.operator.place:
        return ": a procedure of one value follows =>"
    if isinstance(values[0], Compound | Primitive | Control):
        return f": the procedure stands first, ({called(values[0], ())} {short(applied)} …)"
    if isinstance(call.operator, core.Constant) and isinstance(applied, int | float | Fraction | str):
        return ": a list of data is quoted, '(1 2)"
    if isinstance(applied, Pair | Vector):
        return f": an element is ({'list' if isinstance(applied, Pair) else 'vector'}-ref … {short(values[0])})"
    return ": what stands first is applied to the others"

"""DO loops (ANSI X3.9-1966, 7.1.2.8): the range runs at least once; last and step are kept while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder, place_index
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Region
from getallenband.interpreters.ir.types import UNDEFINED_INT, Type
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.lower.context import UnitContext, Value
from getallenband.interpreters.languages.cdc_fortran.lower.expressions import value_of
from getallenband.interpreters.languages.cdc_fortran.lower.variables import assign, fetch, scalar
from getallenband.interpreters.lowering.cells import RegionCell, load, store

NOTED = "note of a DO that runs once"
"""A function, so that its code is not in every loop, and its cell, which says whether it was called."""
TURNS = 4
"""Turns of a short range that are charged together."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A DO while its range is lowered: last and step are constants, or the locals that keep them."""

    label: int
    variable: str
    last: str | int
    step: str | int
    inside: Label
    outside: Label


def begin_loop(c: UnitContext, node: syntax.Do | syntax.ImpliedDo) -> Loop:
    """Begin a DO: set its variable, save last and step, begin the block that its turns return to."""
    variable = node.variable.name
    first = value_of(c, node.first).register
    last = save_parameter(c, node.last, f"{variable}:last")
    step = 1 if node.step is None else save_parameter(c, node.step, f"{variable}:step")
    inside, outside = c.build.label("inside"), c.build.label("outside")
    loop = Loop(node.label if isinstance(node, syntax.Do) else 0, variable, last, step, inside, outside)
    if node.step is not None:
        given = saved_parameter(c, loop, step)
        fits = c.build.do(ops.IntCompare, ">", given, c.build.int(0))
        c.build.perform(ops.Check, fits, f"the step of the DO for {variable} is {{0}}, not positive", (given,))
    note_once(c, node, first, loop)
    set_variable(c, variable, first)
    c.build.begin(inside)
    return loop


def note_once(c: UnitContext, node: syntax.Do | syntax.ImpliedDo, first: Register, loop: Loop) -> None:
    """Note, at the first such loop of a run, that a range runs once though its limit is below its start."""
    match node.first, loop.last:
        case syntax.Integer(start), int(last) if start <= last:
            return
    limit = saved_parameter(c, loop, loop.last)

    def note() -> None:
        c.build.call(noting(c), (c.build.int(place_index(c.deck.program, node.place)), first, limit), None)

    c.choose(c.build.do(ops.IntCompare, ">", first, limit), note)


def noting(c: UnitContext) -> str:
    """Return the name of the function that notes the first loop that it is called for."""
    if NOTED in c.deck.program.functions:
        return NOTED
    given = ("place", "first", "limit")
    build = FunctionBuilder(c.deck.program, NOTED, NOTED, dict.fromkeys(given, Type.INT), None, c.build.library)
    build.at = c.build.at
    c.deck.program.regions[NOTED] = Region(8, "zero")
    noted, new, old = RegionCell(NOTED, "i64"), build.label("new"), build.label("old")
    build.end(ops.Branch, build.do(ops.IntToBool, load(build, noted)), old, new)
    build.begin(new)
    store(build, noted, build.int(1))
    build.defer("note_once", *(build.do(ops.LocalLoad, name) for name in given))
    build.end(ops.Jump, old)
    build.begin(old)
    build.end(ops.Return, None)
    return NOTED


def save_parameter(c: UnitContext, parameter: syntax.Expression, name: str) -> str | int:
    """Save a DO parameter for the time of the loop: a constant as it is, anything else in a local."""
    if isinstance(parameter, syntax.Integer):
        return parameter.value
    local = c.build.local(name, Type.INT)
    c.build.perform(ops.LocalStore, local, value_of(c, parameter).register)
    return local


def saved_parameter(c: UnitContext, loop: Loop, parameter: str | int) -> Register:
    """Return a saved DO parameter; a loop that was jumped into has none, which is a trap."""
    if isinstance(parameter, int):
        return c.build.int(parameter)
    return c.build.do(ops.LocalLoad, parameter, f"the DO for {loop.variable} was never begun")


def set_variable(c: UnitContext, name: str, value: Register) -> None:
    """Set the variable of a DO or an ASSIGN."""
    assign(c, scalar(c, name), Value("INTEGER", (value,)))


def next_value(c: UnitContext, loop: Loop) -> Register:
    """Return the loop's variable after one more step."""
    now = fetch(c, scalar(c, loop.variable), loop.variable).register
    step = saved_parameter(c, loop, loop.step)
    if c.system.greatest < 2**62:  # the sum fits in a register, and is compared with the last value before it is stored
        return c.build.do(ops.IntAdd, now, step)
    return c.build.do(ops.IntAdd, now, step, c.system.least, c.system.greatest, c.system.overflow("+"))


def end_loop(c: UnitContext, loop: Loop) -> None:
    """End the range: step and go back, or go on after the loop."""
    end_turn(c, loop)
    c.build.begin(loop.outside)


def end_turn(c: UnitContext, loop: Loop) -> None:
    """End a turn: step and go back, or leave the variable without a value and go outside."""
    if c.build.block is None:
        c.build.begin(c.build.label("unreached"))
    then = next_value(c, loop)
    # Tested after the turn, not before the first: 7.1.2.8 has the range run at least once.
    more = c.build.do(ops.IntCompare, "<=", then, saved_parameter(c, loop, loop.last))
    onward, done = c.build.label("onward"), c.build.label("done")
    c.build.end(ops.Branch, more, onward, done)
    c.build.begin(onward)
    set_variable(c, loop.variable, then)
    c.build.end(ops.Jump, loop.inside)
    c.build.begin(done)
    if c.settings["do_variable"] == "undefined":
        then = c.build.int(UNDEFINED_INT)
    set_variable(c, loop.variable, then)
    c.build.end(ops.Jump, loop.outside)


def unroll(c: UnitContext, loop: Loop, turn: Callable[[], None]) -> None:
    """Lower a short range twice: for several turns at once, while that many are left, and for a single one.

    Every turn has its own marks; they are charged together, which is what saves time.
    """
    now = fetch(c, scalar(c, loop.variable), loop.variable).register
    # Neither this nor the difference can overflow: `short_range` takes machines with integers below 2**62 only.
    ahead = c.build.do(ops.IntMultiply, saved_parameter(c, loop, loop.step), c.build.int(TURNS - 1))
    left = c.build.do(ops.IntSubtract, saved_parameter(c, loop, loop.last), now)
    several, single = c.build.label("several"), c.build.label("single")
    c.build.end(ops.Branch, c.build.do(ops.IntCompare, ">=", left, ahead), several, single)
    for label, turns in ((several, TURNS), (single, 1)):
        c.build.begin(label)
        for number in range(turns):
            if number:
                set_variable(c, loop.variable, next_value(c, loop))
            turn()
        end_turn(c, loop)
    c.build.begin(loop.outside)

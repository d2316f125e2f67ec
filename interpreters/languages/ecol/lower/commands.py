"""The commands of ECOL into the IR, line by line."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.ecol import syntax
from getallenband.interpreters.languages.ecol.check import Unit
from getallenband.interpreters.languages.ecol.lower import context
from getallenband.interpreters.languages.ecol.lower.context import NUMBERS, Context, Turn, as_type, to_whole
from getallenband.interpreters.languages.ecol.lower.expressions import condition, subscript, value
from getallenband.interpreters.lowering import arithmetic
from getallenband.interpreters.lowering.arrays import Array
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

WIDEST = 80
"""Places of a number, lines or spaces at once."""

command: Dispatcher[Context, None] = dispatcher("a command")


def unit_lines(c: Context, unit: Unit) -> None:
    """Lower the lines in order, each at the block of its label."""
    build = c.build
    c.unit, c.turns = unit, {}
    if unit.kind == "sub":
        build.begin(Label(f"sub.{unit.name}"))
    for c.line, line in enumerate(unit.lines):
        if line.label is not None:
            build.begin(block_of(line.label))
        if line.command is None or isinstance(line.command, syntax.Begin):
            continue
        prefix = f"{unit.name} " if unit.kind == "fun" else ""
        c.label = f"{prefix}{line.label or f'line {line.place.line}'}"
        build.statement(c.label, line.command.place)
        command(c, line.command)
    if build.block is not None:
        build.end(ops.Halt)


def block_of(label: str) -> Label:
    return Label(f"label.{label}")


# --- jumps and the end -------------------------------------------------------------------------------------------


@command.case(syntax.Finish, syntax.Stop)
def finish(c: Context, node: syntax.Finish | syntax.Stop) -> None:
    c.build.end(ops.Halt)


@command.case(syntax.Jump)
def jump(c: Context, node: syntax.Jump) -> None:
    c.build.end(ops.Jump, target(c, node.target))


@command.case(syntax.Choose)
def choose(c: Context, node: syntax.Choose) -> None:
    """Lower ALS: without ANDERS the next line follows."""
    truth = condition(c, node.condition)
    below = c.build.label("else")
    c.build.end(ops.Branch, truth, target(c, node.yes), target(c, node.no) if node.no else below)
    if not node.no:
        c.build.begin(below)


def target(c: Context, node: syntax.Target) -> Label:
    """Return the target block of a jump; STOP has a separate one."""
    build, stop = c.build, Label("stop")
    if node.label is not None:
        return block_of(node.label)
    if stop not in build.function.blocks:
        block, build.block = build.block, None
        build.begin(stop)
        build.end(ops.Halt)
        build.block = block
    return stop


# --- assignments and loops ---------------------------------------------------------------------------------------


@command.case(syntax.Reserve)
def reserve(c: Context, node: syntax.Reserve) -> None:
    if not isinstance(c.arrays[node.name], Array):
        lower, upper = (to_whole(c, value(c, bound), f"a bound of {node.name}") for bound in (node.lower, node.upper))
        context.reserve(c, node, lower, upper)


@command.case(syntax.Assign)
def assign(c: Context, node: syntax.Assign) -> None:
    """Lower an assignment: the subscript is evaluated before the value."""
    index = index_of(c, node.variable)
    store(c, node.variable, index, value(c, node.value))


def index_of(c: Context, variable: syntax.Variable) -> Register | None:
    return subscript(c, variable) if variable.name in c.arrays else None


def store(c: Context, variable: syntax.Variable, index: Register | None, given: Register) -> None:
    """Assign to a variable, or to the element with this index."""
    if index is None:
        context.assign_simple(c, variable.name, given)
    else:
        kind = c.shared.integrality.type_of(c.scope, variable.name)
        context.assign_element(c, variable, index, as_type(c, kind, given))


@command.case(syntax.Loop)
def loop(c: Context, node: syntax.Loop) -> None:
    """Lower MET: as ALGOL's step until, step and last being evaluated once, or, by the setting, at each test."""
    build = c.build
    context.assign_simple(c, node.name, value(c, node.first))
    once = c.shared.settings["loop"] == "once"
    step = save_parameter(c, "step", node, node.step) if once else None
    last = save_parameter(c, "last", node, node.last) if once else None
    turn = c.turns[c.line] = Turn(build.label("turn"), build.label("done"), step, last)
    build.begin(turn.test)
    build.statement(f"{c.label} test", node.place)
    by, until = saved_parameter(c, turn.step, node.step), saved_parameter(c, turn.last, node.last)
    count = context.read(c, node.name, node.place)
    up = arithmetic.compare(build, ">=", by, build.int(0))
    body, upwards, downwards = build.label("body"), build.label("up"), build.label("down")
    build.end(ops.Branch, up, upwards, downwards)
    for block, relation in ((upwards, "<="), (downwards, ">=")):
        build.begin(block)
        build.end(ops.Branch, arithmetic.compare(build, relation, count, until), body, turn.after)
    build.begin(body)


def save_parameter(c: Context, part: str, node: syntax.Loop, expression: syntax.Expression) -> str:
    """Evaluate the step or last value of a loop into a local."""
    kind = Type.INT if c.shared.integrality.is_integral(c.scope, expression) else Type.REAL
    local = c.build.local(f"{part} of line {node.place.line}", kind)
    c.build.perform(ops.LocalStore, local, value(c, expression))
    return local


def saved_parameter(c: Context, local: str | None, expression: syntax.Expression) -> Register:
    """Return the step or last value of a loop: as saved when MET began, or evaluated again."""
    if local is None:
        return value(c, expression)
    return c.build.do(ops.LocalLoad, local, "HERHAAL is reached without its MET")


@command.case(syntax.Repeat)
def repeat(c: Context, node: syntax.Repeat) -> None:
    """Lower HERHAAL: count on and test again; reached without its MET, step and last have no value: a trap."""
    start = c.unit.partner[c.line]
    head, turn = c.unit.lines[start].command, c.turns[start]
    assert isinstance(head, syntax.Loop)
    count = context.read(c, head.name, head.place)
    step = saved_parameter(c, turn.step, head.step)
    context.assign_simple(c, head.name, arithmetic.operation(c.build, NUMBERS, "+", count, step))
    c.build.end(ops.Jump, turn.test)
    c.build.begin(turn.after)


# --- SUBs and FUNs -----------------------------------------------------------------------------------------------


@command.case(syntax.Perform)
def perform(c: Context, node: syntax.Perform) -> None:
    """Lower the call of a SUB: note where from, go there, come back through its switch."""
    number = c.shared.calls[node.name][node.place]
    c.build.perform(ops.LocalStore, return_local(c, node.name), c.build.int(number))
    c.build.end(ops.Jump, Label(f"sub.{node.name}"))
    c.build.begin(Label(f"back.{node.name}.{number}"))


@command.case(syntax.SubEnd)
def sub_end(c: Context, node: syntax.SubEnd) -> None:
    """Lower END: a switch over the calls."""
    name, never = c.unit.name, c.build.label("never")
    calls = c.shared.calls[name].values()
    found = c.build.do(ops.LocalLoad, return_local(c, name))
    c.build.end(ops.Switch, found, tuple((number, Label(f"back.{name}.{number}")) for number in calls), never)
    c.build.begin(never)
    c.build.end(ops.Halt)


def return_local(c: Context, sub: str) -> str:
    """Return the local that remembers where a SUB was called from."""
    name = f"return from {sub}"
    c.build.function.locals.setdefault(name, Type.INT)
    return name


@command.case(syntax.FunEnd)
def fun_end(c: Context, node: syntax.FunEnd) -> None:
    """Lower FUN := value: release the arrays' memory and return."""
    result = as_type(c, c.shared.integrality.type_of(c.scope, syntax.RESULT), value(c, node.value))
    assert c.stack_mark is not None
    c.build.perform(ops.StackRelease, c.stack_mark)
    c.build.end(ops.Return, result)


# --- printing, and SKIP ------------------------------------------------------------------------------------------


@command.case(syntax.Write)
def write(c: Context, node: syntax.Write) -> None:
    digits = [small(c, part, "SCHRIJF") for part in (node.before, node.after)]
    c.build.defer("write", *digits, real(c, node.value))


@command.case(syntax.WriteFree, syntax.WriteScientific)
def write_alone(c: Context, node: syntax.WriteFree | syntax.WriteScientific) -> None:
    """Lower SCHRIJF without a format, and SCHRIJM."""
    c.build.defer("write_free" if isinstance(node, syntax.WriteFree) else "write_scientific", real(c, node.value))


@command.case(syntax.WriteSymbol)
def write_symbol(c: Context, node: syntax.WriteSymbol) -> None:
    c.build.host("write_symbol", to_whole(c, value(c, node.value), "the symbol of SCHRIJFSYM"))


@command.case(syntax.Text)
def text(c: Context, node: syntax.Text) -> None:
    c.build.defer("text", c.build.string(node.text))


@command.case(syntax.NewLine)
def new_line(c: Context, node: syntax.NewLine) -> None:
    c.build.defer("new_line", small(c, node.times, "NR") if node.times else c.build.int(1))


@command.case(syntax.Space)
def space(c: Context, node: syntax.Space) -> None:
    c.build.defer("space", small(c, node.times, "SPATIE") if node.times else c.build.int(1))


@command.case(syntax.NewPage)
def new_page(c: Context, node: syntax.NewPage) -> None:
    c.build.defer("new_page")


@command.case(syntax.Skip)
def skip(c: Context, node: syntax.Skip) -> None:
    c.build.host("skip")


def real(c: Context, node: syntax.Expression) -> Register:
    return arithmetic.to_real(c.build, value(c, node))


def small(c: Context, node: syntax.Expression, word: str) -> Register:
    """Lower the number of places or lines in a printing command."""
    found = to_whole(c, value(c, node), f"a number of {word}")
    message = f"{word} is given {{0}}, which is outside {{1}}:{{2}}"
    c.build.perform(ops.CheckRange, found, c.build.int(0), c.build.int(WIDEST), message)
    return found

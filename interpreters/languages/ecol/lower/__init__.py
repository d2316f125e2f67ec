"""ECOL's syntax tree into the IR.

    18 ALS k > 63 DAN 19 ANDERS 12     becomes     statement 17; int_compare; branch label.19, label.12

The main program and its SUBs are one function: a SUB is a range of blocks that ends in a switch back to its callers. A
FUN is a function of its own. Simple variables are locals, integers where integrality.py shows that they may be. An
array whose RIJ has literal bounds and is executed once, before any jump or loop, is static memory.

    context.py      what the lowering of every construct is given; simple variables, arrays
    expressions.py  values and conditions
    commands.py     everything else, one function for each command
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.program import Program, ProgramVariable, Region
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.language import Lowered, Options
from getallenband.interpreters.languages.ecol import library, syntax
from getallenband.interpreters.languages.ecol.check import CheckedProgram, Unit, check, targets
from getallenband.interpreters.languages.ecol.integrality import Integrality
from getallenband.interpreters.languages.ecol.lower.commands import unit_lines
from getallenband.interpreters.languages.ecol.lower.context import (
    Context,
    Shared,
    declare,
    dope_vector,
    pattern,
    symbols_of,
)
from getallenband.interpreters.languages.ecol.page import page_forms
from getallenband.interpreters.lowering import arrays
from getallenband.interpreters.lowering.arrays import Array, Constant
from getallenband.interpreters.lowering.page_calls import PageParts
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import walk


def lower(tree: syntax.Start, source: SourceText, options: Options) -> Lowered:
    """Check and lower a program: first with integers wherever they may be assumed, on demand without."""
    program = check(tree, source)

    def lowered(speculate: bool) -> Lowered:
        ir = lower_program(program, source, options, speculate)
        fallback = (lambda: lowered(False)) if speculate else None
        forms = page_forms(options)
        return Lowered(
            ir, library.LIBRARY, lambda tapes: library.session(tapes, options), fallback=fallback, page=PageParts(forms)
        )

    return lowered(True)


def lower_program(program: CheckedProgram, source: SourceText, options: Options, speculate: bool) -> Program:
    """Lower every unit."""
    shared = Shared(program, options.settings, Integrality(program, speculate), Program(source.name, {}, {}, "main"))
    shared.calls = {name: {} for name in program.subs}
    for unit in (program.main, *program.subs.values()):
        for call in unit.commands(syntax.Perform):
            numbers = shared.calls[call.name]
            numbers[call.place] = len(numbers)
    build = FunctionBuilder(shared.ir, "main", "the main program", library=library.LIBRARY)
    c = Context(shared, build, [program.main, *program.subs.values()])
    c.arrays = static_arrays(shared, source)
    lower_units(c)
    for name, local in c.locals.items():
        shared.ir.variables[name] = ProgramVariable(function="main", local=local, type=build.function.locals[local])
    for fun in program.funs.values():
        lower_fun(shared, fun)
    return shared.ir


def lower_units(c: Context) -> None:
    declare(c)
    for unit in c.units:
        unit_lines(c, unit)


def lower_fun(shared: Shared, fun: Unit) -> None:
    """Lower a FUN: an array parameter is passed as address, bounds, and whether it is a RIJSYM."""
    parameters: dict[str, Type] = {}
    for name in fun.parameters:
        if name in fun.array_parameters:
            parameters |= dict.fromkeys([*dope_vector(shared, fun.name, name)[1], symbols_of(name)], Type.INT)
        else:
            parameters[name] = shared.integrality.type_of(fun.name, name)
    returns = shared.integrality.type_of(fun.name, syntax.RESULT)
    build = FunctionBuilder(shared.ir, f"fun.{fun.name}", f"FUN {fun.name}", parameters, returns, library.LIBRARY)
    lower_units(Context(shared, build, [fun]))


def static_arrays(shared: Shared, source: SourceText) -> dict[str, Array | arrays.DopeVector]:
    """Place arrays in static memory if their RIJ has literal bounds and is certainly the first use of the name."""
    found: dict[str, Array | arrays.DopeVector] = {}
    errors, used = Diagnostics(source), dict[str, syntax.Variable]()
    times = Counter(reserve.name for reserve in shared.program.main.commands(syntax.Reserve))
    for command in beginning(shared.program):
        for node in walk(command):
            if isinstance(node, syntax.Variable):
                used.setdefault(node.name, node)
        if not isinstance(command, syntax.Reserve):
            continue
        name, bounds = command.name, (literal(command.lower), literal(command.upper))
        if name in used:
            errors.error(used[name].place, f"array {name} is used before its RIJ", f"RIJ (m:n) {name} before it")
        lower, upper = bounds
        if lower is None or upper is None or not 0 <= upper - lower < arrays.MOST_STATIC or times[name] > 1:
            continue
        kind = shared.integrality.type_of("", name)
        shared.ir.regions[name] = Region(8 * (upper - lower + 1), pattern(shared, kind), place=command.place)
        rows = (arrays.Dimension(Constant(lower), Constant(upper), Constant(1)),)
        found[name] = Array(name, "i64" if kind is Type.INT else "f64", rows, region=name)
    errors.check()
    return found


def beginning(program: CheckedProgram) -> Iterator[syntax.Command]:
    """Yield the commands that are executed once, first and in order: up to the first that a jump may return to."""
    goals = {target.label for unit in program.units for target in targets(unit)}
    for line in program.main.lines:
        if line.label in goals:
            return
        if line.command:
            if not isinstance(line.command, syntax.Straight):
                return
            yield line.command


def literal(node: syntax.Expression) -> int | None:
    """Return the value of a whole literal, signed or not."""
    match node:
        case syntax.Number(value) if value.is_integer() and abs(value) < 2**31:
            return int(value)
        case syntax.Signed(sign, syntax.Number() as number):
            unsigned = literal(number)
            return None if unsigned is None else -unsigned if sign == "-" else unsigned
    return None

"""Whole programs and functions: frames, static objects, and where a program begins."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Program, ProgramVariable
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.language import Lowered, Options
from getallenband.interpreters.languages.c_subset import library, syntax, typed
from getallenband.interpreters.languages.c_subset.check import check
from getallenband.interpreters.languages.c_subset.lower.calls import function_word
from getallenband.interpreters.languages.c_subset.lower.context import Context, ProgramContext, in_memory
from getallenband.interpreters.languages.c_subset.lower.memory import (
    MOST_OBJECTS,
    STACK_OBJECTS,
    TOP,
    Location,
    copy,
    lay_out,
    set_entry,
    store_to,
    word,
    word_location,
)
from getallenband.interpreters.languages.c_subset.lower.statements import RESULT, finish, no_result, statement
from getallenband.interpreters.languages.c_subset.lower.targets import targets_of
from getallenband.interpreters.languages.c_subset.page import page_forms
from getallenband.interpreters.languages.c_subset.typed import Variable
from getallenband.interpreters.languages.c_subset.types import Integer, Struct, register_type, size_of
from getallenband.interpreters.lowering.page_calls import PageParts
from getallenband.interpreters.source.position import SourceText

START = "the start"
"""The function that calls main; no function of a program has its name."""


def lower(unit: syntax.TranslationUnit, source: SourceText, options: Options) -> Lowered:
    """Check and lower a program; raise SourceError with all its faults."""
    program = check(unit, source, options.arithmetic)
    numbers = {variable: number for number, variable in enumerate(program.statics, 1)}
    made = Program(source.name, {}, {}, START)
    targets = targets_of(program)
    p = ProgramContext(made, numbers, targets, objects=most_objects(program, heap=targets.heap))
    for function in program.functions:
        lower_function(p, function)
    start(p, program)
    lay_out(p)
    table = made.addresses()[library.TABLE]
    return Lowered(
        made,
        library.LIBRARY,
        lambda tapes: library.session(tapes, table, p.objects, STACK_OBJECTS),
        finish=library.finish,
        page=PageParts(page_forms(table, p.objects)),
    )


def most_objects(program: typed.Program, *, heap: bool) -> int:
    """Return how many objects there may be: where neither calls nor malloc make any, those that there are."""
    if heap:
        return MOST_OBJECTS
    if any(in_memory(variable) for function in program.functions for variable in function.variables):
        return STACK_OBJECTS
    return len(program.statics) + 1


def start(p: ProgramContext, program: typed.Program) -> None:
    """Make the function that calls main."""
    build = FunctionBuilder(p.made, START, "the start of the program", library=library.LIBRARY)
    build.place(program.main.place)
    if p.targets.heap:
        size = build.host("heap_size", build.do(ops.StackMark))
        assert size is not None
        build.host("heap", build.do(ops.StackAllocate, size), size)
    for variable in p.numbers:
        for offset, value in variable.contents:
            routine = value.operand if isinstance(value, typed.Convert) else value
            if isinstance(routine, typed.FunctionAddress):
                code, last = function_word(build, routine.routine), size_of(variable.type) // 8 - 1
                build.perform(ops.IndexStore, variable.region, "i64", build.int(offset // 8), code, 0, last, "")
    build.call("main", tuple(build.int(word(p, value)) for value in program.arguments), Type.INT)
    build.end(ops.Halt)


def lower_function(p: ProgramContext, node: typed.FunctionDefinition) -> None:
    """Lower a function: its frame, its parameters, its body, and the block that all returns go through."""
    names = {parameter.name: register_type(parameter.type) for parameter in node.parameters}
    title, returns = f"function {node.routine.name}", register_type(node.routine.type.returns)
    build = FunctionBuilder(p.made, node.routine.name, title, names, returns, library.LIBRARY)
    c = Context(p, node.routine, build)
    place_variables(c, node)
    c.at(node)
    objects = [variable for variable in node.variables if in_memory(variable)]
    if objects:
        enter(c, objects)
    build.begin(Label("body"))
    for parameter in node.parameters:
        receive(c, parameter)
    statement(c, node.body)
    finish(c, no_result(c))
    leave(c, node, objects)


def place_variables(c: Context, node: typed.FunctionDefinition) -> None:
    """Give every variable its locals; let probes find those that are locals, by name and by function.name."""
    build, function, parameters = c.build, node.routine.name, set(node.parameters)
    for variable in node.variables:
        name = variable.name
        if in_memory(variable):
            c.locals[variable] = build.local(f"number of {name}", Type.INT)
            c.addresses[variable] = build.local(f"address of {name}", Type.INT)
            continue
        kind = register_type(variable.type)
        c.locals[variable] = name if variable in parameters else build.local(name, kind)
        probed = ProgramVariable(function=function, local=c.locals[variable], type=kind)
        c.program.made.variables.setdefault(name, probed)
        c.program.made.variables[f"{function}.{name}"] = probed


def receive(c: Context, parameter: Variable) -> None:
    """Copy a parameter to memory where its address is taken; reduce what a call through a pointer did not convert."""
    kind, cut = parameter.type, c.routine.address_taken
    if isinstance(kind, Struct):
        copy(c, Location(kind, parameter), word_location(c, c.build.do(ops.LocalLoad, parameter.name), kind))
        return
    small = cut and isinstance(kind, Integer) and kind.bits < 32
    if small or in_memory(parameter):
        value = c.build.do(ops.LocalLoad, parameter.name)
        if small and isinstance(kind, Integer):
            value = c.build.do(ops.IntWrap, value, kind.bits, kind.signed)
        store_to(c, Location(kind, parameter), value)


# --- frames ------------------------------------------------------------------------------------------------------


def enter(c: Context, objects: list[Variable]) -> None:
    """Take memory and numbers for the objects of a call."""
    build = c.build
    build.function.locals["stack mark"] = Type.INT
    build.perform(ops.LocalStore, "stack mark", build.do(ops.StackMark))
    top = build.do(ops.IndexLoad, TOP, "i64", build.int(0), 0, 0, "")
    count = build.int(len(objects))
    last = build.do(ops.IntAdd, top, count, 0, STACK_OBJECTS, "too many variables in memory at once")
    build.perform(ops.IndexStore, TOP, "i64", build.int(0), last, 0, 0, "")
    for index, variable in enumerate(objects):
        number = build.do(ops.IntAdd, top, build.int(index))
        size = build.int(max(1, size_of(variable.type)))
        address = build.do(ops.StackAllocate, size)
        set_entry(c, number, 0, address)
        set_entry(c, number, 1, size)
        build.perform(ops.LocalStore, c.locals[variable], number)
        build.perform(ops.LocalStore, c.addresses[variable], address)


def leave(c: Context, node: typed.FunctionDefinition, objects: list[Variable]) -> None:
    """Make the last block: it gives memory and numbers back."""
    build = c.build
    c.at(node)
    build.begin(Label("leave"))
    build.function.locals.setdefault(RESULT, register_type(node.routine.type.returns))
    for variable in objects:
        set_entry(c, build.do(ops.LocalLoad, c.locals[variable]), 1, build.int(0))
    if objects:
        top = build.do(ops.LocalLoad, c.locals[objects[0]])
        build.perform(ops.IndexStore, TOP, "i64", build.int(0), top, 0, 0, "")
        build.perform(ops.StackRelease, build.do(ops.LocalLoad, "stack mark"))
    result: Register = build.do(ops.LocalLoad, RESULT)
    build.end(ops.Return, result)

"""The functions that entities become: each is built once, when something first needs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Entity, Formal, Procedure, Signature, Variable
from getallenband.interpreters.languages.algol60.lower.program import ProgramContext
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.position import Place

build_function: Dispatcher[ProgramContext, None] = dispatcher("an entity that becomes a function")
"""Build the function of an entity, under the name that it has been given."""


def code_of(program: ProgramContext, procedure: Procedure) -> str:
    """Return the name of a procedure's function."""
    return program.function_of(procedure, procedure.name, lambda _: build_function(program, procedure))


def wrapped(program: ProgramContext, standard: Procedure, place: Place) -> Procedure:
    """Return a procedure that does nothing but call a standard one, for use as an actual parameter at a place."""
    name = standard.name
    if (name, place) not in program.wrappers:
        procedure = program.wrappers[name, place] = wrapper(standard, standard.formals, place)
        procedure.variadic = standard.variadic
        procedure.versions = {given: wrapper(standard, formals_for(given), place) for given in standard.versions}
    return program.wrappers[name, place]


def formals_for(given: Signature) -> list[Formal]:
    """Return parameters for which just this is given."""
    return [Formal(name=f"parameter {position}", place=Place(1, 1), position=position, kind=kind, type=type_)
            for position, (kind, type_) in enumerate(given, 1)]  # fmt: skip


def wrapper(standard: Procedure, formals: Sequence[Formal], place: Place) -> Procedure:
    """Make a procedure with these parameters that calls a standard one."""
    name = standard.name
    procedure = Procedure(name=name, place=place, type=standard.type, assigned=True)
    procedure.formals = [replace(formal, owner=procedure, place=place) for formal in formals]
    actuals = tuple(
        named(formal, formal.type if formal.kind == "simple" else formal.kind, place) for formal in procedure.formals
    )
    called = named(standard, standard.type, place)
    procedure.body = syntax.ProcedureStatement(called, actuals, place=place)
    if standard.type:
        procedure.result = Variable(name=name, place=place, owner=procedure, type=standard.type)
        call = syntax.FunctionDesignator(called, actuals, notes=syntax.Notes(standard.type), place=place)
        procedure.body = syntax.Assignment((named(procedure.result, standard.type, place),), call, place=place)
    return procedure


def named(entity: Entity, type_: str, place: Place) -> syntax.Name:
    """Return an identifier that means an entity, as the checker leaves it."""
    return syntax.Name(entity.name, notes=syntax.Notes(type_, entity), place=place)

"""The functions that entities become: each is built once, when something first needs it."""

from __future__ import annotations

from dataclasses import replace

from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Entity, Procedure, Variable
from interpreters.languages.algol60.lower.program import ProgramContext
from interpreters.lowering.dispatch import Dispatcher, dispatcher

build_function: Dispatcher[ProgramContext, None] = dispatcher("an entity that becomes a function")
"""Build the function of an entity, under the name that it has been given."""


def code_of(program: ProgramContext, procedure: Procedure) -> str:
    """Return the name of a procedure's function."""
    if procedure.standard is not None:
        procedure = wrapped(program, procedure)
    return program.function_of(procedure, procedure.name, lambda _: build_function(program, procedure))


def wrapped(program: ProgramContext, standard: Procedure) -> Procedure:
    """Return a procedure that does nothing but call a standard one, for use as a parameter."""
    if standard.name not in program.wrappers:
        procedure = Procedure(name=standard.name, place=standard.place, type=standard.type, assigned=True)
        procedure.formals = [replace(formal, owner=procedure) for formal in standard.formals]
        actuals = tuple(
            named(formal, formal.type if formal.kind == "simple" else formal.kind) for formal in procedure.formals
        )
        name = named(standard, standard.type)
        procedure.body = syntax.ProcedureStatement(name, actuals)
        if standard.type:
            procedure.result = Variable(
                name=standard.name, place=standard.place, owner=procedure, type=standard.type, result_of=procedure
            )
            call = syntax.FunctionDesignator(name, actuals, notes=syntax.Notes(standard.type))
            procedure.body = syntax.Assignment((named(procedure.result, standard.type),), call)
        program.wrappers[standard.name] = procedure
    return program.wrappers[standard.name]


def named(entity: Entity, type_: str) -> syntax.Name:
    """Return an identifier that means an entity, as the checker leaves it."""
    return syntax.Name(entity.name, notes=syntax.Notes(type_, entity), place=entity.place)

"""Procedures and the main program into functions of the IR (5.4 of the report)."""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Label
from interpreters.ir.types import Type
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Entity, Formal, Procedure, Variable
from interpreters.languages.algol60.lower import arrays, jumps, statements
from interpreters.languages.algol60.lower.context import Context, Lowering, ir_type

TAKEN = ("link", "frame", "level", "identity")


def main(lowering: Lowering, tree: syntax.Program) -> None:
    """Build the entry function, and with it all functions that it needs."""
    lowering.unique("main")
    c = Context(lowering, "main", "the program", None, own=True)
    c.at(tree.place)
    statements.scope(c, (tree.body,))
    c.build.end(ops.Return)
    land(c)
    c.finish()
    lowering.finish()


def build(lowering: Lowering, procedure: Procedure, name: str) -> None:
    """Build the function of a procedure."""
    parameters = {"link": Type.INT}
    words = {}
    for formal in procedure.formals:
        word = formal.name + ".parameter" if formal.name in TAKEN else formal.name
        words[formal] = word
        parameters[word] = Type.REAL if is_real_value(formal) else Type.INT
    returns = ir_type(procedure.type) if procedure.type else None
    title = f"procedure {procedure.name}"
    c = Context(
        lowering, name, title, procedure, own=True, parameters=parameters, returns=returns, loops=procedure.loops
    )
    c.at(procedure.place)
    for formal in procedure.formals:
        take(c, formal, words[formal])
    if procedure.result is not None:
        c.declare(procedure.result, procedure.type)
    assert procedure.body is not None
    statements.scope(c, (procedure.body,))
    c.at(procedure.place)
    end(c, procedure)
    land(c)
    c.finish()


def is_real_value(formal: Formal) -> bool:
    """Tell whether a parameter's word is a real number."""
    return formal.kind == "simple" and formal.value and formal.type == "real"


def take(c: Context, formal: Formal, word: str) -> None:
    """Put a parameter where the body finds it."""
    type_ = formal.type if formal.kind == "simple" and formal.value else "integer"
    if formal in c.lowering.found.shared:
        c.store(formal, type_, c.build.do(ops.LocalLoad, word))
    else:
        c.locals[formal] = word
        if formal.kind == "simple" and formal.value:
            c.probe_local(formal, word, type_)
    if formal.kind == "array":
        if formal.value:
            arrays.copy_value(c, formal)
        arrays.open_formal(c, formal)


def end(c: Context, procedure: Procedure) -> None:
    """Return with the procedure's value, which may be undefined: it is checked where it is used."""
    if c.build.block is None:
        return
    found = None
    if procedure.result is not None:
        found = c.load(procedure.result, procedure.type, None)
    c.leave(found)


def land(c: Context) -> None:
    """Make the blocks in which jumps from other functions arrive."""
    build = c.build
    for label, number in c.lowering.found.landings.items():
        if label.owner is c.procedure and label in c.levels:
            landing = Label(f"landing {label.name}.{number}")
            build.begin(landing)
            c.release_to(c.levels[label])
            build.end(ops.Jump, jumps.block_of(label))
            build.function.landings[number] = landing


def named(entity: Entity, type_: str) -> syntax.Name:
    """Return an identifier that means an entity, as the checker leaves it."""
    return syntax.Name(entity.name, notes=syntax.Notes(type_, entity), place=entity.place)


def wrapped(lowering: Lowering, standard: Procedure) -> Procedure:
    """Return a procedure that does nothing but call a standard one, for use as a parameter."""
    if standard.name not in lowering.wrappers:
        procedure = Procedure(name=standard.name, place=standard.place, type=standard.type, assigned=True)
        for formal in standard.formals:
            procedure.formals.append(
                Formal(
                    name=formal.name,
                    place=formal.place,
                    owner=procedure,
                    position=formal.position,
                    kind=formal.kind,
                    type=formal.type,
                    value=formal.value,
                )
            )
        actuals = tuple(
            named(formal, formal.type if formal.kind == "simple" else formal.kind) for formal in procedure.formals
        )
        name = named(standard, standard.type)
        if standard.type:
            procedure.result = Variable(
                name=standard.name, place=standard.place, owner=procedure, type=standard.type, result_of=procedure
            )
            target = named(procedure.result, standard.type)
            call = syntax.FunctionDesignator(name, actuals, notes=syntax.Notes(standard.type))
            procedure.body = syntax.Assignment((target,), call)
        else:
            procedure.body = syntax.ProcedureStatement(name, actuals)
        lowering.wrappers[standard.name] = procedure
    return lowering.wrappers[standard.name]

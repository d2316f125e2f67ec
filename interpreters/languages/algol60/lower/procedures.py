"""Procedures and the main program into functions of the IR (5.4 of the report)."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Formal, Procedure
from getallenband.interpreters.languages.algol60.lower import arrays, names
from getallenband.interpreters.languages.algol60.lower.context import Context, block_of, is_named
from getallenband.interpreters.languages.algol60.lower.functions import build_function
from getallenband.interpreters.languages.algol60.lower.program import ProgramContext, ir_type
from getallenband.interpreters.languages.algol60.lower.statements import scope
from getallenband.interpreters.lowering import cells

RESERVED = ("link", "frame", "level", "identity")


def build_main(program: ProgramContext, tree: syntax.Program) -> None:
    """Build the entry function, and with it all functions that it needs."""
    c = Context(program, "main", "the program", None, own=True, parameters={})
    c.at(tree)
    scope(c, (tree.body,))
    c.build.end(ops.Return)
    make_landings(c)
    c.finish()
    program.finish()


@build_function.case(Procedure)
def build_procedure(program: ProgramContext, procedure: Procedure) -> None:
    words = {formal: formal.name + ".parameter" * (formal.name in RESERVED) for formal in procedure.formals}
    parameters = {"link": Type.INT, **{words[formal]: ir_type(word_type(formal)) for formal in procedure.formals}}
    returns = ir_type(procedure.type) if procedure.type else None
    name, title, loops = program.functions[procedure], f"procedure {procedure.name}", procedure.loops
    c = Context(program, name, title, procedure, own=True, parameters=parameters, returns=returns, loops=loops)
    c.build.place(procedure.place)
    for formal in procedure.formals:
        take(c, formal, words[formal])
    if procedure.result is not None:
        c.declare(procedure.result)
    assert procedure.body is not None
    scope(c, (procedure.body,))
    c.build.place(procedure.place)
    if c.build.block is not None:
        # the value may be undefined: it is checked where it is used
        result = procedure.result
        c.leave(cells.load(c.build, c.cell(result, result.type)) if result is not None else None)
    # Before `finish`, which saves the stack's height at the entry only where something releases to it.
    make_landings(c)
    c.finish()


def word_type(formal: Formal) -> str:
    """Return the type of the word that a parameter is given: of a value its own, of an address or an index integer."""
    return formal.type if formal.kind == "simple" and formal.value else "integer"


def take(c: Context, formal: Formal, word: str) -> None:
    """Store a parameter where the body expects it."""
    type_ = word_type(formal)
    if formal in c.program.captures.captured:
        cells.store(c.build, c.cell(formal, type_), c.build.do(ops.LocalLoad, word))
    else:
        c.locals[formal] = word
        if formal.kind == "simple" and formal.value:
            c.probe_local(formal, word, type_)
        elif is_named(formal):
            names.take(c, formal)
    if formal.kind == "array":
        if formal.value:
            arrays.copy_value(c, formal)
        arrays.open_formal(c, formal)


def make_landings(c: Context) -> None:
    """Make the blocks in which jumps from other functions arrive."""
    build = c.build
    for label, number in c.program.captures.landings.items():
        if label.owner is c.procedure and label in c.levels:
            landing = Label(f"landing {label.name}.{number}")
            build.begin(landing)
            c.release_to(c.levels[label])
            build.end(ops.Jump, block_of(label))
            build.function.landings[number] = landing

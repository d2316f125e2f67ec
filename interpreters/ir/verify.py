"""Check that a program keeps the rules of the IR; raise InvalidProgram, saying where it does not.

    verify(program, library)
    # InvalidProgram: function main, block again, operation 3 (int_add): %7 may be read before it is assigned

Engines rely on what is checked here and do not check it again.
"""

from __future__ import annotations

from getallenband.interpreters.ir.control_flow import reverse_postorder, successor_map, successors
from getallenband.interpreters.ir.fields import result
from getallenband.interpreters.ir.graphs import loops
from getallenband.interpreters.ir.host import Library
from getallenband.interpreters.ir.ops import TERMINATOR, Operation
from getallenband.interpreters.ir.program import Function, InvalidProgram, Program, ProgramVariable
from getallenband.interpreters.ir.types import SIZES, Type
from getallenband.interpreters.ir.verify_flow import check_flow
from getallenband.interpreters.ir.verify_operations import OperationCheck

__all__ = ["InvalidProgram", "verify"]

PATTERNS = ("zero", "undefined_int", "undefined_real")


def verify(program: Program, library: Library) -> None:
    """Raise InvalidProgram for the first rule that is broken."""
    check_tables(program)
    if program.entry not in program.functions:
        raise InvalidProgram(f"the entry function {program.entry} does not exist")
    if program.functions[program.entry].parameters:
        raise InvalidProgram(f"the entry function {program.entry} has parameters")
    for name, function in program.functions.items():
        if name != function.name:
            raise InvalidProgram(f"function {function.name} is filed under {name}")
        check_function(program, library, function)


def check_tables(program: Program) -> None:
    """Check regions, statements, variables, places and probes."""
    for name, region in program.regions.items():
        if region.size < 0 or len(region.contents) > region.size or region.pattern not in PATTERNS:
            raise InvalidProgram(f"region {name}: impossible size, contents or pattern")
    if not program.places:
        raise InvalidProgram("the program has no places")
    labels = [statement.label for statement in program.statements]
    for what, names in (("statement", labels), ("probe", program.probes)):
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InvalidProgram(f"two {what}s are called {twice}")
    for name, variable in program.variables.items():
        check_variable(program, name, variable)


def check_variable(program: Program, name: str, variable: ProgramVariable) -> None:
    """Check that a source variable lives in a local or in a cell of a region."""
    if variable.region is not None:
        region = program.regions.get(variable.region)
        if region is None:
            raise InvalidProgram(f"variable {name}: there is no region {variable.region}")
        if not 0 <= variable.offset <= region.size - SIZES["i64"] or variable.offset % SIZES["i64"]:
            raise InvalidProgram(f"variable {name}: offset {variable.offset} is not a cell of region {variable.region}")
        return
    function = program.functions.get(variable.function or "")
    if function is None or function.locals.get(variable.local or "") is not variable.type:
        raise InvalidProgram(f"variable {name}: no function has it as a local of type {variable.type}")


def check_function(program: Program, library: Library, function: Function) -> None:
    """Check one function: its head, the shape of its blocks, its operations, the edges between blocks."""
    where = f"function {function.name}"
    check_head(function, where)
    place = [""]
    check = OperationCheck(program, library, function, lambda _: place[0])
    assigned: dict[int, str] = {}
    for label, block in function.blocks.items():
        if not block.operations or TERMINATOR not in block.terminator.traits:
            raise InvalidProgram(f"{where}, block {label}: it does not end with a terminator")
        for index, operation in enumerate(block.operations):
            here = f"{where}, block {label}, operation {index} ({operation.printed_name})"
            check_shape(function, operation, here, last=index == len(block.operations) - 1)
            place[0] = here
            check.operation(operation)
            check.names(operation)
            written = result(operation)
            if written is None:
                continue
            if written in assigned:
                raise InvalidProgram(f"{here}: %{written} is assigned at two places, first in {assigned[written]}")
            assigned[written] = here
    check_flow(function, where)
    check_loops(function, where)


def check_head(function: Function, where: str) -> None:
    """Check parameters, locals, entry and landings."""
    if tuple(function.locals)[: len(function.parameters)] != function.parameters:
        raise InvalidProgram(f"{where}: the parameters are not the first locals")
    for name, kind in function.locals.items():
        if kind is Type.BOOL:
            raise InvalidProgram(f"{where}: local {name} is of type bool")
    if function.entry not in function.blocks:
        raise InvalidProgram(f"{where}: there is no entry block {function.entry}")
    if function.identity is not None and function.locals.get(function.identity) is not Type.INT:
        raise InvalidProgram(f"{where}: the identity {function.identity} is not a local of type int")
    if function.landings and function.identity is None:
        raise InvalidProgram(f"{where}: it has landings, but no identity")
    for number, label in function.landings.items():
        if label not in function.blocks:
            raise InvalidProgram(f"{where}: landing {number}: there is no block {label}")


def check_shape(function: Function, operation: Operation, here: str, *, last: bool) -> None:
    """Check that terminators end blocks, and that the blocks they name exist."""
    if TERMINATOR in operation.traits and not last:
        raise InvalidProgram(f"{here}: a terminator in the middle of a block")
    for target in successors(operation):
        if target not in function.blocks:
            raise InvalidProgram(f"{here}: there is no block {target}")


def check_loops(function: Function, where: str) -> None:
    """Check that every loop holds a statement mark: else a budget would not end it; a routine's end by themselves."""
    if function.routine:
        return
    unmarked = [label for label in reverse_postorder(function) if not function.blocks[label].weight]
    for cycle in loops(unmarked, successor_map(function)):
        raise InvalidProgram(f"{where}: a loop without a statement mark: {', '.join(sorted(cycle))}")

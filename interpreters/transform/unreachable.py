"""Remove unreachable blocks, and functions that are never called.

    program = remove_unreachable(program)

Statements that stood only there stay in the program's table, with a count of 0.
"""

from __future__ import annotations

from dataclasses import replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.control_flow import reverse_postorder
from getallenband.interpreters.ir.program import Function, Program


def remove_unreachable(program: Program) -> Program:
    """Return the program without unreachable blocks and functions."""
    trimmed = {name: trim(function) for name, function in program.functions.items()}
    reachable, waiting = {program.entry}, [program.entry]
    while waiting:
        for operation in trimmed[waiting.pop()].operations:
            if isinstance(operation, ops.Call | ops.FunctionCode) and operation.function not in reachable:
                reachable.add(operation.function)
                waiting.append(operation.function)
    functions = {name: function for name, function in trimmed.items() if name in reachable}
    left = {
        name: variable
        for name, variable in program.variables.items()
        if variable.function is None or variable.function in reachable
    }
    return replace(program, functions=functions, variables=left)


def trim(function: Function) -> Function:
    """Return the function without unreachable blocks, and without the landings in them."""
    reachable = set(reverse_postorder(function))
    if len(reachable) == len(function.blocks):
        return function
    return replace(
        function,
        blocks={label: block for label, block in function.blocks.items() if label in reachable},
        landings={number: label for number, label in function.landings.items() if label in reachable},
    )

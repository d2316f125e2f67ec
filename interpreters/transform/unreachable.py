"""Remove unreachable blocks.

    program = remove_unreachable(program)

Statements that stood only in such blocks stay in the program's table, with a count of 0.
"""

from __future__ import annotations

from dataclasses import replace

from interpreters.ir.control_flow import reverse_postorder
from interpreters.ir.program import Function, Program


def remove_unreachable(program: Program) -> Program:
    """Return the program without unreachable blocks."""
    return replace(program, functions={name: trim(function) for name, function in program.functions.items()})


def trim(function: Function) -> Function:
    """Return the function without unreachable blocks, and without the landings in them."""
    found = set(reverse_postorder(function))
    if len(found) == len(function.blocks):
        return function
    return replace(
        function,
        blocks={label: block for label, block in function.blocks.items() if label in found},
        landings={number: label for number, label in function.landings.items() if label in found},
    )

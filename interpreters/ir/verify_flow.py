"""Check that every read of a register is dominated by the operation that assigns it.

The result of a call is assigned on the edge to the call's next block only, not on the edges that Unwind takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from getallenband.interpreters.ir.control_flow import edges, greatest_fixed_point
from getallenband.interpreters.ir.fields import reads, result
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Function, InvalidProgram


def check_flow(function: Function, where: str) -> None:
    """Raise InvalidProgram for a register that may be read before it is assigned."""
    for label, known in assigned_at(function).items():
        for index, operation in enumerate(function.blocks[label].operations):
            for register in reads(operation):
                if not known >> register & 1:
                    raise InvalidProgram(
                        f"{where}, block {label}, operation {index} ({operation.printed_name}): "
                        f"%{register} may be read before it is assigned"
                    )
            written = result(operation)
            if written is not None:
                known |= 1 << written


def assigned_at(function: Function) -> dict[Label, int]:
    """Return the registers (as bits) that are assigned on every path to each reachable block."""
    inside: dict[Label, int] = {}
    last: dict[Label, int] = {}
    for label, block in function.blocks.items():
        written = [result(operation) for operation in block.operations]
        inside[label] = sum(1 << register for register in written[:-1] if register is not None)
        last[label] = 0 if written[-1] is None else 1 << written[-1]
    following: dict[Label, list[tuple[Label, bool]]] = {label: [] for label in function.blocks}
    for origin, target, unwinding in edges(function):
        following[origin].append((target, unwinding))

    def flow(label: Label, known: int) -> Iterator[tuple[Label, int]]:
        for target, unwinding in following[label]:
            yield target, known | inside[label] | (0 if unwinding else last[label])

    known = greatest_fixed_point(function, len(function.registers), flow)
    return {label: known[label] for label in function.blocks if label in known}

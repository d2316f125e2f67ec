"""Where an activation keeps its values: function -> layout of a frame in linear memory.

    frame = Frame.of(function)
    frame.locals["k"], frame.registers[Register(7)], frame.size       # offsets, size in bytes

A frame begins with the number of the block to return to, the address of the caller's frame and the function's code.
The locals follow in order, the parameters first, then the registers that are read in another block than their own.
Nothing else of an activation outlives a block, so a run can pause wherever a block begins.
"""

from __future__ import annotations

from dataclasses import dataclass

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.fields import reads, result
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import Function

RETURN, CALLER, CODE = 0, 8, 16
HEADER = 24


@dataclass(frozen=True, slots=True)
class Frame:
    """Offsets in bytes of locals and registers; `size` is the whole frame's."""

    locals: dict[str, int]
    registers: dict[Register, int]
    size: int

    @classmethod
    def of(cls, function: Function) -> Frame:
        """Lay out the frame of a function."""
        shared = shared_registers(function)
        names = [*function.parameters, *(name for name in function.locals if name not in function.parameters)]
        after = HEADER + 8 * len(names)
        return cls(
            {name: HEADER + 8 * number for number, name in enumerate(names)},
            {register: after + 8 * number for number, register in enumerate(shared)},
            after + 8 * len(shared),
        )


def shared_registers(function: Function) -> list[Register]:
    """List the registers that are read in another block than the one that writes them; a constant is none.

    The result of a call is written after the call's block.
    """
    home: dict[Register, object] = {}
    constants: set[Register] = set()
    for label, block in function.blocks.items():
        for operation in block.operations:
            written = result(operation)
            if written is not None:
                home[written] = None if isinstance(operation, ops.Call | ops.CallIndirect) else label
                if isinstance(operation, ops.Constant):
                    constants.add(written)
    shared = {
        register: None
        for label, block in function.blocks.items()
        for operation in block.operations
        for register in reads(operation)
        if home[register] != label and register not in constants
    }
    return list(shared)

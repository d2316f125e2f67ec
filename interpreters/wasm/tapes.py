"""The tapes of a run as numbers: what each read would give, and how far the tape is read then."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.language import Lowered, Tapes
from getallenband.interpreters.lowering.page_calls import NotInPages, page_parts, read
from getallenband.interpreters.outcome import Limits
from getallenband.interpreters.wasm.sites import constants_of

MOST = 1_000_000
Readers = Mapping[str, tuple[int, ...]]
"""The procedures that read the tape, with their operands: constants, or 1."""


def tape_data(program: Program, lowered: Lowered, tapes: Tapes) -> dict[str, Any]:
    """Return for each tape its text, its numbers, the offset after each, and the message at its end.

    The language's own procedure reads them here, in a run of nothing else.
    """
    readers: Readers = {
        operation.name: tuple(int(constants.get(register, 1)) for register in operation.arguments)
        for function in program.functions.values()
        for constants in [constants_of(function, inf)]
        for operation in function.operations
        if isinstance(operation, ops.HostCall) and reads_tape(lowered, operation.name)
    }
    if len(readers) > 1:
        raise NotInPages(f"the tape is read by {' and '.join(sorted(readers))}: pages read it in one way")
    return {name: read_whole(program, lowered, tapes, name, readers) for name in tapes}


def reads_tape(lowered: Lowered, name: str) -> bool:
    return page_parts(lowered).forms.get(name) is read


def read_whole(program: Program, lowered: Lowered, tapes: Tapes, name: str, readers: Readers) -> dict[str, Any]:
    """Read a tape to its end, or to what is no number."""
    numbers: list[float] = []
    ends: list[int] = []
    end = ""
    host = Host(program, Limits(memory=0), lambda: lowered.session(tapes))
    for reader, operands in readers.items() if name == "tape" else ():
        try:
            while len(numbers) < MOST:
                numbers.append(lowered.library[reader].perform(host, *operands))
                ends.append(host.state.tapes["tape"].position)
        except HostTrap as trap:
            end = str(trap)
    return {"text": tapes[name].text, "numbers": numbers, "ends": ends, "end": end}

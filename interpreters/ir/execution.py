"""What an engine returns, and how both engines count statements.

An engine counts how often blocks are entered. A statement's count is the sum over the blocks that hold its mark; where
the run ended inside a block, the marks after that point are subtracted again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from getallenband.interpreters.ir.ops import Label, Statement
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.snapshot import Value
from getallenband.interpreters.outcome import Ending

Progress = Callable[[int], None]
"""Called from time to time, in the main thread, with the number of statements executed so far."""


class TooLargeToCompile(Exception):
    """An engine would take too long to compile the program."""

    def __str__(self) -> str:
        return "the program is too large for machine code"


@dataclass(frozen=True, slots=True)
class Execution:
    """How a run ended, the count of every statement by its label, the probes' histograms, seconds, the engine.

    `own` are the variables of the innermost call, where they were asked for.
    """

    ending: Ending
    counts: dict[str, int]
    probes: dict[str, dict[int, int]]
    build: float
    run: float
    engine: str
    own: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EndPoint:
    """The point inside a block where a run ended: the operation's index. Marks after it are not counted."""

    function: str
    block: Label
    operation: int


def statement_counts(
    program: Program, entries: Mapping[tuple[str, Label], int], ended: EndPoint | None
) -> dict[str, int]:
    """Turn block entries into a count for every statement label of the program, in the program's order."""
    counts = [0] * len(program.statements)
    for name, function in program.functions.items():
        for label, block in function.blocks.items():
            times = entries.get((name, label), 0)
            last = ended.operation if ended and (ended.function, ended.block) == (name, label) else None
            for index, operation in enumerate(block.operations):
                if isinstance(operation, Statement) and operation.counted:
                    late = last is not None and index > last
                    counts[operation.statement] += times - late
    return {statement.label: counts[index] for index, statement in enumerate(program.statements)}

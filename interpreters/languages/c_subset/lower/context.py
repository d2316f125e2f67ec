"""What lowering keeps of a program and of the function at hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.languages.c_subset.lower.targets import Targets
from getallenband.interpreters.languages.c_subset.typed import Routine, Variable
from getallenband.interpreters.languages.c_subset.types import is_scalar
from getallenband.interpreters.lowering.context import FunctionContext, StatementLabels


@dataclass
class ProgramContext:
    """The program in the making, the numbers of its static objects, and what is known of its pointers.

    `objects` is how many entries the table of objects has.
    """

    made: Program
    numbers: dict[Variable, int]
    targets: Targets
    labels: StatementLabels = field(default_factory=StatementLabels)
    objects: int = 0


class Context(FunctionContext):
    """A function: where its variables are, and where its jumps lead.

    `locals` holds the name of a variable's local; of one in memory, the local that holds its number as an object, and
    `addresses` the one that holds its address.
    """

    def __init__(self, program: ProgramContext, routine: Routine, build: FunctionBuilder) -> None:
        super().__init__(build, program.labels)
        self.program, self.routine, self.targets = program, routine, program.targets
        self.locals: dict[Variable, str] = {}
        self.addresses: dict[Variable, str] = {}
        self.old: dict[int, Register] = {}
        self.leaves: dict[str, list[Label]] = {"break": [], "continue": []}
        self.cases: list[dict[int | None, Label]] = []


def in_memory(variable: Variable) -> bool:
    """Return whether a variable that is not static is an object in memory rather than a local."""
    return variable.address_taken or not is_scalar(variable.type)

"""The tables that the functions of a program share while they are written, some of which the run needs too.

module.counter("main", Label("entry"))  # the number of the block's counter
module.sites[12]                        # what native code means by site 12
"""

from __future__ import annotations

from getallenband.interpreters.compiled.module import CompiledModule
from getallenband.interpreters.ir.builder import size
from getallenband.interpreters.ir.execution import TooLargeToCompile
from getallenband.interpreters.ir.inspection import source_locals
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type

ANY_TAG = 4
"""The alias tag of memory that is accessed by address; the regions' own tags follow."""


MOST_LINES = 1_600_000
"""Lines of assembly of the largest program that is compiled: LLVM takes 20 s and 1.5 GB for one of this size."""
MOST_PARAMETERS = 10_000
"""Parameters of a function that is compiled: LLVM takes 2 s for a call of one with so many, and aborts at 65,536."""


class Module(CompiledModule):
    """The layout, the sites and the counters of a program; `imported` are the C functions that its code calls.

    `exact` code tests the budget in each block, other code in each loop and each function that calls others. Code that
    is `inspected` stores the variables of the outermost and the innermost call where it ends: `outermost` is the first
    word of the first; `innermost` that of the function's code, from 1, before those of the other.
    """

    def __init__(
        self,
        program: Program,
        memory_size: int,
        depth_limit: int,
        exact: bool = True,
        work_limit: int | None = None,
        inspected: bool = False,
    ) -> None:
        self.lines = 0
        self.check_size(size(program))
        if any(len(function.parameters) > MOST_PARAMETERS for function in program.functions.values()):
            raise TooLargeToCompile
        super().__init__(program, memory_size, depth_limit, work_limit)
        self.exact, self.inspected = exact, inspected
        self.outermost = self.layout.size
        self.innermost = self.outermost + len(source_locals(program, program.functions[program.entry]))
        if inspected:
            most = max(len(source_locals(program, each)) for each in program.functions.values())
            self.layout.size = self.innermost + 1 + most
        self.imported: set[str] = set()
        # two for each region: the tag of its accesses, and the type that this names (assembly.metadata)
        self.region_tags = {name: ANY_TAG + 2 + 2 * number for number, name in enumerate(program.regions)}
        self.counters: dict[tuple[str, Label], int] = {}
        self.tables: dict[tuple[tuple[Type, ...], Type | None], str] = {}
        self.leavers: dict[tuple[Type, ...], str] = {}
        self.needs_fill = False

    def add_lines(self, lines: int) -> None:
        """Count the lines of a function that is written; raise TooLargeToCompile where they are too many."""
        self.check_size(lines)
        self.lines += lines

    def check_size(self, lines: int) -> None:
        """Raise TooLargeToCompile where these lines and those of the functions written so far are too many."""
        if self.lines + lines > MOST_LINES:
            raise TooLargeToCompile

    def counter(self, function: str, label: Label) -> int:
        return self.counters.setdefault((function, label), len(self.counters))

    def signature_table(self, parameters: tuple[Type, ...], returns: Type | None) -> str:
        """Return the name of the table of functions with this signature, by their code."""
        return self.tables.setdefault((parameters, returns), f"@table{len(self.tables)}")

    def leaver(self, types: tuple[Type, ...]) -> str:
        """Return the name of the function that notes a site and operands of these types."""
        return self.leavers.setdefault(types, f"@leave{len(self.leavers)}")

    def mathematics(self, name: str) -> str:
        """Return a function of the C mathematical library: whoever runs the code binds it."""
        self.imported.add(name)
        return f'@"math.{name}"'

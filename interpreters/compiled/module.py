"""What the functions of one program share while they are compiled, and what the run needs of that later.

number = module.site("trap", function, label, index, "{0} is too large", (Type.INT,))
module.sites[number]                    # what the code means by this site
"""

from __future__ import annotations

from getallenband.interpreters.compiled.state import Layout, Site, SiteKind
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Function, Program
from getallenband.interpreters.ir.types import Type


class CompiledModule:
    """The layout and the sites of a program, the addresses of its regions and the codes of its functions."""

    def __init__(self, program: Program, memory_size: int, depth_limit: int, work_limit: int | None) -> None:
        self.program, self.memory_size, self.depth_limit = program, memory_size, depth_limit
        self.work_limit = work_limit
        self.layout = Layout.of(program)
        self.sites: list[Site] = []
        self.addresses = program.addresses()
        self.codes = {name: code for code, name in enumerate(program.functions)}

    def site(
        self, kind: SiteKind, function: Function, label: Label, index: int, message: str, types: tuple[Type, ...]
    ) -> int:
        """Give a point of the program a number that the host can look up."""
        operation = function.blocks[label].operations[index]
        self.sites.append(Site(len(self.sites), kind, function.name, label, index, operation, message, types))
        return len(self.sites) - 1

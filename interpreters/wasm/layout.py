"""Where everything lies in a module's linear memory, in bytes.

words                      those of compiled.state: control words, operands, probes, events
counters                   one word a statement; they run down
memory                     the program's own
frames                     of the active calls, up to the end; this part grows
"""

from __future__ import annotations

from dataclasses import dataclass

from getallenband.interpreters.compiled.state import Layout
from getallenband.interpreters.ir.program import Program

PAGE = 65536
UNIT = 4096
"""What the place of a program's memory is a multiple of."""

MARGIN = PAGE
"""What the limit of the frames leaves free after them: a caller writes a frame's first words before it is tested."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses of the parts."""

    words: int
    counters: int
    memory: int
    frames: int

    @classmethod
    def of(cls, program: Program, layout: Layout, memory_size: int) -> Addresses:
        """Put the parts one after the other, where programs that differ little have them too."""
        counters = 8 * layout.size
        memory = (counters + 8 * len(program.statements) + UNIT - 1) // UNIT * UNIT
        return cls(0, counters, memory, (memory + memory_size + 63) // 64 * 64)

    def word(self, number: int) -> int:
        return self.words + 8 * number

    @property
    def pages(self) -> int:
        """The pages that a run begins with: all parts, and some room for frames."""
        return self.frames // PAGE + 4

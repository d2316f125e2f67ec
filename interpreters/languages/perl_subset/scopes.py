"""Which slot of which frame a Perl variable has.

File-level variables live in one frame, those of a sub in a frame that each call makes anew; a block's variables have
slots of their own in the frame around it. Slot 0 holds $_ in the file's frame, @_ in a sub's.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreters.languages.perl_subset import syntax
from interpreters.source.errors import Complaint, nearest

SPECIAL = {"$_", "$a", "$b", "$!", "$^T", "$0", "$&", "@_", "@ARGV", "%ENV"}


@dataclass
class Frames:
    """The slots of one frame: how many, and which variables need a fresh array or hash."""

    size: int = 1


@dataclass
class Scopes:
    """The blocks around a place in the text: name with sigil to (is it the file's frame, slot)."""

    complaints: list[Complaint] = field(default_factory=list)
    blocks: list[dict[str, tuple[bool, int]]] = field(default_factory=lambda: [{}])
    file: Frames = field(default_factory=Frames)
    sub: Frames | None = None
    strict: bool = False
    kinds: dict[int, str] = field(default_factory=dict)

    def wrong(self, node: syntax.Node, message: str, expected: str = "", near: str = "") -> None:
        """Note a fault."""
        self.complaints.append(Complaint(node.place, message, expected, near))

    def declare(self, variable: syntax.Variable) -> tuple[bool, int]:
        """Give a variable of `my` a slot."""
        frame = self.file if self.sub is None else self.sub
        slot = frame.size
        frame.size += 1
        found = (self.sub is None, slot)
        self.blocks[-1][variable.sigil + variable.name] = found
        if self.sub is None:
            self.kinds[slot] = variable.sigil
        return found

    def find(self, variable: syntax.Variable) -> tuple[bool, int]:
        """Find a variable's slot; one that is not declared is the file's, which `use strict` forbids."""
        key = variable.sigil + variable.name
        for block in reversed(self.blocks):
            if key in block:
                return block[key]
        if self.strict and key not in SPECIAL and not variable.name.isdigit():
            known = {name for block in self.blocks for name in block}
            self.wrong(variable, f"{key} is not declared, which use strict asks for", f"my {key}", nearest(key, known))
        slot = self.file.size
        self.file.size += 1
        self.kinds[slot] = variable.sigil
        self.blocks[0][key] = (True, slot)
        return True, slot

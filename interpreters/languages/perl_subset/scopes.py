"""Which slot of which frame a Perl variable has.

File-level variables live in one frame, those of a sub in a frame that each call makes anew; a block's variables have
slots of their own in the frame around it. A slot holds a scalar's value, an array or a hash; a `located` one holds the
Locator of a scalar that lies elsewhere: so do $_ and the variables of foreach.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.machine import ARGUMENTS, TOPIC
from interpreters.source.diagnostics import Diagnostic, nearest
from interpreters.source.tree import Node

SPECIAL = {"$_", "$a", "$b", "$!", "$^T", "$0", "$&", "$|", "@_", "@ARGV", "%ENV"}


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a variable is: in the file's frame or a sub's, at which index, and whether a Locator stands there."""

    is_file: bool
    index: int
    located: bool = False


@dataclass
class Frames:
    """How many slots a frame has."""

    size: int


@dataclass
class Scopes:
    """The blocks around a place in the text: name with sigil to slot; `loop_names` are the $names of foreach loops."""

    loop_names: frozenset[str] = frozenset()
    diagnostics: list[Diagnostic] = field(default_factory=list)
    blocks: list[dict[str, Slot]] = field(default_factory=lambda: [{"$_": Slot(True, TOPIC, True)}])
    file: Frames = field(default_factory=lambda: Frames(1))
    sub: Frames | None = None
    loops: list[str] = field(default_factory=list)
    strict: bool = False
    kinds: dict[int, str] = field(default_factory=dict)
    undeclared: set[int] = field(default_factory=set)

    def wrong(self, node: Node, message: str, expected: str = "", near: str = "") -> None:
        """Note a fault."""
        self.diagnostics.append(Diagnostic(node.place, message, expected, near))

    def declare(self, variable: syntax.Variable, located: bool = False) -> Slot:
        """Give a variable of `my` or of foreach a slot."""
        frame = self.file if self.sub is None else self.sub
        slot = Slot(self.sub is None, frame.size, located)
        frame.size += 1
        self.blocks[-1][variable.sigil + variable.name] = slot
        if self.sub is None:
            self.kinds[slot.index] = "located" if located else variable.sigil
        return slot

    def begin_sub(self) -> None:
        """Open the frame of a sub."""
        self.sub = Frames(2)
        self.blocks.append({"@_": Slot(False, ARGUMENTS)})

    def end_sub(self) -> int:
        """Close the frame of a sub; return its size."""
        assert self.sub is not None
        size, self.sub = self.sub.size, None
        self.blocks.pop()
        return size

    def find(self, variable: syntax.Variable) -> Slot:
        """Find a variable's slot; one that is not declared is the file's, which `use strict` forbids."""
        key = variable.sigil + variable.name
        for block in reversed(self.blocks):
            if key in block:
                return block[key]
        if self.strict and key not in SPECIAL:
            known = {name for block in self.blocks for name in block} - {"$_", "@_"}
            self.wrong(variable, f"{key} is not declared, as use strict requires", f"my {key}", nearest(key, known))
        slot = Slot(True, self.file.size, key in self.loop_names)
        self.file.size += 1
        self.kinds[slot.index] = "located" if slot.located else variable.sigil
        self.blocks[0][key] = slot
        self.undeclared.add(slot.index)
        return slot

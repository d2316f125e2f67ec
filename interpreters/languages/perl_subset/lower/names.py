"""Name resolution: where each variable is.

Variables of the file have fixed addresses, those of a sub places in the frame that each call has on the stack. The
variable of an array or hash holds a reference to it. $_ and the variable of a foreach stand for a cell that lies
elsewhere: in an array at an index, or at an address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.runtime import layout
from getallenband.interpreters.languages.perl_subset.static_properties import within
from getallenband.interpreters.lowering.page_cells import CellVariable
from getallenband.interpreters.source.block_names import BlockNames
from getallenband.interpreters.source.tree import Node


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable: its name with $, @ or %, or one of these alone; its address, or its offset in its sub's frame."""

    name: str
    offset: int
    in_frame: bool
    declared: bool = True

    @property
    def sigil(self) -> str:
        return self.name[0]


@dataclass(slots=True)
class Alias:
    """A scalar that lies elsewhere: `index` bytes inside an array, or at the address `index` where there is no array.

    Both are locals of the function.
    """

    array: str | None
    index: str


@dataclass(frozen=True, slots=True)
class GlobalAlias:
    """A scalar variable of the whole program that stands for cells elsewhere: the address of its two words."""

    address: int


Named = Variable | Alias | GlobalAlias


@dataclass
class Frame:
    """How many bytes the variables of a sub take, and which there are."""

    size: int = 0
    variables: list[Variable] = field(default_factory=list)


class Names:
    """The names of the whole program."""

    def __init__(self, tree: syntax.Script) -> None:
        self.next_address = layout.FIRST_VARIABLE
        self.file: list[Variable] = []
        self.everywhere: dict[str, Named] = {"$_": GlobalAlias(layout.TOPIC)}
        self.loop_names: set[str] = set()
        self.global_aliases: list[int] = []
        for node in within(tree):
            if isinstance(node, syntax.Foreach) and not node.my:
                self.loop_names.add(f"${node.variable.name}")

    def new(self, key: str, frame: Frame | None, declared: bool = True) -> Variable:
        """Give a variable a place in a frame, or in the file's."""
        if frame is None:
            made = Variable(key, self.next_address, False, declared)
            self.next_address += layout.CELL
            self.file.append(made)
        else:
            made = Variable(key, frame.size, True)
            frame.size += layout.CELL
            frame.variables.append(made)
        return made


class Scope:
    """The blocks around a place in the text."""

    def __init__(self, names: Names, blocks: BlockNames[Named], frame: Frame | None, strict: bool) -> None:
        self.names, self.blocks, self.frame, self.strict = names, blocks, frame, strict

    def for_sub(self) -> Scope:
        """Return the scope of a sub that is defined here."""
        return Scope(self.names, self.blocks.inside(), Frame(), self.strict)

    def declare(self, variable: syntax.Variable) -> Variable:
        key = variable.sigil + variable.name
        made = self.names.new(key, self.frame)
        self.blocks[key] = made
        return made

    def is_lexical(self, key: str) -> bool:
        found = self.blocks.find(key)
        return found is not None and found is not self.names.everywhere.get(key)

    def find(self, node: Node, key: str) -> Named:
        """Find a variable; one that is not declared is the whole program's."""
        ours = isinstance(node, syntax.Variable) and node.our
        found = None if ours else self.blocks.find(key)
        if found is not None:
            return found
        if key not in self.names.everywhere:
            self.names.everywhere[key] = self.everywhere(key)
        # `our` gives the global variable its name back where a `my` hides it (perlfunc)
        if ours:
            self.blocks[key] = self.names.everywhere[key]
        return self.names.everywhere[key]

    def everywhere(self, key: str) -> Named:
        if key in self.names.loop_names:
            address = self.names.next_address
            self.names.next_address += layout.PAIR
            self.names.global_aliases.append(address)
            return GlobalAlias(address)
        return self.names.new(key, None, declared=False)


def cell_variables(variables: Sequence[Variable], function: str = "", base: str = "") -> list[CellVariable]:
    """Return the variables of a function, in the frame at a local, or of the file, that have names."""
    return [
        CellVariable(variable.name, variable.offset, function, base) for variable in variables if len(variable.name) > 1
    ]

"""Name resolution: where each variable is.

Variables of the file have fixed addresses, those of a sub places in the frame that each call has on the stack. An
array or hash to which a reference may be taken is an object of its own; the variable holds a reference to it. $_ and
the variable of a foreach stand for a cell that lies elsewhere: in an array at an index, or at an address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.runtime import layout
from interpreters.languages.perl_subset.static_properties import scalars_in_place, skipped_declaration, within
from interpreters.lowering.page_cells import CellVariable
from interpreters.source.block_names import BlockNames
from interpreters.source.diagnostics import Diagnostics
from interpreters.source.tree import Node

SPECIAL = {"$_", "$a", "$b", "$!", "$^T", "$0", "$&", "$|", "@_", "@ARGV", "%ENV"}
REFUSED = {"$ARGV", "@INC", "%INC", "%SIG"}
EXPECTED = "the declaration as a statement of its own, before this one"
SIZES = {"$": layout.CELL, "@": layout.ARRAY_SIZE, "%": layout.HASH_SIZE}


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable: its name with $, @ or %, or one of these alone; its address, or its offset in the frame of its sub.

    `boxed`: it holds a reference to its object; `mirrored`: nothing but its own name changes it.
    """

    name: str
    offset: int
    in_frame: bool
    boxed: bool = False
    declared: bool = True
    mirrored: bool = False

    @property
    def sigil(self) -> str:
        return self.name[0]


@dataclass(slots=True)
class Alias:
    """A scalar that lies elsewhere: `index` bytes inside an array, or at the address `index` where there is no array.

    Both are locals of the function. Where the items are `mixed`, flags in the array (layout.py) say of each whether it
    may be written; else `arguments` says that they are of @_. The local `value` holds the scalar itself where nothing
    changes it meanwhile.
    """

    array: str | None
    index: str
    arguments: bool = False
    mixed: bool = False
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Located:
    """A scalar variable of the whole program that stands for cells elsewhere: the address of its two words."""

    address: int


Named = Variable | Alias | Located


@dataclass
class Frame:
    """How many bytes the variables of a sub take, and which there are."""

    size: int = 0
    variables: list[Variable] = field(default_factory=list)


class Names:
    """The names of the whole program."""

    def __init__(self, tree: syntax.Script, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.next_address = layout.FIRST_VARIABLE
        self.file: list[Variable] = []
        self.everywhere: dict[str, Named] = {"$_": Located(layout.TOPIC)}
        self.referenced: set[str] = set()
        self.loop_names: set[str] = set()
        self.located: list[int] = []
        self.aliased: set[str] = set()
        for node in within(tree):
            if isinstance(node, syntax.Reference):
                inner = node.operand.variables[0] if isinstance(node.operand, syntax.My) else node.operand
                if isinstance(inner, syntax.Variable):
                    self.referenced.add(inner.sigil + inner.name)
            elif isinstance(node, syntax.Foreach) and not node.my:
                self.loop_names.add(f"${node.variable.name}")
            if isinstance(node, syntax.Foreach | syntax.BlockFunction):
                self.aliased.update(scalars_in_place(node.items))
            elif isinstance(node, syntax.Simple) and node.modifier == "foreach":
                self.aliased.update(scalars_in_place(node.condition))
            if skipped := skipped_declaration(node):
                message = "my that may be skipped is not supported: Perl leaves its value undefined"
                self.wrong(skipped, message, EXPECTED)

    def wrong(self, node: Node, message: str, expected: str = "", near: str = "") -> None:
        self.diagnostics.error(node.place, message, expected, near)

    def new(self, key: str, frame: Frame | None, declared: bool = True) -> Variable:
        """Give a variable a place in a frame, or in the file's."""
        boxed = key in self.referenced
        size = layout.CELL if boxed else SIZES[key[0]]
        if frame is None:
            made = Variable(key, self.next_address, False, boxed, declared)
            self.next_address += size
            self.file.append(made)
        else:
            # not what a loop may alias, nor cells without a name: both are written through addresses in locals, past
            # the mirror. Variables of the file are not mirrored either: any sub may change them.
            mirrored = key[0] == "$" and len(key) > 1 and key[1:] not in self.aliased
            made = Variable(key, frame.size, True, boxed, mirrored=mirrored)
            frame.size += size
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
        """Find a variable; one that is not declared is the whole program's, which `use strict` forbids."""
        ours = isinstance(node, syntax.Variable) and node.our
        found = None if ours else self.blocks.find(key)
        if found is not None:
            return found
        if key not in self.names.everywhere:
            if key in REFUSED:
                self.names.wrong(node, f"the special variable {key} is not supported")
            elif self.strict and not ours and key not in SPECIAL:
                known = chain(self.blocks, self.names.everywhere)
                near = self.names.diagnostics.nearest(key, (name for name in known if name not in ("$_", "@_")))
                self.names.wrong(node, f"{key} is not declared, as use strict requires", f"my {key}", near)
            self.names.everywhere[key] = self.everywhere(key)
        # `our` gives the global variable its name back where a `my` hides it (perlfunc)
        if ours:
            self.blocks[key] = self.names.everywhere[key]
        return self.names.everywhere[key]

    def everywhere(self, key: str) -> Named:
        if key in self.names.loop_names:
            address = self.names.next_address
            self.names.next_address += layout.PAIR
            self.names.located.append(address)
            return Located(address)
        return self.names.new(key, None, declared=False)


def cell_variables(variables: Sequence[Variable], function: str = "", base: str = "") -> list[CellVariable]:
    """Return the variables of a function, in the frame at a local, or of the file, that have names."""
    return [
        CellVariable(variable.name, variable.offset, variable.boxed, function, base)
        for variable in variables
        if len(variable.name) > 1
    ]

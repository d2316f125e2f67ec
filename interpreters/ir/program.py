"""Programs, functions, blocks and static memory.

    Program("x", functions={"main": main}, regions={"bezet": Region(77 * 8, "undefined_int")}, entry="main", …)

Memory begins with the regions, in order, each at a multiple of 8, the first at 64 (so that 0 is no address); the
stack in memory follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from getallenband.interpreters.ir.ops import (
    FunctionCode,
    IndexLoad,
    IndexStore,
    Label,
    Operation,
    RegionAddress,
    Statement,
)
from getallenband.interpreters.ir.types import Kind, Pattern, Type
from getallenband.interpreters.source.position import Place

FIRST_ADDRESS = 64


class InvalidProgram(Exception):
    """A program breaks a rule of the IR: the fault of a lowering or a transformation, never of a source text."""


@dataclass(slots=True)
class Block:
    """Operations in order; the last is the terminator."""

    operations: list[Operation] = field(default_factory=list)

    @property
    def terminator(self) -> Operation:
        return self.operations[-1]

    @property
    def weight(self) -> int:
        """The number of statements that begin in the block."""
        return sum(isinstance(operation, Statement) for operation in self.operations)


@dataclass(slots=True)
class Function:
    """A function: the parameters are the first locals, set by the call; all other locals begin undefined.

    `title` is what messages call it ("procedure A"). `registers` gives the type of each register by its number.
    `identity` names the INT local that identifies an activation to Unwind, `landings` the blocks that it continues in.
    A `routine` is a part of the language's own runtime: calling it counts for no depth.
    """

    name: str
    title: str
    parameters: tuple[str, ...]
    returns: Type | None
    locals: dict[str, Type]
    registers: list[Type]
    blocks: dict[Label, Block]
    entry: Label
    identity: str | None = None
    landings: dict[int, Label] = field(default_factory=dict)
    routine: bool = False

    @property
    def operations(self) -> Iterator[Operation]:
        for block in self.blocks.values():
            yield from block.operations

    @property
    def signature(self) -> tuple[tuple[Type, ...], Type | None]:
        """Return the types of the parameters and of the result."""
        return tuple(self.locals[name] for name in self.parameters), self.returns


@dataclass(frozen=True, slots=True)
class Region:
    """Static memory: `size` bytes, initialised with a pattern, or with `contents` (then zeros).

    `address_taken` says that its addresses may be stored in memory, so that a Store or a library procedure may write
    to it without naming it. `place` is where the text asks for it; no text of the IR has it.
    """

    size: int
    pattern: Pattern = "zero"
    contents: bytes = b""
    address_taken: bool = False
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SourceStatement:
    """A statement of the source text: its label or name for reports (unique in the program), and its place."""

    label: str
    place: Place


@dataclass(frozen=True, slots=True)
class ProgramVariable:
    """Where a source variable lives, for probes: a local of a function, or a cell of a region."""

    function: str | None = None
    local: str | None = None
    region: str | None = None
    offset: int = 0
    type: Type = Type.INT


Limit = int | tuple[str, int]


@dataclass(frozen=True, slots=True)
class StaticArray:
    """Where an array of the source text lies: in a region from an offset on.

    The last subscript runs fastest, by `columns` the first. The region of a `moved` array holds its address there.
    A bound that is not constant is in the region of this name, at this offset.
    """

    region: str
    offset: int
    kind: Kind
    bounds: tuple[tuple[Limit, Limit], ...]
    moved: bool = False
    columns: bool = False


@dataclass(slots=True)
class Program:
    """A whole program; `strings` are constants that library procedures receive by index.

    `running`, if not 0, is the address of the cell with the number of the place that runs, for operations that have no
    place of their own. `arrays` are for those who show a program's state, where its subscripts do not say where they
    are. No text has either. `calls_ahead` are the checks of calls of functions that builders have not begun, `size` is
    how many operations they have made, blocks included.
    """

    name: str
    functions: dict[str, Function]
    regions: dict[str, Region]
    entry: str
    strings: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=lambda: [Place(1, 1)])
    statements: list[SourceStatement] = field(default_factory=list)
    variables: dict[str, ProgramVariable] = field(default_factory=dict)
    probes: list[str] = field(default_factory=list)
    running: int = field(default=0, compare=False)
    arrays: dict[str, StaticArray] = field(default_factory=dict, compare=False)
    statement_numbers: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
    string_numbers: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
    calls_ahead: dict[str, list[Callable[[], None]]] = field(default_factory=dict, repr=False, compare=False)
    size: int = field(default=0, repr=False, compare=False)

    @property
    def operations(self) -> Iterator[Operation]:
        for function in self.functions.values():
            yield from function.operations

    def coded(self) -> dict[int, Function]:
        """Return the functions whose code is taken, by their codes: those that CallIndirect may call."""
        taken = {operation.function for operation in self.operations if isinstance(operation, FunctionCode)}
        return {code: function for code, function in enumerate(self.functions.values()) if function.name in taken}

    def subscripted(self) -> set[str]:
        """Return the regions that the program accesses by subscript only, so that no address leads there."""
        subscripted, addressed = set[str](), {name for name, region in self.regions.items() if region.address_taken}
        for operation in self.operations:
            if isinstance(operation, RegionAddress):
                addressed.add(operation.region)
            elif isinstance(operation, IndexLoad | IndexStore):
                subscripted.add(operation.region)
        return subscripted - addressed

    def addresses(self) -> dict[str, int]:
        address, addresses = FIRST_ADDRESS, {}
        for name, region in self.regions.items():
            addresses[name] = address
            address += (region.size + 7) // 8 * 8
        return addresses

    def stack_start(self) -> int:
        return FIRST_ADDRESS + sum((region.size + 7) // 8 * 8 for region in self.regions.values())

"""What lowering a statement is given: the deck, the program unit at hand and the function it goes into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Program, Region
from getallenband.interpreters.ir.types import Kind, Type
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check import CheckedDeck
from getallenband.interpreters.languages.cdc_fortran.check.scopes import WORDS, Scope
from getallenband.interpreters.languages.cdc_fortran.check.storage import Location
from getallenband.interpreters.languages.cdc_fortran.check.types import REALS
from getallenband.interpreters.lowering.cells import Cell, LocalCell, MemoryCell
from getallenband.interpreters.lowering.context import FunctionContext, StatementLabels
from getallenband.interpreters.source.tree import walk


@dataclass(frozen=True, slots=True)
class Value:
    """A value in registers: a COMPLEX has two (REAL), a LOGICAL one (BOOL), INTEGER and WORD one (INT), others one."""

    type: str
    registers: tuple[Register, ...]

    @property
    def register(self) -> Register:
        """Return the only register, or the real part."""
        return self.registers[0]


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable or an array element that can be read and written: a COMPLEX has two cells; subscripts for messages."""

    type: str
    cells: tuple[Cell, ...]
    subscripts: tuple[Register, ...] = ()


@dataclass(frozen=True, slots=True)
class Dummy:
    """A dummy argument in memory: the locals that hold its address and the end of what was passed."""

    address: str
    limit: str


@dataclass(slots=True)
class DeckContext:
    """What the units of a deck share while it is lowered.

    With `speculative`, real arithmetic in loops is assumed to be right until its result shows otherwise. `mixed`:
    integers and reals share storage; `held`: reals may hold characters. `shapes` numbers the shapes of procedures
    (role, type, types of arguments), so that a call through a dummy procedure compares one number; `marks` are the
    names of statements so far. `masks`: some unit works on bits; `ends`: some unit asks for the end of a file. `names`
    are those of the files that have a unit number.
    """

    program: Program
    checked: CheckedDeck
    speculative: bool
    mixed: bool
    held: bool = False
    masks: bool = False
    ends: bool = False
    names: Mapping[int, str] = field(default_factory=dict)
    shapes: dict[tuple[str, ...], int] = field(default_factory=dict)
    marks: set[str] = field(default_factory=set)

    def shape(self, shape: tuple[str, ...]) -> int:
        """Return the number of a procedure's shape."""
        return self.shapes.setdefault(shape, len(self.shapes))

    def unique_mark(self, mark: str, otherwise: str) -> str:
        """Return a name that no other statement has."""
        found = otherwise if mark in self.marks else mark
        self.marks.add(found)
        return found


class UnitContext(FunctionContext):
    """A program unit while it is lowered.

    `homes` says where each variable is, `bounds` the upper bounds of dummy arrays (constants, or the locals that hold
    them), `bindings` the parameters of statement functions under way, `saved` the locals that are put back at RETURN.
    `evaluated` counts the statement functions that the outermost one of these evaluates.
    `statement_mark` is the name of the statement at hand; `speculating`: operands are not asked for their value.
    `read_formats` are the FORMATs that something is read by, which may change their texts.
    """

    def __init__(self, deck: DeckContext, scope: Scope, build: FunctionBuilder) -> None:
        super().__init__(build, StatementLabels())
        self.deck, self.scope = deck, scope
        self.system = deck.checked.words.system
        self.settings: Mapping[str, str] = deck.checked.settings
        self.homes: dict[str, Variable | Location | Dummy] = {}
        self.bounds: dict[str, list[int | str]] = {}
        self.bindings: list[dict[str, Variable]] = []
        self.evaluated = 0
        self.saved: list[str] = []
        self.statement_mark = ""
        self.in_loop = self.speculating = False
        self.read_formats = {
            node.format
            for node in walk(scope.unit)
            if isinstance(node, syntax.Transfer | syntax.MemoryTransfer) and node.verb in ("READ", "DECODE")
        }

    def local(self, name: str, kind: str) -> Variable:
        """Make locals for a variable of a type."""
        names = (name, f"{name}:imaginary") if kind == "COMPLEX" else (name,)
        return Variable(kind, tuple(LocalCell(self.build.local(one, ir_type(kind))) for one in names))

    def memory(self, kind: str, address: Register, offset: int = 0, subscripts: tuple[Register, ...] = ()) -> Variable:
        """Return the variable of a type at an address."""
        parts = range(2 if kind == "COMPLEX" else 1)
        cells = (MemoryCell(cell_kind(kind), address, offset + 8 * part, known_valid=True) for part in parts)
        return Variable(kind, tuple(cells), subscripts)

    def temporary(self, kind: str, words: int = 0) -> Register:
        """Return the address of nameless memory; procedures are not recursive, so it can be static."""
        name = f"{self.scope.name}:{len(self.deck.program.regions)}"
        self.deck.program.regions[name] = Region(8 * (words or WORDS[kind]))
        return self.build.do(ops.RegionAddress, name)


def ir_type(kind: str) -> Type:
    """Return the type of the locals that hold a variable."""
    return Type.REAL if kind in REALS else Type.INT


def cell_kind(kind: str) -> Kind:
    """Return the kind of the memory cells that hold a variable."""
    return "f64" if kind in REALS else "i64"


def label_of(label: int) -> Label:
    """Return the IR label of a statement label."""
    return Label(f"label {label}")

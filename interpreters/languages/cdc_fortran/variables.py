"""Turn names and array elements into cells, and cells into values: the storage side of lowering a unit.

cell = variables.element(reference)          # checks every subscript
value = variables.fetch(cell, "A(I)")        # traps where the cell has no value
variables.assign(cell, value)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.program import Program, Region
from interpreters.ir.types import Type
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.scopes import WORDS, Procedure, Scope, Symbol
from interpreters.languages.cdc_fortran.storage import REALS, Location, Storage, elements
from interpreters.languages.cdc_fortran.words import Words
from interpreters.source.diagnostics import Diagnostic
from interpreters.source.position import Place


@dataclass(frozen=True, slots=True)
class Value:
    """A value in registers: a COMPLEX has two (REAL), a LOGICAL one (BOOL), an INTEGER one (INT), others one (REAL)."""

    type: str
    registers: tuple[Register, ...]

    @property
    def register(self) -> Register:
        """Return the only register, or the real part."""
        return self.registers[0]


@dataclass(frozen=True, slots=True)
class Local:
    """A variable in locals of the function: two for a COMPLEX."""

    type: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A variable in memory: at an address in a register and an offset in bytes; `values` are for messages."""

    type: str
    address: Register
    offset: int
    values: tuple[Register, ...] = ()


@dataclass(frozen=True, slots=True)
class Dummy:
    """A dummy argument in memory: the locals that hold its address and the end of what was passed."""

    type: str
    address: str
    limit: str


@dataclass(slots=True)
class Deck:
    """What the units of a program share while it is lowered."""

    program: Program
    storage: Storage
    procedures: dict[str, Procedure]
    scopes: dict[str, Scope]
    words: Words
    settings: dict[str, str]
    diagnostics: list[Diagnostic]
    trusting: bool = True
    signatures: list[tuple[object, ...]] = field(default_factory=list)
    calls: dict[str, dict[str, Place]] = field(default_factory=dict)
    marks: set[str] = field(default_factory=set)

    def signature(self, shape: tuple[object, ...]) -> int:
        """Return the number of a procedure's shape: role, type, and the types of its arguments."""
        if shape not in self.signatures:
            self.signatures.append(shape)
        return self.signatures.index(shape)


class Variables:
    """The variables of one unit."""

    def __init__(self, deck: Deck, scope: Scope, build: FunctionBuilder) -> None:
        self.deck, self.scope, self.build = deck, scope, build
        self.cells: dict[str, Local | Location | Dummy] = {}
        self.bounds: dict[str, list[str | int]] = {}
        self.bindings: list[dict[str, Local]] = []
        self.trusting = False
        self.least, self.greatest = deck.words.system.least, deck.words.system.greatest

    def complain(self, at: Place, message: str, expected: str = "") -> None:
        """Add a diagnostic."""
        self.deck.diagnostics.append(Diagnostic(at, message, expected))

    def local(self, name: str, kind: str) -> Local:
        """Make locals for a variable of a type."""
        held = Type.REAL if kind in REALS else Type.INT
        names = (name, f"{name}:imaginary") if kind == "COMPLEX" else (name,)
        return Local(kind, tuple(self.build.local(one, held) for one in names))

    # --- cells ---------------------------------------------------------------------------------------------------

    def variable(self, name: syntax.Name) -> Local | Cell:
        """Return the cell of a scalar variable, or of an array's first element."""
        for bound in reversed(self.bindings):
            if name.name in bound:
                return bound[name.name]
        found = self.cells[name.name]
        if isinstance(found, Local):
            return found
        symbol = self.scope.symbols[name.name]
        if isinstance(found, Dummy):
            return Cell(symbol.type, self.build.do(ops.LocalLoad, found.address), 0)
        return Cell(symbol.type, self.build.do(ops.RegionAddress, found.region), 8 * found.word)

    def element(self, reference: syntax.Reference, subscripts: list[Register]) -> Cell:
        """Return the cell of an array element; trap where a subscript is outside its bounds."""
        symbol = self.scope.symbols[reference.name]
        if self.deck.settings["subscripts"] == "storage":
            return self.loose_element(symbol, reference, subscripts)
        if len(subscripts) != len(symbol.dimensions):
            self.complain(
                reference.place,
                f"{symbol.name} has {len(symbol.dimensions)} dimensions, here {len(subscripts)} subscripts",
            )
            return Cell(symbol.type, self.build.int(0), 0)
        limits = self.bounds.get(symbol.name, [])
        known = [one.value if isinstance(one, syntax.Integer) else None for one in reference.arguments]
        for index, (subscript, bound) in enumerate(zip(subscripts, symbol.dimensions, strict=True)):
            if isinstance(bound, syntax.Integer) and not limits and 1 <= (known[index] or 0) <= bound.value:
                continue
            upper = self.bound(limits[index]) if limits else self.constant(bound)
            which = f"subscript {index + 1} of {symbol.name} is {{0}}," if len(subscripts) > 1 else ""
            lead = which or f"subscript {{0}} of {symbol.name} is"
            message = f"{lead} outside its bounds 1:{bound_shown(limits[index] if limits else bound)}"
            self.build.perform(ops.CheckRange, subscript, self.build.int(1), upper, message)
        return self.flat_cell(symbol, subscripts, known, limits)

    def constant(self, bound: syntax.Expression) -> Register:
        """Return a constant bound."""
        assert isinstance(bound, syntax.Integer)
        return self.build.int(bound.value)

    def bound(self, bound: str | int) -> Register:
        """Return a bound of a dummy array: a constant, or the local that was set at entry."""
        return self.build.int(bound) if isinstance(bound, int) else self.build.do(ops.LocalLoad, bound)

    def flat_cell(
        self, symbol: Symbol, subscripts: list[Register], known: list[int | None], limits: list[str | int]
    ) -> Cell:
        """Return the cell of an element whose subscripts are right: columns lie behind one another.

        A subscript that is known goes into the offset.
        """
        offset, address = self.array_base(symbol)
        constant_stride = 8 * symbol.words
        dynamic: Register | None = None
        for index, subscript in enumerate(subscripts):
            value = known[index]
            if dynamic is None and value is not None:
                offset += constant_stride * (value - 1)
            elif dynamic is None:
                term = self.build.do(ops.IntMultiply, subscript, self.build.int(constant_stride))
                address = self.build.do(ops.IntAdd, address, term)
                offset -= constant_stride
            else:
                less = self.build.do(ops.IntSubtract, subscript, self.build.int(1))
                address = self.build.do(ops.IntAdd, address, self.build.do(ops.IntMultiply, less, dynamic))
            if index + 1 < len(subscripts):
                size = limits[index] if limits else constant_value(symbol.dimensions[index])
                if isinstance(size, int) and dynamic is None:
                    constant_stride *= size
                else:
                    before = self.build.int(constant_stride) if dynamic is None else dynamic
                    dynamic = self.build.do(ops.IntMultiply, before, self.bound(size))
        return Cell(symbol.type, address, offset, tuple(subscripts))

    def array_base(self, symbol: Symbol) -> tuple[int, Register]:
        """Return where an array begins: an offset and an address."""
        found = self.cells[symbol.name]
        if isinstance(found, Dummy):
            return 0, self.build.do(ops.LocalLoad, found.address)
        assert isinstance(found, Location)
        return 8 * found.word, self.build.do(ops.RegionAddress, found.region)

    def loose_element(self, symbol: Symbol, reference: syntax.Reference, subscripts: list[Register]) -> Cell:
        """Return the cell of an element that may lie outside its array, but not outside its storage."""
        limits = self.bounds.get(symbol.name) or [constant_value(bound) for bound in symbol.dimensions]
        if len(subscripts) not in (1, len(symbol.dimensions)):
            self.complain(
                reference.place,
                f"{symbol.name} has {len(symbol.dimensions)} dimensions, here {len(subscripts)} subscripts",
            )
        flat, stride = self.build.int(0), self.build.int(1)
        for index, subscript in enumerate(subscripts):
            less = self.build.do(ops.IntSubtract, subscript, self.build.int(1))
            flat = self.build.do(ops.IntAdd, flat, self.build.do(ops.IntMultiply, less, stride))
            if index + 1 < len(subscripts):
                stride = self.build.do(ops.IntMultiply, stride, self.bound(limits[index]))
        found = self.cells[symbol.name]
        message = f"element {{0}} of {symbol.name} is outside its storage {{1}}:{{2}}"
        number = self.build.do(ops.IntAdd, flat, self.build.int(1))
        size = self.build.int(8 * symbol.words)
        offset, address = self.array_base(symbol)
        if isinstance(found, Location):
            words = self.deck.storage.blocks[found.region].words
            low = self.build.int(1 - found.word // symbol.words)
            high = self.build.int((words - found.word) // symbol.words)
        else:
            assert isinstance(found, Dummy)
            low = self.build.int(1)
            room = self.build.do(ops.IntSubtract, self.build.do(ops.LocalLoad, found.limit), address)
            high = self.build.do(ops.IntDivide, room, size, "")
        self.build.perform(ops.CheckRange, number, low, high, message)
        place = self.build.do(ops.IntAdd, address, self.build.do(ops.IntMultiply, flat, size))
        return Cell(symbol.type, place, offset, tuple(subscripts))

    # --- values --------------------------------------------------------------------------------------------------

    def fetch(self, cell: Local | Cell, name: str) -> Value:
        """Read a variable; trap where it has no value (a real one that is trusted shows it in the result)."""
        trusted = self.trusting and cell.type in REALS
        if isinstance(cell, Local):
            message = None if trusted else f"{name} has no value"
            read = tuple(self.build.do(ops.LocalLoad, one, message) for one in cell.names)
            return self.logical(Value(cell.type, read))
        shown = f"{name}({','.join(f'{{{index}}}' for index in range(len(cell.values)))})" if cell.values else name
        registers = []
        for part in range(2 if cell.type == "COMPLEX" else 1):
            kind = "f64" if cell.type in REALS else "i64"
            loaded = self.build.do(ops.Load, kind, cell.address, cell.offset + 8 * part, True)
            if not trusted:
                self.build.perform(ops.CheckDefined, loaded, f"{shown} has no value", cell.values)
            if kind == "i64" and self.deck.storage.mixed and self.greatest < 2**62:
                low, high = self.build.int(self.least), self.build.int(self.greatest)
                self.build.perform(ops.CheckRange, loaded, low, high, f"{name} holds no integer")
            registers.append(loaded)
        return self.logical(Value(cell.type, tuple(registers)))

    def logical(self, value: Value) -> Value:
        """Turn 0 and 1 into truth values where the type is LOGICAL."""
        if value.type != "LOGICAL":
            return value
        return Value("LOGICAL", (self.build.do(ops.IntToBool, value.register),))

    def assign(self, cell: Local | Cell, value: Value) -> None:
        """Give a variable a value of its own type."""
        registers = value.registers
        if value.type == "LOGICAL":
            registers = (self.build.do(ops.BoolToInt, value.register),)
        if isinstance(cell, Local):
            for name, register in zip(cell.names, registers, strict=True):
                self.build.perform(ops.LocalStore, name, register)
            return
        kind = "f64" if cell.type in REALS else "i64"
        for part, register in enumerate(registers):
            self.build.perform(ops.Store, kind, cell.address, register, cell.offset + 8 * part, True)
        if cell.type == "DOUBLEPRECISION":
            self.build.perform(ops.Store, "f64", cell.address, self.build.real(0.0), cell.offset + 8, True)

    def extent(self, name: str) -> tuple[Register, Register]:
        """Return the address of a variable or array, and the end of its storage (or of its region)."""
        symbol = self.scope.symbols[name]
        found = self.cells[name]
        if isinstance(found, Dummy):
            return self.build.do(ops.LocalLoad, found.address), self.build.do(ops.LocalLoad, found.limit)
        assert isinstance(found, Location)
        base = self.build.do(ops.RegionAddress, found.region)
        start = self.build.do(ops.IntAdd, base, self.build.int(8 * found.word))
        size = found.word + symbol.words * elements(symbol)
        if self.deck.settings["subscripts"] == "storage":
            size = self.deck.storage.blocks[found.region].words
        return start, self.build.do(ops.IntAdd, base, self.build.int(8 * size))

    def temporary(self, kind: str, words: int = 0) -> Cell:
        """Make a nameless variable in memory; procedures are not recursive, so it can be static."""
        name = f"{self.scope.name}:{len(self.deck.program.regions)}"
        size = words or WORDS[kind]
        self.deck.program.regions[name] = Region(8 * size)
        return Cell(kind, self.build.do(ops.RegionAddress, name), 0)


def constant_value(bound: syntax.Expression) -> int:
    """Return a constant bound."""
    assert isinstance(bound, syntax.Integer)
    return bound.value


def bound_shown(bound: syntax.Expression | str | int) -> str:
    """Write a bound in a message; one that is known only at run time is filled in then."""
    if isinstance(bound, syntax.Integer):
        return str(bound.value)
    return str(bound) if isinstance(bound, int) else "{2}"

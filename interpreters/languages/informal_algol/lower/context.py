"""What the lowering of every construct of the informal Algol is given, and where its variables and arrays live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import FIRST_ADDRESS, Limit, Program, ProgramVariable, Region, StaticArray
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.informal_algol.check import Bound, Checked, Symbol
from getallenband.interpreters.lowering import arrays
from getallenband.interpreters.lowering.arrays import Array, Constant, DopeVector
from getallenband.interpreters.lowering.cells import Cell, LocalCell, RegionCell, store
from getallenband.interpreters.lowering.context import FunctionContext, StatementLabels

Storage = Cell | Array | DopeVector


@dataclass(slots=True)
class Shared:
    """What the functions of one program share: where static variables are, among others."""

    checked: Checked
    ir: Program
    storage: dict[Symbol, Storage] = field(default_factory=dict)
    labels: StatementLabels = field(default_factory=StatementLabels)


class Context(FunctionContext):
    """The program or a procedure in the making; `status` are the arrays that a run continues from."""

    def __init__(self, shared: Shared, build: FunctionBuilder) -> None:
        super().__init__(build, shared.labels)
        self.shared, self.symbols = shared, shared.checked.symbols
        self.storage: dict[Symbol, Storage] = {}
        self.result: LocalCell | None = None
        self.status: list[Symbol] = []

    def storage_of(self, symbol: Symbol) -> Storage | None:
        if symbol.kind == "parameter":
            return LocalCell(symbol.name)
        return self.result if symbol.kind == "result" else self.storage.get(symbol) or self.shared.storage.get(symbol)


def cell_of(c: Context, symbol: Symbol) -> Cell:
    """Return the cell of a simple variable."""
    found = c.storage_of(symbol)
    assert isinstance(found, Cell)
    return found


def vector_of(c: Context, symbol: Symbol) -> DopeVector:
    """Return the dope vector of an array whose bounds are not all constant."""
    found = c.storage_of(symbol)
    assert isinstance(found, DopeVector)
    return found


def array_of(c: Context, symbol: Symbol) -> Array:
    """Return an array, with its parts read where they are not constant."""
    found = c.storage_of(symbol)
    return found if isinstance(found, Array) else arrays.open_vector(c.build, vector_of(c, symbol))


def extent(c: Context, symbol: Symbol) -> tuple[Register, Register]:
    """Return an array's address and its number of elements."""
    array = array_of(c, symbol)
    return arrays.start(c.build, array), arrays.register(c.build, arrays.elements(c.build, array))


# --- declarations ------------------------------------------------------------------------------------------------


def place_scalar(c: Context, symbol: Symbol) -> None:
    """Place a simple variable in a local, or static where a procedure uses it.

    Of several with one name probes know the first.
    """
    name = symbol.name
    if symbol.shared:
        c.shared.storage[symbol], probed = static_cell(c, name), ProgramVariable(region=name)
    else:
        local = local_cell(c, name)
        c.storage[symbol], probed = local, ProgramVariable(function=c.build.function.name, local=local.local)
    c.shared.ir.variables.setdefault(name, probed)


def static_cell(c: Context, name: str) -> RegionCell:
    c.shared.ir.regions[name] = Region(8, "undefined_int")
    return RegionCell(name, "i64")


def local_cell(c: Context, name: str) -> LocalCell:
    return LocalCell(c.build.local(name, Type.INT))


def place_static_array(c: Context, symbol: Symbol) -> None:
    """Place an array of the outermost block: in a region if its bounds are constant, and not too large.

    One with FLEX has no elements until an external procedure fills it.
    """
    limits = [(lower, upper) for lower, upper in symbol.bounds if isinstance(lower, int) and isinstance(upper, int)]
    if len(limits) == len(symbol.bounds) and arrays.static_elements(limits) <= arrays.MOST_STATIC:
        c.shared.ir.regions[symbol.name] = Region(
            8 * arrays.static_elements(limits), "undefined_int", place=symbol.place
        )
        dimensions = arrays.row_major(c.build, [(Constant(lower), Constant(upper)) for lower, upper in limits])
        c.shared.storage[symbol] = Array(symbol.name, "i64", dimensions, region=symbol.name)
        c.shared.ir.arrays[symbol.name] = StaticArray(symbol.name, 0, "i64", tuple(limits))
        return
    vector = c.shared.storage[symbol] = dope_vector(symbol, lambda part: static_cell(c, part))
    c.shared.ir.arrays[symbol.name] = moved_array(vector)
    if is_flexible(symbol):
        store(c.build, vector.address, c.build.int(FIRST_ADDRESS))
        for (lower, upper), (_, cell, stride) in zip(symbol.bounds, vector.dimensions, strict=True):
            if not isinstance(stride, Constant):
                store(c.build, stride, c.build.int(0))
            if upper is None and isinstance(lower, int) and not isinstance(cell, Constant):
                store(c.build, cell, c.build.int(lower - 1))


def moved_array(vector: DopeVector) -> StaticArray:
    """Describe an array on the stack whose dope vector is static."""

    def side(part: Constant | Cell) -> Limit:
        if isinstance(part, Constant):
            return part.value
        assert isinstance(part, RegionCell)
        return part.region, 0

    assert isinstance(vector.address, RegionCell)
    bounds = tuple((side(lower), side(upper)) for lower, upper, _ in vector.dimensions)
    return StaticArray(vector.address.region, 0, "i64", bounds, moved=True)


def is_flexible(symbol: Symbol) -> bool:
    return any(upper is None for _, upper in symbol.bounds)


def dope_vector(symbol: Symbol, make: Callable[[str], Cell]) -> DopeVector:
    """Return the dope vector of an array on the stack; `make` makes a cell for each part that is not constant."""

    def part(name: str, bound: Bound) -> Constant | Cell:
        return Constant(bound) if isinstance(bound, int) else make(f"{symbol.name}.{name}")

    dimensions: list[tuple[Constant | Cell, Constant | Cell, Constant | Cell]] = []
    stride: int | None = 1
    for number, (lower, upper) in reversed(list(enumerate(symbol.bounds))):
        parts = part(f"lower{number}", lower), part(f"upper{number}", upper), part(f"stride{number}", stride)
        dimensions.insert(0, parts)
        fixed = isinstance(lower, int) and isinstance(upper, int)
        stride = stride * (upper - lower + 1) if fixed and stride else None  # type: ignore[operator]
    return DopeVector(
        Array(symbol.name, "i64", (), known_valid=True), make(f"{symbol.name}.address"), tuple(dimensions)
    )

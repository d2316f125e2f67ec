"""Arrays into the IR: declarations, descriptors, subscripted variables (3.1.4 and 5.2 of the report).

An array whose bounds are constants and that lives as long as the program is a static region. Any other has a descriptor
in memory: type tag, number of dimensions, address of the first element, then lower bound, upper bound and stride (in
elements) of each dimension. Where no inner function uses the array, these words are local variables instead.
"""

from __future__ import annotations

from dataclasses import replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import Limit, StaticArray
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Array, Formal
from getallenband.interpreters.languages.algol60.check.types import constant
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.languages.algol60.lower.descriptors import ARRAY_TAG, TAGS, is_tag, word
from getallenband.interpreters.languages.algol60.lower.expressions import converted, loaded, value
from getallenband.interpreters.languages.algol60.lower.program import WORD, cell_kind
from getallenband.interpreters.lowering import arrays
from getallenband.interpreters.lowering.arrays import Array as Storage
from getallenband.interpreters.lowering.arrays import Constant, DopeVector
from getallenband.interpreters.lowering.cells import LocalCell, MemoryCell, RegionCell, load, no_value, store

HEAD = 3 * WORD
OWN_ELEMENTS = 2**17
"""Elements that an own array whose bounds are not constants may have."""


def storage(entity: Array | Formal) -> Storage:
    """Describe an array as far as it is known before the program runs."""
    return Storage(entity.name, cell_kind(entity.type), (), known_valid=True, note=f" ({entity.declared})")


# --- declarations ---------------------------------------------------------------------------------------------------


def declare(c: Context, node: syntax.ArrayDeclaration) -> bool:
    """Lower the declaration of arrays; return whether the stack in memory was used."""
    used = False
    for segment in node.segments:
        fixed = constant_bounds(segment)
        entities: list[Array] = [name.meaning for name in segment.names]
        if fixed is not None and (node.own or c.procedure is None):
            for array in entities:
                declare_static(c, array, fixed)
            continue
        # Bounds are evaluated once for all arrays of a segment (5.2.4.4): a function in them may have side effects.
        bounds = [(converted(c, pair.lower, "integer"), converted(c, pair.upper, "integer")) for pair in segment.bounds]
        for array in entities:
            c.build.place(array.place)
            if array.own:
                declare_own(c, array, bounds)
                continue
            pattern = c.program.undefined(array.type)
            keep(c, array, arrays.allocate(c.build, storage(array), bounds, pattern, empty=True))
            show(c, array, segment)
            used = True
    return used


def constant_bounds(segment: syntax.ArraySegment) -> list[tuple[int, int]] | None:
    """Return the bounds where all are integers and the array is not empty or huge, else None."""
    found = []
    for pair in segment.bounds:
        lower, upper = constant(pair.lower), constant(pair.upper)
        if lower is None or upper is None or lower > upper:
            return None
        found.append((lower, upper))
    return found if arrays.static_elements(found) <= arrays.MOST_STATIC else None


def declare_static(c: Context, array: Array, bounds: list[tuple[int, int]]) -> None:
    """Place an array in a region; at each further entry to its block it is undefined again."""
    region = c.program.new_region(array, array.type, arrays.static_elements(bounds))
    dimensions = arrays.row_major(c.build, [(Constant(lower), Constant(upper)) for lower, upper in bounds])
    made = replace(storage(array), region=region, dimensions=dimensions)
    c.program.static_arrays[array] = made
    c.program.ir.arrays[region] = StaticArray(region, 0, made.kind, tuple(bounds))
    if c.changing and not array.own:
        c.build.place(array.place)
        arrays.fill(c.build, made, c.program.undefined(array.type))


def declare_own(c: Context, array: Array, bounds: list[tuple[Register, Register]]) -> None:
    """Set an own array's bounds at an entry to its block; elements within the old and new bounds keep their values.

    Revised Report, 5.2.5. Its region has room for OWN_ELEMENTS, since the stack would not outlive the block.
    """
    build, at = c.build, c.address(array)
    fresh = c.slot(2 * len(bounds))
    for number, bound in enumerate(bound for pair in bounds for bound in pair):
        build.perform(ops.Store, "i64", fresh, bound, WORD * number)
    room = build.do(ops.RegionAddress, c.program.own_region(array, OWN_ELEMENTS))
    build.host("rebound", build.string(array.name), at, fresh, room, build.int(len(bounds)), build.int(OWN_ELEMENTS))
    build.perform(ops.Store, "i64", at, build.int(ARRAY_TAG + TAGS[array.type]), 0)


def keep(c: Context, array: Array, made: Storage) -> None:
    """Store a descriptor in locals, or in memory where inner functions use the array."""
    if array in c.program.captures.captured:
        write_descriptor(c, c.address(array), array.type, made)
    else:
        c.vectors[array] = local_vector(c, array, array.dimensions)
        arrays.store_vector(c.build, c.vectors[array], made)


def show(c: Context, array: Array, segment: syntax.ArraySegment) -> None:
    """Note where those who show the program's state find an array whose descriptor is in a region."""
    if array.owner is None and array in c.program.captures.captured:
        region = c.program.region(array)

        def side(bound: syntax.Expression, word: int) -> Limit:
            known = constant(bound)
            return (region, WORD * word) if known is None else known

        bounds = tuple(
            (side(pair.lower, 3 + 3 * row), side(pair.upper, 4 + 3 * row)) for row, pair in enumerate(segment.bounds)
        )
        kind = storage(array).kind
        c.program.ir.arrays[region] = StaticArray(region, 2 * WORD, kind, bounds, moved=True)


def local_vector(c: Context, entity: Array | Formal, dimensions: int) -> DopeVector:
    """Make locals for a dope vector; the stride of the last dimension is one."""

    def local(part: str) -> LocalCell:
        return LocalCell(c.build.local(f"{entity.name}.{part}", Type.INT))

    strides: list[Constant | LocalCell] = [*(local("stride") for _ in range(dimensions - 1)), Constant(1)]
    cells = tuple((local("lower"), local("upper"), stride) for stride in strides)
    return DopeVector(storage(entity), local("base"), cells)


# --- descriptors ----------------------------------------------------------------------------------------------------


def vector_at(entity: Array | Formal, at: Register, dimensions: int) -> DopeVector:
    """Return the dope vector of a descriptor in memory; the stride of the last dimension is one."""

    def cell(number: int) -> MemoryCell:
        return MemoryCell("i64", at, WORD * number)

    strides: list[Constant | MemoryCell] = [
        *(cell(5 + 3 * dimension) for dimension in range(dimensions - 1)),
        Constant(1),
    ]
    cells = tuple((cell(3 + 3 * row), cell(4 + 3 * row), stride) for row, stride in enumerate(strides))
    return DopeVector(storage(entity), cell(2), cells)


def write_descriptor(c: Context, at: Register, type_: str, made: Storage) -> None:
    count = len(made.dimensions)
    c.build.perform(ops.Store, "i64", at, c.build.int(ARRAY_TAG + TAGS[type_]), 0)
    c.build.perform(ops.Store, "i64", at, c.build.int(count), WORD)
    offsets = range(HEAD, HEAD + 3 * WORD * count, WORD)
    store(c.build, MemoryCell("i64", at, 2 * WORD), arrays.start(c.build, made))
    parts = (part for row in made.dimensions for part in (row.lower, row.upper, row.stride))
    for offset, part in zip(offsets, parts, strict=True):
        c.build.perform(ops.Store, "i64", at, arrays.register(c.build, part), offset)


def descriptor(c: Context, entity: Array | Formal) -> Register:
    """Return the address of an array's descriptor, made if there is none."""
    if isinstance(entity, Formal):
        return c.word_of(entity)
    made = c.program.static_arrays.get(entity)
    if made is None and entity in c.vectors:
        made = arrays.open_vector(c.build, c.vectors[entity])
    if made is None:
        return c.address(entity)
    at = c.slot(3 + 3 * entity.dimensions)
    write_descriptor(c, at, entity.type, made)
    return at


# --- formal parameters ----------------------------------------------------------------------------------------------


def open_formal(c: Context, formal: Formal) -> None:
    """Spread the descriptor of an array parameter over locals, where only this function uses it.

    An actual array with another number of subscripts is a fault only where the body uses it (4.7.5).
    """
    build, dimensions = c.build, formal.dimensions
    if dimensions is None or formal in c.program.captures.captured:
        return
    at = c.word_of(formal)
    count = word(c, at, WORD)
    c.counts[formal] = LocalCell(build.local(f"{formal.name}.dimensions", Type.INT))
    store(build, c.counts[formal], count)
    c.vectors[formal] = local_vector(c, formal, dimensions)
    found = vector_at(formal, at, dimensions)
    c.choose(is_tag(c, count, dimensions),
             lambda: arrays.store_vector(build, c.vectors[formal], arrays.open_vector(build, found)))  # fmt: skip


def check_dimensions(c: Context, name: str, found: Register, wanted: int) -> None:
    """Trap where an actual array has another number of subscripts than it is used with."""
    message = f"the actual array of {name} has {{0}} subscripts, not {wanted} (Report 4.7.5.3)"
    c.build.perform(ops.Check, is_tag(c, found, wanted), message, (found,))


def copy_value(c: Context, formal: Formal) -> None:
    """Copy the actual array of a parameter called by value, with its bounds (4.7.3.1, 4.7.5.3)."""
    build = c.build
    at = c.word_of(formal)
    # How many subscripts the actual array has is not known here, nor needed: stored row by row, its size is the first
    # dimension's stride times its width.
    first = arrays.open_vector(build, vector_at(formal, at, 1))
    row, stride = first.dimensions[0], word(c, at, HEAD + 2 * WORD)
    width = arrays.width(build, first, row.lower, row.upper, empty=True)
    size = arrays.register(build, arrays.times(build, stride, width))
    length = build.do(ops.IntShiftLeft, size, build.int(3))
    copy = build.do(ops.StackAllocate, length)
    build.perform(ops.Copy, copy, arrays.start(build, first), length)
    if formal.type != "Boolean":
        other = "integer" if formal.type == "real" else "real"
        differs = is_tag(c, word(c, at), ARRAY_TAG + TAGS[other])
        c.choose(differs, lambda: convert_elements(c, formal.type, copy, size))
    words = build.do(ops.IntMultiply, build.do(ops.IntAdd, word(c, at, WORD), build.int(1)), build.int(3 * WORD))
    fresh = build.do(ops.StackAllocate, words)
    build.perform(ops.Copy, fresh, at, words)
    build.perform(ops.Store, "i64", fresh, build.int(ARRAY_TAG + TAGS[formal.type]), 0)
    build.perform(ops.Store, "i64", fresh, copy, 2 * WORD)
    store(build, c.cell(formal, "integer"), fresh)
    c.level_used = True


def convert_elements(c: Context, type_: str, copy: Register, size: Register) -> None:
    c.build.host(f"elements_to_{type_}", copy, size, c.build.int(c.program.numbers.greatest))


# --- subscripted variables ------------------------------------------------------------------------------------------


def element(c: Context, node: syntax.Subscripted) -> RegionCell | MemoryCell:
    """Evaluate subscripts (from left to right, rounded), check them, and return the element's cell."""
    return element_of(c, node, subscripts_of(c, node))


def subscripts_of(c: Context, node: syntax.Subscripted) -> tuple[Register, ...]:
    return tuple(converted(c, subscript, "integer") for subscript in node.subscripts)


def element_of(c: Context, node: syntax.Subscripted, subscripts: tuple[Register, ...]) -> RegionCell | MemoryCell:
    c.at(node)
    return arrays.element(c.build, opened(c, node.name.meaning, len(subscripts)), subscripts)


def opened(c: Context, entity: Array | Formal, dimensions: int) -> Storage:
    """Return an array as it is used with this number of subscripts."""
    if entity in c.program.static_arrays:
        return c.program.static_arrays[entity]
    vector = c.vectors.get(entity)
    known = vector is not None and len(vector.dimensions) == dimensions
    if isinstance(entity, Formal):
        count = load(c.build, c.counts[entity]) if known else word(c, c.word_of(entity), WORD)
        check_dimensions(c, entity.name, count, dimensions)
    if vector is None or not known:
        at = c.word_of(entity) if isinstance(entity, Formal) else c.address(entity)
        vector = vector_at(entity, at, dimensions)
    return arrays.open_vector(c.build, vector)


@value.case(syntax.Subscripted)
def subscripted(c: Context, node: syntax.Subscripted) -> Register:
    entity = node.name.meaning
    subscripts = subscripts_of(c, node)
    cell = element_of(c, node, subscripts)
    undefined = None
    if not c.program.begins_with_zero(entity):
        undefined = f"{no_value(arrays.element_name(entity.name, len(subscripts)))} ({entity.declared})"
    return loaded(c, load(c.build, cell, undefined, subscripts), node.type)

"""Arrays into the IR: declarations, descriptors, subscripted variables (3.1.4 and 5.2 of the report).

An array whose bounds are constants and that lives as long as the program is a static region; its subscripts are
checked against constants. Any other has a descriptor: type tag, number of dimensions, address of the first element,
then lower bound, upper bound and stride (in elements) of each dimension. Where no inner function uses the array, the
words of its descriptor are local variables.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.ir.program import Region
from interpreters.ir.types import Pattern, Type
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Array, Formal
from interpreters.languages.algol60.check.types import constant
from interpreters.languages.algol60.lower import expressions
from interpreters.languages.algol60.lower.context import ARRAY_TAG, TAGS, WORD, Context, cell

HEAD = 3 * WORD
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
MOST_STATIC = 16 * 1024 * 1024
"""Elements of the largest array that is made before the program begins; a larger one asks for memory when declared."""


@dataclass(slots=True)
class Static:
    """An array in a region, with its bounds."""

    region: str
    bounds: list[tuple[int, int]]

    def strides(self) -> list[int]:
        """Return how many elements apart neighbours are in each dimension."""
        found = [1]
        for lower, upper in reversed(self.bounds[1:]):
            found.insert(0, found[0] * (upper - lower + 1))
        return found

    def size(self) -> int:
        """Return the number of elements."""
        lower, upper = self.bounds[0]
        return self.strides()[0] * (upper - lower + 1)


@dataclass(slots=True)
class Words:
    """An array whose descriptor is spread over local variables; `dimensions` holds a parameter's, to be checked."""

    base: str
    bounds: list[tuple[str, str, str]]
    dimensions: str | None = None


@dataclass(slots=True)
class StaticElement:
    """An element of a static array.

    Of one dimension: `index` is the subscript, between the bounds. Of several: the subscripts are checked, and
    `index` counts elements from 0, in the order in which they lie.
    """

    c: Context
    array: Static
    type: str
    index: Register
    subscripts: tuple[Register, ...]
    message: str
    undefined: str | None

    @property
    def limits(self) -> tuple[int, int]:
        """Return the least and the greatest index."""
        return self.array.bounds[0] if len(self.subscripts) == 1 else (0, self.array.size() - 1)

    def load(self) -> Register:
        """Read the element."""
        region, kind, single = self.array.region, cell(self.type), len(self.subscripts) == 1
        undefined = self.undefined if single else None
        found = self.c.build.do(ops.IndexLoad, region, kind, self.index, *self.limits, self.message, undefined)
        if self.undefined is not None and not single:
            self.c.build.perform(ops.CheckDefined, found, self.undefined, self.subscripts)
        return found

    def check(self) -> None:
        """Check the subscript, where it is not checked yet."""
        if len(self.subscripts) > 1:
            return
        lower, upper = self.limits
        build = self.c.build
        build.perform(ops.CheckRange, self.index, build.int(lower), build.int(upper), self.message)

    def store(self, value: Register) -> None:
        """Assign the element."""
        region, kind = self.array.region, cell(self.type)
        self.c.build.perform(ops.IndexStore, region, kind, self.index, value, *self.limits, self.message)

    def address(self) -> Register:
        """Return the address of the element."""
        self.check()
        build = self.c.build
        lower, _ = self.limits
        start = build.do(ops.RegionAddress, self.array.region)
        return build.do(ops.IntAdd, start, scaled(self.c, build.do(ops.IntSubtract, self.index, build.int(lower))))


@dataclass(slots=True)
class Element:
    """An element at an address that is already checked."""

    c: Context
    type: str
    place: Register
    subscripts: tuple[Register, ...]
    undefined: str | None

    def load(self) -> Register:
        """Read the element."""
        found = self.c.build.do(ops.Load, cell(self.type), self.place)
        if self.undefined is not None:
            self.c.build.perform(ops.CheckDefined, found, self.undefined, self.subscripts)
        return found

    def check(self) -> None:
        """Do nothing: the subscripts are checked."""

    def store(self, value: Register) -> None:
        """Assign the element."""
        self.c.build.perform(ops.Store, cell(self.type), self.place, value)

    def address(self) -> Register:
        """Return the address of the element."""
        return self.place


def scaled(c: Context, index: Register) -> Register:
    """Turn a number of elements into bytes."""
    return c.build.do(ops.IntShiftLeft, index, c.build.int(3))


# --- declarations ---------------------------------------------------------------------------------------------------


def declare(c: Context, node: syntax.ArrayDeclaration) -> bool:
    """Make the arrays of a declaration; return whether the stack in memory was used."""
    used = False
    for segment in node.segments:
        fixed = constant_bounds(segment)
        arrays: list[Array] = [name.meaning for name in segment.names]
        if fixed is not None and (node.own or c.procedure is None):
            for array in arrays:
                declare_static(c, array, fixed)
            continue
        pairs = evaluated_bounds(c, segment)
        for array in arrays:
            c.at(array.place)
            declare_dynamic(c, array, pairs)
            used = True
    return used


def constant_bounds(segment: syntax.ArraySegment) -> list[tuple[int, int]] | None:
    """Return the bounds where all are integers and the array is not empty or huge, else None."""
    found = []
    size = 1
    for pair in segment.bounds:
        low, high = constant(pair.lower), constant(pair.upper)
        if low is None or high is None or low > high:
            return None
        size *= high - low + 1
        found.append((low, high))
    return found if size <= MOST_STATIC else None


def declare_static(c: Context, array: Array, bounds: list[tuple[int, int]]) -> None:
    """Put an array into a region; at each further entry to its block it is undefined again."""
    lowering = c.lowering
    static = Static("", bounds)
    if array not in lowering.regions:
        pattern: Pattern = "zero" if array.own else "undefined_real" if array.type == "real" else "undefined_int"
        lowering.regions[array] = lowering.new_region(array.name, Region(WORD * static.size(), pattern))
    static.region = lowering.regions[array]
    lowering.statics[array] = static
    if c.changing and not array.own:
        fill(c, array.type, c.build.do(ops.RegionAddress, static.region), c.build.int(static.size()))


def fill(c: Context, type_: str, address: Register, size: Register) -> None:
    """Make elements undefined."""
    c.build.perform(ops.Fill, address, size, "undefined_real" if type_ == "real" else "undefined_int")


def evaluated_bounds(c: Context, segment: syntax.ArraySegment) -> list[tuple[Register, Register]]:
    """Evaluate bounds, once for all arrays of a segment (5.2.4.4)."""
    found = []
    for pair in segment.bounds:
        low = expressions.converted(c, pair.lower, "integer")
        high = expressions.converted(c, pair.upper, "integer")
        found.append((low, high))
    return found


def declare_dynamic(c: Context, array: Array, pairs: list[tuple[Register, Register]]) -> None:
    """Take memory for an array and make its descriptor."""
    build = c.build
    widths = []
    for lower, upper in pairs:
        width = build.do(ops.IntAdd, build.do(ops.IntSubtract, upper, lower), build.int(1))
        some = build.do(ops.IntCompare, ">", width, build.int(0))
        widths.append(build.do(ops.Select, some, width, build.int(0)))
    strides = [build.int(1)]
    most = 2**55
    message = f"array {array.name} is too large for any memory"
    for width in reversed(widths[1:]):
        strides.insert(0, build.do(ops.IntMultiply, strides[0], width, 0, most, message))
    size = build.do(ops.IntMultiply, strides[0], widths[0], 0, most, message)
    base = build.do(ops.StackAllocate, scaled(c, size))
    fill(c, array.type, base, size)
    keep(c, array, base, [(*pair, stride) for pair, stride in zip(pairs, strides, strict=True)])


def keep(c: Context, array: Array, base: Register, bounds: list[tuple[Register, Register, Register]]) -> None:
    """Keep a descriptor in locals, or in memory where inner functions use the array."""
    build = c.build
    if array in c.lowering.found.shared:
        fill_descriptor(c, c.address(array), array.type, base, bounds)
        return
    words = [build.local(f"{array.name}.base", Type.INT)]
    build.perform(ops.LocalStore, words[0], base)
    kept = []
    for triple in bounds:
        row = []
        for part, register in zip(("lower", "upper", "stride"), triple, strict=True):
            local = build.local(f"{array.name}.{part}", Type.INT)
            build.perform(ops.LocalStore, local, register)
            row.append(local)
        kept.append((row[0], row[1], row[2]))
    c.arrays[array] = Words(words[0], kept)


def fill_descriptor(
    c: Context, at: Register, type_: str, base: Register, bounds: list[tuple[Register, Register, Register]]
) -> None:
    """Write a descriptor."""
    build = c.build
    build.perform(ops.Store, "i64", at, build.int(ARRAY_TAG + TAGS[type_]), 0)
    build.perform(ops.Store, "i64", at, build.int(len(bounds)), WORD)
    build.perform(ops.Store, "i64", at, base, 2 * WORD)
    offset = HEAD
    for triple in bounds:
        for register in triple:
            build.perform(ops.Store, "i64", at, register, offset)
            offset += WORD


# --- descriptors of arrays that are passed on -----------------------------------------------------------------------


def descriptor(c: Context, entity: Array | Formal) -> Register:
    """Return the address of an array's descriptor; where it has none, one is made."""
    build = c.build
    if isinstance(entity, Formal):
        return c.load(entity, "integer", None)
    if entity in c.lowering.statics:
        static = c.lowering.statics[entity]
        at = c.slot(3 + 3 * entity.dimensions)
        bounds = [
            (build.int(lower), build.int(upper), build.int(stride))
            for (lower, upper), stride in zip(static.bounds, static.strides(), strict=True)
        ]
        fill_descriptor(c, at, entity.type, build.do(ops.RegionAddress, static.region), bounds)
        return at
    words = c.arrays.get(entity)
    if isinstance(words, Words):
        at = c.slot(3 + 3 * entity.dimensions)
        base, registers = read_words(c, words)
        fill_descriptor(c, at, entity.type, base, registers)
        return at
    return c.address(entity)


def read_words(c: Context, words: Words) -> tuple[Register, list[tuple[Register, Register, Register]]]:
    """Read a descriptor from locals."""
    build = c.build
    base = build.do(ops.LocalLoad, words.base)
    bounds = []
    for names in words.bounds:
        lower, upper, stride = (build.do(ops.LocalLoad, name) for name in names)
        bounds.append((lower, upper, stride))
    return base, bounds


def open_formal(c: Context, formal: Formal) -> None:
    """Spread the descriptor of an array parameter over locals, where only this function uses it.

    An actual array with another number of subscripts is a fault only where the body uses it (4.7.5).
    """
    build = c.build
    if formal.dimensions is None or formal in c.lowering.found.shared:
        return
    at = c.load(formal, "integer", None)
    found = build.do(ops.Load, "i64", at, WORD)
    words = Words(build.local(f"{formal.name}.base", Type.INT), [], build.local(f"{formal.name}.dimensions", Type.INT))
    assert words.dimensions is not None
    build.perform(ops.LocalStore, words.dimensions, found)
    fits, done = build.label("fits"), build.label("opened")
    build.end(ops.Branch, build.do(ops.IntCompare, "=", found, build.int(formal.dimensions)), fits, done)
    build.begin(fits)
    base, bounds = read_descriptor(c, at, formal.dimensions)
    build.perform(ops.LocalStore, words.base, base)
    for triple in bounds:
        row = []
        for part, register in zip(("lower", "upper", "stride"), triple, strict=True):
            local = build.local(f"{formal.name}.{part}", Type.INT)
            build.perform(ops.LocalStore, local, register)
            row.append(local)
        words.bounds.append((row[0], row[1], row[2]))
    build.begin(done)
    c.arrays[formal] = words


def check_dimensions(c: Context, name: str, found: Register, wanted: int) -> None:
    """Trap where an actual array has another number of subscripts than it is used with."""
    build = c.build
    same = build.do(ops.IntCompare, "=", found, build.int(wanted))
    build.perform(ops.Check, same, f"the actual array of {name} has {{0}} subscripts, not {wanted} (4.7.5.3)", (found,))


def read_descriptor(
    c: Context, at: Register, dimensions: int
) -> tuple[Register, list[tuple[Register, Register, Register]]]:
    """Read a descriptor from memory."""
    build = c.build
    base = build.do(ops.Load, "i64", at, 2 * WORD)
    bounds = []
    for dimension in range(dimensions):
        offset = HEAD + 3 * WORD * dimension
        lower, upper, stride = (build.do(ops.Load, "i64", at, offset + WORD * part) for part in range(3))
        bounds.append((lower, upper, stride))
    return base, bounds


def copy_value(c: Context, formal: Formal) -> None:
    """Copy the actual array of a parameter called by value, with its bounds (4.7.3.1, 4.7.5.3)."""
    build = c.build
    at = c.load(formal, "integer", None)
    base, [(lower, upper, stride)] = read_descriptor(c, at, 1)
    width = build.do(ops.IntAdd, build.do(ops.IntSubtract, upper, lower), build.int(1))
    some = build.do(ops.IntCompare, ">", width, build.int(0))
    size = build.do(ops.IntMultiply, stride, build.do(ops.Select, some, width, build.int(0)))
    copy = build.do(ops.StackAllocate, scaled(c, size))
    build.perform(ops.Copy, copy, base, scaled(c, size))
    if formal.type != "Boolean":
        convert_copy(c, formal, at, copy, size)
    words = build.do(ops.IntMultiply, build.do(ops.Load, "i64", at, WORD), build.int(3))
    length = scaled(c, build.do(ops.IntAdd, words, build.int(3)))
    fresh = build.do(ops.StackAllocate, length)
    build.perform(ops.Copy, fresh, at, length)
    build.perform(ops.Store, "i64", fresh, build.int(ARRAY_TAG + TAGS[formal.type]), 0)
    build.perform(ops.Store, "i64", fresh, copy, 2 * WORD)
    c.store(formal, "integer", fresh)
    c.level_used = True


def convert_copy(c: Context, formal: Formal, at: Register, copy: Register, size: Register) -> None:
    """Turn the elements of a copied array into the formal parameter's type, where the actual one has another."""
    build = c.build
    other = "integer" if formal.type == "real" else "real"
    tag = build.do(ops.Load, "i64", at)
    differs, done = build.label("differs"), build.label("copied")
    build.end(ops.Branch, build.do(ops.IntCompare, "=", tag, build.int(ARRAY_TAG + TAGS[other])), differs, done)
    build.begin(differs)
    build.host(f"elements_to_{formal.type}", copy, size, build.int(c.lowering.numbers.greatest))
    build.begin(done)


# --- subscripted variables ------------------------------------------------------------------------------------------


def element(c: Context, node: syntax.Subscripted) -> StaticElement | Element:
    """Evaluate subscripts (from left to right, rounded), check them, and return the element."""
    entity = node.name.meaning
    subscripts = tuple(expressions.converted(c, subscript, "integer") for subscript in node.subscripts)
    c.at(node.place)
    undefined = None
    if not getattr(entity, "own", False):
        places = ",".join(f"{{{number}}}" for number in range(len(subscripts)))
        undefined = f"element [{places}] of array {entity.name} has no value yet ({entity.declared})"
    static = c.lowering.statics.get(entity)
    if static is not None:
        return static_element(c, entity, static, subscripts, undefined)
    build = c.build
    base, bounds = words_in_use(c, entity, len(subscripts))
    place = base
    for number, (subscript, (lower_, upper_, stride)) in enumerate(zip(subscripts, bounds, strict=True)):
        message = range_message(entity, number, len(subscripts), "{1}", "{2}")
        build.perform(ops.CheckRange, subscript, lower_, upper_, message)
        steps = build.do(ops.IntSubtract, subscript, lower_)
        if number < len(subscripts) - 1:
            steps = build.do(ops.IntMultiply, steps, stride)
        place = build.do(ops.IntAdd, place, scaled(c, steps))
    return Element(c, entity.type, place, subscripts, undefined)


def static_element(
    c: Context, entity: Array, static: Static, subscripts: tuple[Register, ...], undefined: str | None
) -> StaticElement:
    """Return an element of a static array; several subscripts are checked now."""
    build = c.build
    if len(subscripts) == 1:
        lower, upper = static.bounds[0]
        message = range_message(entity, 0, 1, str(lower), str(upper))
        return StaticElement(c, static, entity.type, subscripts[0], subscripts, message, undefined)
    index = None
    for number, (subscript, (lower, upper), stride) in enumerate(
        zip(subscripts, static.bounds, static.strides(), strict=True)
    ):
        message = range_message(entity, number, len(subscripts), "{1}", "{2}")
        build.perform(ops.CheckRange, subscript, build.int(lower), build.int(upper), message)
        steps = build.do(ops.IntSubtract, subscript, build.int(lower))
        if stride != 1:
            steps = build.do(ops.IntMultiply, steps, build.int(stride))
        index = steps if index is None else build.do(ops.IntAdd, index, steps)
    assert index is not None
    message = f"element {{0}} of array {entity.name} is outside ({entity.declared})"
    return StaticElement(c, static, entity.type, index, subscripts, message, undefined)


def words_in_use(
    c: Context, entity: Array | Formal, dimensions: int
) -> tuple[Register, list[tuple[Register, Register, Register]]]:
    """Return base and bounds of an array that is not static."""
    words = c.arrays.get(entity)
    if isinstance(words, Words) and len(words.bounds) == dimensions:
        if words.dimensions is not None:
            check_dimensions(c, entity.name, c.build.do(ops.LocalLoad, words.dimensions), dimensions)
        return read_words(c, words)
    at = c.load(entity, "integer", None) if isinstance(entity, Formal) else c.address(entity)
    if isinstance(entity, Formal):
        check_dimensions(c, entity.name, c.build.do(ops.Load, "i64", at, WORD), dimensions)
    return read_descriptor(c, at, dimensions)


def range_message(entity: Array | Formal, number: int, count: int, lower: str, upper: str) -> str:
    """Word the trap of a subscript outside its bounds."""
    which = f" (the {ORDINALS[number] if number < len(ORDINALS) else number + 1})" if count > 1 else ""
    return f"subscript {{0}}{which} of array {entity.name} is outside its bounds {lower}:{upper} ({entity.declared})"

"""Memory: elements of static arrays, cells by address, the stack in memory."""

from __future__ import annotations

from getallenband.interpreters.compiled.state import MEMORY_STACK, WORK
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import SIZES, UNDEFINED_INT, UNDEFINED_REAL_BITS, Kind, Pattern
from getallenband.interpreters.wasm.emit import NUMBER, OTHER, Emitter

PATTERNS: dict[Pattern, int] = {
    "zero": 0, "undefined_int": UNDEFINED_INT, "undefined_real": UNDEFINED_REAL_BITS,
}  # fmt: skip
LOADS: dict[Kind, str] = {
    "i8": "i64.load8_s", "u8": "i64.load8_u", "i16": "i64.load16_s", "u16": "i64.load16_u", "i32": "i64.load32_s",
    "u32": "i64.load32_u", "i64": "i64.load", "f64": "f64.load",
}  # fmt: skip
STORES: dict[Kind, str] = {
    "i8": "i64.store8", "u8": "i64.store8", "i16": "i64.store16", "u16": "i64.store16", "i32": "i64.store32",
    "u32": "i64.store32", "i64": "i64.store", "f64": "f64.store",
}  # fmt: skip
SHIFTS = {2: 1, 4: 2, 8: 3}


def index_load(emit: Emitter, operation: ops.IndexLoad) -> None:
    """Check the subscript by one unsigned comparison, and read."""
    emit.access(LOADS[operation.kind], element(emit, operation))
    emit.set(operation.result)
    if operation.undefined is not None and SIZES[operation.kind] == 8:
        emit.require_defined(operation.result, operation.undefined, (operation.index,))


def index_store(emit: Emitter, operation: ops.IndexStore) -> None:
    offset = element(emit, operation)
    emit.read(operation.value)
    emit.access(STORES[operation.kind], offset)


def element(emit: Emitter, operation: ops.IndexLoad | ops.IndexStore) -> int:
    """Check the subscript; write an address, and return the element's offset from there."""
    emit.require(operation.index, operation.lower, operation.upper, operation.message, (operation.index,))
    size = SIZES[operation.kind]
    emit.read(operation.index)
    emit.do("i32.wrap_i64")
    if size > 1:
        emit.int32(SHIFTS[size])
        emit.do("i32.shl")
    start = emit.module.at.memory + emit.module.addresses[operation.region] - operation.lower * size
    if operation.lower >= 0 and start >= 0:
        return start
    add_wrapping(emit, start)
    return 0


def add_wrapping(emit: Emitter, offset: int) -> None:
    """Add to an address that may be negative: an instruction's own offset would not wrap."""
    emit.int32(offset)
    emit.do("i32.add")


def load(emit: Emitter, operation: ops.Load) -> None:
    emit.access(LOADS[operation.kind], cell(emit, operation))
    emit.set(operation.result)


def store(emit: Emitter, operation: ops.Store) -> None:
    offset = cell(emit, operation)
    emit.read(operation.value)
    emit.access(STORES[operation.kind], offset)


def cell(emit: Emitter, operation: ops.Load | ops.Store) -> int:
    """Test that a cell lies in the program's memory; write its address, and return its offset from there.

    The offset is not left to the instruction that accesses the cell: the address may be negative without it.
    """
    limit = emit.module.memory_size - SIZES[operation.kind]
    emit.read(operation.address)
    if operation.offset:
        emit.int64(operation.offset)
        emit.do("i64.add")
    if not operation.known_valid:
        emit.put(OTHER)
        emit.get(OTHER)
        emit.int64(limit)
        emit.do("i64.le_u")
        crash = emit.site("crash", "address {0} is not a cell", (operation.address,))
        emit.unless(crash, (operation.address,))
        emit.get(OTHER)
    emit.do("i32.wrap_i64")
    return emit.module.at.memory


def place(emit: Emitter, register: Register) -> None:
    """Write where in the module's memory an address of the program is."""
    emit.read(register)
    emit.do("i32.wrap_i64")
    emit.int32(emit.module.at.memory)
    emit.do("i32.add")


def size_from(emit: Emitter, register: Register) -> None:
    """Write a size, or 0 for a negative one."""
    emit.read(register)
    emit.int64(0)
    emit.read(register)
    emit.int64(0)
    emit.do("i64.gt_s", "select")


def test_range(emit: Emitter, address: Register) -> None:
    """Test that OTHER bytes at an address lie in memory."""
    emit.read(address)
    emit.int64(emit.module.memory_size)
    emit.do("i64.le_u")
    emit.get(OTHER)
    emit.int64(emit.module.memory_size)
    emit.read(address)
    emit.do("i64.sub", "i64.le_u", "i32.and")
    emit.unless(emit.site("crash", "no such range of memory at {0}", (address,)), (address,))


def charge(emit: Emitter) -> None:
    """Charge the work on OTHER bytes; end the run where the budget does not cover it."""
    if emit.module.work_limit is None:
        return
    emit.get(OTHER)
    emit.int64(ops.WORK_UNIT)
    emit.do("i64.ge_u")
    with emit.block("if"):
        emit.load_word(WORK)
        emit.get(OTHER)
        emit.int64(ops.WORK_UNIT)
        emit.do("i64.div_u", "i64.add")
        emit.put(NUMBER)
        emit.store_word_from(WORK, NUMBER)
        emit.get(NUMBER)
        emit.int64(emit.module.work_limit)
        emit.do("i64.le_u")
        emit.unless(emit.site("work"))


def fill(emit: Emitter, operation: ops.Fill) -> None:
    size_from(emit, operation.words)
    emit.put(OTHER)
    emit.get(OTHER)
    emit.int64(1 << 60)
    emit.get(OTHER)
    emit.int64(1 << 60)
    emit.do("i64.lt_u", "select")
    emit.int64(3)
    emit.do("i64.shl")
    emit.put(OTHER)
    test_range(emit, operation.address)
    charge(emit)
    if operation.pattern == "zero":
        place(emit, operation.address)
        emit.int32(0)
        emit.get(OTHER)
        emit.do("i32.wrap_i64")
        emit.bulk("memory.fill")
        return
    with emit.block("block") as filled, emit.block("loop") as again:
        emit.get(OTHER)
        emit.do("i64.eqz")
        emit.jump_if(filled)
        emit.get(OTHER)
        emit.int64(8)
        emit.do("i64.sub")
        emit.put(OTHER)
        place(emit, operation.address)
        emit.get(OTHER)
        emit.do("i32.wrap_i64", "i32.add")
        emit.int64(PATTERNS[operation.pattern])
        emit.access("i64.store")
        emit.jump(again)


def copy(emit: Emitter, operation: ops.Copy) -> None:
    """Move bytes; a negative size moves none."""
    size_from(emit, operation.size)
    emit.put(OTHER)
    for address in (operation.target, operation.origin):
        test_range(emit, address)
    charge(emit)
    place(emit, operation.target)
    place(emit, operation.origin)
    emit.get(OTHER)
    emit.do("i32.wrap_i64")
    emit.bulk("memory.copy")


def work(emit: Emitter, operation: ops.Work) -> None:
    size_from(emit, operation.size)
    emit.put(OTHER)
    charge(emit)


def stack_allocate(emit: Emitter, operation: ops.StackAllocate) -> None:
    """Move the top of the stack in memory, if the memory limit allows."""
    emit.load_word(MEMORY_STACK)
    emit.set(operation.result)
    emit.read(operation.size)
    emit.int64(emit.module.memory_size)
    emit.read(operation.result)
    emit.do("i64.sub", "i64.le_u")
    emit.unless(emit.site("memory", registers=(operation.size,)), (operation.size,))
    emit.word(MEMORY_STACK)
    emit.read(operation.result, operation.size)
    emit.int64(7)
    emit.do("i64.add")
    emit.int64(-8)
    emit.do("i64.and", "i64.add")
    emit.access("i64.store")


def stack_mark(emit: Emitter, operation: ops.StackMark) -> None:
    emit.load_word(MEMORY_STACK)
    emit.set(operation.result)


def stack_release(emit: Emitter, operation: ops.StackRelease) -> None:
    emit.word(MEMORY_STACK)
    emit.read(operation.mark)
    emit.access("i64.store")

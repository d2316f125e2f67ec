"""Memory: elements of static arrays, cells by address, the stack in memory."""

from __future__ import annotations

from getallenband.interpreters.compiled.state import MEMORY_STACK, WORK
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import SIZES, UNDEFINED_INT, UNDEFINED_REAL_BITS, Kind, Pattern
from getallenband.interpreters.native.emit import Emitter
from getallenband.interpreters.native.guards import require, require_defined, unless
from getallenband.interpreters.native.module import ANY_TAG

PATTERNS: dict[Pattern, int] = {
    "zero": 0, "undefined_int": UNDEFINED_INT, "undefined_real": UNDEFINED_REAL_BITS,
}  # fmt: skip


def index_load(emit: Emitter, operation: ops.IndexLoad) -> None:
    """Check the subscript by one unsigned comparison, and read."""
    pointer = element(emit, operation)
    tag = emit.module.region_tags[operation.region]
    load_cell(emit, operation.result, operation.kind, pointer, tag)
    if operation.undefined is not None and SIZES[operation.kind] == 8:
        require_defined(emit, operation.result, operation.undefined, (operation.index,))


def index_store(emit: Emitter, operation: ops.IndexStore) -> None:
    pointer = element(emit, operation)
    store_cell(emit, operation.kind, pointer, operation.value, emit.module.region_tags[operation.region])


def element(emit: Emitter, operation: ops.IndexLoad | ops.IndexStore) -> str:
    """Check the subscript; return a pointer to the element."""
    require(emit, operation.index, operation.lower, operation.upper, operation.message, (operation.index,))
    start = emit.module.addresses[operation.region] - operation.lower * SIZES[operation.kind]
    base = emit.let(f"getelementptr i8, ptr %memory, i64 {start}")
    return emit.let(f"getelementptr {cell_type(operation.kind)}, ptr {base}, i64 {emit.read(operation.index)}")


def load(emit: Emitter, operation: ops.Load) -> None:
    pointer = cell(emit, operation.address, operation.offset, SIZES[operation.kind], operation.known_valid)
    load_cell(emit, operation.result, operation.kind, pointer, ANY_TAG, 1)


def store(emit: Emitter, operation: ops.Store) -> None:
    pointer = cell(emit, operation.address, operation.offset, SIZES[operation.kind], operation.known_valid)
    store_cell(emit, operation.kind, pointer, operation.value, ANY_TAG, 1)


def cell(emit: Emitter, address: Register, offset: int, size: int, known_valid: bool = False) -> str:
    """Return a pointer to a cell; test that it lies in memory, since no program may crash Python."""
    place = emit.let(f"add i64 {emit.read(address)}, {offset}") if offset else emit.read(address)
    if not known_valid:
        inside = emit.let(f"icmp ule i64 {place}, {emit.module.memory_size - size}")
        unless(emit, inside, emit.site("crash", "address {0} is not a cell", (address,)), (address,))
    return emit.let(f"getelementptr i8, ptr %memory, i64 {place}")


def memory_range(emit: Emitter, address: Register, size: str) -> str:
    """Return a pointer to `size` bytes; test that they lie in memory."""
    place, limit = emit.read(address), emit.module.memory_size
    below = emit.let(f"icmp ule i64 {place}, {limit}")
    fits = emit.let(f"icmp ule i64 {size}, {emit.let(f'sub i64 {limit}, {place}')}")
    crash = emit.site("crash", "no such range of memory at {0}", (address,))
    unless(emit, emit.let(f"and i1 {below}, {fits}"), crash, (address,))
    return emit.let(f"getelementptr i8, ptr %memory, i64 {place}")


def cell_type(kind: Kind) -> str:
    return "double" if kind == "f64" else f"i{8 * SIZES[kind]}"


def load_cell(emit: Emitter, result: Register, kind: Kind, pointer: str, tag: int, align: int = 0) -> None:
    size = SIZES[kind]
    text = f"load {cell_type(kind)}, ptr {pointer}, align {align or size}, !tbaa !{tag}"
    if size == 8:
        emit.set(result, text)
    else:
        widen = "sext" if kind[0] == "i" else "zext"
        emit.set(result, f"{widen} i{8 * size} {emit.let(text)} to i64")


def store_cell(emit: Emitter, kind: Kind, pointer: str, value: Register, tag: int, align: int = 0) -> None:
    size, text = SIZES[kind], emit.read(value)
    if size < 8:
        text = emit.let(f"trunc i64 {text} to i{8 * size}")
    emit.line(f"store {cell_type(kind)} {text}, ptr {pointer}, align {align or size}, !tbaa !{tag}")


def charge(emit: Emitter, size: str) -> None:
    """Charge the work on a number of bytes; end the run where the budget does not cover it."""
    if emit.module.work_limit is None:
        return
    with emit.unlikely(emit.let(f"icmp ult i64 {size}, {ops.WORK_UNIT}")) as on:
        done = emit.let(f"add i64 {emit.load_word(WORK)}, {emit.let(f'udiv i64 {size}, {ops.WORK_UNIT}')}")
        emit.store_word(WORK, done)
        over = emit.fresh("over")
        emit.line(f"br i1 {emit.let(f'icmp ule i64 {done}, {emit.module.work_limit}')}, label %{on}, label %{over}")
        emit.begin(over)
        emit.leave(emit.site("work"))


def fill(emit: Emitter, operation: ops.Fill) -> None:
    emit.module.needs_fill = True
    words = emit.let(f"call i64 @llvm.smax.i64(i64 {emit.read(operation.words)}, i64 0)")
    most = emit.let(f"call i64 @llvm.umin.i64(i64 {words}, i64 {1 << 60})")
    size = emit.let(f"shl i64 {most}, 3")
    target = memory_range(emit, operation.address, size)
    charge(emit, size)
    emit.line(f"call fastcc void @fill(ptr {target}, i64 {words}, i64 {PATTERNS[operation.pattern]})")


def copy(emit: Emitter, operation: ops.Copy) -> None:
    """Move bytes; a negative size moves none."""
    size = emit.let(f"call i64 @llvm.smax.i64(i64 {emit.read(operation.size)}, i64 0)")
    target, origin = memory_range(emit, operation.target, size), memory_range(emit, operation.origin, size)
    charge(emit, size)
    emit.line(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {origin}, i64 {size}, i1 false)")


def work(emit: Emitter, operation: ops.Work) -> None:
    charge(emit, emit.let(f"call i64 @llvm.smax.i64(i64 {emit.read(operation.size)}, i64 0)"))


def stack_allocate(emit: Emitter, operation: ops.StackAllocate) -> None:
    """Move the top of the stack in memory, if the memory limit allows."""
    size = emit.read(operation.size)
    emit.set(operation.result, f"load i64, ptr {emit.word(MEMORY_STACK)}, align 8, !tbaa !2")
    top = emit.read(operation.result)
    room = emit.let(f"sub i64 {emit.module.memory_size}, {top}")
    unless(
        emit,
        emit.let(f"icmp ule i64 {size}, {room}"),
        emit.site("memory", registers=(operation.size,)),
        (operation.size,),
    )
    rounded = emit.let(f"and i64 {emit.let(f'add i64 {size}, 7')}, -8")
    emit.store_word(MEMORY_STACK, emit.let(f"add i64 {top}, {rounded}"))


def stack_mark(emit: Emitter, operation: ops.StackMark) -> None:
    emit.set(operation.result, f"load i64, ptr {emit.word(MEMORY_STACK)}, align 8, !tbaa !2")


def stack_release(emit: Emitter, operation: ops.StackRelease) -> None:
    emit.store_word(MEMORY_STACK, emit.read(operation.mark))

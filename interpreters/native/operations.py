"""Each operation of the IR as LLVM assembly: one function for each, by the operation's name; terminators elsewhere.

    int_add(emit, IntAdd(3, 1, 2, -67108863, 67108863, "integer overflow"))
    #   %t1 = add i64 %r1, %r2 … a range check that leaves for cold code … %r3

What an operation means stands in ir/ops.py; here only what LLVM leaves undefined (a zero divisor, a shift by 64, a
real number too large for an integer) needs care.
"""

from __future__ import annotations

import math

from interpreters.ir import ops
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Register
from interpreters.ir.types import SIZES, UNDEFINED_INT, UNDEFINED_REAL_BITS, Kind, Pattern, Relation, Type
from interpreters.native.emit import LLVM_TYPES, Emitter, real_text
from interpreters.native.state import MEMORY_STACK, ODD_PENDING, ODD_VALUES, OPERANDS, PENDING, PROBE_VALUES
from interpreters.transform.intervals import ALL, DEFINED, exact

SIGNED: dict[Relation, str] = {"=": "eq", "/=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
UNSIGNED: dict[Relation, str] = {"=": "eq", "/=": "ne", "<": "ult", "<=": "ule", ">": "ugt", ">=": "uge"}
ORDERED: dict[Relation, str] = {"=": "oeq", "/=": "une", "<": "olt", "<=": "ole", ">": "ogt", ">=": "oge"}
PATTERNS: dict[Pattern, int] = {
    "zero": 0, "undefined_int": UNDEFINED_INT, "undefined_real": UNDEFINED_REAL_BITS,
}  # fmt: skip
INTRINSICS = {
    "sqrt": "llvm.sqrt.f64", "floor": "llvm.floor.f64", "ceil": "llvm.ceil.f64", "truncate": "llvm.trunc.f64",
    "absolute": "llvm.fabs.f64",
}  # fmt: skip


# --- constants: their values stand where they are read (Emitter.constant) -----------------------------------------


def int_constant(emit: Emitter, operation: ops.IntConstant) -> None:
    """Write nothing."""


def real_constant(emit: Emitter, operation: ops.RealConstant) -> None:
    """Write nothing."""


def bool_constant(emit: Emitter, operation: ops.BoolConstant) -> None:
    """Write nothing."""


def region_address(emit: Emitter, operation: ops.RegionAddress) -> None:
    """Write nothing."""


def function_code(emit: Emitter, operation: ops.FunctionCode) -> None:
    """Write nothing."""


# --- local variables ----------------------------------------------------------------------------------------------


def local_load(emit: Emitter, operation: ops.LocalLoad) -> None:
    """Read a stack slot."""
    kind = emit.function.locals[operation.local]
    emit.set(operation.result, f"load {LLVM_TYPES[kind]}, ptr {emit.slots[operation.local]}, align 8")
    emit.checks.loaded(operation)
    if operation.message is not None:
        require_defined(emit, operation.result, operation.message)


def local_store(emit: Emitter, operation: ops.LocalStore) -> None:
    """Write a stack slot."""
    emit.line(f"store {emit.typed(operation.value)}, ptr {emit.slots[operation.local]}, align 8")


def require_defined(emit: Emitter, register: Register, message: str, shown: tuple[Register, ...] = ()) -> None:
    """Trap where a value is the undefined pattern; any NaN is undefined."""
    if emit.type(register) is Type.INT:
        emit.checks.require(register, DEFINED, message, shown)
    else:
        value = emit.read(register)
        emit.trap(emit.let(f"fcmp ord double {value}, {value}"), message, shown)


# --- memory -------------------------------------------------------------------------------------------------------


def index_load(emit: Emitter, operation: ops.IndexLoad) -> None:
    """Check the subscript with one unsigned comparison and read."""
    pointer = element(emit, operation)
    tag = emit.module.region_tags[operation.region]
    load_cell(emit, operation.result, operation.kind, pointer, tag)
    if operation.undefined is not None and SIZES[operation.kind] == 8:
        if operation.kind == "i64":
            emit.checks.known.registers[operation.result] = emit.checks.known.regions.get(operation.region, ALL)
        require_defined(emit, operation.result, operation.undefined, (operation.index,))


def index_store(emit: Emitter, operation: ops.IndexStore) -> None:
    """Check the subscript with one unsigned comparison and write."""
    pointer = element(emit, operation)
    store_cell(emit, operation.kind, pointer, operation.value, emit.module.region_tags[operation.region])


def element(emit: Emitter, operation: ops.IndexLoad | ops.IndexStore) -> str:
    """Return a pointer to the element of a static array; the subscript is checked."""
    bounds = (operation.lower, operation.upper)
    emit.checks.require(operation.index, bounds, operation.message, (operation.index,), now=True)
    start = emit.module.addresses[operation.region] - operation.lower * SIZES[operation.kind]
    base = emit.let(f"getelementptr i8, ptr %memory, i64 {start}")
    return emit.let(f"getelementptr {cell_type(operation.kind)}, ptr {base}, i64 {emit.read(operation.index)}")


def load(emit: Emitter, operation: ops.Load) -> None:
    """Read a cell."""
    pointer = cell(emit, operation.address, operation.offset, SIZES[operation.kind], operation.known_valid)
    load_cell(emit, operation.result, operation.kind, pointer, emit.module.any_tag, 1)


def store(emit: Emitter, operation: ops.Store) -> None:
    """Write a cell."""
    pointer = cell(emit, operation.address, operation.offset, SIZES[operation.kind], operation.known_valid)
    store_cell(emit, operation.kind, pointer, operation.value, emit.module.any_tag, 1)


def cell(emit: Emitter, address: Register, offset: int, size: int, known_valid: bool = False) -> str:
    """Return a pointer to a cell; that it lies in memory is tested because nothing may make Python crash."""
    place = emit.let(f"add i64 {emit.read(address)}, {offset}") if offset else emit.read(address)
    low, high = emit.checks.known.interval(address)
    if not known_valid and (low + offset < 0 or high + offset > emit.module.memory_size - size):
        inside = emit.let(f"icmp ule i64 {place}, {emit.module.memory_size - size}")
        emit.unless(inside, emit.site("crash", "address {0} is no cell", (address,)), (address,))
    return emit.let(f"getelementptr i8, ptr %memory, i64 {place}")


def stretch(emit: Emitter, address: Register, size: str) -> str:
    """Return a pointer to `size` bytes that lie in memory."""
    place, limit = emit.read(address), emit.module.memory_size
    below = emit.let(f"icmp ule i64 {place}, {limit}")
    fits = emit.let(f"icmp ule i64 {size}, {emit.let(f'sub i64 {limit}, {place}')}")
    crash = emit.site("crash", "no such stretch of memory at {0}", (address,))
    emit.unless(emit.let(f"and i1 {below}, {fits}"), crash, (address,))
    return emit.let(f"getelementptr i8, ptr %memory, i64 {place}")


def cell_type(kind: Kind) -> str:
    """Return the LLVM type of a memory cell."""
    return "double" if kind == "f64" else f"i{8 * SIZES[kind]}"


def load_cell(emit: Emitter, result: Register, kind: Kind, pointer: str, tag: int, align: int = 0) -> None:
    """Read a cell and widen it."""
    size = SIZES[kind]
    text = f"load {cell_type(kind)}, ptr {pointer}, align {align or size}, !tbaa !{tag}"
    if size == 8:
        emit.set(result, text)
    else:
        widen = "sext" if kind[0] == "i" else "zext"
        emit.set(result, f"{widen} i{8 * size} {emit.let(text)} to i64")


def store_cell(emit: Emitter, kind: Kind, pointer: str, value: Register, tag: int, align: int = 0) -> None:
    """Write the low bits of a value to a cell."""
    size, text = SIZES[kind], emit.read(value)
    if size < 8:
        text = emit.let(f"trunc i64 {text} to i{8 * size}")
    emit.line(f"store {cell_type(kind)} {text}, ptr {pointer}, align {align or size}, !tbaa !{tag}")


def fill(emit: Emitter, operation: ops.Fill) -> None:
    """Call the module's loop."""
    emit.module.needs_fill = True
    words = emit.let(f"call i64 @llvm.smax.i64(i64 {emit.read(operation.words)}, i64 0)")
    most = emit.let(f"call i64 @llvm.umin.i64(i64 {words}, i64 {1 << 60})")
    target = stretch(emit, operation.address, emit.let(f"shl i64 {most}, 3"))
    emit.line(f"call fastcc void @fill(ptr {target}, i64 {words}, i64 {PATTERNS[operation.pattern]})")


def copy(emit: Emitter, operation: ops.Copy) -> None:
    """Move bytes; a negative size moves none."""
    size = emit.let(f"call i64 @llvm.smax.i64(i64 {emit.read(operation.size)}, i64 0)")
    target, origin = stretch(emit, operation.target, size), stretch(emit, operation.origin, size)
    emit.line(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {origin}, i64 {size}, i1 false)")


def stack_allocate(emit: Emitter, operation: ops.StackAllocate) -> None:
    """Move the top of the stack in memory, if the memory limit covers that."""
    size = emit.read(operation.size)
    emit.set(operation.result, f"load i64, ptr {emit.word(MEMORY_STACK)}, align 8, !tbaa !2")
    top = emit.read(operation.result)
    room = emit.let(f"sub i64 {emit.module.memory_size}, {top}")
    emit.unless(
        emit.let(f"icmp ule i64 {size}, {room}"), emit.site("memory", registers=(operation.size,)), (operation.size,)
    )
    rounded = emit.let(f"and i64 {emit.let(f'add i64 {size}, 7')}, -8")
    emit.store_word(MEMORY_STACK, emit.let(f"add i64 {top}, {rounded}"))


def stack_mark(emit: Emitter, operation: ops.StackMark) -> None:
    """Read the top of the stack in memory."""
    emit.set(operation.result, f"load i64, ptr {emit.word(MEMORY_STACK)}, align 8, !tbaa !2")


def stack_release(emit: Emitter, operation: ops.StackRelease) -> None:
    """Set the top of the stack in memory."""
    emit.store_word(MEMORY_STACK, emit.read(operation.mark))


# --- integers -----------------------------------------------------------------------------------------------------


def int_add(emit: Emitter, operation: ops.IntAdd) -> None:
    """Add."""
    arithmetic(emit, operation, "add")


def int_subtract(emit: Emitter, operation: ops.IntSubtract) -> None:
    """Subtract."""
    arithmetic(emit, operation, "sub")


def int_multiply(emit: Emitter, operation: ops.IntMultiply) -> None:
    """Multiply."""
    arithmetic(emit, operation, "mul")


def arithmetic(emit: Emitter, operation: ops.IntAdd | ops.IntSubtract | ops.IntMultiply, name: str) -> None:
    """Wrap where nothing is to be checked; else check 64-bit overflow (where it can happen) and the range."""
    left, right, result = emit.read(operation.left), emit.read(operation.right), operation.result
    low, high, both = operation.low, operation.high, (operation.left, operation.right)
    full = (low, high) == (FULL_LOW, FULL_HIGH)
    if full and operation.message is None:
        emit.set(result, f"{name} i64 {left}, {right}")
        return
    known, largest = emit.checks.known, max(abs(low), abs(high))
    lowest, highest = exact(operation, known.interval(operation.left), known.interval(operation.right))
    if lowest >= FULL_LOW and highest <= FULL_HIGH:
        emit.set(result, f"{name} i64 {left}, {right}")
        known.registers[result] = (lowest, highest)
    elif (largest * largest if name == "mul" else 2 * largest) <= FULL_HIGH:
        emit.set(result, f"{name} i64 {left}, {right}")
    else:
        pair = emit.let(f"call {{i64, i1}} @llvm.s{name}.with.overflow.i64(i64 {left}, i64 {right})")
        emit.set(result, f"extractvalue {{i64, i1}} {pair}, 0")
        carry = emit.let(f"extractvalue {{i64, i1}} {pair}, 1")
        emit.trap(emit.let(f"xor i1 {carry}, true"), operation.message, both)
    if not full:
        emit.checks.require(result, (low, high), operation.message, both)


def int_divide(emit: Emitter, operation: ops.IntDivide) -> None:
    """Divide; by -1 is to negate, so that the most negative integer wraps."""
    left, right = emit.read(operation.left), emit.read(operation.right)
    emit.trap(emit.let(f"icmp ne i64 {right}, 0"), operation.message, (operation.left,))
    if not operation.signed:
        emit.set(operation.result, f"udiv i64 {left}, {right}")
        return
    minus_one = emit.let(f"icmp eq i64 {right}, -1")
    divisor = emit.let(f"select i1 {minus_one}, i64 1, i64 {right}")
    quotient, negated = emit.let(f"sdiv i64 {left}, {divisor}"), emit.let(f"sub i64 0, {left}")
    emit.set(operation.result, f"select i1 {minus_one}, i64 {negated}, i64 {quotient}")


def int_remainder(emit: Emitter, operation: ops.IntRemainder) -> None:
    """Take the remainder; by -1 it is as by 1."""
    left, right = emit.read(operation.left), emit.read(operation.right)
    emit.trap(emit.let(f"icmp ne i64 {right}, 0"), operation.message, (operation.left,))
    if not operation.signed:
        emit.set(operation.result, f"urem i64 {left}, {right}")
        return
    minus_one = emit.let(f"icmp eq i64 {right}, -1")
    divisor = emit.let(f"select i1 {minus_one}, i64 1, i64 {right}")
    emit.set(operation.result, f"srem i64 {left}, {divisor}")


def int_and(emit: Emitter, operation: ops.IntAnd) -> None:
    """Bitwise and."""
    emit.set(operation.result, f"and i64 {emit.read(operation.left)}, {emit.read(operation.right)}")


def int_or(emit: Emitter, operation: ops.IntOr) -> None:
    """Bitwise or."""
    emit.set(operation.result, f"or i64 {emit.read(operation.left)}, {emit.read(operation.right)}")


def int_xor(emit: Emitter, operation: ops.IntXor) -> None:
    """Bitwise exclusive or."""
    emit.set(operation.result, f"xor i64 {emit.read(operation.left)}, {emit.read(operation.right)}")


def int_shift_left(emit: Emitter, operation: ops.IntShiftLeft) -> None:
    """Shift by 0..63, else give 0."""
    shift(emit, operation, "shl")


def int_shift_right(emit: Emitter, operation: ops.IntShiftRight) -> None:
    """Shift by 0..63; a signed value by more as by 63, an unsigned one to 0."""
    if not operation.signed:
        shift(emit, operation, "lshr")
        return
    distance = emit.let(f"call i64 @llvm.umin.i64(i64 {emit.read(operation.right)}, i64 63)")
    emit.set(operation.result, f"ashr i64 {emit.read(operation.left)}, {distance}")


def shift(emit: Emitter, operation: ops.IntShiftLeft | ops.IntShiftRight, name: str) -> None:
    """Shift by 0..63, else give 0."""
    left, right = emit.read(operation.left), emit.read(operation.right)
    inside = emit.let(f"icmp ult i64 {right}, 64")
    distance = emit.let(f"and i64 {right}, 63")
    emit.set(operation.result, f"select i1 {inside}, i64 {emit.let(f'{name} i64 {left}, {distance}')}, i64 0")


def int_wrap(emit: Emitter, operation: ops.IntWrap) -> None:
    """Keep the low bits and widen them again."""
    value, bits = emit.read(operation.value), operation.bits
    if bits == 64:
        emit.set(operation.result, f"add i64 {value}, 0")
        return
    narrow = emit.let(f"trunc i64 {value} to i{bits}")
    emit.set(operation.result, f"{'sext' if operation.signed else 'zext'} i{bits} {narrow} to i64")


def int_compare(emit: Emitter, operation: ops.IntCompare) -> None:
    """Compare."""
    relation = (SIGNED if operation.signed else UNSIGNED)[operation.relation]
    emit.set(operation.result, f"icmp {relation} i64 {emit.read(operation.left)}, {emit.read(operation.right)}")


# --- reals --------------------------------------------------------------------------------------------------------


def real_add(emit: Emitter, operation: ops.RealAdd) -> None:
    """Add."""
    emit.set(operation.result, f"fadd double {emit.read(operation.left)}, {emit.read(operation.right)}")


def real_subtract(emit: Emitter, operation: ops.RealSubtract) -> None:
    """Subtract."""
    emit.set(operation.result, f"fsub double {emit.read(operation.left)}, {emit.read(operation.right)}")


def real_multiply(emit: Emitter, operation: ops.RealMultiply) -> None:
    """Multiply."""
    emit.set(operation.result, f"fmul double {emit.read(operation.left)}, {emit.read(operation.right)}")


def real_divide(emit: Emitter, operation: ops.RealDivide) -> None:
    """Divide."""
    emit.set(operation.result, f"fdiv double {emit.read(operation.left)}, {emit.read(operation.right)}")


def real_negate(emit: Emitter, operation: ops.RealNegate) -> None:
    """Change the sign."""
    emit.set(operation.result, f"fneg double {emit.read(operation.value)}")


def real_compare(emit: Emitter, operation: ops.RealCompare) -> None:
    """Compare; all but /= are false for a NaN."""
    relation = ORDERED[operation.relation]
    emit.set(operation.result, f"fcmp {relation} double {emit.read(operation.left)}, {emit.read(operation.right)}")


def real_function(emit: Emitter, operation: ops.RealFunction) -> None:
    """Use the processor's instruction where its result is exact, else call the C library that Python uses."""
    arguments = ", ".join(emit.typed(register) for register in operation.arguments)
    intrinsic = INTRINSICS.get(operation.name)
    if intrinsic:
        emit.set(operation.result, f"call double @{intrinsic}({arguments})")
    else:
        function = emit.module.mathematics(operation.name)
        emit.set(operation.result, f"call double {function}({arguments}) nounwind willreturn memory(none)")


def real_to_int(emit: Emitter, operation: ops.RealToInt) -> None:
    """Round, check the range among the reals, convert."""
    value = emit.read(operation.value)
    if operation.rounding == "nearest":
        value = emit.let(f"fadd double {value}, {real_text(0.5)}")
    name = "llvm.trunc.f64" if operation.rounding == "truncate" else "llvm.floor.f64"
    rounded = emit.let(f"call double @{name}(double {value})")
    low, high = float(operation.low), float(operation.high)
    low = math.nextafter(low, math.inf) if int(low) < operation.low else low
    high = math.nextafter(high, -math.inf) if int(high) > operation.high else high
    above = emit.let(f"fcmp oge double {rounded}, {real_text(low)}")
    below = emit.let(f"fcmp ole double {rounded}, {real_text(high)}")
    emit.trap(emit.let(f"and i1 {above}, {below}"), operation.message, (operation.value,))
    emit.set(operation.result, f"fptosi double {rounded} to i64")


def int_to_real(emit: Emitter, operation: ops.IntToReal) -> None:
    """Convert to the nearest real."""
    emit.set(operation.result, f"sitofp i64 {emit.read(operation.value)} to double")


def real_to_bits(emit: Emitter, operation: ops.RealToBits) -> None:
    """Take the bits as an integer."""
    emit.set(operation.result, f"bitcast double {emit.read(operation.value)} to i64")


def bits_to_real(emit: Emitter, operation: ops.BitsToReal) -> None:
    """Take an integer's bits as a real."""
    emit.set(operation.result, f"bitcast i64 {emit.read(operation.value)} to double")


# --- truth values -------------------------------------------------------------------------------------------------


def bool_not(emit: Emitter, operation: ops.BoolNot) -> None:
    """Negate."""
    emit.set(operation.result, f"xor i1 {emit.read(operation.value)}, true")


def bool_and(emit: Emitter, operation: ops.BoolAnd) -> None:
    """And."""
    emit.set(operation.result, f"and i1 {emit.read(operation.left)}, {emit.read(operation.right)}")


def bool_or(emit: Emitter, operation: ops.BoolOr) -> None:
    """Or."""
    emit.set(operation.result, f"or i1 {emit.read(operation.left)}, {emit.read(operation.right)}")


def bool_to_int(emit: Emitter, operation: ops.BoolToInt) -> None:
    """Give 1 or 0."""
    emit.set(operation.result, f"zext i1 {emit.read(operation.value)} to i64")


def int_to_bool(emit: Emitter, operation: ops.IntToBool) -> None:
    """Tell whether it is not 0."""
    emit.set(operation.result, f"icmp ne i64 {emit.read(operation.value)}, 0")


def select(emit: Emitter, operation: ops.Select) -> None:
    """Choose between two values."""
    condition = emit.read(operation.condition)
    emit.set(operation.result, f"select i1 {condition}, {emit.typed(operation.yes)}, {emit.typed(operation.no)}")


# --- checks -------------------------------------------------------------------------------------------------------


def check(emit: Emitter, operation: ops.Check) -> None:
    """Trap unless the condition holds."""
    emit.trap(emit.read(operation.condition), operation.message, operation.values)


def check_range(emit: Emitter, operation: ops.CheckRange) -> None:
    """Trap unless the value lies between two others."""
    registers = (operation.value, operation.lower, operation.upper)
    low, high = emit.checks.known.interval(operation.lower), emit.checks.known.interval(operation.upper)
    if low[0] == low[1] and high[0] == high[1]:
        emit.checks.require(operation.value, (low[0], high[0]), operation.message, registers)
        return
    value, lower, upper = (emit.read(register) for register in registers)
    above, below = emit.let(f"icmp sge i64 {value}, {lower}"), emit.let(f"icmp sle i64 {value}, {upper}")
    emit.trap(emit.let(f"and i1 {above}, {below}"), operation.message, registers)


def check_defined(emit: Emitter, operation: ops.CheckDefined) -> None:
    """Trap where the value is undefined."""
    require_defined(emit, operation.value, operation.message, operation.values)


def check_finite(emit: Emitter, operation: ops.CheckFinite) -> None:
    """Trap where the value is an infinity or a NaN."""
    size = emit.let(f"call double @llvm.fabs.f64(double {emit.read(operation.value)})")
    emit.trap(emit.let(f"fcmp olt double {size}, {real_text(math.inf)}"), operation.message, operation.values)


# --- the world outside --------------------------------------------------------------------------------------------


def host_call(emit: Emitter, operation: ops.HostCall) -> None:
    """Hand the arguments to Python and wait for the result."""
    emit.store_operands(operation.arguments)
    after = emit.fresh("back")
    emit.ask(emit.site("host", registers=operation.arguments), after)
    emit.begin(after)
    if operation.result is not None:
        kind = LLVM_TYPES[emit.type(operation.result)]
        emit.set(operation.result, f"load {kind}, ptr {emit.word(OPERANDS)}, align 8, !tbaa !2")


def deferred_host_call(emit: Emitter, operation: ops.DeferredHostCall) -> None:
    """Append to the pending events; ask Python to perform them when they are many."""
    layout, site = emit.module.layout, emit.site("emit", registers=operation.arguments)
    pending = emit.load_word(PENDING)
    offset = emit.let(f"mul i64 {pending}, {layout.event_size}")
    event = emit.let(f"getelementptr inbounds i64, ptr {emit.word(layout.events)}, i64 {offset}")
    emit.line(f"store i64 {site}, ptr {event}, align 8, !tbaa !2")
    for number, register in enumerate(operation.arguments, start=1):
        pointer = emit.let(f"getelementptr inbounds i64, ptr {event}, i64 {number}")
        emit.line(f"store {emit.typed(register)}, ptr {pointer}, align 8, !tbaa !2")
    more = emit.let(f"add i64 {pending}, 1")
    emit.store_word(PENDING, more)
    emit.ask_unless(emit.let(f"icmp ult i64 {more}, {ops.EVENTS}"), site)


# --- statements and instruments -----------------------------------------------------------------------------------


def statement(emit: Emitter, operation: ops.Statement) -> None:
    """Write nothing: the block's entry counts and charges its statements."""


def probe(emit: Emitter, operation: ops.Probe) -> None:
    """Count a small value in its own word; keep another for Python to count."""
    value = emit.read(operation.value)
    layout, after, odd = emit.module.layout, emit.fresh("probed"), emit.fresh("odd")
    small = emit.fresh("small")
    low, high = emit.checks.known.interval(operation.value)
    inside = "true" if 0 <= low <= high < PROBE_VALUES else emit.let(f"icmp ult i64 {value}, {PROBE_VALUES}")
    emit.line(f"br i1 {inside}, label %{small}, label %{odd}")
    emit.begin(small)
    table = emit.word(layout.probes + operation.probe * PROBE_VALUES)
    pointer = emit.let(f"getelementptr inbounds i64, ptr {table}, i64 {value}")
    times = emit.let(f"load i64, ptr {pointer}, align 8, !tbaa !2")
    emit.line(f"store i64 {emit.let(f'add i64 {times}, 1')}, ptr {pointer}, align 8, !tbaa !2")
    emit.line(f"br label %{after}")
    emit.begin(odd)
    pending = emit.load_word(ODD_PENDING)
    pair = emit.let(f"getelementptr inbounds [2 x i64], ptr {emit.word(layout.odd)}, i64 {pending}")
    emit.line(f"store i64 {operation.probe}, ptr {pair}, align 8, !tbaa !2")
    second = emit.let(f"getelementptr inbounds i64, ptr {pair}, i64 1")
    emit.line(f"store i64 {value}, ptr {second}, align 8, !tbaa !2")
    more = emit.let(f"add i64 {pending}, 1")
    emit.store_word(ODD_PENDING, more)
    emit.ask_unless(emit.let(f"icmp ult i64 {more}, {ODD_VALUES}"), emit.site("probe"))
    emit.line(f"br label %{after}")
    emit.begin(after)


def call_depth(emit: Emitter, operation: ops.CallDepth) -> None:
    """Give the depth that the caller passed."""
    emit.set(operation.result, "add i64 %depth, 0")


def stop_before(emit: Emitter, operation: ops.StopBefore) -> None:
    """Count, and end the run at the given execution."""
    number = emit.module.layout.stops[operation.statement, operation.execution]
    times = emit.let(f"add i64 {emit.load_word(number)}, 1")
    emit.store_word(number, times)
    emit.unless(emit.let(f"icmp ne i64 {times}, {operation.execution}"), emit.site("stop"))

"""Memory and locals in the fast engine: cells, subscripts, what has no value, the stack."""

import pytest

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.messages import out_of_memory
from getallenband.interpreters.ir.program import Region
from getallenband.interpreters.ir.types import UNDEFINED_REAL_BITS, Type
from getallenband.interpreters.outcome import Crash, Exhausted
from getallenband.interpreters.source.position import Place
from tests.interpreters.native.programs import HIGH, LOW, hidden, performed, shown, started, trap


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("i8", 200, -56), ("u8", -1, 255), ("i16", 2**15, -(2**15)), ("u16", -1, 2**16 - 1), ("i32", 2**31, -(2**31)),
        ("u32", -1, 2**32 - 1), ("i64", LOW, LOW), ("f64", 0.1, 0.1),
    ],
)  # fmt: skip
def test_cells_of_each_kind(kind, value, expected):
    def static(build):
        index = hidden(build, -2)
        build.perform(ops.IndexStore, "a", kind, index, hidden(build, value), -3, 3, "m")
        return build.do(ops.IndexLoad, "a", kind, index, -3, 3, "m")

    def dynamic(build):
        address = build.do(ops.RegionAddress, "a")
        build.perform(ops.Store, kind, address, hidden(build, value), 16)
        return build.do(ops.Load, kind, build.do(ops.IntAdd, address, hidden(build, 8)), 8)

    assert shown(static, {"pad": Region(5), "a": Region(56)}) == expected
    assert shown(dynamic, {"pad": Region(5), "a": Region(56)}) == expected


@pytest.mark.parametrize("index", [0, 4, LOW, HIGH])
def test_subscripts_outside(index):
    def load(build):
        return build.do(ops.IndexLoad, "a", "i64", hidden(build, index), 1, 3, "a[{0}]")

    def store(build):
        value = hidden(build, index)
        build.perform(ops.IndexStore, "a", "i64", value, value, 1, 3, "a[{0}]")
        return value

    assert shown(load, {"a": Region(24)}) == trap(f"a[{index}]")
    assert shown(store, {"a": Region(24)}) == trap(f"a[{index}]")


@pytest.mark.parametrize(("pattern", "kind"), [("undefined_int", "i64"), ("undefined_real", "f64")])
def test_undefined_cells(pattern, kind):
    def load(build):
        return build.do(ops.IndexLoad, "a", kind, hidden(build, 2), 1, 3, "m", "{0} has none")

    assert shown(load, {"a": Region(24, pattern)}) == trap("2 has none")


@pytest.mark.parametrize("kind", [Type.INT, Type.REAL])
def test_undefined_locals(kind):
    assert shown(lambda build: build.do(ops.LocalLoad, build.local("k", kind), message="no value")) == trap("no value")


def test_undefined_values_that_nobody_checks():
    assert shown(lambda build: build.do(ops.LocalLoad, build.local("k", Type.INT))) == LOW
    bits = shown(lambda build: build.do(ops.RealToBits, build.do(ops.LocalLoad, build.local("k", Type.REAL))))
    assert bits == UNDEFINED_REAL_BITS


def test_the_stack_in_memory():
    program, build = started()
    build.place(Place(3, 5))
    mark = build.do(ops.StackMark)
    first = build.do(ops.StackAllocate, hidden(build, 13))
    second = build.do(ops.StackAllocate, build.int(8))
    build.defer("int", build.do(ops.IntSubtract, second, first))
    build.perform(ops.Fill, first, build.int(3), "undefined_int")
    build.perform(ops.Store, "i64", first, build.int(77))
    build.perform(ops.Copy, build.do(ops.IntAdd, first, build.int(8)), first, build.int(16))
    build.perform(ops.Fill, first, build.int(-1), "zero")
    build.perform(ops.Copy, first, second, build.int(-1))
    for offset in (0, 8, 16):
        build.defer("int", build.do(ops.Load, "i64", first, offset))
    build.perform(ops.StackRelease, mark)
    build.defer("int", build.do(ops.IntSubtract, build.do(ops.StackMark), first))
    build.do(ops.StackAllocate, hidden(build, 1 << 20))
    build.end(ops.Return)
    execution, host = performed(program)
    assert host.output.text.split() == ["16", "77", "77", str(LOW), "0"]
    assert execution.ending == Exhausted(out_of_memory(1 << 20, host.memory.size), Place(3, 5))


def test_a_negative_size():
    wanted = shown(lambda build: build.do(ops.StackAllocate, hidden(build, -8)))
    assert wanted == Exhausted(out_of_memory(-8, 1 << 20), Place(3, 5))


@pytest.mark.parametrize("address", [-16, (1 << 20) - 4, 1 << 20, LOW, HIGH])
@pytest.mark.parametrize(
    "use",
    [
        lambda build, address: build.do(ops.Load, "i64", address),
        lambda build, address: build.do(ops.Load, "f64", address, 8),
        lambda build, address: build.perform(ops.Store, "i64", address, address),
        lambda build, address: build.perform(ops.Fill, address, build.int(1), "zero"),
        lambda build, address: build.perform(ops.Copy, build.int(64), address, build.int(8)),
        lambda build, address: build.perform(ops.Copy, address, build.int(64), build.int(8)),
        lambda build, _address: build.perform(ops.Fill, build.int(64), build.int(HIGH), "zero"),
    ],
)
def test_addresses_outside_memory_are_our_fault(address, use):
    program, build = started()
    use(build, hidden(build, address))
    build.end(ops.Return)
    with pytest.raises(Crash):
        performed(program)

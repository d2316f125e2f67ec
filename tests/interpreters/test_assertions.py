"""The mode of the reference engine that asserts what is believed: wrong beliefs of each kind are found."""

from __future__ import annotations

from typing import Any

import pytest

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host, HostFunction, Library
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Program, Region
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.ir.verify import verify
from getallenband.interpreters.outcome import Crash, Finished, Limits
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.testing import assertions

# --- wrong beliefs of every kind ---------------------------------------------------------------------------------


def started(**regions: Region) -> tuple[Program, FunctionBuilder]:
    program = Program("test", {}, regions, "main")
    return program, FunctionBuilder(program, "main", "the program", library=LIBRARY)


def write_to_memory(host: Host, address: int) -> None:
    host.memory.ints[address >> 3] = 1


LIBRARY: Library = {
    "same": HostFunction((Type.INT,), Type.INT, lambda _host, value: value),
    "write": HostFunction((Type.INT,), None, write_to_memory),
}


def executed(program: Program) -> Any:
    verify(program, LIBRARY)
    return assertions.execute(program, LIBRARY, Host(program, Limits(1000, memory=1 << 16))).ending


def counting() -> Program:
    """k := 3; a[k] := k; until k = 9: k := k + 1; then k := a[3], and a block that nothing leads to but k = 0."""
    program, build = started(a=Region(80))
    build.local("k", Type.INT)
    build.perform(ops.LocalStore, "k", build.int(3))
    k = build.do(ops.LocalLoad, "k")
    build.perform(ops.IndexStore, "a", "i64", k, k, 0, 9, "subscript {0}")
    build.begin(Label("loop"))
    build.statement("turn", Place(1, 1))
    more = build.do(ops.IntAdd, build.do(ops.LocalLoad, "k"), build.int(1), 0, 100, "overflow")
    build.perform(ops.LocalStore, "k", more)
    build.end(ops.Branch, build.do(ops.IntCompare, "<", more, build.int(9)), Label("loop"), Label("out"))
    build.begin(Label("out"))
    k = build.do(ops.IndexLoad, "a", "i64", build.int(3), 0, 9, "subscript {0}")
    build.perform(ops.LocalStore, "k", k)
    build.end(ops.Return)
    return program


def test_true_beliefs_are_no_crash() -> None:
    assert executed(counting()) == Finished()


def test_a_local_without_the_value_that_it_was_said_to_have_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    program, build = started()
    for name, kind in (("k", Type.INT), ("x", Type.REAL)):
        build.local(name, kind)
        build.do(ops.LocalLoad, name, f"{name} has no value")
    build.end(ops.Return)
    assert executed(program).message == "k has no value"
    monkeypatch.setattr(assertions, "needless_checks", lambda function: {(function.entry, 0), (function.entry, 1)})
    with pytest.raises(Crash, match="k has no value, it was proved to have one"):
        executed(program)


@pytest.mark.parametrize(("offset", "known_valid", "found"), [(8, True, True), (0, True, False), (8, False, False)])
def test_an_address_that_is_not_valid_is_found(offset: int, known_valid: bool, found: bool) -> None:
    program, build = started()
    build.do(ops.Load, "i64", build.do(ops.StackAllocate, build.int(8)), offset, known_valid)
    build.end(ops.Return)
    if found:
        with pytest.raises(Crash, match="not what an address may lead to"):
            executed(program)
    else:
        assert executed(program) == Finished()


def test_an_address_in_an_array_that_is_only_subscripted_is_found() -> None:
    program, build = started(a=Region(80))
    build.do(ops.IndexLoad, "a", "i64", build.int(3), 0, 9, "subscript {0}")
    build.perform(ops.Store, "i64", build.host("same", build.int(64)), build.int(1))
    build.end(ops.Return)
    with pytest.raises(Crash, match=r"8 bytes at 64 .in 'a'. are not what an address may lead to"):
        executed(program)


def test_a_procedure_that_is_called_later_uses_no_memory() -> None:
    program, build = started(a=Region(8))
    build.defer("write", build.int(64))
    build.end(ops.Return)
    with pytest.raises(Crash, match="a library procedure failed: 'Host' object has no attribute 'memory'"):
        executed(program)

"""The mode of the reference engine that asserts what is believed: wrong beliefs of each kind are found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from interpreters import ASSERTING, Options, Request, SourceText, lower, run_lowered
from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.host import POINTED, Host, HostFunction, Library
from interpreters.ir.ops import Label
from interpreters.ir.program import InvalidProgram, Program, Region
from interpreters.ir.types import Type
from interpreters.ir.verify import verify
from interpreters.language import Lowered
from interpreters.outcome import Crash, Finished, Limits
from interpreters.source.position import Place
from interpreters.testing import assertions

# --- a library that writes more than it declares -----------------------------------------------------------------

WALK = SourceText(
    "case.c", "#include <stdlib.h>\nint main(void) { char *p = malloc(10); char *q = p + 1; *q = 65; return *q; }\n"
)
C = Options("lp64")


def undeclared() -> Lowered:
    """A program that walks through a block of malloc, with a library that does not say that malloc makes objects."""
    lowered = lower(WALK, "c_subset", C)
    return replace(lowered, library=lowered.library | {"malloc": replace(lowered.library["malloc"], writes=())})


def test_a_library_that_writes_what_it_does_not_declare_is_found() -> None:
    with pytest.raises(Crash, match=r"malloc writes 'the table of objects' at .*, which it does not declare"):
        run_lowered(WALK, undeclared(), Request(C, engine=ASSERTING))


# --- wrong beliefs of every kind ---------------------------------------------------------------------------------


def started(**regions: Region) -> tuple[Program, FunctionBuilder]:
    program = Program("test", {}, regions, "main")
    return program, FunctionBuilder(program, "main", "the program", library=LIBRARY)


def write_beyond(host: Host, address: int) -> None:
    host.memory.ints[address >> 3] = 1


def read_beyond(host: Host, address: int) -> int:
    return int(host.memory.bytes[address : address + 4][0])


def change_a_slice(host: Host, address: int) -> None:
    host.memory.bytes[address : address + 8][0] = 1


LIBRARY: Library = {
    "same": HostFunction((Type.INT,), Type.INT, lambda _host, value: value),
    "write": HostFunction((Type.INT,), None, write_beyond, writes=("a",)),
    "write to addresses": HostFunction((Type.INT,), None, write_beyond, writes=(POINTED,)),
    "read": HostFunction((Type.INT,), Type.INT, read_beyond, reads=("a",)),
    "read at addresses": HostFunction((Type.INT,), Type.INT, read_beyond, reads=(POINTED,)),
    "change": HostFunction((Type.INT,), None, change_a_slice, reads=("a",), writes=("a",)),
    "nothing": HostFunction((Type.INT,), None, write_beyond),
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


# --- what a library declares -------------------------------------------------------------------------------------


def calling(name: str, offset: int, *, subscripted: bool) -> Program:
    """Call a procedure with an address in a or, 16 bytes further, in b; neither's address is taken if `subscripted`."""
    program, build = started(a=Region(16), b=Region(16))
    for region in ("a", "b"):
        if subscripted:
            build.do(ops.IndexLoad, region, "i64", build.int(0), 0, 1, "subscript {0}")
        else:
            build.do(ops.RegionAddress, region)
    build.host(name, build.int(64 + offset))
    build.end(ops.Return)
    return program


ALLOWED = [
    ("write", 8, True), ("write", 0, False), ("read", 8, True), ("write to addresses", 8, False),
    ("write to addresses", 16, False), ("write to addresses", 32, True), ("read at addresses", 16, False),
]  # fmt: skip
REFUSED = [
    ("write", 16, True), ("write", 32, True), ("read", 16, True), ("read", 14, True), ("write to addresses", 8, True),
    ("read at addresses", 8, True), ("nothing", 0, True), ("nothing", 32, False), ("write to addresses", -8, False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "offset", "subscripted"), ALLOWED)
def test_a_procedure_uses_what_it_declares(name: str, offset: int, subscripted: bool) -> None:
    assert executed(calling(name, offset, subscripted=subscripted)) == Finished()


@pytest.mark.parametrize(("name", "offset", "subscripted"), REFUSED)
def test_a_procedure_that_uses_anything_else_is_found(name: str, offset: int, subscripted: bool) -> None:
    with pytest.raises(Crash, match=f"{name} (reads|writes) '.*' at .*, which it does not declare"):
        executed(calling(name, offset, subscripted=subscripted))


def test_a_slice_that_was_read_cannot_be_written() -> None:
    with pytest.raises(Crash, match="cannot modify read-only memory"):
        executed(calling("change", 0, subscripted=True))


def test_declared_regions_must_exist() -> None:
    program, build = started(b=Region(8))
    build.host("write", build.int(64))
    build.end(ops.Return)
    with pytest.raises(InvalidProgram, match="write uses the region a, which is not there"):
        verify(program, LIBRARY)


def test_a_procedure_that_is_called_later_uses_no_memory() -> None:
    _, build = started(a=Region(8))
    with pytest.raises(InvalidProgram, match="write uses memory, which may change before"):
        build.defer("write", build.int(64))

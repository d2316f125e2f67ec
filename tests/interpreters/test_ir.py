"""The IR as text, and its verifier: what is printed reads back equal; each planted fault is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.fields import FIELDS
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Block, Function, Program, ProgramVariable, Region, SourceStatement
from getallenband.interpreters.ir.text import print_program
from getallenband.interpreters.ir.types import UNDEFINED_REAL, Type
from getallenband.interpreters.ir.verify import InvalidProgram, verify
from getallenband.interpreters.machine.operations import FUNCTIONS
from getallenband.interpreters.native.operations import WRITERS
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.testing.assertions import Assertion
from getallenband.interpreters.testing.read_text import read_program
from tests.generators.ir_programs import LIBRARY, programs
from tests.generators.samples import drawn
from tests.interpreters.test_engines import runs

RUNS = runs()


@settings(max_examples=40)
@given(programs())
def test_random_programs_are_valid_and_read_back_equal(program: Program):
    verify(program, LIBRARY)
    assert read_program(print_program(program)) == program


def test_random_programs_have_every_operation():
    generated = {
        type(operation) for number in range(20) for made, _ in drawn(RUNS, number) for operation in made.operations
    }
    assert set(ops.OPERATIONS.values()) - generated == set()


TEXT = """\
program 'small' entry=main
place 1:1
place 3:6+4
place 3:6
statement '5' 3:6
string 'it\\'s "so"\\n'
region bezet size=80 pattern=undefined_int
region table size=3 pattern=zero contents=01ff00
variable 'k' type=int function=main local=k
variable 'x y' type=real region=bezet offset=8
probe 'depth at 5'

function main 'the program' identity=k
  local k: int
  local 'odd name': real
  landing 4 again
  registers int*2 bool*1 real*1
  block entry:
    %0 = int_constant -7
    %3 = real_constant undefined
    jump again @3:6
  block again:
    statement 0 @3:6#2
    %1 = local_load k message='k has no value' @3:6
    local_store 'odd name' value=%3
    %2 = int_compare <= left=%1 right=%0
    check %2 message="it isn't {0}" values=(%1)
    switch %1 cases=(1:again -2:out) default=out
  block out:
    call other arguments=(%0 %3) next=after
  block after:
    return

function other 'procedure other'
  parameter n: int
  parameter x: real
  block entry:
    trap 'no'
"""


def test_text_is_what_it_should_be():
    program = read_program(TEXT)
    verify(program, {})
    assert print_program(program) == TEXT
    assert program.strings == ['it\'s "so"\n']
    assert program.functions["main"].blocks[Label("entry")].operations[1] == ops.RealConstant(
        ops.Register(3), UNDEFINED_REAL
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("jump again", "leap again", "line 21: there is no operation leap"),
        ("%0 = int_constant -7", "%0 = int_constant many", "line 19: invalid literal"),
        ("@3:6#2", "@4:4", "line 23: there is no place 4:4"),
        ("check %2", "check 7", "line 27: expected a register, found '7'"),
        ("default=out", "default=", "line 28: unexpected end of line"),
        ("program 'small'", "programme", "line 1: expected a program"),
        ("function main", "funktion main", "line 13: unexpected 'funktion'"),
        ("  block after:", "  block out:", "line 31: two blocks are called out"),
    ],
)
def test_text_with_a_fault(old: str, new: str, message: str):
    with pytest.raises(ValueError, match=message):
        read_program(TEXT.replace(old, new))


@given(st.integers(0, len(TEXT)), st.integers(0, 12), st.text(max_size=6))
def test_any_text_is_a_program_or_a_message(start: int, length: int, new: str):
    text = TEXT[:start] + new + TEXT[start + length :]
    try:
        program = read_program(text)
    except ValueError as error:
        message, program = str(error), read_program(TEXT)
    else:
        message = "line"
    assert message.startswith("line")
    assert read_program(print_program(program)) == program


@pytest.mark.parametrize("functions", [FUNCTIONS, WRITERS])
def test_both_engines_have_every_operation(functions: dict[type[ops.Operation], Any]):
    assert functions.keys() - {Assertion} == set(ops.OPERATIONS.values())


def test_an_operation_with_a_message_may_trap():
    worded = {kind for kind in ops.OPERATIONS.values() if any(field.name == "message" for field in FIELDS[kind])}
    others = {ops.HostCall, ops.Call, ops.CallIndirect}  # their messages come from the library and the depth limit
    assert {kind for kind in ops.OPERATIONS.values() if ops.MAY_TRAP in kind.traits} == worded | others


def valid() -> Program:
    program = Program("valid", {}, {"a": Region(80)}, "main", probes=["p"])
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    program.variables = {"k": ProgramVariable("main", build.local("k", Type.INT))}
    build.statement("1", Place(1, 1))
    zero = build.int(0)
    build.perform(ops.LocalStore, "k", zero)
    build.end(ops.Branch, build.do(ops.IntToBool, zero), Label("one"), Label("two"))
    build.begin(Label("one"))
    build.call("f", (build.int(1),), Type.INT)
    build.end(ops.Jump, Label("two"))
    build.begin(Label("two"))
    build.statement("2", Place(2, 1))
    build.end(ops.Return)
    f = FunctionBuilder(program, "f", "function f", {"n": Type.INT}, Type.INT)
    f.end(ops.Return, f.do(ops.LocalLoad, "n"))
    return program


def test_a_valid_program_passes():
    verify(valid(), LIBRARY)


def planted(operation: Any, block: str = "two", at: int = 1) -> Callable[[Program], None]:
    """Put an operation into a block of the main function."""
    return lambda program: program.functions["main"].blocks[Label(block)].operations.insert(at, operation)


def ending(operation: Any) -> Callable[[Program], None]:
    """Put a terminator in the place of block two's."""

    def change(program: Program) -> None:
        program.functions["main"].blocks[Label("two")].operations[-1] = operation

    return change


def changed(**fields: Any) -> Callable[[Program], None]:
    """Change fields of the main function."""

    def change(program: Program) -> None:
        program.functions["main"] = replace(program.functions["main"], **fields)

    return change


def r(number: int) -> ops.Register:
    return ops.Register(number)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (planted(ops.LocalStore("k", r(99))), "operation 1 (local_store): there is no register %99"),
        (planted(ops.LocalStore("kk", r(0))), "there is no local kk"),
        (planted(ops.LocalStore("k", r(1))), "%1 is bool, expected int"),
        (
            planted(ops.LocalStore("k", r(2))),
            "block two, operation 1 (local_store): %2 may be read before it is assigned",
        ),
        (planted(ops.IntConstant(r(0), 1)), "%0 is assigned at two places, first in function main, block entry"),
        (planted(ops.Halt()), "a terminator in the middle of a block"),
        (planted(ops.IntConstant(r(1), 1)), "%1 is bool, expected int"),
        (planted(ops.IntConstant(r(0), 2**63)), "value cannot be 9223372036854775808"),
        (planted(ops.IntAdd(r(0), r(0), r(0), 5, 4, "m")), "the range 5..4 is empty"),
        (planted(ops.IntAdd(r(0), r(0), r(0), 4, 5)), "a range without a message"),
        (planted(ops.IndexStore("a", "i64", r(0), r(0), 1, 11, "m")), "bounds 1:11 need 88 bytes of 80"),
        (planted(ops.IndexStore("b", "i64", r(0), r(0), 1, 1, "m")), "there is no region b"),
        (planted(ops.Store("i63", r(0), r(0))), "kind cannot be 'i63'"),  # type: ignore[arg-type]
        (planted(ops.DeferredHostCall("half", (r(0),))), "%0 is int, expected real"),
        (planted(ops.DeferredHostCall("read", (r(0),))), "read has a result"),
        (planted(ops.HostCall("wrote", ())), "there is no library procedure wrote"),
        (planted(ops.HostCall("read", (r(0),))), "read returns int"),
        (planted(ops.Probe(1, r(0))), "there is no probe 1"),
        (planted(ops.StopBefore(5, 1)), "there is no statement 5"),
        (planted(ops.StopBefore(0, 0)), "execution cannot be 0"),
        (planted(ops.Statement(2)), "there is no statement 2"),
        (planted(ops.Statement(0, at=7)), "there is no place 7"),
        (ending(ops.Jump(Label("three"))), "there is no block three"),
        (ending(ops.Return(r(0))), "the function returns nothing"),
        (ending(ops.Call("h", (), Label("two"))), "there is no function h"),
        (ending(ops.Call("f", (), Label("two"))), "0 arguments, expected 1"),
        (ending(ops.Switch(r(0), ((1, Label("one")), (1, Label("two"))), Label("two"))), "two cases are equal"),
        (ending(ops.LocalStore("k", r(0))), "function main, block two: it does not end with a terminator"),
        (changed(blocks={}), "there is no entry block entry"),
        (changed(identity="x"), "the identity x is not a local of type int"),
        (changed(landings={1: Label("one")}), "it has landings, but no identity"),
        (changed(identity="k", landings={1: Label("x")}), "landing 1: there is no block x"),
        (changed(parameters=("k",)), "the entry function main has parameters"),
        (changed(locals={"k": Type.BOOL}), "variable k: no function has it as a local of type int"),
        (changed(name="maine"), "function maine is filed under main"),
        (lambda program: program.statements.append(SourceStatement("1", Place(1, 1))), "two statements are called 1"),
        (lambda program: program.functions.pop("main"), "variable k: no function has it"),
    ],
)
def test_each_fault_is_named(change: Callable[[Program], None], message: str):
    program = valid()
    change(program)
    with pytest.raises(InvalidProgram) as caught:
        verify(program, LIBRARY)
    assert message in str(caught.value)


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 10**40])
def test_a_constant_fits_in_64_bits(value: int):
    with pytest.raises(OverflowError, match=str(value)):
        FunctionBuilder(Program("constants", {}, {}, "main"), "main", "the program").int(value)


def test_a_loop_needs_a_mark():
    program = valid()
    main: Function = program.functions["main"]
    main.blocks[Label("two")] = Block([ops.Jump(Label("again"))])
    main.blocks[Label("again")] = Block([ops.Jump(Label("two"))])
    with pytest.raises(InvalidProgram, match="a loop without a statement mark: again, two"):
        verify(program, LIBRARY)


# --- operations are checked as they are appended -----------------------------------------------------------------


ILL_TYPED: list[tuple[Callable[[FunctionBuilder], object], str]] = [
    (lambda build: build.perform(ops.LocalStore, "k", build.real(2.5)), "local_store of 7:3: %0 is real, expected int"),
    (lambda build: build.perform(ops.LocalStore, "kk", build.int(2)), "local_store of 7:3: there is no local kk"),
    (lambda build: build.do(ops.LocalLoad, "kk"), "local_load of 7:3: there is no local kk"),
    (lambda build: build.do(ops.IntAdd, build.int(1), build.real(1.0)), "int_add of 7:3: %1 is real, expected int"),
    (lambda build: build.do(ops.IntAdd, build.int(1), r(7)), "int_add of 7:3: there is no register %7"),
    (lambda build: build.do(ops.IntAdd, build.int(1), r(-1)), "there is no register %-1"),
    (lambda build: build.host("read"), "host_call of 7:3: 0 arguments, expected 1"),
    (lambda build: build.host("half", build.int(1)), "host_call of 7:3: %0 is int, expected real"),
    (lambda build: build.defer("read", build.int(1)), "deferred_host_call of 7:3: read has a result"),
    (lambda build: build.defer("wrote"), "deferred_host_call of 7:3: there is no library procedure wrote"),
    (lambda build: build.call("f", (build.real(1.0),), Type.INT), "call of 7:3: %0 is real, expected int"),
    (lambda build: build.call("f", (build.int(1),), Type.REAL), "call of 7:3: %1 is real, expected int"),
    (lambda build: build.call("f", (), Type.INT), "call of 7:3: 0 arguments, expected 1"),
    (lambda build: build.end(ops.Return, build.int(1)), "return of 7:3: the function returns nothing"),
    (lambda build: build.end(ops.Branch, build.int(1), Label("a"), Label("b")), "branch of 7:3: %0 is int"),
    (lambda build: build.do(ops.Select, build.do(ops.BoolConstant, True), build.int(1), build.real(1.0)), "%2 is real"),
    (lambda build: build.perform(ops.Check, build.do(ops.BoolConstant, True), "m", (r(9),)), "no register %9"),
    (lambda build: build.do(ops.Load, "i63", build.int(64)), "load of 7:3: kind cannot be 'i63'"),
    (lambda build: build.do(ops.IntAdd, build.int(1), build.int(1), 4, 5), "a range without a message"),
]  # fmt: skip


@pytest.mark.parametrize(("write", "message"), ILL_TYPED)
def test_a_wrong_operation_cannot_be_appended(write: Callable[[FunctionBuilder], object], message: str):
    program = Program("x", {}, {}, "main")
    FunctionBuilder(program, "f", "function f", {"n": Type.INT}, Type.INT)
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    build.local("k", Type.INT)
    build.place(Place(7, 3))
    with pytest.raises(InvalidProgram) as caught:
        write(build)
    assert str(caught.value).startswith("the program, ")
    assert message in str(caught.value)


def test_a_call_is_checked_when_its_function_begins():
    program = Program("x", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    build.place(Place(7, 3))
    build.call("f", (build.int(1),), Type.INT)
    with pytest.raises(InvalidProgram, match="the program, call of 7:3: %0 is int, expected real"):
        FunctionBuilder(program, "f", "function f", {"x": Type.REAL}, Type.INT)

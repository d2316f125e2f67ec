"""Intervals of locals and arrays: what loops, branches, checks and stores tell."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Label
from interpreters.ir.program import Program, Region
from interpreters.ir.types import Type
from interpreters.transform import function_ranges
from interpreters.transform.abstract_state import AbstractState, FunctionFacts
from interpreters.transform.intervals import exact
from interpreters.transform.ranges import MOST_SOLUTIONS, Ranges
from interpreters.transform.transfer import apply


def search() -> Program:
    """k runs from 2 to 63, a[k] := k, j := a[k] with a check; then the end."""
    program = Program("test", {}, {"a": Region(63 * 8, "undefined_int"), "b": Region(24, "undefined_int")}, "main")
    build = FunctionBuilder(program, "main", "the program")
    for name in ("k", "j", "never"):
        build.local(name, Type.INT)
    build.perform(ops.LocalStore, "k", build.int(2))
    build.begin(Label("loop"))
    k = build.do(ops.LocalLoad, "k", "k has no value")
    build.perform(ops.IndexStore, "a", "i64", k, k, 1, 63, "subscript {0}")
    build.perform(ops.LocalStore, "j", build.do(ops.IndexLoad, "a", "i64", k, 1, 63, "subscript {0}", "undefined"))
    more = build.do(ops.IntAdd, build.do(ops.LocalLoad, "k"), build.int(1), -100, 100, "overflow")
    build.perform(ops.LocalStore, "k", more)
    build.end(ops.Branch, build.do(ops.IntCompare, ">", more, build.int(63)), Label("out"), Label("loop"))
    build.begin(Label("out"))
    build.do(ops.RegionAddress, "b")
    build.end(ops.Return)
    return program


def test_a_counting_loop():
    ranges = Ranges.of(search(), {})
    assert ranges.begin["main", Label("loop")]["k"] == (2, 63)
    assert ranges.begin["main", Label("out")]["k"] == (64, 64)
    assert ranges.begin["main", Label("out")]["j"] == (
        FULL_LOW + 1,
        63,
    )  # one interval cannot leave out what is between
    assert ranges.begin["main", Label("out")]["never"] == (FULL_LOW, FULL_LOW)


def test_arrays_hold_what_is_stored_unless_their_address_is_taken():
    assert Ranges.of(search(), {}).regions == {"a": (FULL_LOW, 63)}


def test_a_subscript_that_passed_its_check_bounds_the_local():
    program = search()
    main = program.functions["main"]
    facts = FunctionFacts(main)
    known = AbstractState(facts, {}, {})
    for operation in main.blocks[Label("loop")].operations[:2]:
        apply(known, operation)
    assert known.locals["k"] == (1, 63)


@settings(max_examples=200)
@given(st.data())
def test_results_lie_in_the_interval_of_their_operands(data: st.DataObject):
    numbers = st.one_of(st.integers(-20, 20), st.sampled_from([FULL_LOW, FULL_LOW + 1, FULL_HIGH, 2**32, -(2**53)]))
    operation = data.draw(st.sampled_from([ops.IntAdd, ops.IntSubtract, ops.IntMultiply]))
    left, right = (tuple(sorted((data.draw(numbers), data.draw(numbers)))) for _ in range(2))
    a, b = data.draw(st.integers(*left)), data.draw(st.integers(*right))
    value = a + b if operation is ops.IntAdd else a - b if operation is ops.IntSubtract else a * b
    low, high = exact(operation(ops.Register(2), ops.Register(0), ops.Register(1)), left, right)
    assert low <= value <= high


@settings(max_examples=200)
@given(st.integers(-9, 9), st.integers(-9, 9), st.sampled_from(["=", "/=", "<", "<=", ">", ">="]), st.booleans())
def test_what_a_comparison_tells_is_true(a: int, b: int, relation: str, signed: bool):
    program = Program("test", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program", {"x": Type.INT, "y": Type.INT})
    x, y = build.do(ops.LocalLoad, "x"), build.do(ops.LocalLoad, "y")
    condition = build.do(ops.IntCompare, relation, x, y, signed)
    build.end(ops.Return)
    known = AbstractState(FunctionFacts(build.function), {"x": (min(a, -3), max(a, 5)), "y": (b, max(b, 2))}, {})
    for operation in build.function.blocks[Label("entry")].operations:
        apply(known, operation)
    left, right = (a, b) if signed else (a % 2**64, b % 2**64)
    holds = {
        "=": left == right, "/=": left != right, "<": left < right, "<=": left <= right, ">": left > right,
        ">=": left >= right,
    }[relation]  # fmt: skip
    known.assume(condition, holds)
    assert known.locals["x"][0] <= a <= known.locals["x"][1]
    assert known.locals["y"][0] <= b <= known.locals["y"][1]


def table_program(address_taken: bool) -> Program:
    """Read every cell of a table of 32-bit numbers in two nested loops, by an offset that the outer loop sets."""
    contents = b"".join(number.to_bytes(4, "little", signed=True) for number in (3, -2, 7, 5, 1, 0))
    program = Program("test", {}, {"table": Region(24, "zero", contents, address_taken)}, "main")
    build = FunctionBuilder(program, "main", "the program")
    for name in ("row", "start", "column", "found"):
        build.local(name, Type.INT)

    def count(name: str, loop: str, out: str, end: int) -> None:
        more = build.do(ops.IntAdd, build.do(ops.LocalLoad, name), build.int(1))
        build.perform(ops.LocalStore, name, more)
        build.end(ops.Branch, build.do(ops.IntCompare, "<", more, build.int(end)), Label(loop), Label(out))

    build.perform(ops.LocalStore, "row", build.int(0))
    build.begin(Label("rows"))
    start = build.do(ops.IntMultiply, build.do(ops.LocalLoad, "row"), build.int(2))
    build.perform(ops.LocalStore, "start", start)
    build.perform(ops.LocalStore, "column", build.int(0))
    build.begin(Label("columns"))
    index = build.do(ops.IntAdd, build.do(ops.LocalLoad, "start"), build.do(ops.LocalLoad, "column"))
    build.perform(ops.LocalStore, "found", build.do(ops.IndexLoad, "table", "i32", index, 0, 5, "subscript {0}"))
    count("column", "columns", "next", 2)
    build.begin(Label("next"))
    count("row", "rows", "out", 3)
    build.begin(Label("out"))
    build.end(ops.Return)
    return program


def test_a_table_holds_its_first_contents_where_nothing_is_stored():
    ranges = Ranges.of(table_program(address_taken=False), {})
    assert ranges.regions == {"table": (-2, 7)}
    assert ranges.begin["main", Label("out")]["found"] == (-2, 7)


def test_an_array_that_pointers_may_lead_to_is_not_followed():
    ranges = Ranges.of(table_program(address_taken=True), {})
    assert ranges.regions == {}
    assert ranges.begin["main", Label("out")]["found"] == (-(2**31), 2**31 - 1)


def test_what_an_outer_loop_sets_stays_within_it_in_an_inner_loop():
    assert Ranges.of(table_program(address_taken=False), {}).begin["main", Label("columns")]["start"] == (0, 4)


def many_callees(count: int) -> Program:
    """Let main call `count` functions one after the other, each of which returns its argument plus one."""
    program = Program("test", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program")
    build.local("k", Type.INT)
    build.perform(ops.LocalStore, "k", build.int(0))
    for number in range(count):
        value = build.call(f"f{number}", (build.do(ops.LocalLoad, "k"),), Type.INT)
        assert value is not None
        build.perform(ops.LocalStore, "k", build.do(ops.IntRemainder, value, build.int(10), ""))
    build.end(ops.Return)
    for number in range(count):
        body = FunctionBuilder(program, f"f{number}", f"f{number}", {"n": Type.INT}, Type.INT)
        body.end(ops.Return, body.do(ops.IntAdd, body.do(ops.LocalLoad, "n"), body.int(1), -100, 100, "overflow"))
    return program


def test_a_function_with_many_callees_is_not_solved_for_each(monkeypatch: pytest.MonkeyPatch):
    solved: Counter[str] = Counter()
    solve = function_ranges.FunctionRanges.solve

    def counted(self: function_ranges.FunctionRanges) -> dict[Label, function_ranges.Locals]:
        solved[self.function.name] += 1
        return solve(self)

    monkeypatch.setattr(function_ranges.FunctionRanges, "solve", counted)
    ranges = Ranges.of(many_callees(300), {})
    assert solved["main"] < 2 * MOST_SOLUTIONS
    assert ranges.begin["f299", Label("entry")]["n"] == (-9, 9)

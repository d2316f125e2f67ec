"""What the languages share on the way to the IR, against Python: elements of arrays, arithmetic, tapes, digits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.interpreters import machine, native
from getallenband.interpreters.arithmetic.el_x8 import EL_X8
from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host, HostFunction, HostTrap, Library
from getallenband.interpreters.ir.program import Program, Region
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.ir.verify import verify
from getallenband.interpreters.lowering import arithmetic, arrays, numbers
from getallenband.interpreters.lowering.arrays import Array, Constant, DopeVector, Operand
from getallenband.interpreters.lowering.cells import LocalCell, MemoryCell, RegionCell, address, load, no_value, store
from getallenband.interpreters.lowering.context import FunctionContext, StatementLabels
from getallenband.interpreters.lowering.tape import Tape, tape_of, tapes_of
from getallenband.interpreters.outcome import Limits
from getallenband.interpreters.source.position import Place, SourceText

LIBRARY: Library = {
    "write": HostFunction((Type.INT,), None, lambda host, value: host.output.write(f"{value} ")),
    "write_real": HostFunction((Type.REAL,), None, lambda host, value: host.output.write(f"{value} ")),
    "power": arithmetic.integer_power("**"),
}


def outcome(write: Callable[[FunctionBuilder], None], **regions: Region) -> tuple[str, str]:
    """What a function prints and the message of its trap, the same on both engines."""
    program = Program("test", {}, regions, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    write(build)
    build.end(ops.Halt)
    verify(program, LIBRARY)
    found = []
    for engine in (machine, native):
        host = Host(program, Limits(memory=1 << 20))
        execution = engine.execute(program, LIBRARY, host)
        found.append((host.output.text.strip(), getattr(execution.ending, "message", "")))
    assert found[0] == found[1]
    return found[0]


# --- arrays ------------------------------------------------------------------------------------------------------

bounds = st.tuples(st.integers(-3, 3), st.integers(0, 3)).map(lambda pair: (pair[0], pair[0] + pair[1]))
STORAGE = ("region", "region at an offset", "stack", "dope vector")


@st.composite
def requests(draw: Any) -> tuple[list[tuple[int, int]], list[int], list[bool], str, bool]:
    """Bounds, subscripts (mostly inside), which numbers are constant, where the array is, which subscript runs."""
    limits = draw(st.lists(bounds, min_size=1, max_size=3))
    subscripts = [draw(st.integers(lower - (not draw(st.integers(0, 4))), upper + 1)) for lower, upper in limits]
    return (
        limits,
        subscripts,
        draw(st.lists(st.booleans(), min_size=9, max_size=9)),
        draw(st.sampled_from(STORAGE)),
        (draw(st.booleans())),
    )


@settings(max_examples=50)
@given(requests())
def test_an_element_is_the_one_that_python_finds(
    request: tuple[list[tuple[int, int]], list[int], list[bool], str, bool],
) -> None:
    limits, subscripts, constant, storage, last_fastest = request
    size = arrays.static_elements(limits)
    order = arrays.row_major if last_fastest or storage in ("stack", "dope vector") else arrays.column_major
    contents = [*product(*(range(lower, upper + 1) for lower, upper in limits))]
    if order is arrays.column_major:
        contents = [index[::-1] for index in product(*(range(low, high + 1) for low, high in reversed(limits)))]

    def operand(build: FunctionBuilder, value: int, number: int) -> Operand:
        return Constant(value) if constant[number] else build.int(value)

    def write(build: FunctionBuilder) -> None:
        fixed = storage == "region"
        pairs = [
            (Constant(lower), Constant(upper)) if fixed
            else (operand(build, lower, number), operand(build, upper, number + 3))
            for number, (lower, upper) in enumerate(limits)
        ]  # fmt: skip
        if fixed:
            array = Array("a", "i64", order(build, pairs), region="a")
        elif storage == "region at an offset":
            base = build.do(ops.RegionAddress, "wide")
            array = Array("a", "i64", order(build, pairs), address=base, offset=16, size=16)
        else:
            array = arrays.allocate(build, Array("a", "i64", ()), pairs, "undefined_int", empty=False)
        if storage == "dope vector":
            array = through_locals(build, array)
        for index in contents:
            cell = arrays.element(build, array, [operand(build, part, 6 + n % 3) for n, part in enumerate(index)])
            store(build, cell, build.int(contents.index(index)))
        wanted = tuple(operand(build, part, 6 + number) for number, part in enumerate(subscripts))
        cell = arrays.element(build, array, wanted)
        build.host("write", load(build, cell, no_value("a")))
        build.host("write", build.do(ops.Load, "i64", address(build, cell)))

    regions = {"a": Region(8 * size), "wide": Region(16 * size + 16, address_taken=True)}
    wrong = [number for number, (lower, upper) in enumerate(limits) if not lower <= subscripts[number] <= upper]
    if not wrong:
        index = contents.index(tuple(subscripts))
        assert outcome(write, **regions) == (f"{index} {index}", "")
    else:
        which = f"subscript {wrong[0] + 1}" if len(limits) > 1 else "subscript"
        lower, upper = limits[wrong[0]]
        message = f"{which} of a is {subscripts[wrong[0]]}, outside its bounds {lower}:{upper}"
        assert outcome(write, **regions) == ("", message)


def through_locals(build: FunctionBuilder, array: Array) -> Array:
    """Keep an array's dope vector in locals and read it again."""
    cells = [
        tuple(LocalCell(build.local(f"{part}{number}", Type.INT)) for part in ("lower", "upper", "stride"))
        for number in range(len(array.dimensions))
    ]
    vector = DopeVector(array, LocalCell(build.local("address", Type.INT)), tuple(cells))  # type: ignore[arg-type]
    arrays.store_vector(build, vector, array)
    return arrays.open_vector(build, vector)


def test_cells_without_value():
    def memory(build: FunctionBuilder) -> None:
        start = build.do(ops.RegionAddress, "r")
        load(build, MemoryCell("i64", start, 8), no_value(arrays.element_name("r", 1, "()")), (build.int(2),))

    def region(build: FunctionBuilder) -> None:
        load(build, RegionCell("r", "i64"), no_value("r"))

    def local(build: FunctionBuilder) -> None:
        load(build, LocalCell(build.local("k", Type.INT)), no_value("k"))

    cells = Region(16, "undefined_int", address_taken=True)
    assert outcome(memory, r=cells) == ("", "r(2) has no value yet")
    assert outcome(region, r=cells) == ("", "r has no value yet")
    assert outcome(local) == ("", "k has no value yet")


BEYOND = 2**62
SHAPES = {
    "the bounds 2:1 of a hold no element": (2, 1, False),
    "array a is too large for any memory": (-BEYOND, BEYOND, False),
    "subscript of a is 1, outside its bounds 2:1": (2, 1, True),
}


@pytest.mark.parametrize("message", SHAPES)
def test_bounds_that_hold_nothing_or_too_much(message: str):
    lower, upper, empty = SHAPES[message]

    def write(build: FunctionBuilder) -> None:
        pair = (build.int(lower), build.int(upper))
        array = arrays.allocate(build, Array("a", "i64", ()), [pair], "zero", empty=empty)
        load(build, arrays.element(build, array, [build.int(1)]))

    assert outcome(write) == ("", message)


# --- control -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [0, 3])
def test_choices_and_loops(last: int):
    def write(build: FunctionBuilder) -> None:
        c = FunctionContext(build, StatementLabels())
        k = LocalCell(build.local("k", Type.INT))
        store(build, k, build.int(1))

        def body() -> None:
            build.statement("1", Place(1, 1))
            odd = build.do(ops.IntToBool, build.do(ops.IntAnd, load(build, k), build.int(1)))
            found = c.chosen(Type.INT, odd, lambda: load(build, k), lambda: build.int(-1))
            c.choose(odd, lambda: build.perform(ops.HostCall, "write", (found,)))
            store(build, k, build.do(ops.IntAdd, load(build, k), build.int(1)))

        c.loop([lambda: arithmetic.compare(build, "<=", load(build, k), build.int(last))], body)

    assert outcome(write) == (" ".join(str(k) for k in range(1, last + 1) if k % 2), "")


def test_labels_of_statements():
    labels = StatementLabels()
    places = [Place(7, 3), Place(7, 9), Place(7, 3), Place(8, 1)]
    assert [labels.of(place) for place in places] == ["7", "7:9", "7", "8"]


# --- arithmetic --------------------------------------------------------------------------------------------------

FLOORED: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "×": lambda a, b: a * b,
    "÷": lambda a, b: int(Fraction(a, b)), "MOD": lambda a, b: a - b * int(Fraction(a, b)),
}  # fmt: skip
sizes = st.one_of(st.integers(-9, 9), st.integers(-(2**26) + 1, 2**26 - 1))


@settings(max_examples=50)
@given(st.sampled_from([*FLOORED]), sizes, sizes)
def test_integers_are_exact_or_trap(operator: str, left: int, right: int):
    def write(build: FunctionBuilder) -> None:
        build.host("write", arithmetic.operation(build, EL_X8, operator, build.int(left), build.int(right)))

    if operator in ("÷", "MOD") and right == 0:
        assert outcome(write) == ("", f"division by zero: {left} {operator} 0")
    elif abs(FLOORED[operator](left, right)) > EL_X8.greatest:
        assert outcome(write) == ("", f"integer overflow: {left} {operator} {right} is beyond 67108863")
    else:
        assert outcome(write) == (str(FLOORED[operator](left, right)), "")


@settings(max_examples=40)
@given(st.integers(-5, 5), st.integers(-4, 70))
def test_integer_powers_are_exact_or_trap(base: int, exponent: int):
    def write(build: FunctionBuilder) -> None:
        found = build.host("power", build.int(base), build.int(exponent), build.int(2**40))
        assert found is not None
        build.host("write", found)

    if exponent < 0 and base == 0:
        assert outcome(write) == ("", f"division by zero: 0 ** {exponent}")
    elif exponent >= 0 and abs(base**exponent) > 2**40:
        assert outcome(write) == ("", f"integer overflow: {base} ** {exponent} is beyond {2**40}")
    else:
        value = base**exponent if exponent >= 0 else int(Fraction(1) / Fraction(base) ** -exponent)
        assert outcome(write) == (str(value), "")


REALS: dict[str, tuple[Callable[[FunctionBuilder], Any], str]] = {
    "0.5": (lambda b: arithmetic.operation(b, IEEE754, "/", b.int(1), b.int(2)), ""),
    "division by zero: 1 / 0": (lambda b: arithmetic.operation(b, IEEE754, "/", b.int(1), b.int(0)), "trap"),
    "real overflow: 1e+300 × 1e+300": (
        lambda b: arithmetic.operation(b, IEEE754, "×", b.real(1e300), b.real(1e300)), "trap"),
    "0.25": (lambda b: arithmetic.real_power(b, IEEE754, "↑", b.int(2), b.int(-2)), ""),
    "-8 ↑ 0.5 is undefined": (lambda b: arithmetic.real_power(b, IEEE754, "↑", b.int(-8), b.real(0.5)), "trap"),
    "sqrt(-1) is undefined: the argument is negative": (
        lambda b: arithmetic.real_function(b, "sqrt", "sqrt", b.real(-1.0)), "trap"),
    "ln(0) is undefined: the argument is not positive": (
        lambda b: arithmetic.real_function(b, "ln", "ln", b.real(0.0)), "trap"),
    "real overflow: exp(1000)": (lambda b: arithmetic.real_function(b, "exp", "exp", b.real(1000.0)), "trap"),
    "1e+30 is too large for an integer (at most 67108863)": (
        lambda b: arithmetic.to_integer(b, EL_X8, b.real(1e30)), "trap"),
    "the number 67108864 is beyond 67108863": (
        lambda b: arithmetic.integer_constant(b, EL_X8, 67108864), "trap"),
    "2": (lambda b: arithmetic.to_integer(b, EL_X8, b.real(1.5)), ""),
    "27": (lambda b: arithmetic.repeated(b, EL_X8, "×", b.int(3), 3), ""),
    "1.5": (lambda b: arithmetic.absolute(b, b.real(-1.5)), ""),
    "7": (lambda b: arithmetic.absolute(b, b.int(-7)), ""),
}  # fmt: skip


@pytest.mark.parametrize("expected", REALS)
def test_real_arithmetic_conversions_and_traps(expected: str):
    make, ending = REALS[expected]

    def write(build: FunctionBuilder) -> None:
        found = make(build)
        build.host("write_real" if build.type_of(found) is Type.REAL else "write", found)

    assert outcome(write) == (("", expected) if ending else (expected, ""))


# --- tapes and digits --------------------------------------------------------------------------------------------


class Session:
    def __init__(self, text: str) -> None:
        self.tapes: dict[str, Tape] = tapes_of({"tape": SourceText("tape.txt", text)})


def host_with(text: str) -> Host:
    return Host(Program("test", {}, {}, "main"), Limits(output=100, memory=64), lambda: Session(text))


def test_numbers_and_symbols_are_taken_in_turn():
    host = host_with("3, -4;  2.5₁₀1 xy z")
    tape = tape_of(host)
    assert (tape.integer(host, 9), tape.real(host), tape.real(host)) == (3, -4.0, 25.0)
    assert [tape.symbol(host), tape.symbol(host), host.tape_read] == [" ", "x", 5]
    with pytest.raises(HostTrap, match=r"'y' is not a number \(tape\.txt:1:17\)\n    1 | 3"):
        tape.real(host)
    with pytest.raises(HostTrap, match=r"the tape ends after 3 numbers and 4 symbols \(tape\.txt:1:19\)"):
        drain(tape, host)


def drain(tape: Tape, host: Host) -> None:
    while True:
        tape.symbol(host)


FAULTS = {
    "the tape ends after 2 numbers (tape.txt:1:3)": ("1 2 ", 3),
    "the tape ends after 0 numbers (tape.txt:1:1)": ("", 1),
    "the number 100 is too large (tape.txt:1:1)": ("100", 1),
    f"the number {'9' * 5000} is too large (tape.txt:1:1)": ("9" * 5000, 1),
    "'1.5' is not a whole number (tape.txt:1:3)": ("1 1.5", 2),
}


def integers(host: Host, times: int) -> None:
    for _ in range(times):
        tape_of(host).integer(host, 99)


@pytest.mark.parametrize("message", FAULTS)
def test_faults_say_where_on_the_tape_they_are(message: str):
    text, times = FAULTS[message]
    host = host_with(text)
    with pytest.raises(HostTrap) as caught:
        integers(host, times)
    assert str(caught.value).split("\n")[0] == message


def test_a_run_without_the_tape():
    with pytest.raises(HostTrap, match="there is no tape tables to read from"):
        tape_of(host_with(""), "tables")


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 20), st.integers(-3, 3))
def test_fixed_rounds_exactly(value: float, after: int, scale: int):
    unit = Fraction(1, 10**after)
    for rounding in (numbers.ROUND_HALF_EVEN, numbers.ROUND_HALF_UP):
        exact = Fraction(value) * Fraction(10) ** scale
        error = abs(Fraction(numbers.fixed(value, after, scale=scale, rounding=rounding)) - exact)
        assert error <= unit / 2
    digits, power = numbers.scientific(value, 17)
    assert Fraction(int(digits), 10**16) * Fraction(10) ** power == pytest.approx(abs(Fraction(value)), rel=1e-16)


@given(st.integers(-(10**6), 10**6), st.integers(0, 12), st.integers(1, 17))
def test_halves_go_to_the_even_digit_or_away_from_zero(part: int, power: int, places: int):
    value = part / 2**power
    shift = Fraction(10) ** (places - len(str(abs(int(value)))))
    scaled = abs(Fraction(value)) * shift
    if not 10 ** (places - 1) <= scaled < 10**places - 1:
        return
    for rounding, digits in (
        (numbers.ROUND_HALF_EVEN, round(scaled)),
        (numbers.ROUND_HALF_UP, int(scaled + Fraction(1, 2))),
    ):
        assert numbers.scientific(value, places, rounding=rounding)[0] == str(digits)
        after = places - len(str(abs(int(value))))
        if after >= 0:
            assert abs(Fraction(numbers.fixed(value, after, rounding=rounding))) * shift == digits

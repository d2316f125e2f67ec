"""Random valid programs in the IR, that end soon under a small budget: for round trips and for comparing engines."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host, HostFunction, HostHalt, HostTrap
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Program, ProgramVariable, Region
from getallenband.interpreters.ir.types import SIZES, Type
from getallenband.interpreters.source.position import Place

INT, REAL, BOOL = Type.INT, Type.REAL, Type.BOOL


def write(host: Host, number: int, value: float) -> None:
    host.output.write(f"{number}:{value!r}\n")


def show(host: Host, number: int) -> None:
    host.output.write(f"{number}\n")


def read(host: Host, number: int) -> int:
    if number % 7 == 3:
        raise HostTrap(f"nothing at {number}")
    if number % 7 == 4:
        raise HostHalt(f"enough at {number}")
    host.tape_read += 1
    return host.tape_read


def half(_host: Host, value: float) -> float:
    return value / 2


def put(host: Host, number: int, value: int) -> None:
    host.memory.ints[cell_of(host, number)] = value


def get(host: Host, number: int) -> int:
    return host.memory.ints[cell_of(host, number)]


def cell_of(host: Host, number: int) -> int:
    """Return one of the three cells of TABLE."""
    return (host.program.addresses()[TABLE] >> 3) + number % 3


NUMBERS = "words"
FRACTIONS = "reals"
SMALL = "bytes"
TABLE = "table"
"""An array whose address is never taken: analyses may follow what it holds."""
LIBRARY = {
    "write": HostFunction((INT, REAL), None, write),
    "show": HostFunction((INT,), None, show),
    "read": HostFunction((INT,), INT, read),
    "half": HostFunction((REAL,), REAL, half),
    "put": HostFunction((INT, INT), None, put),
    "get": HostFunction((INT,), INT, get),
}
WIDE = [0, 1, 2, 3, 7, 63, 64, 255, 70_000, 2**31, 2**52 + 1, 2**62, 2**63 - 1, -(2**63)]
INTEGERS = st.one_of(st.integers(-4, 12), st.sampled_from(WIDE + [-number for number in WIDE[1:-1]]))
REALS = st.one_of(
    st.sampled_from([0.0, -0.0, 0.5, -0.5, 1.0, -1.5, 2.5, 1e300, -1e300, 5e-324, 4503599627370497.5]),
    st.floats(allow_nan=False, allow_infinity=False),
)
RELATIONS = st.sampled_from(["=", "/=", "<", "<=", ">", ">="])
RANGED = [ops.IntAdd, ops.IntSubtract, ops.IntMultiply]
DIVIDING = [ops.IntDivide, ops.IntRemainder]
PLAIN = [ops.IntAnd, ops.IntOr, ops.IntXor, ops.IntShiftLeft]
ARITHMETIC = [ops.RealAdd, ops.RealSubtract, ops.RealMultiply, ops.RealDivide]


class Maker:
    """Draws the operations of one function; `known` holds the registers that may be read, by type."""

    def __init__(
        self, draw: Any, program: Program, name: str, parameters: dict[str, Type], returns: Type | None
    ) -> None:
        self.draw, self.program, self.returns = draw, program, returns
        self.build = FunctionBuilder(program, name, f"procedure {name}", parameters, returns, LIBRARY)
        self.locals = dict(parameters)
        for local, kind in {"k": INT, "x": REAL}.items():
            self.locals[self.build.local(local, kind)] = kind
        self.me = self.build.local("me", INT)
        self.known: dict[Type, list[Register]] = {INT: [], REAL: [], BOOL: []}
        self.watched = draw(st.booleans())

    def pick(self, choices: list[Any]) -> Any:
        return self.draw(st.sampled_from(choices))

    def value(self, kind: Type) -> Register:
        """A register of a type: a known one, or a new constant."""
        if self.known[kind] and self.draw(st.booleans()):
            return Register(self.pick(self.known[kind]))
        if kind is INT:
            return self.keep(self.build.int(self.draw(INTEGERS)))
        if kind is REAL:
            return self.keep(self.build.real(self.draw(REALS)))
        return self.keep(self.build.do(ops.BoolConstant, self.draw(st.booleans())))

    def keep(self, register: Register) -> Register:
        self.known[self.build.type_of(register)].append(register)
        return register

    def do(self, operation: Any, *fields: Any, **named: Any) -> None:
        """Append an operation; print its result, so that a wrong one is seen."""
        result = self.keep(self.build.do(operation, *fields, **named))
        if not self.watched:
            return
        match self.build.type_of(result):
            case Type.INT:
                self.build.defer("show", result)
            case Type.REAL:
                self.build.defer("write", self.build.int(0), result)
            case Type.BOOL:
                self.build.defer("show", self.build.do(ops.BoolToInt, result))

    def operation(self) -> None:
        """Draw one operation, or a few that belong together."""
        self.pick([
            self.integers, self.integers, self.reals, self.reals, self.conversions, self.truth, self.variables,
            self.variables, self.arrays, self.arrays, self.cells, self.checks, self.outside, self.stack, self.count,
            self.halves, self.followed,
        ])()  # fmt: skip

    def integers(self) -> None:
        left, right = self.value(INT), self.value(INT)
        match self.pick(["ranged", "wrapping", "dividing", "plain", "right", "wrap"]):
            case "ranged":
                low, high = self.pick([(-(2**26) + 1, 2**26 - 1), (-5, 5), (0, 2**63 - 1), (1 - 2**63, 2**63 - 1)])
                self.build.perform(ops.CheckRange, left, self.build.int(low), self.build.int(high), "{0} not {1}:{2}")
                self.build.perform(ops.CheckRange, right, self.build.int(low), self.build.int(high), "{0} not {1}:{2}")
                self.do(self.pick(RANGED), left, right, low, high, "overflow: {0} and {1}")
            case "wrapping":
                message = self.pick([None, "beyond: {0} and {1}"])
                self.do(self.pick(RANGED), left, right, message=message)
            case "dividing":
                self.do(self.pick(DIVIDING), left, right, "{0} by zero", self.draw(st.booleans()))
            case "plain":
                self.do(self.pick(PLAIN), left, right)
            case "right":
                self.do(ops.IntShiftRight, left, right, self.draw(st.booleans()))
            case _:
                self.do(ops.IntWrap, left, self.draw(st.integers(1, 64)), self.draw(st.booleans()))

    def reals(self) -> None:
        match self.pick(["arithmetic", "negate", "function", "bits"]):
            case "arithmetic":
                self.do(self.pick(ARITHMETIC), self.value(REAL), self.value(REAL))
            case "negate":
                self.do(ops.RealNegate, self.value(REAL))
            case "function":
                name = self.pick(list(ops.REAL_FUNCTIONS))
                self.do(ops.RealFunction, name, tuple(self.value(REAL) for _ in range(ops.REAL_FUNCTIONS[name])))
            case _:
                value = self.value(REAL)
                self.build.perform(ops.CheckFinite, value, "{0} is not finite", (value,))
                self.do(ops.RealToBits, value)

    def conversions(self) -> None:
        match self.pick(["int", "real", "bits", "single", "to single", "select"]):
            case "int":
                low, high = self.pick([(-5, 5), (0, 2**40), (-(2**63), 2**63 - 1), (1 - 2**63, 2**53)])
                self.do(
                    ops.RealToInt, self.value(REAL), self.pick(["floor", "truncate", "nearest"]), low, high, "no {0}"
                )
            case "real":
                self.do(ops.IntToReal, self.value(INT))
            case "bits":
                self.do(ops.BitsToReal, self.value(INT))
            case "single":
                self.do(ops.SingleToReal, self.value(INT))
            case "to single":
                value = self.value(REAL)
                self.build.perform(ops.CheckFinite, value, "{0} is not finite", (value,))
                self.do(ops.RealToSingle, value)
            case _:
                kind = self.pick([INT, REAL])
                self.do(ops.Select, self.value(BOOL), self.value(kind), self.value(kind))

    def truth(self) -> None:
        match self.pick(["int", "real", "not", "and", "or", "to", "from"]):
            case "int":
                self.do(
                    ops.IntCompare, self.draw(RELATIONS), self.value(INT), self.value(INT), self.draw(st.booleans())
                )
            case "real":
                self.do(ops.RealCompare, self.draw(RELATIONS), self.value(REAL), self.value(REAL))
            case "not":
                self.do(ops.BoolNot, self.value(BOOL))
            case "and":
                self.do(ops.BoolAnd, self.value(BOOL), self.value(BOOL))
            case "or":
                self.do(ops.BoolOr, self.value(BOOL), self.value(BOOL))
            case "to":
                self.do(ops.BoolToInt, self.value(BOOL))
            case _:
                self.do(ops.IntToBool, self.value(INT))

    def variables(self) -> None:
        name = self.pick(list(self.locals))
        if self.draw(st.booleans()):
            self.build.perform(ops.LocalStore, name, self.value(self.locals[name]))
        else:
            self.do(ops.LocalLoad, name, self.pick([None, f"{name} has no value"]))

    def count(self) -> None:
        """Step a local variable up or down within bounds: a loop around it ends soon."""
        low, high = self.pick([(0, 3), (-4, 12), (0, 70_000)])
        before = self.build.do(ops.LocalLoad, "k", "k has no value")
        self.build.perform(ops.CheckRange, before, self.build.int(low), self.build.int(high), "{0} not {1}:{2}")
        step = self.build.int(self.pick([1, 1, 2, -1]))
        after = self.build.do(self.pick([ops.IntAdd, ops.IntSubtract]), before, step, message="overflow")
        self.build.perform(ops.LocalStore, "k", after)

    def halves(self) -> None:
        """Read the high half of a local variable, and put a new value together of two halves."""
        distance = self.build.int(32)
        self.do(ops.IntShiftRight, self.build.do(ops.LocalLoad, "k"), distance, self.draw(st.booleans()))
        high, low = self.build.do(ops.IntShiftLeft, self.value(INT), distance), self.value(INT)
        if self.draw(st.booleans()):
            self.build.perform(ops.CheckRange, low, self.build.int(0), self.build.int(2**32 - 1), "{0} not {1}:{2}")
        self.build.perform(ops.LocalStore, "k", self.build.do(ops.IntOr, high, low))
        self.build.defer("show", self.build.do(ops.LocalLoad, "k"))

    def array(self) -> tuple[str, Any, int]:
        """Draw a region, the kind of cell to read it by, and how many of these there are."""
        return self.pick([(NUMBERS, "i64", 10), (FRACTIONS, "f64", 8), *((SMALL, kind, 4) for kind in list(SIZES)[:6])])

    def arrays(self) -> None:
        region, kind, count = self.pick(
            [(NUMBERS, "i64", 10), (FRACTIONS, "f64", 8), (SMALL, self.pick(list(SIZES)[:6]), 4)]
        )
        lower = self.pick([0, 1, -2])
        index = self.keep(self.build.int(self.draw(st.integers(lower - (self.pick([0, 0, 1])), lower + count - 1))))
        if self.draw(st.booleans()):
            value = self.value(REAL if kind == "f64" else INT)
            self.build.perform(ops.IndexStore, region, kind, index, value, lower, lower + count - 1, "no element {0}")
        else:
            undefined = self.pick([None, "element {0} has no value"]) if region != SMALL else None
            self.do(ops.IndexLoad, region, kind, index, lower, lower + count - 1, "no element {0}", undefined)

    def followed(self) -> None:
        """Write to the array that analyses follow, by subscript or by the library, and read it likewise."""
        index, message = self.build.int(self.draw(st.integers(0, 2))), "no element {0}"
        if self.draw(st.booleans()):
            self.build.host("put", index, self.value(INT))
        else:
            self.build.perform(ops.IndexStore, TABLE, "i64", index, self.value(INT), 0, 2, message)
        if self.draw(st.booleans()):
            self.do(ops.IndexLoad, TABLE, "i64", index, 0, 2, message, self.pick([None, "{0} has no value"]))
        else:
            found = self.build.host("get", index)
            assert found is not None
            self.do(ops.IntAnd, found, self.value(INT))

    def cells(self) -> None:
        region, kind, count = self.pick(
            [(NUMBERS, "i64", 10), (FRACTIONS, "f64", 8), (SMALL, self.pick(list(SIZES)[:6]), 4)]
        )
        address = self.build.do(ops.RegionAddress, region)
        offset = self.draw(st.integers(0, count - 1)) * SIZES[kind]
        match self.pick(["load", "store", "fill", "copy", "work"]):
            case "load":
                self.do(ops.Load, kind, address, offset)
            case "store":
                self.build.perform(ops.Store, kind, address, self.value(REAL if kind == "f64" else INT), offset)
            case "fill":
                pattern = {NUMBERS: "undefined_int", FRACTIONS: "undefined_real", SMALL: "zero"}[region]
                words = {NUMBERS: 10, FRACTIONS: 8, SMALL: 2}[region]
                self.build.perform(ops.Fill, address, self.build.int(self.draw(st.integers(-1, words))), pattern)
            case "work":
                self.build.perform(ops.Work, self.build.int(self.draw(st.integers(-1, 5000))))
            case _:
                there = self.build.do(ops.IntAdd, address, self.build.int(8))
                size = self.build.int(self.draw(st.integers(0, 1 if region == SMALL else 7)) * 8)
                ways = [(address, there), (there, address)]
                self.build.perform(ops.Copy, *self.pick(ways), size)

    def checks(self) -> None:
        match self.pick(["check", "defined", "finite"]):
            case "check":
                self.build.perform(ops.Check, self.value(BOOL), "checked {0} {1}", (self.value(INT), self.value(BOOL)))
            case "defined":
                value = self.value(self.pick([INT, REAL]))
                self.build.perform(ops.CheckDefined, value, "no value besides {0}", (self.value(REAL),))
            case _:
                value = self.value(REAL)
                self.build.perform(ops.CheckFinite, value, "{0} is not finite", (value,))

    def outside(self) -> None:
        match self.pick(["emit", "emit", "read", "half", "depth"]):
            case "emit":
                self.build.defer("write", self.value(INT), self.value(REAL))
            case "depth":
                self.do(ops.CallDepth)
            case name:
                result = self.build.host(name, self.value(REAL if name == "half" else INT))
                assert result is not None
                self.keep(result)

    def stack(self) -> None:
        mark = self.build.do(ops.StackMark)
        self.do(ops.StackAllocate, self.build.int(self.pick([0, 8, 13, 4000, 4000, 10**6, -1])))
        if self.draw(st.booleans()):
            self.build.perform(ops.StackRelease, mark)

    def end(self, labels: list[Label]) -> None:
        """Draw the terminator of a block; a call goes on in a new block, which returns, halts or jumps."""
        match self.pick(
            ["jump", "branch", "branch", "switch", "call", "call", "indirect", "return", "return", "other"]
        ):
            case "jump":
                self.build.end(ops.Jump, self.pick(labels))
            case "branch":
                self.build.end(ops.Branch, self.value(BOOL), self.pick(labels), self.pick(labels))
            case "switch":
                cases = tuple((number, self.pick(labels)) for number in self.draw(st.sets(INTEGERS, max_size=4)))
                self.build.end(ops.Switch, self.value(INT), cases, self.pick(labels))
            case "call" | "indirect" as way:
                callee = self.program.functions[self.pick(["f", "g"])]
                parameters = tuple(callee.locals[parameter] for parameter in callee.parameters)
                arguments = tuple(self.value(kind) for kind in parameters)
                if way == "call":
                    result = self.build.call(callee.name, arguments, callee.returns)
                else:
                    code = self.build.do(ops.FunctionCode, callee.name)
                    result = self.build.call_indirect(code, arguments, parameters, callee.returns)
                if callee.returns == self.returns and self.draw(st.booleans()):
                    self.build.end(ops.Return, result)
                    return
                if result is not None and self.draw(st.booleans()):
                    self.build.defer("write", self.build.int(9), result)
                self.build.end(ops.Jump, self.pick(labels))
            case "return":
                self.build.end(ops.Return, None if self.returns is None else self.value(self.returns))
            case _:
                mine = self.build.do(ops.LocalLoad, self.me) if self.build.function.landings else self.build.int(1)
                self.build.end(*self.pick([
                    (ops.Halt,), (ops.Trap, "fault {0} {1}", (self.value(BOOL), self.value(REAL))),
                    (ops.Unwind, self.build.int(1), self.build.int(5)), (ops.Unwind, mine, self.build.int(6)),
                ]))  # fmt: skip

    def function(self, line: int) -> None:
        """Draw the whole function: an entry that takes an identity, then blocks that begin with a mark each."""
        labels = [Label(f"b{number}") for number in range(self.draw(st.integers(1, 4)))]
        build = self.build
        if build.function.name == self.program.entry or self.draw(st.booleans()):
            build.function.identity = self.me
            build.function.landings = {5: self.pick(labels), 6: self.pick(labels)}
        counter = build.do(ops.RegionAddress, "activations")
        number = build.do(ops.IntAdd, build.do(ops.Load, "i64", counter), build.int(1))
        build.perform(ops.Store, "i64", counter, number)
        build.perform(ops.LocalStore, self.me, number)
        for _ in range(self.draw(st.integers(0, 2))):
            self.integers()
        if self.draw(st.booleans()):
            build.perform(ops.LocalStore, "k", build.int(0))
        build.end(ops.Jump, labels[0])
        for index, label in enumerate(labels):
            self.known = {INT: [], REAL: [], BOOL: []}
            build.begin(label)
            build.statement(f"{line}.{index}", Place(line, 10 * index + 1))
            for _ in range(self.draw(st.integers(0, 5))):
                build.place(Place(line, self.draw(st.integers(1, 60)), self.draw(st.integers(1, 3))))
                self.operation()
            self.end(labels)


@st.composite
def programs(draw: Any) -> Program:
    """Three functions over shared memory; they loop, recurse, unwind, trap, print and read."""
    regions = {
        NUMBERS: Region(80, "undefined_int"), FRACTIONS: Region(64, "undefined_real"),
        SMALL: Region(16, "zero", b"\x01\x80\xff\x7f seventeen"[:16]), "activations": Region(8),
        TABLE: Region(24),
    }  # fmt: skip
    program = Program("random", {}, regions, "main", strings=["it's", 'a "text"\n'])
    program.variables = {"k": ProgramVariable("main", "k"), "w 1": ProgramVariable(region=NUMBERS, offset=8)}
    signatures: dict[str, tuple[dict[str, Type], Type | None]] = {
        "main": ({}, None), "f": ({"n": INT}, REAL), "g": ({"y": REAL, "n": INT}, None),
    }  # fmt: skip
    makers = [Maker(draw, program, name, parameters, returns) for name, (parameters, returns) in signatures.items()]
    for line, maker in enumerate(makers, start=2):
        maker.function(line)
    return program


@st.composite
def straight_programs(draw: Any) -> Program:
    """One block of arithmetic, every result printed."""
    program = Program("random", {}, {}, "main")
    maker = Maker(draw, program, "main", {}, None)
    maker.watched = True
    for _ in range(draw(st.integers(1, 12))):
        maker.pick([maker.integers, maker.integers, maker.reals, maker.reals, maker.conversions, maker.truth])()
    maker.build.end(ops.Return)
    return program

"""The types of C, their sizes in two data models, and the conversions that C makes by itself.

    ILP32: int, long and pointers have 32 bits.    LP64: long and pointers have 64.

A pointer is one word of 64 bits, object and offset, in either model: what `sizeof` says and what a cell in our
memory takes differ for pointers under ILP32. No program that this subset admits can see the difference.
"""

from __future__ import annotations

from ctypes import c_float
from dataclasses import dataclass, field
from typing import cast

from getallenband.interpreters.ir.types import Kind, Type


@dataclass(frozen=True, slots=True)
class Void:
    """No value."""

    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of whatever has been reported as wrong: nothing more is said about it."""

    def __str__(self) -> str:
        return "unknown"


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer type; `rank` orders them for conversions."""

    name: str
    bits: int
    signed: bool
    rank: int

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        return (1 << (self.bits - 1)) - 1 if self.signed else (1 << self.bits) - 1

    @property
    def kind(self) -> Kind:
        """Return the kind of a memory cell that holds it."""
        return cast(Kind, f"{'i' if self.signed or self.bits == 64 else 'u'}{self.bits}")

    def holds(self, other: Integer) -> bool:
        """Return whether every value of another type is one of this type."""
        return self.low <= other.low and other.high <= self.high

    def wrapped(self, value: int) -> int:
        """Convert a value to this type."""
        value &= 2**self.bits - 1
        return value - 2**self.bits if self.signed and value > self.high else value

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Floating:
    """A type of real numbers; a float is computed as a double and rounded."""

    name: str
    bits: int

    @property
    def kind(self) -> Kind:
        """Return the kind of a memory cell that holds it: of a float, its bits."""
        return "f64" if self.bits == 64 else "i32"

    def rounded(self, value: float) -> float:
        """Convert a value to this type, rounded once: the lost bits of a long integer leave one set."""
        if self.bits == 64:
            return float(value)
        if isinstance(value, int) and abs(value) > 2**53:
            value = (value | (value & 2047) + 2047) & -2048
        return c_float(value).value

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer to a type."""

    to: CType

    def __str__(self) -> str:
        return f"pointer to {self.to}"


@dataclass(frozen=True, slots=True)
class Array:
    """An array; the length is None before an initializer gives it, and `size`, in our memory, is 0 until then."""

    of: CType
    length: int | None
    size: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # once: to go down to the elements for each of many dimensions would take the square of their number
        object.__setattr__(self, "size", size_of(self.of) * (self.length or 0))

    def __str__(self) -> str:
        return f"array of {self.of}" if self.length is None else f"array of {self.length} {self.of}"


@dataclass(frozen=True, slots=True)
class Function:
    """A function; `parameters` are None where a declaration of the old form does not give them."""

    returns: CType
    parameters: tuple[CType, ...] | None = None

    def __str__(self) -> str:
        return f"function returning {self.returns}"


@dataclass(slots=True, eq=False)
class Struct:
    """A struct or union: members by name with type and offset; `size` in our memory, `visible` as sizeof says it."""

    tag: str
    word: str = "struct"
    members: dict[str, tuple[CType, int]] = field(default_factory=dict)
    size: int = 0
    visible: int = 0
    alignment: int = 1
    complete: bool = False

    def __str__(self) -> str:
        return f"{self.word} {self.tag}"


CType = Void | Unknown | Integer | Floating | Pointer | Array | Function | Struct
Number = Integer | Floating

UNKNOWN = Unknown()
CHAR = Integer("char", 8, True, 1)
UNSIGNED_CHAR = Integer("unsigned char", 8, False, 1)
SHORT = Integer("short", 16, True, 2)
UNSIGNED_SHORT = Integer("unsigned short", 16, False, 2)
INT = Integer("int", 32, True, 3)
UNSIGNED = Integer("unsigned", 32, False, 3)
FLOAT = Floating("float", 32)
DOUBLE = Floating("double", 64)


@dataclass(frozen=True, slots=True)
class Model:
    """A data model: the widths that differ, and the types of sizeof and of the difference of pointers."""

    name: str
    long: Integer
    unsigned_long: Integer
    size: Integer
    difference: Integer
    pointer_bytes: int

    def named(self, words: tuple[str, ...]) -> CType | None:
        """Return the type that specifier words name, int for none; None for words that do not go together."""
        rest = sorted(word for word in words if word != "int")
        ints = len(words) - len(rest)
        names: dict[tuple[str, ...], CType] = {
            (): INT, ("signed",): INT, ("unsigned",): UNSIGNED, ("char",): CHAR, ("char", "signed"): CHAR,
            ("char", "unsigned"): UNSIGNED_CHAR, ("short",): SHORT, ("short", "signed"): SHORT,
            ("short", "unsigned"): UNSIGNED_SHORT, ("long",): self.long, ("long", "signed"): self.long,
            ("long", "unsigned"): self.unsigned_long, ("void",): Void(), ("float",): FLOAT, ("double",): DOUBLE,
        }  # fmt: skip
        if ints > 1 or (ints and not {"char", "void", "float", "double"}.isdisjoint(rest)):
            return None
        return names.get(tuple(rest))

    def constant_type(self, value: int, decimal: bool, suffix: str) -> Integer | None:
        """Return the first type that holds an integer constant (C90, 6.1.3.2)."""
        for kind in (INT, UNSIGNED, self.long, self.unsigned_long):
            signed_only = decimal and "u" not in suffix and kind is not self.unsigned_long
            if (value <= kind.high and not (signed_only and not kind.signed) and not ("u" in suffix and kind.signed)
                    and not ("l" in suffix and kind.rank < self.long.rank)):  # fmt: skip
                return kind
        return None

    def sizeof(self, kind: CType) -> int:
        """Return the value of sizeof."""
        match kind:
            case Integer() | Floating():
                return kind.bits // 8
            case Pointer():
                return self.pointer_bytes
            case Array(of, length):
                return self.sizeof(of) * (length or 0)
            case Struct():
                return kind.visible
        return 1


def model(name: str, bits: int, size: Integer | None, difference: Integer | None) -> Model:
    """Make a model from the width of long and of pointers."""
    long, unsigned_long = Integer("long", bits, True, 4), Integer("unsigned long", bits, False, 4)
    return Model(name, long, unsigned_long, size or unsigned_long, difference or long, bits // 8)


MODELS = {"ilp32": model("ilp32", 32, UNSIGNED, INT), "lp64": model("lp64", 64, None, None)}


def size_of(kind: CType) -> int:
    """Return how many bytes of our memory a value takes."""
    match kind:
        case Integer() | Floating():
            return kind.bits // 8
        case Pointer():
            return 8
        case Array() | Struct():
            return kind.size
    return 1


def alignment_of(kind: CType) -> int:
    """Return the alignment of a type: addresses of its values are multiples of it."""
    match kind:
        case Array(of, _):
            return alignment_of(of)
        case Struct():
            return kind.alignment
    return size_of(kind)


def is_scalar(kind: CType) -> bool:
    """Return whether a value fits in one register."""
    return isinstance(kind, Integer | Floating | Pointer | Unknown)


def register_type(kind: CType) -> Type:
    """Return the type of a register that holds a value."""
    return Type.REAL if isinstance(kind, Floating) else Type.INT


def is_complete(kind: CType) -> bool:
    """Return whether a type has a size."""
    match kind:
        case Array(_, length):  # its elements are complete, else it could not be declared
            return length is not None
        case Struct():
            return kind.complete
    return not isinstance(kind, Void | Function)


def promoted(kind: Integer) -> Integer:
    """Return the type that a small integer is computed in (C90, 6.2.1.1)."""
    return INT if kind.rank < INT.rank else kind


def common(left: Number, right: Number) -> Number:
    """Return the type in which two numbers are computed: the usual arithmetic conversions (C90, 6.2.1.5)."""
    if isinstance(left, Floating) or isinstance(right, Floating):
        return max((kind for kind in (left, right) if isinstance(kind, Floating)), key=lambda kind: kind.bits)
    lower, higher = sorted((promoted(left), promoted(right)), key=lambda kind: (kind.rank, not kind.signed))
    if lower.rank == higher.rank or not higher.signed or higher.holds(lower):
        return higher
    # a long that cannot hold every unsigned int makes both unsigned long
    return Integer(f"unsigned {higher.name}", higher.bits, False, higher.rank)


def parameter_type(kind: CType) -> CType:
    """Return the type of a parameter that is declared so: arrays and functions are pointers."""
    if isinstance(kind, Array):
        return Pointer(kind.of)
    return Pointer(kind) if isinstance(kind, Function) else kind


def a(kind: CType) -> str:
    """Write a type with its article."""
    text = str(kind)
    return f"{'an' if text[0] in 'aeiou' and not text.startswith('union') else 'a'} {text}"


def counted(number: int, what: str) -> str:
    """Write a number of things."""
    return f"{number} {what}{'' if number == 1 else 's'}"

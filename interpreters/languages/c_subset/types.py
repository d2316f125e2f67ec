"""The types of C, their sizes in two data models, and the usual conversions.

    ILP32: int, long and pointers have 32 bits.    LP64: long and pointers have 64.

A pointer is kept as one word of 64 bits, object and offset, in either model: what `sizeof` says and what a cell in our
memory takes differ for pointers under ILP32. No program that this subset admits can see the difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from interpreters.ir.types import Kind


@dataclass(frozen=True, slots=True)
class Void:
    """No value."""

    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer type: its name, width in bits and whether it has a sign; `rank` orders them for conversions."""

    name: str
    bits: int
    signed: bool
    rank: int

    @property
    def low(self) -> int:
        """Return the least value."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """Return the greatest value."""
        return (1 << (self.bits - 1)) - 1 if self.signed else (1 << self.bits) - 1

    @property
    def kind(self) -> Kind:
        """Return the kind of a memory cell that holds it."""
        return cast(Kind, f"{'i' if self.signed or self.bits == 64 else 'u'}{self.bits}")

    def wrapped(self, value: int) -> int:
        """Convert a value to this type."""
        value &= 2**self.bits - 1
        return value - 2**self.bits if self.signed and value > self.high else value

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
    """An array; the length is unknown (None) only for parameters and before an initializer gives it."""

    of: CType
    length: int | None

    def __str__(self) -> str:
        return f"array of {self.length if self.length is not None else ''} {self.of}".replace("  ", " ")


@dataclass(frozen=True, slots=True)
class Function:
    """A function: what it returns, and its parameters' types where they are known."""

    returns: CType
    parameters: tuple[CType, ...] | None = None

    def __str__(self) -> str:
        return f"function returning {self.returns}"


@dataclass(slots=True, eq=False)
class Struct:
    """A struct; `members` are filled in when it is described: name to (type, offset in our memory)."""

    tag: str
    members: dict[str, tuple[CType, int]] = field(default_factory=dict)
    size: int = 0
    visible: int = 0
    alignment: int = 1
    complete: bool = False

    def __str__(self) -> str:
        return f"struct {self.tag}"


CType = Void | Integer | Pointer | Array | Function | Struct

CHAR = Integer("char", 8, True, 1)
UNSIGNED_CHAR = Integer("unsigned char", 8, False, 1)
SHORT = Integer("short", 16, True, 2)
UNSIGNED_SHORT = Integer("unsigned short", 16, False, 2)
INT = Integer("int", 32, True, 3)
UNSIGNED = Integer("unsigned", 32, False, 3)


@dataclass(frozen=True, slots=True)
class Model:
    """A data model: the widths that differ."""

    name: str
    long_bits: int
    pointer_bits: int

    @property
    def long(self) -> Integer:
        """Return the type long."""
        return Integer("long", self.long_bits, True, 4)

    @property
    def unsigned_long(self) -> Integer:
        """Return the type unsigned long."""
        return Integer("unsigned long", self.long_bits, False, 4)

    def named(self, words: tuple[str, ...]) -> CType | None:
        """Return the type that specifier words name; nothing at all means int. None for words that do not go."""
        rest = sorted(word for word in words if word != "int")
        ints = len(words) - len(rest)
        names: dict[tuple[str, ...], CType] = {
            (): INT, ("signed",): INT, ("unsigned",): UNSIGNED, ("char",): CHAR, ("char", "signed"): CHAR,
            ("char", "unsigned"): UNSIGNED_CHAR, ("short",): SHORT, ("short", "signed"): SHORT,
            ("short", "unsigned"): UNSIGNED_SHORT, ("long",): self.long, ("long", "signed"): self.long,
            ("long", "unsigned"): self.unsigned_long, ("void",): Void(),
        }  # fmt: skip
        found = names.get(tuple(rest))
        if ints > 1 or (ints and ("char" in rest or "void" in rest)):
            return None
        return found

    def sizeof(self, kind: CType) -> int:
        """Return what sizeof says."""
        match kind:
            case Integer():
                return kind.bits // 8
            case Pointer():
                return self.pointer_bits // 8
            case Array(of, length):
                return self.sizeof(of) * (length or 0)
            case Struct():
                return kind.visible
        return 1


ILP32 = Model("ilp32", 32, 32)
LP64 = Model("lp64", 64, 64)


def size_of(kind: CType) -> int:
    """Return how many bytes of our memory a value takes."""
    match kind:
        case Integer():
            return kind.bits // 8
        case Pointer():
            return 8
        case Array(of, length):
            return size_of(of) * (length or 0)
        case Struct():
            return kind.size
    return 1


def alignment_of(kind: CType) -> int:
    """Return what an address of a value must be a multiple of."""
    match kind:
        case Array(of, _):
            return alignment_of(of)
        case Struct():
            return kind.alignment
    return size_of(kind)


def is_scalar(kind: CType) -> bool:
    """Tell whether a value fits in one register."""
    return isinstance(kind, Integer | Pointer)


def promoted(kind: Integer) -> Integer:
    """Return the type that a small integer is computed in."""
    return INT if kind.rank < INT.rank else kind


def common(left: Integer, right: Integer) -> Integer:
    """Return the type in which two integers are computed (C90, 3.2.1.5)."""
    left, right = promoted(left), promoted(right)
    if left.rank < right.rank:
        left, right = right, left
    if left.rank > right.rank:
        # a long that cannot hold every unsigned int makes both unsigned long
        if left.signed and not right.signed and left.bits == right.bits:
            return Integer("unsigned long", left.bits, False, left.rank)
        return left
    return left if not left.signed else right

"""What all operations have, and the vocabulary that they are declared in: traits, and types of fields.

    @operation(PURE, MAY_TRAP)
    class IntDivide(Operation):
        result: Int
        left: Int
        right: Int
        message: str

A field whose type is a register names a register that is read (`result`: the one that is written); its annotation gives
the register's type. A name or an index is annotated with the table that must hold it. Builder, verifier, printer
and transformations go by these declarations (`fields.py`), so that nothing about an operation is said elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import Enum, auto
from typing import Annotated, Any, ClassVar, NewType, TypeVar, dataclass_transform

from getallenband.interpreters.ir.types import Type, type_of

Register = NewType("Register", int)
Label = NewType("Label", str)
FULL_LOW, FULL_HIGH = -(2**63), 2**63 - 1


class Trait(Enum):
    """What the users of an operation may rely on, besides its operands and its result.

    PURE: it reads and writes only registers, locals and counters, or reads memory at an address that it checks itself.
    So a check that precedes it can also be made after it. MAY_TRAP: it can end the run as a Trap. TERMINATOR:
    it ends a block.
    """

    PURE = auto()
    MAY_TRAP = auto()
    TERMINATOR = auto()


PURE, MAY_TRAP, TERMINATOR = Trait


Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def immutable(cls: type[Made]) -> type[Made]:
    """Make a class of fields, which type checkers let nobody change.

    With frozen=True and methods of its own each of the classes would take three times as long to make, which is a tenth
    of a short run.
    """
    return dataclass(slots=True, eq=False, repr=False)(cls)


@immutable
class Operation:
    """An operation or terminator; `printed_name` is int_add for IntAdd.

    `at` is an index into the program's places: where in the source text its trap points. A `message` is the text of
    that trap; `{0}`, `{1}` … stand for operands, as the class's docstring says.
    """

    traits: ClassVar[frozenset[Trait]]
    printed_name: ClassVar[str]
    at: int = field(default=0, kw_only=True)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and values(self) == values(other)

    def __hash__(self) -> int:
        return hash((type(self), values(self)))

    def __repr__(self) -> str:
        shown = (f"{one.name}={value!r}" for one, value in zip(fields(self), values(self), strict=True))
        return f"{type(self).__name__}({', '.join(shown)})"


def values(operation: Any) -> tuple[Any, ...]:
    """Return the values of an operation's fields."""
    return tuple(getattr(operation, one.name) for one in fields(operation))


Class = TypeVar("Class", bound=Operation)
OPERATIONS: dict[str, type[Operation]] = {}
"""Every operation by its printed name."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def operation(*traits: Trait) -> Callable[[type[Class]], type[Class]]:
    """Make a class an operation of the IR."""

    def declare(cls: type[Class]) -> type[Class]:
        declared = immutable(cls)
        declared.traits = frozenset(traits)
        declared.printed_name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        OPERATIONS[declared.printed_name] = declared
        return declared

    return declare


@dataclass(frozen=True, slots=True)
class Table:
    """Where the verifier must find the value of a field: in this table of the program, function or library."""

    noun: str


TypeRule = Type | tuple[Type, ...] | Callable[[Any, Any], Type]
"""The type of a register: fixed, one of several, or what it is for an operation of a function."""

NEVER_UNDEFINED = "never undefined"


def cell_type(operation: Any, _function: Any) -> Type:
    return type_of(operation.kind)


def local_type(operation: Any, function: Any) -> Type:
    kind: Type = function.locals[operation.local]
    return kind


Int = Annotated[Register, Type.INT]
Real = Annotated[Register, Type.REAL]
Bool = Annotated[Register, Type.BOOL]
Number = Annotated[Register, (Type.INT, Type.REAL)]
DefinedInt = Annotated[Register, Type.INT, NEVER_UNDEFINED]
DefinedReal = Annotated[Register, Type.REAL, NEVER_UNDEFINED]
OfCell = Annotated[Register, cell_type]
OfLocal = Annotated[Register, local_type]

Int64 = Annotated[int, range(FULL_LOW, FULL_HIGH + 1)]
RegionName = Annotated[str, Table("region")]
FunctionName = Annotated[str, Table("function")]
LocalName = Annotated[str, Table("local")]
ProcedureName = Annotated[str, Table("library procedure")]
StatementIndex = Annotated[int, Table("statement")]
ProbeIndex = Annotated[int, Table("probe")]

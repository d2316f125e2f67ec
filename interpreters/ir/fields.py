"""What the declarations of operations say: their fields, the registers read and written, the types of these.

reads(IntAdd(Register(3), Register(1), Register(2)))    # (1, 2)
result(IntAdd(Register(3), Register(1), Register(2)))   # 3
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from getallenband.interpreters.ir.ops import NEVER_UNDEFINED, OPERATIONS, Label, Operation, Register
from getallenband.interpreters.ir.program import Function
from getallenband.interpreters.ir.types import Type

Case = tuple[int, Label]
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an operation; `default` is MISSING where it must be given.

    `type` is the type of the value or, for a tuple of any length (`many`), of its members. `rule` is the annotation:
    the type of a register, the values that are allowed, the table that holds the name.
    """

    name: str
    type: Any
    many: bool
    optional: bool
    rule: Any
    never_undefined: bool
    default: Any


def field_of(name: str, hint: Any, default: Any) -> Field:
    """Decompose the type hint of a field."""
    optional, many = type(None) in get_args(hint), get_args(hint)[-1:] == (...,)
    if optional or many:
        hint = get_args(hint)[0]
    type_, *rules = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if get_origin(hint) is Literal:
        rules = [get_args(hint)]
    return Field(name, type_, many, optional, rules[0] if rules else None, NEVER_UNDEFINED in rules, default)


def declared(operation: type[Operation]) -> tuple[Field, ...]:
    """Return the fields of an operation in order, `at` left out."""
    hints = get_type_hints(operation, include_extras=True)
    return tuple(field_of(field.name, hints[field.name], field.default) for field in fields(operation)[1:])


class ByOperation(dict[type[Operation], Found], Generic[Found]):
    """A table of operations, filled as they are first asked for: a short run uses few of them."""

    def __init__(self, find: Callable[[type[Operation]], Found]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, kind: type[Operation]) -> Found:
        value = self[kind] = self.find(kind)
        return value


FIELDS = ByOperation(declared)
"""The fields of every operation."""

RESULTS = ByOperation(lambda kind: next(found for found in FIELDS[kind] if found.name == "result"))
"""The field of the register that an operation writes."""

OPERANDS = ByOperation(lambda kind: tuple(found for found in FIELDS[kind] if found.name != "result"))
"""The other fields."""


def by_operation(package: str) -> dict[type[Operation], Any]:
    """Return an engine's function for each operation: in the same chapter, of its printed name (Return: `return_`)."""
    functions = {}
    for name, kind in OPERATIONS.items():
        chapter = import_module(f"{package}.{kind.__module__.rpartition('.')[2]}")
        functions[kind] = getattr(chapter, f"{name}_" if iskeyword(name) else name)
    return functions


def result(operation: Operation) -> Register | None:
    """Return the register that an operation writes."""
    written: Register | None = getattr(operation, "result", None)
    return written


def reads(operation: Operation) -> tuple[Register, ...]:
    """Return the registers that an operation reads, in the order of its fields."""
    registers: list[Register] = []
    for field in OPERANDS[type(operation)]:
        value = getattr(operation, field.name)
        if field.type is Register and value is not None:
            registers += value if field.many else (value,)
    return tuple(registers)


def types_of(field: Field, operation: Operation, function: Function) -> tuple[Type, ...]:
    """Return the types that a field's register may have; none where they do not follow from the operation alone."""
    match field.rule:
        case None:
            return ()
        case Type() as fixed:
            return (fixed,)
        case tuple() as several:
            return several
        case depends:
            return (depends(operation, function),)

"""What the fields of an operation are: registers read, the register written, blocks gone to.

reads(IntAdd(Register(3), Register(1), Register(2)))    # (1, 2)
result(IntAdd(Register(3), Register(1), Register(2)))   # 3
successors(Branch(Register(0), Label("a"), Label("b"))) # ("a", "b")
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from typing import Any

from interpreters.ir import ops
from interpreters.ir.ops import Label, Operation, Register
from interpreters.ir.program import Function

CALLS = (ops.Call, ops.CallIndirect)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an operation: its name, its annotation, and what it is where it is not given (or MISSING)."""

    name: str
    annotation: str
    default: Any


def snake_case(name: str) -> str:
    """Turn the name of an operation's class into the name that is printed: IndexLoad, index_load."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


OPERATIONS: dict[str, type[Operation]] = {
    snake_case(name): value
    for name, value in vars(ops).items()
    if isinstance(value, type) and issubclass(value, Operation) and value is not Operation
}
"""Every operation by its printed name."""


def declared(operation: type[Operation]) -> tuple[Field, ...]:
    """Return the fields of an operation in order, `at` left out."""
    return tuple(
        Field(field.name, str(field.type), () if field.default_factory is not MISSING else field.default)
        for field in fields(operation)
        if field.name != "at"
    )


FIELDS = {operation: declared(operation) for operation in OPERATIONS.values()}
"""The fields of every operation."""


def title(operation: Operation) -> str:
    """Return the printed name of an operation."""
    return snake_case(type(operation).__name__)


def result(operation: Operation) -> Register | None:
    """Return the register that an operation writes."""
    written: Register | None = getattr(operation, "result", None)
    return written


def reads(operation: Operation) -> tuple[Register, ...]:
    """Return the registers that an operation reads, in the order of its fields."""
    found: list[Register] = []
    for field in FIELDS[type(operation)]:
        value = getattr(operation, field.name)
        if field.name == "result" or value is None:
            continue
        if field.annotation in ("Register", "Register | None"):
            found.append(value)
        elif field.annotation == "tuple[Register, ...]":
            found.extend(value)
    return tuple(found)


def successors(terminator: Operation) -> tuple[Label, ...]:
    """Return the blocks that a terminator may go on in, within its function."""
    match terminator:
        case ops.Jump(target=target):
            return (target,)
        case ops.Branch(yes=yes, no=no):
            return yes, no
        case ops.Switch(cases=cases, default=default):
            return (*(label for _, label in cases), default)
        case ops.Call(next=after) | ops.CallIndirect(next=after):
            return (after,)
        case _:
            return ()


def edges(function: Function) -> Iterator[tuple[Label, Label, bool]]:
    """Yield every way from block to block; the flag tells those that Unwind takes, out of a call or at itself."""
    for label, block in function.blocks.items():
        for target in successors(block.terminator):
            yield label, target, False
        if isinstance(block.terminator, (*CALLS, ops.Unwind)):
            for target in dict.fromkeys(function.landings.values()):
                yield label, target, True


def reachable(function: Function) -> set[Label]:
    """Return the blocks that a run may come to."""
    ahead: dict[Label, list[Label]] = {}
    for origin, target, _ in edges(function):
        ahead.setdefault(origin, []).append(target)
    found, waiting = {function.entry}, [function.entry]
    while waiting:
        for target in ahead.get(waiting.pop(), []):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def forward(entry: Label, ahead: dict[Label, list[Label]]) -> list[Label]:
    """List blocks so that, loops aside, each stands behind those that lead to it (reverse postorder)."""
    found: list[Label] = []
    seen = {entry}
    path = [(entry, iter(ahead.get(entry, [])))]
    while path:
        label, following = path[-1]
        for target in following:
            if target not in seen:
                seen.add(target)
                path.append((target, iter(ahead.get(target, []))))
                break
        else:
            found.append(label)
            path.pop()
    return found[::-1]

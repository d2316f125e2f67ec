r"""Initializers: which value goes where in an array or struct (C90, 6.5.7).

int dirs[] = {2, 2, 8};      (0, 2), (4, 2), (8, 8): offsets and constants
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from getallenband.interpreters.languages.c_subset import syntax, typed
from getallenband.interpreters.languages.c_subset.check.context import Context
from getallenband.interpreters.languages.c_subset.check.conversions import assigned, constant
from getallenband.interpreters.languages.c_subset.check.meaning import value
from getallenband.interpreters.languages.c_subset.types import (
    CHAR,
    UNSIGNED_CHAR,
    Array,
    CType,
    Integer,
    Pointer,
    Struct,
    Unknown,
    a,
    size_of,
)
from getallenband.interpreters.source.position import Place

Items = list[syntax.Initializer]
"""Initializers that are still to be used, the next one last."""


@dataclass
class Contents:
    """The values of an object, by offset: constants, and for a variable of a block what is computed when it begins."""

    c: Context
    parts: list[tuple[int, typed.Expression]] = field(default_factory=list)
    computed: list[tuple[int, typed.Expression]] | None = None


def contents_of(
    c: Context, kind: CType, node: syntax.Initializer, computed: list[tuple[int, typed.Expression]] | None = None
) -> tuple[CType, tuple[tuple[int, typed.Expression], ...]]:  # fmt: skip
    """Return the contents that an initializer gives an object, and its type with the length that it gives an array.

    Where a list `computed` is given, values that are not constant are put there.
    """
    found = Contents(c, computed=computed)
    if isinstance(node, syntax.InitializerList) or is_string(kind, node):
        length = one(found, kind, 0, [node])
        if isinstance(kind, Array) and kind.length is None:
            kind = Array(kind.of, max(1, length))
    elif isinstance(kind, Array | Struct):
        c.wrong(node.place, f"{a(kind)} needs its values in braces", expected="{ … }")
    else:
        scalar(found, kind, 0, node)
    return kind, tuple(found.parts)


def is_string(kind: CType, node: syntax.Initializer) -> bool:
    """Return whether an initializer is a string for an array of characters."""
    return isinstance(node, syntax.String) and isinstance(kind, Array) and kind.of in (CHAR, UNSIGNED_CHAR)


def one(found: Contents, kind: CType, offset: int, items: Items) -> int:
    """Fill one object from the next items; return the length of an array."""
    first = items[-1]
    if isinstance(first, syntax.InitializerList):
        items.pop()
        return fill_from_braces(found, kind, offset, first)
    if is_string(kind, first):
        items.pop()
        assert isinstance(first, syntax.String)
        return string(found, kind, offset, first)
    if isinstance(kind, Array | Struct):
        return aggregate(found, kind, offset, items)
    items.pop()
    scalar(found, kind, offset, first)
    return 1


def fill_from_braces(found: Contents, kind: CType, offset: int, node: syntax.InitializerList) -> int:
    """Fill an object from the items in braces."""
    items = list(reversed(node.items))
    if is_string(kind, items[-1]) or not isinstance(kind, Array | Struct):
        length = one(found, kind, offset, items)
    else:
        length = aggregate(found, kind, offset, items)
    if items:
        found.c.wrong(items[-1].place, f"there are too many values for {a(kind)}")
    return length


def aggregate(found: Contents, kind: Array | Struct, offset: int, items: Items) -> int:
    """Fill the elements or members of an object in order; return how many were begun."""
    used = 0
    if isinstance(kind, Struct):
        members = list(kind.members.values())
        for member, at in members[:1] if kind.word == "union" else members:
            if items:
                one(found, member, offset + at, items)
        return 0
    for number in count() if kind.length is None else range(kind.length):
        if not items:
            break
        one(found, kind.of, offset + number * size_of(kind.of), items)
        used = number + 1
    return used


def string(found: Contents, kind: CType, offset: int, node: syntax.String) -> int:
    """Fill an array of characters; the final zero may be left out where it has no room."""
    assert isinstance(kind, Array)
    assert isinstance(kind.of, Integer)
    codes = node.value.encode("latin-1", "replace")
    if kind.length is not None and len(codes) > kind.length:
        found.c.wrong(node.place, f"the string has {len(codes)} characters, too many for {a(kind)}")
    found.parts += [(offset + at, typed.Constant(kind.of.wrapped(code), type=kind.of)) for at, code in enumerate(codes)]
    return len(codes) + 1


def scalar(found: Contents, kind: CType, offset: int, node: syntax.Expression) -> None:
    """Fill a number or a pointer."""
    given = assigned(found.c, value(found.c, node), kind, node.place)
    if found.computed is not None and not isinstance(given, typed.Constant | typed.RealConstant):
        found.computed.append((offset, given))
        return
    if isinstance(kind, Pointer):
        found.parts.append((offset, constant_address(found.c, given, node.place)))
    elif isinstance(given, typed.RealConstant):
        found.parts.append((offset, given))
    elif not isinstance(kind, Unknown):
        found.parts.append((offset, constant(found.c, given)))


def constant_address(c: Context, given: typed.Expression, place: Place) -> typed.Expression:
    """Check that a pointer is known before the program runs: null, a string, an array or a static variable."""
    address = given.operand if isinstance(given, typed.Convert) else given
    if isinstance(address, typed.Constant | typed.FunctionAddress) or typed.static_offset(address) is not None:
        return given
    return c.wrong(place, "this is not a constant address", given, expected="a string, an array or & and a variable")

"""Scheme's values at run time, and how they are written.

    shown(listed([1, Symbol("a"), "b"]))             # (1 a b)
    shown(listed([1, Symbol("a"), "b"]), True)       # (1 a "b")

Whole numbers are int, rationals Fraction, strings str, Booleans bool; nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Value = Any

LONGEST = 1_000_000
"""How many characters a string, and items a list that the library walks along, may have."""


class Fault(Exception):
    """What a primitive procedure says against its arguments; the application adds the place."""


class Symbol:
    """A symbol: one object for each name."""

    __slots__ = ("name",)
    known: dict[str, Symbol] = {}  # noqa: RUF012 - shared on purpose
    name: str

    def __new__(cls, name: str) -> Symbol:
        """Return the symbol of a name."""
        found = cls.known.get(name)
        if found is None:
            found = super().__new__(cls)
            found.name = name
            cls.known[name] = found
        return found


class Pair:
    """A pair."""

    __slots__ = ("car", "cdr")

    def __init__(self, car: Value, cdr: Value) -> None:
        self.car = car
        self.cdr = cdr


class Constant:
    """A value with nothing inside: the empty list, or what a definition or an assignment gives."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


EMPTY = Constant("()")
OK = Constant("ok")


@dataclass(frozen=True, slots=True, eq=False)
class Primitive:
    """A procedure of the library: takes `least` to `most` values (None: any number)."""

    name: str
    function: Callable[..., Value]
    least: int
    most: int | None


def listed(items: Iterable[Value], tail: Value = EMPTY) -> Value:
    """Make a list."""
    result = tail
    for item in reversed(list(items)):
        result = Pair(item, result)
    return result


def items_of(value: Value, user: str) -> Iterator[Value]:
    """Yield the items of a proper list; raise Fault where it is not one, or has no end; `user` asks."""
    rest, size = value, 0
    while type(rest) is Pair and size < LONGEST:
        yield rest.car
        rest, size = rest.cdr, size + 1
    if type(rest) is Pair:
        raise Fault(f"{user} has followed {LONGEST} pairs: a cyclic list?")
    if rest is not EMPTY:
        raise Fault(f"{user} needs a list, not {short(value)}")


def shown(value: Value, quoted: bool = False, room: int = 1_000_000) -> str:
    """Write a value as `display` does, or as `write` does; after `room` characters (a cyclic list) it breaks off."""
    parts: list[str] = []
    size = 0
    todo: list[tuple[str, Value]] = [("value", value)]
    while todo and size <= room:
        kind, item = todo.pop()
        if kind == "text":
            parts.append(item)
        elif kind == "value" and type(item) is not Pair:
            parts.append(atom(item, quoted))
        elif kind == "value":
            parts.append("(")
            todo += [("rest", item.cdr), ("value", item.car)]
        elif type(item) is Pair:
            parts.append(" ")
            todo += [("rest", item.cdr), ("value", item.car)]
        else:
            parts.append(")" if item is EMPTY else f" . {atom(item, quoted)})")
        size += len(parts[-1])
    return "".join(parts) + ("…" if todo else "")


def atom(value: Value, quoted: bool) -> str:
    """Write a value that is not a pair."""
    match value:
        case bool():
            return "#t" if value else "#f"
        case int() | Fraction():
            return str(value)
        case Symbol():
            return value.name
        case str():
            return written(value) if quoted else value
        case Constant():
            return value.text
        case Primitive():
            return f"#[primitive-procedure {value.name}]"
    return str(value)


def written(text: str) -> str:
    """Write a string as it stands in a program."""
    for sign, spelled in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(sign, spelled)
    return f'"{text}"'


def short(value: Value) -> str:
    """Write a value for a message."""
    return shown(value, True, 40)

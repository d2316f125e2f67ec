"""Scheme's values at run time, and how they are written.

    shown(listed([1, Symbol("a"), "b"]))             # (1 a b)
    shown(listed([1, Symbol("a"), "b"]), True)       # (1 a "b")

Whole numbers are int, rationals Fraction, reals float, strings str, Booleans bool; nothing here recurses.
"""

from __future__ import annotations

import gc
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from getallenband.interpreters.ir.messages import out_of_work
from getallenband.interpreters.ir.ops.memory import WORK_UNIT
from getallenband.interpreters.outcome import Ending, Exhausted, Trap
from getallenband.interpreters.source.nesting import without_collecting
from getallenband.interpreters.source.position import Place

Value = Any

LONGEST = 1 << 21
"""How many characters a string, and items a list that the library walks along, may have: pairs that fill the memory."""


class Fault(Exception):
    """A primitive procedure's complaint about its arguments; the application adds the place."""

    def ending(self, place: Place) -> Ending:
        """Return how a run ends by it."""
        return Trap(str(self), place)


class NoRoom(Fault):
    """The budget of output, of memory, or of work is used up."""

    def ending(self, place: Place) -> Ending:
        """Return how a run ends by it."""
        return Exhausted(str(self), place)


class Symbol:
    """A symbol: in a run one object for each name."""

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


@dataclass(frozen=True, slots=True)
class Character:
    """A character."""

    text: str


@dataclass(slots=True, eq=False)
class Vector:
    """A vector."""

    items: list[Value]


class Promise:
    """What delay makes: `cell` holds the value once it is forced, `procedure` computes it."""

    __slots__ = ("cell", "procedure")

    def __init__(self, procedure: Value) -> None:
        self.procedure = procedure
        self.cell: list[Value] = [None]


@dataclass(frozen=True, slots=True, eq=False)
class Several:
    """What values gives call-with-values."""

    values: tuple[Value, ...]


INSIDE = frozenset((Pair, Vector, Several))
"""Values that have values inside."""


class Constant:
    """A value without parts: the empty list, or the result of a definition or an assignment."""

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


LOOK = 1 << 20
"""Bytes that may be made between two looks at the memory."""
OBJECT, SLOT, CHARACTER = 128, 8, 4
"""Bytes of the memory budget that an object counts for, an item of a vector, a character of a long string."""
SHORT = 64
"""Characters of a string that are not counted: it takes as much as a number."""
YOUNG = 1 << 18
"""Objects that may be made before cycles that nothing refers to are looked for."""
FREED = 1 << 13
"""Objects that were there before the run, more than it lets go: Python's count of new ones falls by these."""


FEW = 7
"""Items that are no work."""
ITEM = WORK_UNIT // (FEW + 1)
"""Bytes of work that an item of a list or a vector counts for."""


class Room:
    """What a run holds, counted at fixed costs: the same on every run of a program, whatever the process takes.

    What is live is counted only where what was made since the last count might exceed the limit: Python's own number of
    new objects, which never falls short of those that live, tells where it cannot.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self, limit: int = 1 << 62, units: int | None = None, kinds: frozenset[type] = frozenset()) -> None:
        """Begin a run with limits for bytes in objects of these kinds and for units of work."""
        self.limit, self.units, self.done, self.kinds = limit, units, 0, kinds
        self.objects = self.held = self.made = self.strings = 0
        self.due = LOOK

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count only objects created from here on; cycles are collected when `look` needs a count."""
        gc.freeze()
        try:
            with without_collecting():
                yield
        finally:
            gc.unfreeze()

    def work(self, size: int) -> None:
        """Charge work on a number of bytes within one application; raise NoRoom if it exceeds the budget."""
        self.done += size // WORK_UNIT
        if self.units is not None and self.done > self.units:
            raise NoRoom(out_of_work(self.units))

    def take(self, size: int) -> None:
        """Reserve a number of bytes; raise NoRoom if they do not fit."""
        self.made += size
        if self.made > self.due:
            self.look(size)

    def string(self, length: int) -> None:
        """Reserve the bytes of a string, as `take` does."""
        if length > SHORT:
            self.strings += CHARACTER * length
            self.take(CHARACTER * length)

    def look(self, size: int = 0) -> None:
        """Raise NoRoom if the live objects and the bytes about to be allocated exceed the limit."""
        new = gc.get_count()[0]
        if self.held + self.made + OBJECT * (new + FREED) > self.limit or new > max(YOUNG, self.objects):
            self.count()
            if self.held + size > self.limit:
                raise NoRoom(f"the memory of {self.limit} bytes is used up")
            self.made = size
        self.due = self.made + LOOK

    def count(self) -> None:
        """Count the reachable objects."""
        gc.collect()
        live = gc.get_objects()
        kinds = Counter(map(type, live))
        self.objects = sum(count for kind, count in kinds.items() if kind in self.kinds)
        self.held = OBJECT * self.objects
        if kinds[Vector]:
            self.held += SLOT * sum(len(value.items) for value in live if type(value) is Vector)
        if self.strings > self.limit // OBJECT:
            self.held += CHARACTER * sum(long_strings(live).values())


def long_strings(values: list[Value]) -> dict[int, int]:
    """Return the lengths of the long strings that values refer to."""
    return {
        id(value): len(value)
        for start in range(0, len(values), LOOK >> 10)
        for value in gc.get_referents(*values[start : start + (LOOK >> 10)])
        if type(value) is str and len(value) > SHORT
    }


ROOM = Room()


def listed(items: Iterable[Value], tail: Value = EMPTY) -> Value:
    """Make a list."""
    result = tail
    row = list(items)
    ROOM.take(OBJECT * len(row))
    if len(row) > FEW:
        ROOM.work(ITEM * len(row))
    for item in reversed(row):
        result = Pair(item, result)
    return result


def items_of(value: Value, user: str) -> Iterator[Value]:
    """Yield the items of a proper list; raise Fault where it is not one, or has no end; `user` asks."""
    rest, size = value, 0
    while type(rest) is Pair and size < LONGEST:
        yield rest.car
        rest, size = rest.cdr, size + 1
    if size > FEW:
        ROOM.work(ITEM * size)
    if type(rest) is Pair:
        raise Fault(f"{user} has followed {LONGEST} pairs: a cyclic list?")
    if rest is not EMPTY:
        raise Fault(f"{user} needs a list, not {short(value)}")


def shown(value: Value, quoted: bool = False) -> str:
    """Return a value as `display` or `write` prints it; it must be finite."""
    return "".join(pieces(value, quoted))


def shortened(value: Value, quoted: bool, room: int) -> str:
    """Return at most `room` characters of a value, with an ellipsis for the rest."""
    parts, size = list[str](), 0
    for piece in pieces(value, quoted):
        parts.append(piece)
        size += len(piece)
        if size > room:
            return "".join(parts)[:room] + "…"
    return "".join(parts)


def pieces(value: Value, quoted: bool = False) -> Iterator[str]:
    """Yield the text of a value piece by piece, for ever where a pair or a vector is inside itself."""
    if type(value) not in INSIDE:
        yield atom(value, quoted)
        return
    begun = [members(value, quoted)]
    while begun:
        member = next(begun[-1], None)
        if member is None:
            begun.pop()
        elif type(member) is str:
            yield member
        else:
            begun.append(members(member, quoted))


def members(value: Value, quoted: bool) -> Iterator[Value]:
    """Yield the text of a list, a vector or several values; a list, vector … within it as it is."""
    if type(value) is Pair:
        mark = "("
        while type(value) is Pair:
            yield mark
            yield value.car if type(value.car) in INSIDE else atom(value.car, quoted)
            value, mark = value.cdr, " "
        if value is not EMPTY:
            yield " . "
            yield value if type(value) in INSIDE else atom(value, quoted)
        yield ")"
        return
    opening, items, closing = ("", value.values, "") if type(value) is Several else ("#(", value.items, ")")
    yield opening
    for index, item in enumerate(items):
        if index:
            yield " "
        yield item if type(item) in INSIDE else atom(item, quoted)
    yield closing


def atom(value: Value, quoted: bool) -> str:
    """Write a value that is not a pair."""
    match value:
        case bool():
            return "#t" if value else "#f"
        case int() | Fraction():
            return str(value)
        case float():
            return real_text(value)
        case Character(text):
            return character_text(text) if quoted else text
        case Promise():
            return "#[promise]"
        case Symbol():
            return value.name
        case str():
            return written(value) if quoted else value
        case Constant():
            return value.text
        case Primitive():
            return f"#[primitive-procedure {value.name}]"
    return str(value)


def real_text(value: float) -> str:
    """Write a real number: with a point always."""
    if not math.isfinite(value):
        return "+nan.0" if value != value else "+inf.0" if value > 0 else "-inf.0"
    digits, _, exponent = repr(value).partition("e")
    digits = digits if "." in digits else f"{digits}.0"
    return f"{digits}e{int(exponent)}" if exponent else digits


NAMES = {" ": "space", "\n": "newline", "\t": "tab", "\r": "return", "\0": "null"}
"""Characters that are written by their names."""


def character_text(text: str) -> str:
    """Return a character as a program writes it."""
    return f"#\\{NAMES.get(text, text)}"


def written(text: str) -> str:
    """Return a string as a program writes it."""
    for sign, spelled in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(sign, spelled)
    return f'"{text}"'


def short(value: Value) -> str:
    """Write a value for a message."""
    return shortened(value, True, 40)

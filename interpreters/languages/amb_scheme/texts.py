"""Characters, strings and vectors (R5RS, 6.3.4 to 6.3.6); backtracking leaves a changed vector changed."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from getallenband.interpreters.languages.amb_scheme.values import (
    LONGEST,
    OK,
    ROOM,
    SLOT,
    Character,
    Fault,
    Symbol,
    Value,
    Vector,
    items_of,
    listed,
    short,
)

Row = tuple[str, Callable[..., Value], int, int | None]
RELATIONS = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def text(value: Value, user: str) -> str:
    """Return a string."""
    if type(value) is not str:
        raise Fault(f"{user} needs a string, not {short(value)}")
    return value


def character(value: Value, user: str) -> str:
    """Return a character."""
    if type(value) is not Character:
        raise Fault(f"{user} needs a character, not {short(value)}")
    return value.text


def vector(value: Value, user: str) -> list[Value]:
    """Return a vector's items."""
    if type(value) is not Vector:
        raise Fault(f"{user} needs a vector, not {short(value)}")
    return value.items


def position(value: Value, size: int, user: str) -> int:
    """Return a subscript, which must be below a size."""
    if type(value) is not int or not 0 <= value < size:
        raise Fault(f"{user}: {short(value)} is outside 0 to {size - 1}")
    return value


def length(value: Value, user: str) -> int:
    """Return how many items are wanted."""
    if type(value) is not int or not 0 <= value <= LONGEST:
        raise Fault(f"{user} needs a length up to {LONGEST}, not {short(value)}")
    ROOM.work(value)
    return value


def comparison(name: str, part: Callable[[Value, str], str], relation: str, folded: bool) -> Callable[..., bool]:
    """Make a comparison of characters or strings."""
    holds: Callable[[Any, Any], bool] = RELATIONS[relation]

    def compared(*values: Value) -> bool:
        words = [part(value, name).lower() if folded else part(value, name) for value in values]
        ROOM.work(sum(map(len, words)))
        return all(holds(left, right) for left, right in pairwise(words))

    return compared


def comparisons() -> list[Row]:
    """List the comparisons of characters and of strings."""
    rows: list[Row] = []
    for kind, part in (("char", character), ("string", text)):
        for middle in ("", "-ci"):
            for relation in RELATIONS:
                name = f"{kind}{middle}{relation}?"
                rows.append((name, comparison(name, part, relation, bool(middle)), 1, None))
    return rows


def of_character(name: str, function: Callable[[str], Value]) -> Row:
    """Make a procedure of a character."""
    return name, lambda value: function(character(value, name)), 1, 1


def of_string(name: str, function: Callable[[str], Value]) -> Row:
    """Make a procedure of a string."""
    return name, lambda value: function(text(value, name)), 1, 1


def code(value: Value) -> Character:
    """(integer->char n)."""
    if type(value) is not int or not (0 <= value < 0xD800 or 0xDFFF < value < 0x110000):
        raise Fault(f"integer->char needs the code of a character, not {short(value)}")
    return Character(chr(value))


def upper(one: str) -> str:
    """Return a character's capital: itself where that would be several characters, as of ß."""
    return next((capital for capital in (one.upper(), one.title()) if len(capital) == 1), one)


def is_white(one: str) -> bool:
    """Return whether a character is white space, which Unicode's separators of information are not."""
    return one.isspace() and one not in "\x1c\x1d\x1e\x1f"


def string_of(values: Value) -> str:
    """(list->string list)."""
    return joined(items_of(values, "list->string"), "list->string")


def joined(values: Iterable[Value], user: str) -> str:
    characters = [character(value, user) for value in values]
    ROOM.string(len(characters))
    return "".join(characters)


def make_string(size: Value, fill: Value = None) -> str:
    """(make-string k char)."""
    one, wanted = " " if fill is None else character(fill, "make-string"), length(size, "make-string")
    ROOM.string(wanted)
    return one * wanted


def make_vector(size: Value, fill: Value = False) -> Vector:
    """(make-vector k fill)."""
    wanted = length(size, "make-vector")
    ROOM.take(SLOT * wanted)
    return Vector([fill] * wanted)


def vector_of(values: Iterable[Value]) -> Vector:
    """(vector value …), (list->vector list)."""
    items = list(values)
    ROOM.take(SLOT * len(items))
    return Vector(items)


def vector_set(target: Value, index: Value, value: Value) -> Value:
    """(vector-set! vector k value); backtracking does not undo it."""
    items = vector(target, "vector-set!")
    items[position(index, len(items), "vector-set!")] = value
    return OK


def vector_fill(target: Value, value: Value) -> Value:
    """(vector-fill! vector value)."""
    items = vector(target, "vector-fill!")
    ROOM.work(8 * len(items))
    items[:] = [value] * len(items)
    return OK


def vector_ref(value: Value, index: Value) -> Value:
    """(vector-ref vector k)."""
    items = vector(value, "vector-ref")
    return items[position(index, len(items), "vector-ref")]


def string_ref(value: Value, index: Value) -> Character:
    """(string-ref string k)."""
    whole = text(value, "string-ref")
    return Character(whole[position(index, len(whole), "string-ref")])


def is_kind(kind: type) -> Callable[[Value], bool]:
    """Make a test of a value's kind."""
    return lambda value: type(value) is kind


ROWS: list[Row] = [
    *comparisons(),
    ("char?", is_kind(Character), 1, 1), ("vector?", is_kind(Vector), 1, 1),
    of_character("char->integer", ord), ("integer->char", code, 1, 1),
    of_character("char-upcase", lambda one: Character(upper(one))),
    of_character("char-downcase", lambda one: Character(one.lower()[:1])),
    of_character("char-alphabetic?", str.isalpha), of_character("char-numeric?", str.isdecimal),
    of_character("char-whitespace?", is_white), of_character("char-upper-case?", str.isupper),
    of_character("char-lower-case?", str.islower),
    ("string", lambda *values: joined(values, "string"), 0, None),
    ("string-ref", string_ref, 2, 2), ("make-string", make_string, 1, 2), of_string("string-copy", str),
    of_string("string->list", lambda whole: listed(map(Character, whole))), ("list->string", string_of, 1, 1),
    ("symbol<?", lambda left, right: name(left, "symbol<?") < name(right, "symbol<?"), 2, 2),
    ("vector", lambda *values: vector_of(values), 0, None), ("make-vector", make_vector, 1, 2),
    ("vector-ref", vector_ref, 2, 2), ("vector-set!", vector_set, 3, 3), ("vector-fill!", vector_fill, 2, 2),
    ("vector-length", lambda value: len(vector(value, "vector-length")), 1, 1),
    ("vector->list", lambda value: listed(vector(value, "vector->list")), 1, 1),
    ("list->vector", lambda values: vector_of(items_of(values, "list->vector")), 1, 1),
]  # fmt: skip
"""Name, what it does, the least and the greatest number of values."""


def name(value: Value, user: str) -> str:
    """Return a symbol's name."""
    if type(value) is not Symbol:
        raise Fault(f"{user} needs a symbol, not {short(value)}")
    return value.name

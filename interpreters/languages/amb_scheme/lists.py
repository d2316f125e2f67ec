"""The primitive procedures on pairs and lists; those on numbers and texts are in library.py.

part("cadr")(listed([1, 2]))          # 2
"""

from __future__ import annotations

from collections.abc import Callable

from getallenband.interpreters.languages.amb_scheme.values import (
    EMPTY,
    FEW,
    ITEM,
    LONGEST,
    OK,
    ROOM,
    Fault,
    Pair,
    Value,
    items_of,
    listed,
    short,
)


def part(name: str) -> Callable[[Value], Value]:
    """Make car, cdr, cadr … from the letters of the name."""

    def applied(value: Value) -> Value:
        result = value
        for letter in reversed(name[1:-1]):
            if type(result) is not Pair:
                raise Fault(f"{name} needs a pair, not {short(result)}")
            result = result.car if letter == "a" else result.cdr
        return result

    return applied


def put(name: str, slot: str) -> Callable[[Value, Value], Value]:
    """Make set-car! or set-cdr!; backtracking does not undo them."""

    def applied(pair: Value, value: Value) -> Value:
        if type(pair) is not Pair:
            raise Fault(f"{name} needs a pair, not {short(pair)}")
        setattr(pair, slot, value)
        return OK

    return applied


def is_list(value: Value) -> bool:
    """(list? x): whether x ends in the empty list."""
    seen: set[int] = set()
    while type(value) is Pair and id(value) not in seen:
        seen.add(id(value))
        value = value.cdr
    ROOM.work(ITEM * len(seen))
    return value is EMPTY


def append(*lists: Value) -> Value:
    """(append list …)."""
    result = lists[-1] if lists else EMPTY
    for values in reversed(lists[:-1]):
        result = listed(items_of(values, "append"), result)
    return result


def list_ref(values: Value, index: Value) -> Value:
    """(list-ref list k)."""
    if type(index) is int and 0 <= index <= LONGEST:
        rest, left = values, index
        while left and type(rest) is Pair:
            rest = rest.cdr
            left -= 1
        ROOM.work(ITEM * (index - left))
        if type(rest) is Pair:
            return rest.car
    raise Fault(f"list-ref: {short(values)} has no item {short(index)}")


def found(name: str, same: Callable[[Value, Value], bool]) -> Callable[[Value, Value], Value]:
    """Make memq, memv or member."""

    def search(wanted: Value, values: Value) -> Value:
        rest, turn = values, 0
        while type(rest) is Pair and not same(wanted, rest.car):
            rest, turn = rest.cdr, turn + 1
            if turn == LONGEST:
                raise Fault(f"{name} has followed {LONGEST} pairs: a cyclic list?")
        if turn > FEW:
            ROOM.work(ITEM * turn)
        if type(rest) is Pair:
            return rest
        if rest is not EMPTY:
            raise Fault(f"{name} needs a list, not {short(values)}")
        return False

    return search


def associated(name: str, same: Callable[[Value, Value], bool]) -> Callable[[Value, Value], Value]:
    """Make assq, assv or assoc."""

    def search(wanted: Value, values: Value) -> Value:
        for turn, item in enumerate(items_of(values, name)):
            if type(item) is not Pair:
                raise Fault(f"{name} needs a list of pairs, not {short(values)}")
            if same(wanted, item.car):
                ROOM.work(ITEM * turn)
                return item
        return False

    return search

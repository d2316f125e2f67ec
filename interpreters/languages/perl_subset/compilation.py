"""What the parts of the compiler share: the machine, the scopes, how a scalar is read and written where it lies.

A place that holds a scalar is a Locator: (list, index) or (dict, key). A variable's is (frame, slot).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.machine import (
    Arguments,
    Constants,
    Fault,
    Frame,
    Locator,
    Machine,
    Many,
    Missing,
    Scalar,
)
from interpreters.languages.perl_subset.scopes import Scopes, Slot
from interpreters.source.position import Place
from interpreters.source.tree import Node

Truth = Callable[[Frame], bool]
Signal = tuple[str, Any]
Step = Callable[[Frame], Signal | None]
"""A statement's closure returns None, or how control goes on: next, last or return, with a label or values."""
FREED = "Use of freed value in iteration"


class Compilation:
    """The compilation of one program for one run. What is only declared here is defined in the classes below it."""

    scalar: Callable[[syntax.Expression], Scalar]
    truth: Callable[[syntax.Expression], Truth]
    many: Callable[[syntax.Expression], Many]
    variable: Callable[[Node, str], Scalar]
    container: Callable[..., Callable[[Frame], Any]]
    locate: Callable[[syntax.Expression], Callable[[Frame], Locator]]
    key: Callable[[syntax.Expression], Callable[[Frame], str]]
    calculation: Callable[[str, Node], Callable[[Any, Any], Any]]
    list_function: Callable[[syntax.Function], Many]
    steps: Callable[[tuple[syntax.Statement, ...]], list[Step]]

    def __init__(self, machine: Machine, scopes: Scopes) -> None:
        self.machine, self.scopes = machine, scopes
        self.subs: dict[str, list[Any]] = {}
        self.called: dict[str, Node] = {}
        self.opened_files: set[str] = {"STDOUT", "STDERR"}
        self.printed: dict[str, Node] = {}
        self.doubtful = False

    def items(self, node: syntax.Expression | None) -> Many:
        """Compile a list that may be missing."""
        return self.many(node) if node is not None else lambda frame: []

    # slots

    def reading(self, slot: Slot) -> Scalar:
        """Compile the reading of a slot's scalar."""
        home, index = self.machine.globals, slot.index
        if not slot.located:
            return (lambda frame: home[index]) if slot.is_file else (lambda frame: frame[index])

        def read(frame: Frame) -> Any:
            items, key = (home if slot.is_file else frame)[index]
            try:
                return items[key]
            except LookupError:
                raise Fault(FREED) from None

        return read

    def writing(self, slot: Slot, place: Place) -> Callable[[Frame, Any], None]:
        """Compile the assignment to a slot's scalar."""
        home, index = self.machine.globals, slot.index
        if slot.located:
            return lambda frame, value: self.put((home if slot.is_file else frame)[index], value, place)
        if slot.is_file:
            return lambda frame, value: home.__setitem__(index, value)
        return lambda frame, value: frame.__setitem__(index, value)

    # locators

    def put(self, locator: Locator, value: Any, place: Place) -> None:
        """Assign to what lies somewhere; an array grows as far as it must."""
        items, key = locator
        kind = items.__class__
        if kind is Constants:
            raise Fault("Modification of a read-only value attempted", place)
        if kind is Arguments:
            raise Missing("@_ holds copies here: assigning to one would not change the variable of the caller", place)
        if kind is not dict and key >= len(items):
            self.extend(items, key + 1)
        items[key] = value

    def made(self, locator: Locator) -> Locator:
        """Let what lies somewhere be there: what is about to be changed, and what foreach and map go through."""
        items, key = locator
        if items.__class__ is dict:
            items.setdefault(key, None)
        elif key >= len(items):
            self.extend(items, key + 1)
        return locator

    def extend(self, items: list[Any], size: int) -> None:
        """Let an array have so many elements at least."""
        self.machine.charge(8 * (size - len(items)))
        items.extend([None] * (size - len(items)))


def fetched(locator: Locator) -> Any:
    """Return the scalar that lies somewhere; what is not there is undef."""
    items, key = locator
    if items.__class__ is dict:
        return items.get(key)
    return items[key] if key < len(items) else None

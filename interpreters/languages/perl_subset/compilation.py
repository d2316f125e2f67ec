"""What the parts of the compiler share: the machine, the scopes, how a scalar is read and written where it lies.

A place that holds a scalar is a Locator: (list, index) or (dict, key). A variable's is (frame, slot).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
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


class Compilation(ABC):
    """The compilation of one program for one run."""

    def __init__(self, machine: Machine, scopes: Scopes) -> None:
        self.machine, self.scopes = machine, scopes
        self.subs: dict[str, list[Any]] = {}
        self.called: dict[str, Node] = {}
        self.opened_files: set[str] = {"STDOUT", "STDERR"}
        self.printed: dict[str, Node] = {}
        self.doubtful = False

    @abstractmethod
    def scalar(self, node: syntax.Expression) -> Scalar:
        """Compile an expression in scalar context."""

    @abstractmethod
    def truth(self, node: syntax.Expression) -> Truth:
        """Compile an expression in Boolean context."""

    @abstractmethod
    def many(self, node: syntax.Expression) -> Many:
        """Compile an expression in list context; the list may be the program's own: who keeps it copies it."""

    @abstractmethod
    def variable(self, node: Node, name: str) -> Scalar:
        """Compile the reading of a scalar variable."""

    @abstractmethod
    def container(self, node: syntax.Expression, sigil: str, vivify: bool = True) -> Callable[[Frame], Any]:
        """Compile what gives a Python list (sigil @) or dict (%) that can be changed."""

    @abstractmethod
    def locate(self, node: syntax.Expression) -> Callable[[Frame], Locator]:
        """Compile where a scalar lies that can be assigned to; an element may be beyond its array's end."""

    @abstractmethod
    def key(self, node: syntax.Expression) -> Callable[[Frame], str]:
        """Compile the key of an entry."""

    @abstractmethod
    def calculation(self, operator: str, node: Node) -> Callable[[Any, Any], Any]:
        """Return what an operator does with two values."""

    @abstractmethod
    def list_function(self, node: syntax.Function) -> Many:
        """Compile a function that gives a list."""

    @abstractmethod
    def steps(self, statements: tuple[syntax.Statement, ...]) -> list[Step]:
        """Compile statements in order."""

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

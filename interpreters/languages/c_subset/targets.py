"""What static object a pointer variable points into, where every assignment to it says the same.

    int a[12][8][5];  …  p = a[i];  pp = p[j];  pp[1]      p and pp point into a, and nowhere else

A first lowering of the program notes what each variable is given; `resolved` draws the conclusions, for a second
lowering that uses them. Followed are variables of functions whose address is never taken, and what they point into are
arrays and variables outside of all functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreters.languages.c_subset.declarations import Symbol
from interpreters.languages.c_subset.memory import Value


@dataclass
class Targets:
    """What one lowering knows from the one before (`known`, by the variables' serial numbers), and notes for the next.

    `mixed` tells that somewhere a pointer was taken for a pointer to another type, so that it may be misaligned.
    """

    outer: Mapping[str, Symbol]
    known: Mapping[int, str] = field(default_factory=dict)
    given: dict[Symbol, list[Symbol | None]] = field(default_factory=dict)
    mixed: bool = False

    def of(self, symbol: Symbol) -> Symbol | None:
        """Return what a variable points into: an outer variable, itself while that is not known, None for any place."""
        if symbol.kind != "register":
            return None
        name = self.known.get(symbol.serial)
        return symbol if name is None else self.outer[name]

    def assign(self, symbol: Symbol, value: Value) -> bool:
        """Note what a variable is given; tell whether it is followed, and points into the same object still."""
        if symbol.kind != "register":
            return False
        given = value.object if value.type == symbol.type else None
        self.given.setdefault(symbol, []).append(given)
        return given is not None and symbol.serial in self.known and given is self.of(symbol)

    def parameter(self, symbol: Symbol) -> None:
        """Note that a variable is given what a caller likes."""
        self.given[symbol] = [None]

    def resolved(self) -> dict[int, str]:
        """Return the outer variable that each followed variable points into, by name."""
        outer = {id(symbol) for symbol in self.outer.values()}
        found: dict[Symbol, set[Symbol | None]] = {symbol: set() for symbol in self.given}
        grown = True
        while grown:
            grown = False
            for symbol, given in self.given.items():
                for source in given:
                    fresh = {None} if source is None else found.get(source, {source if id(source) in outer else None})
                    if not fresh <= found[symbol]:
                        found[symbol] |= fresh
                        grown = True
        only = {symbol: next(iter(targets)) for symbol, targets in found.items() if len(targets) == 1}
        return {symbol.serial: target.name for symbol, target in only.items() if target is not None}

"""Check a deck: the names of each program unit, labels, loops, types, and where variables are stored.

deck = check(tree, source, options)        # raises SourceError with all faults
deck.main.symbols["K"]                     # Symbol("K", "INTEGER", …)
deck.storage.locations["X", "K"]           # Location("X:K", 0)

What the standard forbids is a fault; what compilers of the time let pass is named in the language's docstring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from getallenband.interpreters.arithmetic.cdc6600 import CDC6600
from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.data import initialize
from getallenband.interpreters.languages.cdc_fortran.check.declarations import declare, declare_parameters
from getallenband.interpreters.languages.cdc_fortran.check.loops import check_loops
from getallenband.interpreters.languages.cdc_fortran.check.names import look_up_names
from getallenband.interpreters.languages.cdc_fortran.check.recursion import check_recursive_procedures
from getallenband.interpreters.languages.cdc_fortran.check.scopes import (
    Checking,
    Procedure,
    Scope,
    implicit_types,
    unit_name,
)
from getallenband.interpreters.languages.cdc_fortran.check.statements import check_types
from getallenband.interpreters.languages.cdc_fortran.check.storage import Storage, allocate
from getallenband.interpreters.languages.cdc_fortran.library.words import WORDS_END, Words, words_of
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import SourceText


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """A deck that is right: its units by name, the main program first, and their storage."""

    scopes: dict[str, Scope]
    storage: Storage
    words: Words
    settings: Mapping[str, str]
    data: Sequence[str | None]

    @property
    def mixed(self) -> bool:
        """Return whether integers and reals share storage, and can be told apart.

        Only the 6600's narrower integers leave bit patterns that cannot be one: with 63 bits a real number that is read
        as an integer cannot be told from an integer, and is let pass.
        """
        shared = self.storage.mixed or any(one.retyped for one in self.scopes.values())
        return shared and self.words.system is CDC6600

    @property
    def held(self) -> bool:
        """Return whether a REAL may hold characters, and they can be told from numbers."""
        return self.words.system is CDC6600 and (self.mixed or any(one.held for one in self.scopes.values()))

    @property
    def main(self) -> Scope:
        """Return the main program."""
        return next(iter(self.scopes.values()))


def check(tree: syntax.Deck, source: SourceText, options: Options) -> CheckedDeck:
    """Check a program of a deck; raise SourceError with every fault."""
    diagnostics, words = Diagnostics(source), words_of(options.arithmetic)
    procedures = procedures_of(tree, diagnostics)
    scopes = [scope_of(unit) for unit in tree.units]
    named = {view.name: view for scope in scopes for view in scope.views}
    check_main(scopes, procedures, diagnostics)
    checks = [Checking(diagnostics, words, options.settings, procedures, named, scope) for scope in scopes]
    sound = [c for c in checks if is_sound(c)]
    # After the names of all units, before any types: what a parameter is passed as depends on the unit that is called.
    while any(passes_procedure(c.scope, named) for c in sound):
        pass
    # Only of units whose names are right: these checks rely on the role that every name has been given.
    for c in sound:
        check_types(c)
    check_recursive_procedures(checks[0], named)
    diagnostics.check()
    # Sizes are computed from dimensions that are known to be right by now.
    storage = Storage(words, options.settings, diagnostics)
    for scope in scopes:
        allocate(storage, scope)
    for scope in scopes:
        initialize(storage, scope)
    ordered = sorted(scopes, key=lambda scope: not scope.is_main)
    named = {view.name: view for scope in ordered for view in scope.views}
    deck = CheckedDeck(named, storage, words, options.settings, tree.data)
    for constant in storage.beyond if deck.held else ():
        storage.error(constant, f"this constant is too large: where reals hold characters, they end at {WORDS_END:.1E}")
    diagnostics.check()
    return deck


def scope_of(unit: syntax.Unit) -> Scope:
    """Return the scope of a unit, still empty but for its entries."""
    entries = [one.construct for one in unit.statements if isinstance(one.construct, syntax.Entry)]
    return Scope(unit, *unit_name(unit), entries=entries)


def is_sound(c: Checking) -> bool:
    """Declare and look up the names of a unit; return whether there was no fault, so that its types can be checked."""
    before = len(c.diagnostics.found)
    declare_parameters(c)
    for statement in c.scope.unit.statements:
        declare(c, statement)
    look_up_names(c)
    check_loops(c)
    return len(c.diagnostics.found) == before


def passes_procedure(scope: Scope, named: Mapping[str, Scope]) -> bool:
    """Turn one parameter that is passed on as a procedure, without EXTERNAL, into one; return whether there was one.

    Only the callee shows it, and its own parameter may become a procedure in the same way, so this is repeated.
    """
    for name, procedure, index in scope.passed_on:
        symbol, callee = scope.symbols[name], named.get(procedure)
        if callee is None or symbol.role != "variable" or index >= len(callee.parameters):
            continue
        if callee.symbols[callee.parameters[index].name].passed_type == "PROCEDURE":
            symbol.role = "procedure"
            return True
    return False


def procedures_of(tree: syntax.Deck, diagnostics: Diagnostics) -> dict[str, Procedure]:
    """Find the subprograms of a deck and their entries; a function may be typed by a type statement inside it."""
    found: dict[str, Procedure] = {}
    for unit in tree.units:
        head = unit.head
        if not isinstance(head, syntax.FunctionHead | syntax.SubroutineHead):
            continue
        role = "function" if isinstance(head, syntax.FunctionHead) else "subroutine"
        kinds, implicit = declared_types(unit), implicit_types(unit)
        entries = [one.construct for one in unit.statements if isinstance(one.construct, syntax.Entry)]
        for one in (head, *entries):
            if one.name in found:
                line = found[one.name].place.line
                diagnostics.error(one.place, f"{one.name} is already defined on line {line}")
            found[one.name] = Procedure(role, kinds.get(one.name) or implicit[one.name[0]], one.place)
    return found


def declared_types(unit: syntax.Unit) -> dict[str, str]:
    """Return the types declared by the head of a function and the type statements of a unit."""
    found = {unit.head.name: unit.head.type} if isinstance(unit.head, syntax.FunctionHead) else {}
    for statement in unit.statements:
        if isinstance(statement.construct, syntax.TypeStatement):
            found |= {one.name: statement.construct.type for one in statement.construct.declarators}
    return found


def check_main(scopes: list[Scope], procedures: dict[str, Procedure], diagnostics: Diagnostics) -> None:
    main = next((scope for scope in scopes if scope.is_main), None)
    if main is None:
        diagnostics.error(scopes[0].unit.place, "there is no main program", "PROGRAM")
    elif main.name in procedures:
        diagnostics.error(procedures[main.name].place, f"{main.name} is already defined on line {main.unit.place.line}")

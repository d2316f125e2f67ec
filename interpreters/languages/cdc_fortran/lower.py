"""Turn a FORTRAN deck into IR: scopes, storage, then one function for each program unit.

lowered = lower(tree, source, options)
lowered.program.entry            # the main program's name

A scalar that no other unit can see is a local of its function; a subprogram's locals are put back into memory at
RETURN, so that they keep their values between calls. Every argument is two words: the address, and the end of what may
be reached through it (for a procedure: its code, and the number of its shape).
"""

from __future__ import annotations

from functools import partial

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.program import Program, Variable
from interpreters.ir.types import Type
from interpreters.language import Lowered, Options
from interpreters.languages.cdc_fortran import library, syntax
from interpreters.languages.cdc_fortran.scopes import LARGEST, Procedure, Scope, Symbol, implicit, scope_of
from interpreters.languages.cdc_fortran.statements import Statements
from interpreters.languages.cdc_fortran.storage import REALS, Location, Storage
from interpreters.languages.cdc_fortran.variables import Cell, Deck, Dummy, Local
from interpreters.languages.cdc_fortran.words import words_of
from interpreters.source.diagnostics import Diagnostic, Diagnostics
from interpreters.source.position import SourceText


def lower(tree: syntax.Deck, source: SourceText, options: Options) -> Lowered:
    """Check and lower a deck; raise SourceError with every diagnostic."""
    return lowered(tree, source, options, trusting=True)


def lowered(tree: syntax.Deck, source: SourceText, options: Options, trusting: bool) -> Lowered:
    """Lower a deck; with `trusting`, real arithmetic in loops is held to be well until its result shows otherwise."""
    collector = Diagnostics(source)
    diagnostics = collector.found
    procedures = procedures_of(tree, diagnostics)
    scopes = [scope_of(unit, procedures, collector) for unit in tree.units]
    main = main_program(scopes, diagnostics)
    collector.check()
    words, settings = words_of(options.arithmetic), dict(options.settings)
    storage = Storage(scopes, words, settings, diagnostics)
    collector.check()
    program = Program(source.name, {}, storage.regions(), main.name)
    named = {scope.name: scope for scope in scopes}
    deck = Deck(program, storage, procedures, named, words, settings, diagnostics, trusting)
    for scope in [main, *(scope for scope in scopes if scope is not main)]:
        if not isinstance(scope.unit.head, syntax.BlockData):
            Unit(deck, scope)
    diagnostics += recursions(deck)
    collector.check()
    names = unit_names(main)
    again = partial(lowered, tree, source, options, trusting=False) if trusting else None
    return Lowered(program, library.LIBRARY, partial(library.session, words, settings["carriage"], names), again)


def procedures_of(tree: syntax.Deck, diagnostics: list[Diagnostic]) -> dict[str, Procedure]:
    """Find the subprograms of a deck; a function's own type statement counts."""
    found: dict[str, Procedure] = {}
    for unit in tree.units:
        head = unit.head
        if not isinstance(head, syntax.FunctionHead | syntax.SubroutineHead):
            continue
        if head.name in found:
            diagnostics.append(Diagnostic(head.place, f"{head.name} is there twice"))
        role = "function" if isinstance(head, syntax.FunctionHead) else "subroutine"
        kind = (head.type if isinstance(head, syntax.FunctionHead) else "") or implicit(head.name)
        for statement in unit.statements:
            construct = statement.construct
            if isinstance(construct, syntax.TypeStatement) and head.name in {one.name for one in construct.declarators}:
                kind = construct.type
        found[head.name] = Procedure(role, kind, head)
    return found


def main_program(scopes: list[Scope], diagnostics: list[Diagnostic]) -> Scope:
    """Return the only main program."""
    mains = [scope for scope in scopes if scope.is_main]
    for extra in mains[1:]:
        diagnostics.append(Diagnostic(extra.unit.place, "a second main program", "SUBROUTINE or FUNCTION"))
    if not mains:
        diagnostics.append(Diagnostic(scopes[0].unit.place, "there is no main program", "PROGRAM"))
        return scopes[0]
    return mains[0]


def recursions(deck: Deck) -> list[Diagnostic]:
    """Complain of procedures that call themselves, directly or by others (8.3.2, 8.4.2)."""
    found = []
    for name, calls in deck.calls.items():
        for callee, at in calls.items():
            way = path(deck, callee, name, {callee})
            if way:
                chain = " calls ".join([name, *way])
                found.append(Diagnostic(at, f"{chain}: procedures are not recursive"))
    return found


def path(deck: Deck, start: str, goal: str, seen: set[str]) -> list[str]:
    """Return the calls from one unit to another, or nothing."""
    if start == goal:
        return [start]
    for callee in deck.calls.get(start, {}):
        if callee not in seen or callee == goal:
            way = path(deck, callee, goal, seen | {callee})
            if way:
                return [start, *way]
    return []


def unit_names(main: Scope) -> dict[int, str]:
    """Return the files of unit numbers: by the PROGRAM card, else 5 is INPUT, 6 OUTPUT and 7 PUNCH."""
    names = {5: "INPUT", 6: "OUTPUT", 7: "PUNCH"}
    head = main.unit.head
    for file, other in ((one.name, one.equated) for one in head.files) if isinstance(head, syntax.ProgramHead) else ():
        if file.startswith("TAPE") and file[4:].isdigit():
            names[int(file[4:])] = other or file
    return names


class Unit(Statements):
    """Lowers one program unit."""

    def __init__(self, deck: Deck, scope: Scope) -> None:
        head = scope.unit.head
        is_function = isinstance(head, syntax.FunctionHead)
        parameters = {f"{name.name}:{part}": Type.INT for name in scope.parameters for part in ("address", "limit")}
        self.result_type = scope.symbols[scope.name].type if is_function else ""
        returns = None
        if is_function:
            returns = Type.REAL if self.result_type in ("REAL", "DOUBLEPRECISION") else Type.INT
        build = FunctionBuilder(deck.program, scope.name, scope.title, parameters, returns, library.LIBRARY)
        super().__init__(deck, scope, build)
        self.saved: list[str] = []
        build.place(scope.unit.place)
        for symbol in scope.symbols.values():
            self.place_symbol(symbol)
        for symbol in scope.symbols.values():
            if symbol.parameter is not None and symbol.dimensions:
                self.dummy_array(symbol)
        self.body()

    # --- the beginning -------------------------------------------------------------------------------------------

    def place_symbol(self, symbol: Symbol) -> None:
        """Decide where a variable lives, and fetch what it held before."""
        name = symbol.name
        if symbol.parameter is not None:
            self.cells[name] = Dummy(symbol.type, f"{name}:address", f"{name}:limit")
            if symbol.role == "variable" and not symbol.changed:
                cell = self.local(name, symbol.type)
                address = self.build.do(ops.LocalLoad, f"{name}:address")
                self.copied(cell, Cell(symbol.type, address, 0), into_local=True)
                self.cells[name] = cell
            return
        location = self.deck.storage.places.get((self.scope.name, name))
        if location is None:
            return
        self.cells[name] = location
        alone = location.region == f"{self.scope.name}:{name}" and self.owners(location) == 1
        initialised = bool(self.deck.storage.blocks[location.region].values)
        if symbol.dimensions or symbol.passed or not alone or (initialised and self.scope.is_main):
            self.note(symbol, Variable(region=location.region, offset=8 * location.word, type=self.held(symbol)))
            return
        cell = self.local(name, symbol.type)
        if not self.scope.is_main:
            self.saved.append(name)
            address = self.build.do(ops.RegionAddress, location.region)
            self.copied(cell, Cell(symbol.type, address, 8 * location.word), into_local=True)
        elif self.deck.settings["undefined"] == "zero":
            for one in cell.names:
                zero = self.build.real(0.0) if symbol.type in REALS else self.build.int(0)
                self.build.perform(ops.LocalStore, one, zero)
        self.cells[name] = cell
        self.note(symbol, Variable(function=self.scope.name, local=cell.names[0], type=self.held(symbol)))

    def owners(self, location: Location) -> int:
        """Count the names that share a region."""
        return sum(place.region == location.region for place in self.deck.storage.places.values())

    def held(self, symbol: Symbol) -> Type:
        """Return the IR type of a variable."""
        return Type.REAL if symbol.type in REALS else Type.INT

    def note(self, symbol: Symbol, variable: Variable) -> None:
        """Make a scalar known to probes: by its name, in subprograms behind the unit's name."""
        if not symbol.dimensions:
            name = symbol.name if self.scope.is_main else f"{self.scope.name}.{symbol.name}"
            self.deck.program.variables[name] = variable

    def copied(self, local: Local, cell: Cell, into_local: bool) -> None:
        """Copy a variable between memory and locals, whether it has a value or not."""
        kind = "f64" if local.type in REALS else "i64"
        for part, name in enumerate(local.names):
            if into_local:
                loaded = self.build.do(ops.Load, kind, cell.address, cell.offset + 8 * part)
                self.build.perform(ops.LocalStore, name, loaded)
            else:
                held = self.build.do(ops.LocalLoad, name)
                self.build.perform(ops.Store, kind, cell.address, held, cell.offset + 8 * part)

    def dummy_array(self, symbol: Symbol) -> None:
        """Find the bounds of a dummy array at entry, and see that what was passed is large enough.

        A last bound of 1 stands for as many elements as were passed, as the programs of the time use it.
        """
        address = self.build.do(ops.LocalLoad, f"{symbol.name}:address")
        room = self.build.do(ops.IntSubtract, self.build.do(ops.LocalLoad, f"{symbol.name}:limit"), address)
        room = self.build.do(ops.IntDivide, room, self.build.int(8 * symbol.words), "")
        bounds: list[str | int] = []
        size: Register = self.build.int(1)
        for index, bound in enumerate(symbol.dimensions):
            last = index + 1 == len(symbol.dimensions)
            held: str | int
            if isinstance(bound, syntax.Integer) and not (last and bound.value == 1):
                held = bound.value
            else:
                held = self.build.local(f"{symbol.name}:{index + 1}", Type.INT)
                upper = self.build.do(ops.IntDivide, room, size, "") if isinstance(bound, syntax.Integer) else None
                self.build.perform(ops.LocalStore, held, self.adjustable(symbol, bound) if upper is None else upper)
            bounds.append(held)
            size = self.build.do(ops.IntMultiply, size, self.bound(held))
        self.bounds[symbol.name] = bounds
        if self.deck.settings["subscripts"] == "checked":
            fits = self.build.do(ops.IntCompare, "<=", size, room)
            message = f"{symbol.name} has {{0}} elements, the argument has only {{1}}"
            self.build.perform(ops.Check, fits, message, (size, room))

    def adjustable(self, symbol: Symbol, bound: syntax.Expression) -> Register:
        """Return the value of an adjustable dimension: an integer between 1 and the largest array."""
        assert isinstance(bound, syntax.Name)
        declared = self.scope.symbols.get(bound.name)
        if declared is None or declared.type != "INTEGER" or not (declared.parameter is not None or declared.common):
            self.complain(
                bound.place, f"the dimension {bound.name} of {symbol.name} is no parameter", "an integer parameter"
            )
            return self.build.int(1)
        value = self.name(bound).register
        message = f"the dimension {bound.name} of {symbol.name} is {{0}}"
        self.build.perform(ops.CheckRange, value, self.build.int(1), self.build.int(LARGEST), message)
        return value

    # --- the end -------------------------------------------------------------------------------------------------

    def left(self) -> None:
        """Leave the unit: a main program ends, a subprogram puts its variables back and returns."""
        if self.scope.is_main:
            self.build.end(ops.Halt)
            return
        result = self.result() if self.result_type else None
        for name in self.saved:
            cell = self.cells[name]
            location = self.deck.storage.places[self.scope.name, name]
            address = self.build.do(ops.RegionAddress, location.region)
            assert isinstance(cell, Local)
            self.copied(cell, Cell(cell.type, address, 8 * location.word), into_local=False)
        self.build.end(ops.Return, result)

    def result(self) -> Register:
        """Return the value of a function; a complex one stands in memory."""
        name = self.scope.name
        value = self.fetch(self.variable(syntax.Name(name)), f"function {name}")
        if self.result_type == "COMPLEX":
            cell = self.temporary("COMPLEX")
            self.assign(cell, value)
            return cell.address
        if self.result_type == "LOGICAL":
            return self.build.do(ops.BoolToInt, value.register)
        return value.register

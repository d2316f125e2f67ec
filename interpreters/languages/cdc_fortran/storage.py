"""Give every variable of a deck its storage: which region and which word in it (ANSI X3.9-1966, 7.2.1.3, 7.2.1.4, 10).

storage = Storage(scopes, words, options, diagnostics)
storage.places["MAIN", "K"]          # Location("MAIN:K", 0)
storage.regions["/B/"]               # Region(size, contents)

A COMMON block is one region, as long as its longest declaration; names joined by EQUIVALENCE share one; any other
variable has a region of its own. With the setting subscripts=storage all variables of a unit that are not in COMMON lie
behind one another in one region, in the order in which they first appear.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from interpreters.ir.program import Region
from interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL_BITS
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.scopes import Scope, Symbol
from interpreters.languages.cdc_fortran.words import Words
from interpreters.source.diagnostics import Diagnostic

REALS = ("REAL", "DOUBLEPRECISION", "COMPLEX")


@dataclass(frozen=True, slots=True)
class Location:
    """A region and a word in it."""

    region: str
    word: int


INTEGER_WORD, REAL_WORD = 1, 2
LARGEST_BLOCK = 2**22
"""Words of a region: thirty times the memory of the largest 6600."""


@dataclass(slots=True)
class Block:
    """A region while it grows: for each word whether it is an integer's (1), a real's (2) or both; first values."""

    kinds: bytearray = field(default_factory=bytearray)
    values: dict[int, bytes] = field(default_factory=dict)

    @property
    def words(self) -> int:
        """Return the length in words."""
        return len(self.kinds)

    @property
    def mixed(self) -> bool:
        """Tell whether integers and reals share a word."""
        return INTEGER_WORD | REAL_WORD in self.kinds

    def cover(self, word: int, symbol: Symbol, elements: int) -> None:
        """Lay a variable over words."""
        stop = word + symbol.words * elements
        self.kinds.extend(bytes(max(0, stop - self.words)))
        kind = REAL_WORD if symbol.type in REALS else INTEGER_WORD
        self.kinds[word:stop] = self.kinds[word:stop].translate(bytes(old | kind for old in range(256)))

    def region(self, preset: bool) -> Region:
        """Return the region with what its words hold at first."""
        size, real = 8 * self.words, REAL_WORD in self.kinds or self.mixed
        if not self.values and preset:
            return Region(size)
        if not self.values and not real:
            return Region(size, "undefined_int")
        if not self.values and not self.kinds.strip(bytes([REAL_WORD])):
            return Region(size, "undefined_real")
        cells = [struct.pack("<q", 0 if preset else UNDEFINED_INT)] * 2
        cells += [struct.pack("<Q", 0 if preset else UNDEFINED_REAL_BITS)] * 2
        contents = [cells[kind] for kind in self.kinds]
        for word, value in self.values.items():
            contents[word] = value
        return Region(size, contents=b"".join(contents))


def elements(symbol: Symbol) -> int:
    """Return how many elements a variable or an array with constant dimensions has."""
    count = 1
    for bound in symbol.dimensions:
        count *= bound.value if isinstance(bound, syntax.Integer) else 1
    return count


class Storage:
    """The storage of a deck."""

    def __init__(
        self, scopes: list[Scope], words: Words, settings: dict[str, str], diagnostics: list[Diagnostic]
    ) -> None:
        self.words, self.settings, self.diagnostics = words, settings, diagnostics
        self.blocks: dict[str, Block] = {}
        self.places: dict[tuple[str, str], Location] = {}
        for scope in scopes:
            self.allocate(scope)
        for scope in scopes:
            for statement in scope.data:
                self.initialise(scope, statement)

    @property
    def mixed(self) -> bool:
        """Tell whether integers and reals share storage anywhere."""
        return any(block.mixed for block in self.blocks.values())

    def regions(self) -> dict[str, Region]:
        """Return the regions."""
        preset = self.settings["undefined"] == "zero"
        return {name: block.region(preset) for name, block in self.blocks.items()}

    def complain(self, at: syntax.Expression | syntax.DataValue, message: str, expected: str = "") -> None:
        """Add a diagnostic."""
        self.diagnostics.append(Diagnostic(at.place, message, expected))

    # --- COMMON and EQUIVALENCE ----------------------------------------------------------------------------------

    def allocate(self, scope: Scope) -> None:
        """Place every variable of a unit that is no parameter."""
        variables = [
            one for one in scope.symbols.values() if one.role in ("variable", "array") and one.parameter is None
        ]
        offsets = self.equivalence_offsets(scope)
        anchored: dict[str, Location] = {}
        for title, members in scope.commons.items():
            word = 0
            for name in members:
                anchored[name] = Location(f"/{title}/", word)
                word += scope.symbols[name].words * elements(scope.symbols[name])
        together = self.settings["subscripts"] == "storage"
        room = 0
        for symbol in variables:
            if (scope.name, symbol.name) in self.places:
                continue
            group = offsets.get(symbol.name, {symbol.name: 0})
            bases = {
                (anchored[name].region, anchored[name].word - offset)
                for name, offset in group.items()
                if name in anchored
            }
            if len(bases) > 1:
                names = ", ".join(name for name in group if name in anchored)
                self.diagnostics.append(Diagnostic(symbol.at, f"EQUIVALENCE joins different places of COMMON: {names}"))
            least = min(group.values())
            region, base = min(bases) if bases else (f"{scope.name}:{symbol.name}", -least)
            if bases and base + least < 0:
                self.diagnostics.append(Diagnostic(symbol.at, f"EQUIVALENCE makes COMMON {region} begin before itself"))
                base = -least
            if together and not bases:
                region, base = f"{scope.name}:", room - least
                room += max(
                    group[name] - least + scope.symbols[name].words * elements(scope.symbols[name]) for name in group
                )
            needed = base - least + sum(scope.symbols[name].words * elements(scope.symbols[name]) for name in group)
            if needed > LARGEST_BLOCK:
                message = f"{symbol.name} needs {needed} words of storage"
                self.diagnostics.append(Diagnostic(symbol.at, message, f"at most {LARGEST_BLOCK}"))
                continue
            block = self.blocks.setdefault(region, Block())
            for name, offset in group.items():
                self.places[scope.name, name] = Location(region, base + offset)
                block.cover(base + offset, scope.symbols[name], elements(scope.symbols[name]))

    def equivalence_offsets(self, scope: Scope) -> dict[str, dict[str, int]]:
        """Return for each name in an EQUIVALENCE all names of its class, with their words relative to one of them."""
        classes: dict[str, dict[str, int]] = {}
        for group in scope.equivalences:
            first: tuple[str, int] | None = None
            for target in group:
                symbol = scope.symbols[target.name]
                if symbol.parameter is not None or symbol.role not in ("variable", "array"):
                    self.complain(target, f"{target.name} cannot be in EQUIVALENCE", "a variable or an array")
                    continue
                word = self.constant_word(symbol, target)
                mine = classes.setdefault(target.name, {target.name: 0})
                if first is None:
                    first = (target.name, word)
                    continue
                theirs = classes[first[0]]
                shift = theirs[first[0]] + first[1] - (mine[target.name] + word)
                if theirs is mine:
                    if shift:
                        self.complain(target, f"EQUIVALENCE puts {target.name} in two places")
                    continue
                for name, offset in mine.items():
                    theirs[name] = offset + shift
                    classes[name] = theirs
        return classes

    def constant_word(self, symbol: Symbol, target: syntax.Target) -> int:
        """Return the word of an element with constant subscripts; one subscript may count all elements."""
        if isinstance(target, syntax.Name):
            return 0
        subscripts = [argument.value for argument in target.arguments if isinstance(argument, syntax.Integer)]
        if len(subscripts) != len(target.arguments) or not symbol.dimensions:
            self.complain(target, f"the subscripts of {target.name} must be whole numbers", "an array element")
            return 0
        bounds = [bound.value for bound in symbol.dimensions if isinstance(bound, syntax.Integer)]
        if len(subscripts) == 1:
            index = subscripts[0] - 1
        elif len(subscripts) != len(bounds):
            self.complain(target, f"{target.name} has {len(bounds)} dimensions, here {len(subscripts)}")
            return 0
        else:
            index, size = 0, 1
            for subscript, bound in zip(subscripts, bounds, strict=True):
                index += (subscript - 1) * size
                size *= bound
        if not 0 <= index < elements(symbol):
            self.complain(target, f"{target.name} has {elements(symbol)} elements, this is number {index + 1}")
            return 0
        return index * symbol.words

    # --- DATA ----------------------------------------------------------------------------------------------------

    def initialise(self, scope: Scope, statement: syntax.Data) -> None:
        """Set the first values of a DATA statement."""
        for targets, values in ((group.targets, group.values) for group in statement.groups):
            given = [value.value for value in values for _ in range(value.repeat)]
            for target in targets:
                self.initialise_target(scope, target, given)
            if given:
                self.complain(values[-1], f"{len(given)} values too many in DATA")

    def initialise_target(self, scope: Scope, target: syntax.Target, given: list[syntax.Expression]) -> None:
        """Give one variable, element or whole array its values."""
        symbol = scope.symbols.get(target.name)
        place = self.places.get((scope.name, target.name))
        if symbol is None or place is None:
            self.complain(target, f"{target.name} cannot have a value by DATA", "a variable that is no parameter")
            given.clear()
            return
        whole = isinstance(target, syntax.Name)
        word = place.word + (0 if whole else self.constant_word(symbol, target))
        block = self.blocks[place.region]
        for index in range(elements(symbol) if whole else 1):
            if not given:
                self.complain(target, f"DATA has too few values for {target.name}")
                return
            for part, cell in enumerate(self.cells(symbol, given.pop(0))):
                block.values[word + index * symbol.words + part] = cell

    def cells(self, symbol: Symbol, value: syntax.Expression) -> list[bytes]:
        """Return the words of a constant for a variable; its type must be the variable's, or it is Hollerith."""
        negative = isinstance(value, syntax.Unary) and value.operator == "-"
        inner = value.operand if isinstance(value, syntax.Unary) else value
        if isinstance(inner, syntax.Hollerith):
            return self.hollerith_cells(symbol, inner)
        if isinstance(inner, syntax.Integer) and symbol.type == "INTEGER":
            if inner.value > self.words.system.greatest:
                self.complain(
                    inner, f"{inner.value} is too large for an integer", f"at most {self.words.system.greatest}"
                )
                return []
            return [struct.pack("<q", -inner.value if negative else inner.value)]
        if isinstance(inner, syntax.Logical) and symbol.type == "LOGICAL":
            return [struct.pack("<q", int(inner.value))]
        if isinstance(inner, syntax.Complex) and symbol.type == "COMPLEX":
            return [struct.pack("<d", real_value(part)) for part in (inner.real, inner.imaginary)]
        if isinstance(inner, syntax.Real | syntax.Double | syntax.Integer) and symbol.type in (
            "REAL",
            "DOUBLEPRECISION",
        ):
            cell = struct.pack("<d", real_value(value))
            return [cell, bytes(8)] if symbol.type == "DOUBLEPRECISION" else [cell]
        self.complain(value, f"this constant does not go with {symbol.name}, which is {symbol.type}")
        return []

    def hollerith_cells(self, symbol: Symbol, value: syntax.Hollerith) -> list[bytes]:
        """Return the word of a Hollerith constant."""
        if len(value.text) > self.words.size:
            self.complain(value, f"{len(value.text)} characters do not fit in a word of {self.words.size}")
        if missing := self.words.missing(value.text):
            self.complain(value, f"the character {missing!r} has no code on this machine")
        if symbol.type in REALS:
            return [struct.pack("<d", self.words.packed_real(value.text))]
        return [struct.pack("<q", self.words.packed(value.text))]


def real_value(expression: syntax.Expression) -> float:
    """Return the value of a real, double precision or integer constant with or without a sign."""
    if isinstance(expression, syntax.Unary):
        inner = real_value(expression.operand)
        return -inner if expression.operator == "-" else inner
    if isinstance(expression, syntax.Real | syntax.Double):
        return float(expression.text.replace("D", "E"))
    assert isinstance(expression, syntax.Integer)
    return float(expression.value)

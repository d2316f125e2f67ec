"""Give every variable of a deck its storage: which region and which word in it (ANSI X3.9-1966, 7.2.1.3, 7.2.1.4, 10).

allocate(storage, scope)
storage.locations["X", "K"]          # Location("X:K", 0)
storage.blocks["/B/"].region(…)      # Region(size, contents)

A COMMON block is one region, as long as its longest declaration; names joined by EQUIVALENCE share one; any other
variable has a region of its own. With the setting subscripts=storage all variables of a unit that are not in COMMON
follow one another in one region, in the order in which they first appear.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from getallenband.interpreters.ir.program import Region
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL_BITS
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Scope, Symbol
from getallenband.interpreters.languages.cdc_fortran.check.types import REALS, plural
from getallenband.interpreters.languages.cdc_fortran.library.words import Words
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import Place

INTEGER_WORD, REAL_WORD = 1, 2
MIXED_WORD = INTEGER_WORD | REAL_WORD
COVERED = [bytes(old | kind for old in range(256)) for kind in (INTEGER_WORD, REAL_WORD)]
"""What a word becomes that an integer (0) or a real (1) is laid over."""

LARGEST_BLOCK = 2**22
"""Words of a region: thirty times the memory of the largest 6600."""


@dataclass(frozen=True, slots=True)
class Location:
    """A region and a word in it."""

    region: str
    word: int


@dataclass(slots=True)
class Block:
    """A region while it grows."""

    # For each word whether it is an integer's (1), a real's (2) or both (3); a byte each, so that `translate` lays
    # variables over large blocks without a loop.
    kinds: bytearray = field(default_factory=bytearray)
    # First values from DATA, by word.
    values: dict[int, bytes] = field(default_factory=dict)
    # Of its largest variable, at which a message about the block's size points.
    place: Place | None = None
    largest: int = 0

    @property
    def words(self) -> int:
        """Return the length in words."""
        return len(self.kinds)

    def cover(self, word: int, symbol: Symbol) -> None:
        """Lay a variable over words."""
        size = symbol.words * symbol.elements
        if size > self.largest:
            self.largest, self.place = size, symbol.place
        stop = word + size
        self.kinds.extend(bytes(max(0, stop - self.words)))
        self.kinds[word:stop] = self.kinds[word:stop].translate(COVERED[symbol.type in REALS])

    def region(self, *, preset: bool, retyped: bool) -> Region:
        """Return the region with its first contents: no value in any word, or zeros where they are preset.

        The pattern for "no value" depends on the type. A word of both types gets that of reals: read as an integer it
        is not taken for a number either, but an integer's pattern read as a real would be. The same holds for all words
        where an array is `retyped`, passed as one of another type.
        """
        size = 8 * self.words
        if not self.values:
            if preset:
                return Region(size, place=self.place)
            if retyped or not self.kinds.strip(bytes([REAL_WORD])):
                return Region(size, "undefined_real", place=self.place)
            if REAL_WORD not in self.kinds and MIXED_WORD not in self.kinds:
                return Region(size, "undefined_int", place=self.place)
        cells = [struct.pack("<q", 0 if preset else UNDEFINED_INT)] * 2
        cells += [struct.pack("<Q", 0 if preset else UNDEFINED_REAL_BITS)] * 2
        contents = [cells[kind | retyped * REAL_WORD] for kind in self.kinds]
        for word, value in self.values.items():
            contents[word] = value
        return Region(size, contents=b"".join(contents), place=self.place)


@dataclass(slots=True)
class Storage:
    """The storage of a deck: its regions by name, where each variable of each unit is, how many share a region."""

    words: Words
    settings: Mapping[str, str]
    diagnostics: Diagnostics
    blocks: dict[str, Block] = field(default_factory=dict)
    locations: dict[tuple[str, str], Location] = field(default_factory=dict)
    owners: Counter[str] = field(default_factory=Counter)
    beyond: list[syntax.Expression] = field(default_factory=list)
    """Real constants of DATA among the numbers that stand for characters, where a REAL may hold any."""

    @property
    def mixed(self) -> bool:
        """Return whether integers and reals share storage anywhere."""
        return any(MIXED_WORD in block.kinds for block in self.blocks.values())

    def error(self, node: syntax.Expression | syntax.DataValue | Symbol, message: str, expected: str = "") -> None:
        """Note a fault."""
        self.diagnostics.error(node.place, message, expected)


def allocate(storage: Storage, scope: Scope) -> None:
    """Place every variable of a unit that is not a parameter, together with what EQUIVALENCE joins to it."""
    # EQUIVALENCE first, since it decides what a place in COMMON or an own region must hold (7.2.1.4).
    groups = equivalence_groups(storage, scope)
    anchors = common_locations(scope)
    room = 0
    for symbol in scope.symbols.values():
        if symbol.role not in ("variable", "array") or symbol.parameter is not None:
            continue
        if (scope.home, symbol.name) in storage.locations:
            continue
        group = groups.get(symbol.name, {symbol.name: 0})
        # Offsets in a group are relative to any one member, so they may be negative.
        least = min(group.values())
        size = max(offset - least + words_of(scope, name) for name, offset in group.items())
        base = common_base(storage, symbol, group, anchors)
        if base is None and storage.settings["subscripts"] == "storage":
            base = Location(f"{scope.home}:", room - least)
            room += size
        elif base is None:
            base = Location(f"{scope.home}:{symbol.name}", -least)
        if base.word + least + size > LARGEST_BLOCK:
            message = f"{symbol.name} needs {base.word + least + size} words of storage"
            storage.error(symbol, message, f"at most {LARGEST_BLOCK}")
            continue
        block = storage.blocks.setdefault(base.region, Block())
        for name, offset in group.items():
            storage.locations[scope.home, name] = Location(base.region, base.word + offset)
            storage.owners[base.region] += 1
            block.cover(base.word + offset, scope.symbols[name])


def words_of(scope: Scope, name: str) -> int:
    """Return the words that a variable or array takes."""
    return scope.symbols[name].words * scope.symbols[name].elements


def common_locations(scope: Scope) -> dict[str, Location]:
    """Return where the variables named in COMMON are."""
    found: dict[str, Location] = {}
    for title, members in scope.commons.items():
        word = 0
        for name in members:
            found[name] = Location(f"/{title}/", word)
            word += words_of(scope, name)
    return found


def common_base(
    storage: Storage, symbol: Symbol, group: dict[str, int], anchors: dict[str, Location]
) -> Location | None:
    """Return the place in COMMON of offset 0 of an EQUIVALENCE group; None where none of its names is in COMMON."""
    anchored = [name for name in group if name in anchors]
    bases = {Location(anchors[name].region, anchors[name].word - group[name]) for name in anchored}
    if not bases:
        return None
    if len(bases) > 1:
        storage.error(symbol, f"EQUIVALENCE joins different places of COMMON: {', '.join(anchored)}")
    base, least = min(bases, key=lambda base: (base.region, base.word)), min(group.values())
    # EQUIVALENCE may lengthen a block at its end but not at its beginning (7.2.1.4): other units count from there.
    if base.word + least < 0:
        storage.error(symbol, f"EQUIVALENCE extends COMMON {base.region} before its first word")
        return Location(base.region, -least)
    return base


# --- EQUIVALENCE -------------------------------------------------------------------------------------------------


def equivalence_groups(storage: Storage, scope: Scope) -> dict[str, dict[str, int]]:
    """Return the group of each name in an EQUIVALENCE: all names joined to it, with offsets relative to one."""
    groups: dict[str, dict[str, int]] = {}
    for statement in scope.equivalences:
        first: tuple[str, int] | None = None
        for target in statement.targets:
            symbol = scope.symbols[target.name]
            if symbol.parameter is not None or symbol.role not in ("variable", "array"):
                storage.error(target, f"{target.name} cannot be in EQUIVALENCE", "a variable or an array")
                continue
            word = element_word(storage, symbol, target)
            mine = groups.setdefault(target.name, {target.name: 0})
            if first is None:
                first = (target.name, word)
                continue
            theirs = groups[first[0]]
            shift = theirs[first[0]] + first[1] - (mine[target.name] + word)
            # Two groups become one object, shared by all their names; later statements may join it to others. Where
            # they are one already, the statement must agree with what is known.
            if theirs is not mine:
                for name, offset in mine.items():
                    theirs[name] = offset + shift
                    groups[name] = theirs
            elif shift:
                storage.error(target, f"EQUIVALENCE puts {target.name} in two places")
    return groups


def element_word(storage: Storage, symbol: Symbol, target: syntax.Target, given: Sequence[int] | None = None) -> int:
    """Return the word of an element with constant or given subscripts; a single subscript may count all elements."""
    if isinstance(target, syntax.Name):
        return 0
    subscripts = [one.value for one in target.arguments if isinstance(one, syntax.Integer)] if given is None else given
    if len(subscripts) != len(target.arguments) or not symbol.dimensions:
        storage.error(target, f"the subscripts of {target.name} must be whole numbers", "an array element")
        return 0
    bounds = [bound.value for bound in symbol.dimensions if isinstance(bound, syntax.Integer)]
    # 7.2.1.4 allows A(7) for an element of a two-dimensional array, counted in the order of storage (7.2.1.1.1).
    if len(subscripts) > 1 and len(subscripts) != len(bounds):
        wanted, found = plural(len(bounds), "dimension"), plural(len(subscripts), "subscript")
        storage.error(target, f"{target.name} has {wanted}, {found} given")
        return 0
    index, size = 0, 1
    for subscript, bound in zip(subscripts, bounds, strict=False):
        index += (subscript - 1) * size
        size *= bound
    if not 0 <= index < symbol.elements:
        storage.error(target, f"{target.name} has {symbol.elements} elements, this is number {index + 1}")
        return 0
    return index * symbol.words

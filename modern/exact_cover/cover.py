"""Exact covers beyond puzzles: items with multiplicities (Knuth's MCC), optional items with colours (his XCC).

    items = Item("a"), Item("b", 0, 2), Item("x", 0, None)
    Cover.of("pair", items, (Option(0, (0, 1), ("", "")), Option(1, (0, 2), ("", "red"))))

A solution is a set of options. It covers each item between `low` and `high` times; an item without `high` is optional:
any number of options may cover it if all give it the same colour, and only one without a colour.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from getallenband.modern.exact_cover.problem import Placement, Problem, Solution
from getallenband.modern.geometry.lattices import Cell

LATTICE = "exact cover"


@dataclass(frozen=True, slots=True)
class Item:
    """An item, and how often it is covered at least and at most; without `high` it is optional."""

    name: str
    low: int = 1
    high: int | None = 1


@dataclass(frozen=True, slots=True)
class Option(Placement):
    """An option: its number in the file, its items, and the colour that it gives to each, "" for none."""

    colours: tuple[str, ...]


@dataclass(frozen=True)
class Cover(Problem):
    """A problem without pieces and cells: its placements are options."""

    wanted: tuple[Item, ...]

    @classmethod
    def of(cls, name: str, wanted: tuple[Item, ...], options: tuple[Option, ...]) -> Cover:
        return cls(name, (), (), options, LATTICE, wanted)

    @property
    def items(self) -> int:
        return len(self.wanted)

    @cached_property
    def bounds(self) -> tuple[tuple[int, int | None], ...]:
        return tuple((item.low, item.high) for item in self.wanted)

    @cached_property
    def options(self) -> tuple[tuple[int, ...], ...]:
        return tuple(option.cells for option in self.placements)

    @cached_property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        return tuple(option.colours for option in self.placements if isinstance(option, Option))

    @cached_property
    def placements_by_piece(self) -> tuple[tuple[int, ...], ...]:
        """For each item its options: an item does as a piece here."""
        return self.options_by_item

    @cached_property
    def levels(self) -> int:
        """The greatest depth of the search: options chosen in a row, or items given no more options."""
        several = [high for low, high in self.bounds if high is not None and (low, high) != (1, 1)]
        required = {item for item, (_, high) in enumerate(self.bounds) if high is not None}
        least = min((len(required.intersection(option)) for option in self.options), default=1)
        return (len(required) - len(several) + sum(several)) // max(1, least) + len(several)

    def laid(self, solution: Solution) -> dict[str, tuple[Cell, ...]]:
        del solution
        return {}

    def is_solution(self, solution: Solution) -> bool:
        times: Counter[int] = Counter()
        shades: dict[int, set[str]] = {}
        for index in solution:
            for item, colour in zip(self.options[index], self.colours[index], strict=True):
                times[item] += 1
                shades.setdefault(item, set()).add(colour)
        return len(set(solution)) == len(solution) and all(
            times[item] <= 1 or (len(shades[item]) == 1 and "" not in shades[item])
            if high is None
            else low <= times[item] <= high
            for item, (low, high) in enumerate(self.bounds)
        )

    def text(self, index: int) -> str:
        """Return an option as a line of Knuth's format."""
        pairs = zip(self.options[index], self.colours[index], strict=True)
        return " ".join(f"{self.wanted[item].name}:{colour}".removesuffix(":") for item, colour in pairs)

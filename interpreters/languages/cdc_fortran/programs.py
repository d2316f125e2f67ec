"""Divide the program units of a record into programs with their data, and make overlays subroutines of theirs.

decks_of(source, units, {40: [41, None, 43]})    # the data after the END in line 40 belong to the program before it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import walk


def decks_of(
    source: SourceText, units: Sequence[syntax.Unit], data: Mapping[int, Sequence[int | None]]
) -> Sequence[syntax.Deck]:
    """Begin a program at each main program but the first; data belong to the program whose END is before them.

    A subprogram or BLOCK DATA that only another program of the record has belongs to each that names it, too.
    """
    groups: list[list[syntax.Unit]] = [[]]
    for unit in units:
        if is_main(unit) and any(map(is_main, groups[-1])):
            groups.append([])
        groups[-1].append(unit)
    shared = [(unit, defined(unit)) for unit in units if not is_main(unit)] if len(groups) > 1 else []
    starts = [0, *(group[0].place.line for group in groups[1:]), len(source.starts) + 1]
    found = []
    for group, start, limit in zip(groups, starts, starts[1:], strict=False):
        lines = [number for end, cards in data.items() if start <= end < limit for number in cards]
        texts = tuple(source.line(number) if number else None for number in lines)
        found.append(syntax.Deck(with_shared(group, shared), texts))
    return found


def is_main(unit: syntax.Unit) -> bool:
    """Return whether a unit is a main program."""
    return unit.head is None or isinstance(unit.head, syntax.ProgramHead)


def with_shared(
    group: Sequence[syntax.Unit], shared: Sequence[tuple[syntax.Unit, set[str]]]
) -> tuple[syntax.Unit, ...]:
    """Return the units of a program, and those of the shared ones, with what they define, that it does not have."""
    found, have = list(group), {name for unit in group for name in defined(unit)}
    for unit in found:
        missing = mentioned(unit) - have
        for one, its in shared:
            if its & missing and not its & have:
                found.append(one)
                have |= its
    return tuple(found)


def defined(unit: syntax.Unit) -> set[str]:
    """Return the names that a subprogram has in other units, and the COMMON blocks that BLOCK DATA fills."""
    if isinstance(unit.head, syntax.BlockData):
        return {f"/{one.name}/" for one in walk(unit) if isinstance(one, syntax.CommonBlock)}
    entries = {one.construct.name for one in unit.statements if isinstance(one.construct, syntax.Entry)}
    return entries | ({unit.head.name} if unit.head else set())


def mentioned(unit: syntax.Unit) -> set[str]:
    """Return all names in a unit, its COMMON blocks between slashes."""
    found = set()
    for one in walk(unit):
        if isinstance(one, syntax.CommonBlock):
            found.add(f"/{one.name}/")
        elif isinstance(name := getattr(one, "name", None), str):
            found.add(name)
    return found


# --- overlays (CDC) ----------------------------------------------------------------------------------------------


def overlay_head(
    head: syntax.ProgramHead, overlay: syntax.Overlay, overlays: dict[tuple[int, int], str]
) -> syntax.Head:
    """Return the head of an overlay's program: that of the main overlay is the program's, others are subroutines."""
    numbers = (overlay.primary, overlay.secondary)
    if numbers == (0, 0):
        return head
    overlays[numbers] = head.name
    return syntax.SubroutineHead(head.name, (), place=head.place)


def overlays_called(
    units: tuple[syntax.Unit, ...], overlays: dict[tuple[int, int], str], diagnostics: Diagnostics
) -> tuple[syntax.Unit, ...]:
    """Make each CALL OVERLAY a call of the program that it loads."""

    def called(construct: Any) -> Any:
        match construct:
            case syntax.LogicalIf(condition, inner):
                return syntax.LogicalIf(condition, called(inner), place=construct.place)
            case syntax.Call("OVERLAY", (_, syntax.Integer(primary), syntax.Integer(secondary), *_)):
                if (primary, secondary) in overlays:
                    return syntax.Call(overlays[primary, secondary], (), place=construct.place)
                known = ", ".join(f"{one},{other}" for one, other in overlays)
                diagnostics.error(construct.place, f"there is no overlay {primary},{secondary}", known)
        return construct

    return tuple(
        replace(unit, statements=tuple(replace(one, construct=called(one.construct)) for one in unit.statements))
        for unit in units
    )

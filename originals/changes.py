"""Apply changes to a text; every change must find what it replaces.

    change = Change("step-1", "algol", line=17, old="i := step", new="i := 1 step", cause="copy", …)
    apply_changes(transcription, [change])

Emendations (corrections), experiments (an editor's changes that correct nothing) and variants (what another witness
reads) have one form. All changes of a list apply to the same text at once: line numbers refer to that text, and no two
changes may overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Literal, get_args

from getallenband.durable.names import shown
from getallenband.originals.lines import lines_of
from getallenband.originals.tables import Table, read_table

Slip = Literal["author", "printing", "copy", "undecided"]
SLIPS: tuple[Slip, ...] = get_args(Slip)
CAUSES = (*SLIPS, "omission")
CERTAINTIES = ("certain", "probable", "possible")
NEEDS = (*CERTAINTIES, "none")
Kind = Literal["emendation", "change", "variant"]
"""How the tables of a file of changes are called."""
OTHER_CAUSES = {"change": "experiment", "variant": "variant"}


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a text: `old`, which begins in `line`, becomes `new`.

    cause      whose slip it is: author, printing, copy or undecided; omission, where the author says that something is
               left out: no slip; of what is no emendation: experiment or variant
    certainty  how sure the cause is: certain, probable or possible; "" where none is stated
    need       how sure it is that the text must be changed here: as certainty, or none, if it does the same as it
               stands; "" for what is no emendation
    entry      where the change is recorded
    witnesses  of a variant the sigils of those that read so
    assumes    of an emendation the claims that its new reading takes for granted
    """

    identifier: str
    text: str
    line: int
    old: str
    new: str
    cause: str
    certainty: str
    need: str
    reason: str
    entry: Table = field(repr=False, compare=False)
    witnesses: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Insertion:
    """Code that the editor supplies, from `file`, to be put after (or before) an anchor that occurs once in a text."""

    file: str
    anchor: str
    after: bool
    code: str
    entry: Table = field(repr=False, compare=False)


def read_changes(path: Path, kind: Kind) -> tuple[Change, ...]:
    """Read a file of changes of one kind; their identifiers differ."""
    root = read_table(path)
    changes: dict[str, Change] = {}
    for entry in root.entries(kind, "id"):
        change = read_change(entry, kind)
        if change.identifier in changes:
            raise entry.error("duplicate id", "id")
        changes[change.identifier] = change
    root.close()
    return tuple(changes.values())


def read_change(entry: Table, kind: Kind) -> Change:
    """Read one change; only an emendation states its cause, and how sure cause and need are."""
    emend = kind == "emendation"
    cause = entry.choice("cause", CAUSES) if emend else OTHER_CAUSES[kind]
    sure = emend and cause != "undecided"
    change = entry.record(
        Change,
        identifier=entry.name("id"),
        cause=cause,
        certainty=entry.choice("certainty", CERTAINTIES) if sure else "",
        need=entry.choice("need", NEEDS) if emend else "",
        witnesses=entry.strings("witnesses") if kind == "variant" else (),
        assumes=entry.strings("assumes") if emend else (),
    )
    if not change.old or change.old == change.new:
        raise entry.error('"old" must not be empty and must differ from "new"', "old")
    if kind == "variant" and not change.witnesses:
        raise entry.error('"witnesses" must name at least one witness', "witnesses")
    return change


def apply_changes(text: str, changes: Iterable[Change]) -> str:
    """Apply the changes, all to the original text; one that does not match exactly once, or overlaps another, fails."""
    pieces: list[str] = []
    reached, before = 0, ""
    for start, change in placed(text, changes):
        if start < reached:
            raise change.entry.error(f"overlaps {before}", "line")
        pieces += text[reached:start], change.new
        reached, before = start + len(change.old), change.identifier
    return "".join([*pieces, text[reached:]])


def placed(text: str, changes: Iterable[Change]) -> list[tuple[int, Change]]:
    """Return the changes in the order of the text, each with the offset at which its old text begins."""
    lines = lines_of(text, keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    return sorted(((find_in(text, lines, starts, change), change) for change in changes), key=lambda pair: pair[0])


def find_in(text: str, lines: Sequence[str], starts: Sequence[int], change: Change) -> int:
    """Return the offset at which the change's old text begins: in its line, and there only once."""
    if change.line > len(lines):
        raise change.entry.error(f"line {change.line} does not exist: the text has {len(lines)} lines", "line")
    line = lines[change.line - 1]
    end = starts[change.line] + len(change.old) - 1
    found = [text.find(change.old, starts[change.line - 1], end)]
    while found[-1] >= 0:
        found.append(text.find(change.old, found[-1] + 1, end))
    if len(found) == 2:
        return found[0]
    several = '; expected once: make "old" longer, and "new" with it'
    times = f"found {len(found) - 1} times" if len(found) > 1 else "not found"
    raise change.entry.error(
        f"{shown(change.old)} is {times} at line {change.line} of {change.text}, which reads "
        f"{shown(line.rstrip())}" + (several if len(found) > 2 else elsewhere(lines, change)),
        "old",
    )


def elsewhere(lines: Sequence[str], change: Change) -> str:
    """Return a hint that names the lines in which the first line of the old text does occur."""
    first = lines_of(change.old)[0]
    others = [str(number) for number, line in enumerate(lines, start=1) if first in line and number != change.line]
    return f"; it occurs at line {', '.join(others[:5])}" if others else ""


def insert_code(text: str, insertions: Iterable[Insertion]) -> str:
    """Insert the editor's code, each on lines of its own; an anchor must occur exactly once in the text."""
    points: list[tuple[int, str]] = []
    for insertion in insertions:
        found = text.count(insertion.anchor)
        if found != 1:
            raise insertion.entry.error(
                f"the anchor {shown(insertion.anchor)} occurs {found} times in the text; expected once",
                "after" if insertion.after else "before",
            )
        start = text.index(insertion.anchor)
        points.append((start + len(insertion.anchor) if insertion.after else start, insertion.code))
    pieces: list[str] = []
    reached = 0
    for point, code in sorted(points, key=lambda pair: pair[0]):
        opening = "" if point == 0 or text[point - 1] == "\n" else "\n"
        closing = "" if point < len(text) and text[point] == "\n" else "\n"
        pieces += text[reached:point], opening, code.rstrip("\n"), closing
        reached = point
    return "".join([*pieces, text[reached:]])

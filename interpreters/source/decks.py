r"""Divide a deck of cards into control cards, program units and data: the same rules for the decks of all machines.

parts = parts_of(source)     # [Part("unit", range(1, 4)), Part("data", range(5, 7), …)]
records = deck_records(source)
records[0].cards, records[0].data[3]      # [1, 2, 3], [5, 6]: lines of cards, and what comes after the END in line 3

A separator is what a card begins with; what is after it is a sequence number or a remark. The first record with an
END begins with a program. After that cards are a program unit only where they begin like one; all others are data.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from getallenband.interpreters.source.card_forms import form_of
from getallenband.interpreters.source.cards import STATEMENT_END, Form, is_comment
from getallenband.interpreters.source.diagnostics import MOST, Diagnostic, Diagnostics
from getallenband.interpreters.source.position import Place, SourceText

CDC, IBM = "CDC", "IBM"
SEPARATORS = {
    CDC: re.compile(
        r"(?:\*EO[RFSI]|~EO[RFI])\b|(?:(?:6/)?7/8|6/7)/9(?![\d/])|(?:~|\^|6?789)(?: *$| {60,}\S+ *$)", re.I
    ),
    IBM: re.compile(r"/[*&/]|\$(?:ENTRY|DATA|JOB|IBSYS)\b|\*(?:DATA|EXECUTE)\b", re.I),
}
"""The beginnings of cards that divide decks. Short ones, which data may contain too, must stand alone."""
END = re.compile(r"[\s\d]*END\s*(?:[ \t]{2,}\S*)?$", re.I)

TYPES = r"(?:DOUBLEPRECISION|DOUBLE|INTEGER|REAL|COMPLEX|LOGICAL)(?:\*\d+)?"
HEAD = rf"(?:PROGRAM[A-Z]|SUBROUTINE[A-Z]|(?:{TYPES})?FUNCTION[A-Z]|BLOCKDATA|OVERLAY\()"
SPECIFICATION = (
    rf"(?:TYPE)?{TYPES}[A-Z]|(?:DIMENSION|EXTERNAL|COMMON|IMPLICIT)[A-Z/]|EQUIVALENCE\(|NAMELIST/|DATA\W*[A-Z].*/"
    r"|(?:CHARACTER|PARAMETER)[A-Z*(]"
)
EXECUTABLE = (
    r"[A-Z][A-Z0-9]*(?:\([^=]*\))?=|(?:READ|WRITE)\(|(?:READ|PRINT|PUNCH)(?:\d|\*,)|(?:READ|WRITE)\w*TAPE\w"
    r"|CALL[A-Z]\w*(?:\(|$)|IF\(|GOTO[\d(]|DO\d+[A-Z]\w*=|ASSIGN\d|FORMAT\(|(?:REWIND|BACKSPACE|ENDFILE)\w+$"
    r"|(?:EN|DE)CODE\(|(?:TYPE|ACCEPT)\d|CONTINUE$|STOP$"
)
BEGINS = re.compile(f"{HEAD}|{SPECIFICATION}|{EXECUTABLE}", re.I)
"""The beginning of the first statement of a program unit, without its blanks."""
NEW_UNIT = re.compile(HEAD, re.I)
TITLES = {"control": "control cards (left out)", "unit": "program {}", "data": "data of program {}"}
SUBPROGRAM = re.compile(rf"(?!PROGRAM){HEAD}", re.I)
CARD_START = re.compile(r"[\d ]{5} [A-Za-z]|\t[A-Za-z]")
"""A card that seems to be one of a program, where no separator says that data come."""
IN_COLUMNS = re.compile(r"(?:[\d ]{5}[ 0]|[\d ]{0,5}\t)(?P<statement>.*)")
LOOSE = re.compile(r"\s*\d{0,5}(?P<statement>.*)")


@dataclass(frozen=True, slots=True)
class Separator:
    """A card between records: its line, and whose it is."""

    line: int
    system: str


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of a deck that are "control" cards, a program "unit", or "data"; the number of its record.

    `before` are the separators directly before it; `end` is the line of the END before data, or of a unit's own (or 0);
    `main`: a main program.
    """

    kind: str
    lines: range
    record: int
    before: tuple[Separator, ...] = ()
    end: int = 0
    main: bool = False


@dataclass(frozen=True, slots=True)
class DeckRecord:
    """The lines of a record that are cards of programs, and lines of data by the line of the END before them.

    A None among these is an end-of-file mark.
    """

    cards: list[int] = field(default_factory=list)
    data: dict[int, list[int | None]] = field(default_factory=dict)


def deck_records(parts: Sequence[Part]) -> list[DeckRecord]:
    """Return the records of a deck that hold programs, each with its data and those of the records after it."""
    records: dict[int, DeckRecord] = {}
    for part in parts:
        if part.kind == "unit":
            records.setdefault(part.record, DeckRecord()).cards.extend(part.lines)
        elif part.kind == "data":
            *_, last = records.values()
            before = last.data.setdefault(part.end, [])
            before.extend([None] * marks(part.before) if before else ())
            before.extend(part.lines)
    return list(records.values())


def marks(separators: Sequence[Separator]) -> int:
    """Return how many end-of-file marks separators between data are: of IBM's several together end one file."""
    return len(separators) if all(separator.system == CDC for separator in separators) else 1


def check_separators(source: SourceText, parts: Sequence[Part], diagnostics: Diagnostics) -> None:
    """Note the first separator inside a unit, or of another system than one before the same data."""
    for part, after in pairwise(parts):
        if part.kind == "unit" and not part.end and after.before:
            message, hint = "this card divides the deck inside a program unit", "if it is a comment: C in column 1"
            diagnostics.error(Place(after.before[0].line, 1, 5), message, "END before it", hint=hint)
            return
    seen: list[Separator] = []
    for part in parts:
        seen = [] if part.kind == "unit" else [*seen, *part.before]
        other = next((separator for separator in seen if separator.system != seen[-1].system), None)
        if part.kind == "data" and other:
            note_mixed_systems(source, seen[-1], other, diagnostics)
            return


def note_mixed_systems(source: SourceText, last: Separator, other: Separator, diagnostics: Diagnostics) -> None:
    """Note that data of one program come after separators of two systems: those of one may be data."""
    card, first = (source.line(separator.line)[:STATEMENT_END].strip() for separator in (last, other))
    message = f"{card!r} is {last.system}'s separator, {first!r} in line {other.line} is {other.system}'s"
    hint = "if one of them is data: the data in a file of their own, --tape FILE"
    diagnostics.error(Place(last.line, 1, len(card)), message, "the separators of one system", hint=hint)


def described(parts: Sequence[Part]) -> list[Diagnostic]:
    """List the parts of a deck as notes, unless it is a single program."""
    sections: list[tuple[str, range]] = []
    programs, record, has_main = 0, -1, False
    for part in parts:
        if part.kind == "unit":
            if part.record != record or (part.main and has_main):
                programs, record, has_main = programs + 1, part.record, False
            has_main |= part.main
        title = TITLES[part.kind].format(programs)
        if sections and not part.before and title == sections[-1][0]:
            sections[-1] = (title, range(sections[-1][1].start, part.lines.stop))
        else:
            sections.append((title, part.lines))
    if len(sections) == 1:
        return []
    notes = [Diagnostic(Place(lines[0], 1), f"{title} up to line {lines[-1]}") for title, lines in sections]
    more = [Diagnostic(notes[MOST].place, f"{len(notes) - MOST} more programs and data")] if len(notes) > MOST else []
    return notes[:MOST] + more


def records(source: SourceText) -> Iterator[tuple[range, Separator | None]]:
    """Divide the lines of a deck: each record with the separator that ends it."""
    start = 1
    for number in range(1, len(source.starts) + 1):
        if system := next((name for name, pattern in SEPARATORS.items() if pattern.match(source.line(number))), ""):
            yield range(start, number), Separator(number, system)
            start = number + 1
    last = len(source.starts) - (not source.line(len(source.starts)))  # a new line at the end begins no card
    yield range(start, last + 1), None


def parts_of(source: SourceText, cards: str = "auto") -> list[Part]:
    """Divide each record of a deck into parts; without any program all lines are one unit.

    `cards` is the setting that says how they are punched: columns are lost as in the first program.
    """
    parts: list[Part] = []
    before: tuple[Separator, ...] = ()
    divided = [*records(source)]
    first = next((lines for lines, _ in divided if ends_in(source, lines)), range(0))
    columns = LOOSE if form_of(source, cards, first).loose else IN_COLUMNS
    for number, (lines, separator) in enumerate(divided):
        record = Record(source, lines, number, columns)
        new = record.parts(before, next((part.end for part in reversed(parts)), 0))
        parts += new
        before = (() if new else before) + ((separator,) if separator else ())
    if not any(part.kind == "unit" for part in parts):
        return [Part("unit", range(1, len(source.starts) + 1), 0, main=True)]
    return parts


def ends_in(source: SourceText, lines: range) -> list[int]:
    """Return the lines that hold END and no more."""
    return [number for number in lines if END.match(source.line(number)[:STATEMENT_END])]


class Record:
    """The lines between two separators."""

    def __init__(self, source: SourceText, lines: range, number: int, columns: re.Pattern[str]) -> None:
        self.source, self.lines, self.number, self.columns = source, lines, number, columns
        self.ends = ends_in(source, lines)

    def parts(self, before: tuple[Separator, ...], last_end: int) -> list[Part]:
        """Return the parts of the record; `last_end` is the END of the unit before it, 0 before the first program."""
        if not last_end and not self.ends:
            return self.control_cards(before)
        parts: list[Part] = []
        start = self.lines.start
        while start < self.lines.stop:
            part = self.part(start, before, last_end)
            start, last_end, before = part.lines.stop, part.end or last_end, ()
            if part.kind == "unit" or self.holds_data(part):
                parts.append(part)
        return parts

    def control_cards(self, before: tuple[Separator, ...]) -> list[Part]:
        """Return a record without an END before the first program: a unit that lacks it, if it looks like one."""
        if any(BEGINS.match(self.statement(number, IN_COLUMNS)) for number in self.lines):
            return [Part("unit", self.lines, self.number, before, main=True)]
        return [Part("control", self.lines, self.number, before)] if any(map(self.is_card, self.lines)) else []

    def part(self, start: int, before: tuple[Separator, ...], last_end: int) -> Part:
        """Return what begins at a line: a unit up to its END, or data up to the next unit."""
        first = next((number for number in range(start, self.lines.stop) if self.is_card(number)), start)
        statement = self.statement(first, self.columns)
        looks_so = not before and CARD_START.match(self.source.line(first))  # a slip in its first word is then reported
        begins, end = BEGINS.match(statement) or looks_so, self.end_after(first)
        if (end and (begins or not last_end)) or (begins and (not before or NEW_UNIT.match(statement))):
            lines = range(start, end + 1 if end else self.lines.stop)
            return Part("unit", lines, self.number, before, end, main=SUBPROGRAM.match(statement) is None)
        return Part("data", range(start, self.next_unit(first)), self.number, before, last_end)

    def holds_data(self, part: Part) -> bool:
        """Return whether lines are data: not blank ones alone, and comments only after a separator."""
        if part.before:
            return any(self.source.line(number).strip() for number in part.lines)
        return any(map(self.is_card, part.lines))

    def is_card(self, number: int) -> bool:
        """Return whether a line is neither blank nor a comment."""
        return not is_comment(self.source.line(number), Form())

    def statement(self, number: int, columns: re.Pattern[str]) -> str:
        """Return the statement field of a line without its blanks, nothing where it has none."""
        field = columns.match(self.source.line(number)[:STATEMENT_END]) if self.is_card(number) else None
        return "".join(field["statement"].split()) if field else ""

    def end_after(self, number: int) -> int:
        """Return the line of the next END, or 0."""
        index = bisect_left(self.ends, number)
        return self.ends[index] if index < len(self.ends) else 0

    def next_unit(self, first: int) -> int:
        """Return where the next unit begins, with the comments before it, or the end of the record."""
        last = self.ends[-1] if self.ends else 0
        cards = (number for number in range(first + 1, last) if BEGINS.match(self.statement(number, self.columns)))
        start = next(cards, self.lines.stop)
        while start < self.lines.stop and start - 1 > first and not self.is_card(start - 1):
            start -= 1
        return start

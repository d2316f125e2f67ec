"""Find out how a text holds its cards: punched, as an editor makes them, or with its columns lost.

    form, traits = recognized(source, lines)  # Form(edited=True, width=0), {"lower case": 3, "tabs": 1}: first lines
    form_of(source, "columns")              # by a setting: auto, columns, free, loose

Only what can mean nothing else is recognised: lower case and tabs, which no card has; statements that begin in the
label field in most of the lines; and a statement that goes on beyond column 72, where cards have a sequence number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from interpreters.source.cards import CARD, STATEMENT_END, STATEMENT_START, STRICT, Form, is_comment, unfinished
from interpreters.source.position import SourceText

FORMS = {"columns": STRICT, "free": Form(width=0), "loose": Form(width=0, loose=True)}
IN_LABEL_FIELD = re.compile(r" {0,4}[A-Za-z]")
SEQUENCE = re.compile(r"[A-Z]*[ .\-]*[A-Z0-9]*[ .\-]*\d*\s*$", re.IGNORECASE)
"""What columns 73 to 80 of a card hold: letters and digits that number it."""


def form_of(source: SourceText, setting: str, lines: Sequence[int]) -> Form:
    """Return the form that a setting names; of `auto` what is recognised in the lines."""
    return FORMS.get(setting) or recognized(source, lines)[0]


def recognized(source: SourceText, lines: Sequence[int]) -> tuple[Form, dict[str, int]]:
    """Return the form of lines, and what in them no punched deck has, with the line where it is first."""
    cards = {number: source.line(number) for number in lines if not is_comment(source.line(number), Form())}
    lost = [number for number, line in cards.items() if IN_LABEL_FIELD.match(line)]
    if 2 * len(lost) > len(cards):
        return FORMS["loose"], {"columns lost": lost[0]}
    found = {}
    for trait, has in TRAITS.items():
        if number := next((number for number, line in cards.items() if has(line)), 0):
            found[trait] = number
    return FORMS["free"] if BEYOND in found else Form(), found


def goes_on(line: str) -> bool:
    """Tell whether a statement cannot end in column 72, and what follows is no number of a card."""
    card = line.expandtabs()
    statement, tail = card[STATEMENT_START:STATEMENT_END], card[STATEMENT_END:CARD].rstrip()
    if not tail or SEQUENCE.match(tail):
        return False
    return unfinished(statement) or " " not in card[STATEMENT_END - 1 : STATEMENT_END + 1]


BEYOND = f"statements beyond column {STATEMENT_END}"
TRAITS = {
    "lower case": lambda line: re.search("[a-z]", line[:STATEMENT_END]) is not None,
    "tabs": lambda line: "\t" in line,
    BEYOND: goes_on,
}
"""What no punched deck has, and how a line shows it."""


# --- several records of one deck ---------------------------------------------------------------------------------

SEPARATOR = re.compile(
    r"(?:\*EO[RFS]|~(?:EO[RFI])?|\^|6/7/8/9|7/8/9|6789|789|/\*|//.*|\$(?:ENTRY|DATA|JOB).*|\*(?:DATA|EXECUTE).*)\s*$",
    re.I,
)
"""A card between records, from its first column: 7/8/9 as listings write it, and what others had for it."""
END = re.compile(r"[\s\d]*END\s*(?:[ \t]{2,}\S*)?$", re.I)

CARD_START = re.compile(r"[\d ]{5} [A-Za-z]|\t[A-Za-z]")
"""A card of a program: after a program's last END it says that an END is missing, not that data follow."""
BEGINS = re.compile(r"[Cc*$!]|\s*[A-Za-z]|[\d ]{5} +[A-Za-z]")
"""A card that may begin a program unit, or the comments before it: data between two units have no such card."""


@dataclass(frozen=True, slots=True)
class DeckRecord:
    """The lines of a record that are cards of programs, and the data after an END, by the number of its line."""

    cards: Sequence[int]
    data: dict[int, range]


def deck_records(source: SourceText) -> list[DeckRecord]:
    """Find the records of a deck that hold programs, with their data: cards after an END, or in the record after it.

    A record without an END is data, or before the first program control cards. Data of the program before it may also
    begin a record of programs.
    """
    found: list[DeckRecord] = []
    for record in records(source):
        begin = next((number for number in record if BEGINS.match(source.line(number))), record.start)
        if found and has_cards(source, range(record.start, begin)):
            found[-1].data.setdefault(last_end(source, found[-1]), range(record.start, begin))
            record = range(begin, record.stop)
        ends = [number for number in record if END.match(source.line(number)[:STATEMENT_END])]
        if ends:
            data = data_between(source, record, ends)
            held = {number for lines in data.values() for number in lines}
            found.append(DeckRecord([number for number in record if number not in held], data))
        elif found and has_cards(source, record):
            found[-1].data.setdefault(last_end(source, found[-1]), record)
    return found or [DeckRecord(range(1, len(source.starts) + 1), {})]


SUBPROGRAM = re.compile(r"(?!PROGRAM)(?:[A-Z]+(?:\*\d+)?)?FUNCTION|SUBROUTINE|BLOCKDATA|OVERLAY", re.I)
"""How the first card of a unit begins, without its blanks, that is no main program's."""


def held(source: SourceText, deck: Sequence[DeckRecord]) -> dict[str, int]:
    """Return what a deck holds beside one program, with the line where it begins: more programs, data."""
    mains = [number for record in deck for number in main_programs(source, record)]
    data = sorted(lines.start for record in deck for lines in record.data.values())
    found = {f"{len(mains)} programs": mains[1]} if len(mains) > 1 else {}
    if data:
        between = len(mains) > 1 and data[0] < mains[-1]
        found["data between programs" if between else f"data from line {data[0]} on"] = data[0]
    return found


def main_programs(source: SourceText, record: DeckRecord) -> list[int]:
    """Return the lines at which the main programs of a record begin."""
    found, begins = [], True
    for number in record.cards:
        line = source.line(number)
        if begins and not is_comment(line, Form()):
            begins = False
            if not SUBPROGRAM.match("".join(line.split())):
                found.append(number)
        begins = begins or END.match(line[:STATEMENT_END]) is not None
    return found


def last_end(source: SourceText, record: DeckRecord) -> int:
    return next(number for number in reversed(record.cards) if END.match(source.line(number)[:STATEMENT_END]))


def data_between(source: SourceText, record: range, ends: Sequence[int]) -> dict[int, range]:
    """Return the data cards after each END of a record: those before the next unit, all where no card follows."""
    found = {}
    for end, limit in zip(ends, [*ends[1:], record.stop], strict=True):
        lines = range(end + 1, limit)
        if limit != record.stop or any(CARD_START.match(source.line(number)) for number in lines):
            first = next((number for number in lines if not is_comment(source.line(number), Form())), limit)
            start = next((number for number in range(first, limit) if BEGINS.match(source.line(number))), limit)
            lines = range(first, start)
        if has_cards(source, lines):
            found[end] = lines
    return found


def has_cards(source: SourceText, lines: range) -> bool:
    """Tell whether there is more than blank lines and comments."""
    return any(not is_comment(source.line(number), Form()) for number in lines)


def records(source: SourceText) -> list[range]:
    """Divide the lines of a deck at the cards between records."""
    found, start = [], 1
    for number in range(1, len(source.starts) + 1):
        if SEPARATOR.match(source.line(number)):
            found.append(range(start, number))
            start = number + 1
    last = len(source.starts) - (not source.line(len(source.starts)))  # a new line at the end begins no card
    return [*found, range(start, last + 1)]

"""Find out how a text holds its cards: punched, as an editor makes them, or with its columns lost.

    form, traits = recognized(source, lines)  # Form(edited=True, width=0), {"lower case": 3, "tabs": 1}: first lines
    form_of(source, "columns")              # by a setting: auto, columns, free, loose

Only unambiguous signs are recognised: lower case and tabs, which no card has; statements that begin in the
label field in most of the lines; and a statement that goes on beyond column 72, where cards have a sequence number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import itemgetter

from getallenband.interpreters.source.cards import (
    CARD,
    STATEMENT_END,
    STATEMENT_START,
    STRICT,
    Form,
    is_comment,
    unfinished,
)
from getallenband.interpreters.source.diagnostics import Diagnostic, counted
from getallenband.interpreters.source.position import Place, SourceText

FORMS = {"columns": STRICT, "free": Form(width=0), "loose": Form(width=0, loose=True)}
IN_LABEL_FIELD = re.compile(r" {0,4}[A-Za-z]")
SEQUENCE = re.compile(r"[A-Z]*[ .\-]*[A-Z0-9]*[ .\-]*\d*\s*$", re.IGNORECASE)
"""The contents of columns 73 to 80: letters and digits that number the card."""


def form_of(source: SourceText, setting: str, lines: Sequence[int]) -> Form:
    """Return the form that a setting names; of `auto` what is recognised in the lines."""
    return FORMS.get(setting) or recognized(source, lines)[0]


def recognized(source: SourceText, lines: Sequence[int]) -> tuple[Form, dict[str, int]]:
    """Return the form of lines, and the traits that no punched deck has, each with its first line."""
    cards = {number: source.line(number) for number in lines if not is_comment(source.line(number), Form())}
    lost = [number for number, line in cards.items() if IN_LABEL_FIELD.match(line)]
    if 2 * len(lost) > len(cards):
        return FORMS["loose"], {"columns lost": lost[0]}
    numbered, traits = identified(cards.values()), {}
    for trait, has in TRAITS.items():
        if number := next((number for number, line in cards.items() if has(line)), 0):
            traits[trait] = number
    if numbered:
        traits.pop(BEYOND, None)
    return FORMS["free"] if BEYOND in traits else Form(), traits


def tail(line: str) -> str:
    """Return what is in columns 73 to 80."""
    return line.expandtabs()[STATEMENT_END:CARD].rstrip()


def identified(cards: Iterable[str]) -> bool:
    """Return whether most of what is beyond column 72 fills columns 73 to 80, the same on each card but for digits."""
    shapes = Counter(re.sub(r"\d", "0", tail(line)) for line in cards if len(line.rstrip()) > STATEMENT_END)
    shape, count = max(shapes.items(), key=itemgetter(1), default=("", 0))
    return len(shape) == CARD - STATEMENT_END and 1 < count > shapes.total() / 2


def goes_on(line: str) -> bool:
    """Return whether a statement cannot end in column 72, and what follows is no number of a card."""
    if not tail(line) or SEQUENCE.match(tail(line)):
        return False
    return unfinished(line.expandtabs()[STATEMENT_START:STATEMENT_END]) or touches(line)


def touches(line: str) -> bool:
    """Return whether no blank divides a statement from what is beyond column 72."""
    return " " not in line.expandtabs()[STATEMENT_END - 1 : STATEMENT_END + 1] and tail(line) != ""


def cut(source: SourceText, lines: Sequence[int]) -> list[Diagnostic]:
    """Note the first card of a deck without numbers in columns 73 to 80 whose statement seems to go on there."""
    cards = {number: source.line(number) for number in lines if not is_comment(source.line(number), Form())}
    longer = [number for number, line in cards.items() if touches(line) and "!" not in line[:STATEMENT_END]]
    if not longer or 2 * sum(tail(line) != "" for line in cards.values()) > len(cards):
        return []
    more = f", nor in {counted(len(longer) - 1, 'other line')}" if len(longer) > 1 else ""
    message = f"{tail(cards[longer[0]])!r} beyond column {STATEMENT_END} is not read{more}"
    hint = "if it is of the statement: --setting cards=free"
    return [Diagnostic(Place(longer[0], STATEMENT_END + 1), message, hint=hint)]


BEYOND = f"statements beyond column {STATEMENT_END}"
TRAITS = {
    "lower case": lambda line: re.search("[a-z]", line[:STATEMENT_END]) is not None,
    "tabs": lambda line: "\t" in line,
    BEYOND: goes_on,
}
"""The traits that no punched deck has, and how to recognise each in a line."""

"""Find out how a text holds its cards: punched, as an editor makes them, or with its columns lost.

    form, traits = recognized(source)       # Form(edited=True, width=0), {"lower case": 3, "tabs": 1}: by first lines
    form_of(source, "columns")              # by a setting: auto, columns, free, loose

Only what can mean nothing else is recognised: lower case and tabs, which no card has; statements that begin in the
label field in most of the lines; and a statement that goes on beyond column 72, where cards have a sequence number.
"""

from __future__ import annotations

import re

from interpreters.source.cards import CARD, STATEMENT_END, STRICT, Form, is_comment
from interpreters.source.position import SourceText

FORMS = {"columns": STRICT, "free": Form(width=0), "loose": Form(width=0, loose=True)}
IN_LABEL_FIELD = re.compile(r" {0,4}[A-Za-z]")
SEQUENCE = re.compile(r"[A-Z]*[ .\-]*[A-Z0-9]*[ .\-]*\d*\s*$", re.IGNORECASE)
"""What columns 73 to 80 of a card hold: letters and digits that number it."""


def form_of(source: SourceText, setting: str) -> Form:
    """Return the form that a setting names; of `auto` what is recognised."""
    return FORMS.get(setting) or recognized(source)[0]


def recognized(source: SourceText) -> tuple[Form, dict[str, int]]:
    """Return the form of a text, and what in it no punched deck has, with the line where it is first."""
    lines = [source.line(number) for number in range(1, len(source.starts) + 1)]
    cards = {number: line for number, line in enumerate(lines, start=1) if not is_comment(line, Form())}
    lost = [number for number, line in cards.items() if IN_LABEL_FIELD.match(line)]
    if 2 * len(lost) > len(cards):
        return FORMS["loose"], {"columns lost": lost[0]}
    found = {}
    for trait, has in TRAITS.items():
        if number := next((number for number, line in cards.items() if has(line)), 0):
            found[trait] = number
    return FORMS["free"] if BEYOND in found else Form(), found


def goes_on(line: str) -> bool:
    """Tell whether a statement cannot end in column 72: what follows is no number of a card."""
    tail = line.expandtabs()[STATEMENT_END:CARD].rstrip()
    return bool(tail) and not SEQUENCE.match(tail) and re.search(r"[=(),+*/']", tail) is not None


BEYOND = f"statements beyond column {STATEMENT_END}"
TRAITS = {
    "lower case": lambda line: re.search("[a-z]", line[:STATEMENT_END]) is not None,
    "tabs": lambda line: "\t" in line,
    BEYOND: goes_on,
}
"""What no punched deck has, and how a line shows it."""

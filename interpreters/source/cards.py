"""Turn a deck of punched cards into statements: labels, sequence numbers, and characters with their places.

    deck = fixed_form(source, diagnostics)   # columns 1-5 label, 6 continuation, 7-72 statement, 73-80 sequence
    deck = free_form(source, diagnostics)    # for listings whose columns are lost
    deck[0].label, deck[0].sequence          # "10", "I1990"
    deck[0].text, deck[0].offsets            # the statement field of its cards; where each character is in the source

A continuation card adds its columns 7 to 72 to the card before, which counts as filled with blanks up to column 72.
Comment cards (C or * in column 1) and blank cards are left out.

In free form a line is a label or a continuation digit, the statement, and after two blanks or a tab the sequence number
(a letter or digit and three to six digits). A digit at the start of a line marks a continuation where the statement
before it cannot end there: parentheses are open, it ends in a comma or an operator, or it is an IF without its second
half.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreters.source.diagnostics import Diagnostics
from interpreters.source.position import Place, SourceText

CARD = 80
STATEMENT_START, STATEMENT_END = 6, 72
CONTINUATIONS = 19
PARENTHESIS = re.compile(r"[()]")


@dataclass(slots=True)
class CardStatement:
    """An initial card and its continuations; `place` is the first character of its first card that is not blank."""

    label: str
    label_place: Place
    sequence: str
    place: Place
    text: str
    offsets: list[int]
    cards: int = 1

    def add(self, text: str, start: int, fill: int) -> None:
        """Append the statement field of a continuation card, the one before filled with blanks to `fill` columns."""
        short = (-len(self.text)) % fill if fill else 0
        end = self.offsets[-1] if self.offsets else start
        self.text += " " * short + text
        self.offsets += [end] * short + list(range(start, start + len(text)))
        self.cards += 1


def fixed_form(source: SourceText, diagnostics: Diagnostics) -> list[CardStatement]:
    """Read cards by their columns; note labels, continuations and lines that no card can hold."""
    deck: list[CardStatement] = []
    for number, start in enumerate(source.starts, start=1):
        line = source.line(number)
        if line[:1] in ("C", "*") or not line.strip():
            continue
        check_columns(line, number, diagnostics)
        label, mark = line[:5].strip(), line[5:6].strip()
        text = line[STATEMENT_START:STATEMENT_END]
        if mark not in ("", "0"):
            if continuation_fits(deck, label, number, diagnostics):
                deck[-1].add(text, start + STATEMENT_START, STATEMENT_END - STATEMENT_START)
            continue
        digits = label.replace(" ", "")
        if label and not digits.isdecimal():
            place = Place(number, 1, min(5, len(line)))
            diagnostics.error(place, f"the label field holds {label!r}", "digits or blanks in columns 1 to 5")
            digits = ""
        column = len(line) - len(line.lstrip()) + 1
        sequence = line[STATEMENT_END:CARD].strip()
        deck.append(first_card(number, digits, column, text, STATEMENT_START, start, sequence))
    return deck


def check_columns(line: str, number: int, diagnostics: Diagnostics) -> None:
    """Note a tab and a column beyond 80."""
    if "\t" in line:
        place = Place(number, line.index("\t") + 1)
        diagnostics.error(place, "a card has no tab", "blanks up to the column")
    check_characters(line, number, diagnostics)
    if len(line.rstrip()) > CARD:
        place = Place(number, CARD + 1, len(line) - CARD)
        diagnostics.error(place, f"this line has {len(line)} columns, a card has {CARD}")


def check_characters(line: str, number: int, diagnostics: Diagnostics) -> None:
    """Note a character beyond ASCII."""
    if not line.isascii() or not line.isprintable():
        strange = re.search(r"[^\x20-\x7e\t]", line)
        if strange:
            diagnostics.error(
                Place(number, strange.start() + 1), f"no card punch has the character {strange.group()!r}"
            )


def continuation_fits(deck: list[CardStatement], label: str, number: int, diagnostics: Diagnostics) -> bool:
    """Tell whether a continuation card may come here; note why not."""
    if not deck:
        message, columns = "a continuation card without a card before it", Place(number, 6)
        diagnostics.error(columns, message, "blank or 0 in column 6")
    elif label:
        message, columns = f"a continuation card with the label {label}", Place(number, 1, 5)
        diagnostics.error(columns, message, "blanks in columns 1 to 5")
    elif deck[-1].cards > CONTINUATIONS:
        diagnostics.error(Place(number, 6), "too many continuation cards", f"at most {CONTINUATIONS}")
    else:
        return True
    return False


def first_card(
    number: int, label: str, label_column: int, text: str, indent: int, start: int, sequence: str
) -> CardStatement:
    """Begin a statement with its first card, whose line begins at `start` and whose field is `indent` characters in."""
    column = indent + len(text) - len(text.lstrip()) + 1
    return CardStatement(
        label,
        Place(number, label_column, max(1, len(label))),
        sequence,
        Place(number, column, max(1, len(text.strip()))),
        text,
        list(range(start + indent, start + indent + len(text))),
    )


FREE_LINE = re.compile(
    r"[ \t]*(?:(?P<label>\d{1,5})(?![\d.]))?[ \t]*(?P<text>.*?)"
    r"(?:(?: {2,}|[ ]*\t)[ \t]*(?P<sequence>[A-Z0-9]\d{3,6}))?[ \t]*$"
)
FREE_COMMENT = re.compile(r"[C*](?:[ \t]+[^=(\s].*|[ \t]*)$")


def free_form(source: SourceText, diagnostics: Diagnostics) -> list[CardStatement]:
    """Read a listing whose columns are lost; note characters that no card can hold."""
    deck: list[CardStatement] = []
    for number, start in enumerate(source.starts, start=1):
        line = source.line(number)
        found = FREE_LINE.match(line)
        if not line.strip() or FREE_COMMENT.match(line) or found is None:
            continue
        check_characters(line, number, diagnostics)
        label, text = found["label"] or "", found["text"].rstrip()
        if len(label) == 1 and deck and unfinished(deck[-1].text):
            deck[-1].add(text, start + found.start("text"), 0)
        else:
            column = found.start("label") + 1 if label else 1
            sequence = found["sequence"] or ""
            deck.append(first_card(number, label, column, text, found.start("text"), start, sequence))
    return deck


def unfinished(text: str) -> bool:
    """Tell whether a statement cannot end here: open parentheses, a last comma or operator, an IF and no more."""
    stripped = text.replace(" ", "").replace("\t", "")
    if stripped.count("(") > stripped.count(")") or stripped[-1:] in (",", "+", "-", "*", "=", "("):
        return True
    return stripped.startswith("IF(") and closing(stripped, 2) == len(stripped) - 1


def closing(text: str, opening: int) -> int:
    """Return where the parenthesis that opens at `opening` closes, or -1."""
    depth = 0
    for found in PARENTHESIS.finditer(text, opening):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            return found.start()
    return -1

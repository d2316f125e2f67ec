"""Turn a deck of punched cards into statements: labels, sequence numbers, and characters with their places.

    deck = fixed_form(source, diagnostics, STRICT, range(1, 10))  # label in columns 1-5, continuation in 6
    deck = loose_form(source, diagnostics, STRICT, range(1, 10))  # listings whose columns are lost
    deck[0].label, deck[0].sequence          # "10", "I1990"
    deck[0].text, deck[0].offsets            # the statement field of its cards; where each character is in the source

A continuation card adds its columns 7 to 72 to the card before, which counts as filled with blanks up to column 72.
Comment cards (C, * or $ in column 1) and blank cards are left out. Lines that an editor made (card_forms.py tells) may
have lower case, tabs and any length: a tab in the first six columns is followed by a continuation digit or a statement.

In loose form a line is a label or a continuation digit, the statement, and after two blanks or a tab the sequence
number (a letter or digit and three to six digits). A digit at the start of a line marks a continuation where the
statement before it cannot end there: parentheses are open, it ends in a comma or an operator, or it is an IF without
its second half.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import Place, SourceText

CARD = 80
STATEMENT_START, STATEMENT_END = 6, 72
CONTINUATIONS = 19
PARENTHESIS = re.compile(r"[()]")
COMMENT, EDITED_COMMENT = "C*$", "Cc*$!"
"""The characters in column 1 that begin a comment: on a card, and in a line that an editor made."""


@dataclass(frozen=True, slots=True)
class Form:
    """The layout of cards: `edited` as editors make them, statements up to column `width` (0: any), columns lost."""

    edited: bool = True
    width: int = STATEMENT_END
    loose: bool = False


STRICT = Form(edited=False)


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

    def add(self, text: str, offsets: Sequence[int], fill: int) -> None:
        """Append the statement field of a continuation card, the one before filled with blanks to `fill` columns."""
        short = (-len(self.text)) % fill if fill else 0
        end = self.offsets[-1] if self.offsets else offsets[0] if offsets else 0
        self.text += " " * short + text
        self.offsets += [end] * short + list(offsets)
        self.cards += 1


def fixed_form(source: SourceText, diagnostics: Diagnostics, form: Form, lines: Sequence[int]) -> list[CardStatement]:
    """Read lines as cards by their columns; note labels, continuations and what no card can hold."""
    deck: list[CardStatement] = []
    end, fill = (form.width, form.width - STATEMENT_START) if form.width else (None, 0)
    for number in lines:
        line, start = source.line(number), source.starts[number - 1]
        if is_comment(line, form):
            continue
        offsets: Sequence[int] = range(start, start + len(line))
        if not form.edited:
            check_columns(line, number, diagnostics)
        elif "\t" in line:
            line, offsets = without_tabs(line, start)
        label, mark = line[:5].strip(), line[5:6].strip()
        text, at = line[STATEMENT_START:end], offsets[STATEMENT_START:end]
        if mark not in ("", "0"):
            if continuation_fits(deck, label, number, diagnostics):
                deck[-1].add(text, at, fill)
            continue
        digits = label_digits(label, number, diagnostics)
        column = len(line) - len(line.lstrip()) + 1
        sequence = line[end:CARD].strip() if end else ""
        deck.append(first_card(source, number, (digits, column), text, at, sequence))
    return deck


def is_comment(line: str, form: Form) -> bool:
    """Return whether a card is blank or a comment."""
    return line[:1] in (EDITED_COMMENT if form.edited else COMMENT) or not line.strip()


LABEL_BETWEEN_TABS = re.compile(r"\t *(\d{1,5}) *\t")


def without_tabs(line: str, start: int) -> tuple[str, list[int]]:
    """Replace tabs by blanks: one in the first six columns leads to a continuation digit in column 6, else to 7."""
    lead = LABEL_BETWEEN_TABS.match(line)
    columns = lead[1].ljust(STATEMENT_START) if lead else ""
    offsets = [start + min(index + 1, len(columns)) for index in range(len(columns))]
    for index, character in enumerate(line):
        if lead and index < lead.end():
            continue
        room = 1
        if character == "\t" and len(columns) < STATEMENT_START:
            room = STATEMENT_START - len(columns) - (line[index + 1 : index + 2] in tuple("123456789"))
        columns += " " * room if character == "\t" else character
        offsets += [start + index] * room
    return columns, offsets


LOST = "a statement begins in column 7; in listings whose columns are lost: --setting cards=loose"


def label_digits(label: str, number: int, diagnostics: Diagnostics) -> str:
    """Return the digits of a label field; note one that holds something else."""
    digits = label.replace(" ", "")
    if not label or digits.isdecimal():
        return digits
    message = f"the label field holds {label!r}"
    diagnostics.error(Place(number, 1, 5), message, "digits or blanks in columns 1 to 5", hint=LOST)
    return ""


EDITED = "text as editors make it: --setting cards=free"


def check_columns(line: str, number: int, diagnostics: Diagnostics) -> None:
    """Note a tab and a column beyond 80."""
    if "\t" in line:
        place = Place(number, line.index("\t") + 1)
        diagnostics.error(place, "a card has no tab", "blanks up to the column", hint=EDITED)
    check_characters(line, number, diagnostics)
    if len(line.rstrip()) > CARD:
        place = Place(number, CARD + 1, len(line) - CARD)
        diagnostics.error(place, f"this line has {len(line)} columns, a card has {CARD}", hint=EDITED)


def check_characters(line: str, number: int, diagnostics: Diagnostics) -> None:
    """Note a character beyond ASCII."""
    if not line.isascii() or not line.isprintable():
        strange = re.search(r"[^\x20-\x7e\t≠]", line)
        if strange:
            diagnostics.error(
                Place(number, strange.start() + 1), f"no card punch has the character {strange.group()!r}"
            )


def continuation_fits(deck: list[CardStatement], label: str, number: int, diagnostics: Diagnostics) -> bool:
    """Return whether a continuation card may come here; note why not."""
    hint = LOST if re.search(r"[^\d ]", label) else ""
    if not deck:
        message, columns = "a continuation card without a card before it", Place(number, 6)
        diagnostics.error(columns, message, "blank or 0 in column 6", hint=hint)
    elif label:
        message, columns = f"a continuation card with the label {label}", Place(number, 1, 5)
        diagnostics.error(columns, message, "blanks in columns 1 to 5", hint=hint)
    elif deck[-1].cards > CONTINUATIONS:
        diagnostics.error(Place(number, 6), "too many continuation cards", f"at most {CONTINUATIONS}")
    else:
        return True
    return False


def first_card(
    source: SourceText, number: int, label: tuple[str, int], text: str, offsets: Sequence[int], sequence: str
) -> CardStatement:
    """Begin a statement with its first card; the label comes with its column."""
    digits, label_column = label
    lead = len(text) - len(text.lstrip())
    column = (offsets[min(lead, len(text) - 1)] if text else source.starts[number - 1]) - source.starts[number - 1] + 1
    return CardStatement(
        digits,
        Place(number, label_column, max(1, len(digits))),
        sequence,
        Place(number, column, max(1, len(text.strip()))),
        text,
        list(offsets),
    )


LOOSE_LINE = re.compile(
    r"[ \t]*(?:(?P<label>\d{1,5})(?![\d.]))?[ \t]*(?P<text>.*?)"
    r"(?:(?: {2,}|[ ]*\t)[ \t]*(?P<sequence>[A-Z0-9]\d{3,6}))?[ \t]*$"
)
LOOSE_COMMENT = re.compile(r"[Cc*$](?:[ \t]+[^=(\s].*|[ \t]*)$")


def loose_form(source: SourceText, diagnostics: Diagnostics, form: Form, lines: Sequence[int]) -> list[CardStatement]:
    """Read lines of a listing whose columns are lost; note characters that no card can hold."""
    deck: list[CardStatement] = []
    del form
    for number in lines:
        line, start = source.line(number), source.starts[number - 1]
        fields = LOOSE_LINE.match(line)
        if not line.strip() or LOOSE_COMMENT.match(line) or fields is None:
            continue
        check_characters(line, number, diagnostics)
        label, text = fields["label"] or "", fields["text"].rstrip()
        at = range(start + fields.start("text"), start + fields.start("text") + len(text))
        if len(label) == 1 and deck and unfinished(deck[-1].text):
            deck[-1].add(text, at, 0)
        else:
            column = fields.start("label") + 1 if label else 1
            sequence = fields["sequence"] or ""
            deck.append(first_card(source, number, (label, column), text, at, sequence))
    return deck


def unfinished(text: str) -> bool:
    """Return whether a statement cannot end here: open parentheses, a last comma or operator, an IF and no more."""
    stripped = text.replace(" ", "").replace("\t", "")
    if stripped.count("(") > stripped.count(")") or stripped[-1:] in (",", "+", "-", "*", "=", "("):
        return True
    return stripped.startswith("IF(") and closing(stripped, 2) == len(stripped) - 1


def closing(text: str, opening: int) -> int:
    """Return where the parenthesis that opens at `opening` closes, or -1."""
    depth = 0
    for parenthesis in PARENTHESIS.finditer(text, opening):
        depth += 1 if parenthesis[0] == "(" else -1
        if depth == 0:
            return parenthesis.start()
    return -1

"""Turn a deck of punched cards into statements: labels, sequence numbers, and characters with their places.

    deck = punched(source)              # columns 1-5 label, 6 continuation, 7-72 statement, 73-80 sequence
    deck = loose(source)                # for listings whose columns are lost
    deck[0].label, deck[0].sequence     # "10", "I1990"
    deck[0].text, deck[0].offsets       # the statement field of its cards; where each character stands in the source

A continuation card adds its columns 7 to 72 to the card before, which counts as filled with blanks up to column 72.
Comment cards (C or * in column 1) and blank cards are left out.

In the loose form a line is: a label or a continuation digit, the statement, and behind two blanks or a tab the
sequence number (a letter or digit and three to six digits). A digit before a line marks a continuation where the
statement before it cannot end there: brackets are open, it ends in a comma or an operator, or it is an IF without
its second half.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.position import Place, SourceText

CARD = 80
STATEMENT_START, STATEMENT_END = 6, 72
CONTINUATIONS = 19


@dataclass(frozen=True, slots=True)
class CardStatement:
    """An initial card and its continuations; `place` is the first character of its first card that is not blank."""

    label: str
    label_place: Place
    sequence: str
    place: Place
    text: str
    offsets: tuple[int, ...]


@dataclass(slots=True)
class Pile:
    """A statement while its cards are read."""

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

    def done(self) -> CardStatement:
        """Return the finished statement."""
        return CardStatement(
            self.label, self.label_place, self.sequence, self.place, self.text, tuple(self.offsets)
        )  # fmt: skip


def punched(source: SourceText) -> list[CardStatement]:
    """Read cards by their columns; raise SourceError for labels, continuations and lines that no card can hold."""
    piles: list[Pile] = []
    diagnostics: list[Diagnostic] = []
    for number in range(1, len(source.starts) + 1):
        line = source.line(number)
        start = source.starts[number - 1]
        if line[:1] in ("C", "*") or not line.strip():
            continue
        diagnostics += misprints(line, number)
        label, mark = line[:5].strip(), line[5:6].strip()
        text = line[STATEMENT_START:STATEMENT_END]
        if mark not in ("", "0"):
            diagnostic = continuation_fault(piles, label, number)
            if diagnostic:
                diagnostics.append(diagnostic)
            else:
                piles[-1].add(text, start + STATEMENT_START, STATEMENT_END - STATEMENT_START)
            continue
        if label and not label.replace(" ", "").isdigit():
            diagnostics.append(
                Diagnostic(Place(number, 1, min(5, len(line))), f"the label field holds {label!r}", "digits or blanks")
            )
        piles.append(begun(source, number, label.replace(" ", ""), first_column(line), text, start + STATEMENT_START))
        piles[-1].sequence = line[STATEMENT_END:CARD].strip()
    if diagnostics:
        raise SourceError(source, diagnostics)
    return [pile.done() for pile in piles]


def first_column(line: str) -> int:
    """Return the column of the first character that is not blank, counted from 1."""
    return len(line) - len(line.lstrip()) + 1


def misprints(line: str, number: int) -> list[Diagnostic]:
    """Complain of what cannot stand on a card: a tab, a character beyond ASCII, a column beyond 80."""
    found = []
    if "\t" in line:
        found.append(Diagnostic(Place(number, line.index("\t") + 1), "a card has no tab", "blanks up to the column"))
    strange = re.search(r"[^\x20-\x7e\t]", line)
    if strange:
        found.append(
            Diagnostic(Place(number, strange.start() + 1), f"no card punch has the character {strange.group()!r}")
        )
    if len(line.rstrip()) > CARD:
        found.append(
            Diagnostic(Place(number, CARD + 1, len(line) - CARD), f"a card has {CARD} columns, this line {len(line)}")
        )
    return found


def continuation_fault(piles: list[Pile], label: str, number: int) -> Diagnostic | None:
    """Say why a continuation card cannot stand where it does."""
    if not piles:
        return Diagnostic(Place(number, 6), "a continuation card without a card before it", "blank or 0 in column 6")
    if label:
        return Diagnostic(
            Place(number, 1, 5), f"a continuation card with the label {label}", "blanks in columns 1 to 5"
        )
    if piles[-1].cards > CONTINUATIONS:
        return Diagnostic(Place(number, 6), f"a statement has at most {CONTINUATIONS} continuation cards")
    return None


def begun(source: SourceText, number: int, label: str, label_column: int, text: str, start: int) -> Pile:
    """Begin a statement with its first card."""
    lead = len(text) - len(text.lstrip())
    column = start - source.starts[number - 1] + lead + 1
    return Pile(
        label,
        Place(number, label_column, max(1, len(label))),
        "",
        Place(number, column, max(1, len(text.strip()))),
        text,
        list(range(start, start + len(text))),
    )


LOOSE = re.compile(
    r"[ \t]*(?:(?P<label>\d{1,5})(?![\d.]))?[ \t]*(?P<text>.*?)"
    r"(?:(?: {2,}|[ ]*\t)[ \t]*(?P<sequence>[A-Z0-9]\d{3,6}))?[ \t]*$"
)
LOOSE_COMMENT = re.compile(r"[C*](?:[ \t]+[^=(\s].*|[ \t]*)$")


def loose(source: SourceText) -> list[CardStatement]:
    """Read a listing whose columns are lost; raise SourceError for characters that no card can hold."""
    piles: list[Pile] = []
    diagnostics: list[Diagnostic] = []
    for number in range(1, len(source.starts) + 1):
        line = source.line(number)
        found = LOOSE.match(line)
        if not line.strip() or LOOSE_COMMENT.match(line) or found is None:
            continue
        diagnostics += [
            diagnostic for diagnostic in misprints(line.replace("\t", " "), number) if "has" in diagnostic.message
        ]
        label, text = found["label"] or "", found["text"].rstrip()
        start = source.starts[number - 1] + found.start("text")
        if len(label) == 1 and piles and unfinished(piles[-1].text):
            piles[-1].add(text, start, 0)
            continue
        piles.append(begun(source, number, label, found.start("label") + 1 if label else 1, text, start))
        piles[-1].sequence = found["sequence"] or ""
    if diagnostics:
        raise SourceError(source, diagnostics)
    return [pile.done() for pile in piles]


def unfinished(text: str) -> bool:
    """Tell whether a statement cannot end here: open brackets, a last comma or operator, an IF and no more."""
    squeezed = text.replace(" ", "").replace("\t", "")
    depth = squeezed.count("(") - squeezed.count(")")
    if depth > 0 or squeezed[-1:] in (",", "+", "-", "*", "=", "("):
        return True
    return squeezed.startswith("IF(") and closing(squeezed, 2) == len(squeezed) - 1


def closing(text: str, opening: int) -> int:
    """Return where the bracket that opens at `opening` closes, or -1."""
    depth = 0
    for index in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return -1

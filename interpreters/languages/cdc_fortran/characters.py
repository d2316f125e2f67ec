"""Take blanks out of a statement, split it at each $, and set aside what stands for itself: characters in constants.

    IF (K .EQ. 3HABC) I = 1 $ J = 2   becomes   IF(K.EQ.\ue000)I=1 with ("H", "ABC"), and J=2

Characters are 3HABC, 3LABC, 3RABC, and between quotes 'ABC', "ABC", ≠ABC≠; in a FORMAT *ABC* too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from getallenband.interpreters.source.cards import CardStatement
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.words import meanings

PLACEHOLDER = "\ue000"
"""Stands for characters in blank-stripped text."""

BLANK, COUNTED, END = r"(?P<blank>[ \t]+)", "(?P<counted>[HLR])", r"(?P<end>\$)"
QUOTES = "(?P<quote>['\"≠])"
PLAIN = r"(?P<plain>(?:[A-GI-KM-QS-Z0-9=+\-/(),.:&]|(?<![0-9 \t])[HLR]|\*)+)"
PUNCHED = re.compile(f"{PLAIN}|{BLANK}|{COUNTED}|{END}|{QUOTES}")
EDITED = f"(?i:{PUNCHED.pattern})|(?P<remark>!)"
"""Pieces of a statement, of a punched card and of a line that an editor made."""
EDITED_HINT = "lower case: --setting cards=free"
COMMERCIAL_HINT = "& % < # @ for + ( ) = ', as IBM's commercial punches have them: --setting punches=commercial"


@dataclass(slots=True)
class StatementText:
    """A statement without blanks: text, offsets of characters in the source, what is set aside (H, L or R, text)."""

    source: SourceText
    text: str = ""
    offsets: list[int] = field(default_factory=list)
    holleriths: list[tuple[str, str]] = field(default_factory=list)

    def place(self, start: int, end: int) -> Place:
        """Return the place of the characters from start to end; one past the last is the last."""
        last = len(self.offsets) - 1
        return self.source.place(self.offsets[min(start, last)], self.offsets[min(max(end - 1, start), last)] + 1)

    def fail(self, start: int, end: int, message: str, expected: str = "", near: str = "", hint: str = "") -> NoReturn:
        Diagnostics(self.source).fail(self.place(start, end), message, expected, near, hint)

    def token(self, kind: str, start: int, end: int, value: str | None = None) -> Token:
        text = self.text[start:end] if value is None else value
        return Token(kind, text, self.offsets[start], end_pos=self.offsets[max(end - 1, start)] + 1)


def strip_blanks(source: SourceText, card: CardStatement, *, edited: bool) -> list[StatementText]:
    """Split a card's statement at each $ and leave out blanks, both outside characters that stand for themselves."""
    found, index, text, pieces = [StatementText(source)], 0, card.text, re.compile(EDITED) if edited else PUNCHED
    while index < len(text):
        current, piece = found[-1], pieces.match(text, index)
        if piece is None:
            invalid_character(source, card, index)
        end = piece.end()
        if piece["plain"]:
            end = take_plain(card, index, piece[0], current)
        elif piece["end"] and current.text.count("(") > current.text.count(")"):
            dollar_inside(source, card, index, current.text)
        elif piece["end"]:
            found.append(StatementText(source))
        elif piece["quote"]:
            end = take_quoted(card, index, current)
        elif piece["counted"]:
            count = hollerith_count(current.text, piece[0])
            end = take_hollerith(card, end, count, current) if count else take_plain(card, index, piece[0], current)
        elif not piece["blank"]:
            end = end_of_line(card, index)
        index = end
    return [one for one in found if one.text]


def dollar_inside(source: SourceText, card: CardStatement, index: int, before: str) -> NoReturn:
    """Refuse a $ inside parentheses, which ends no statement."""
    place = source.place(card.offsets[index], card.offsets[index] + 1)
    if before.startswith("FORMAT("):
        message, expected = "$ in a FORMAT is DEC's: the line stays open", "a FORMAT without it: each record is a line"
    else:
        message, expected = "$ ends a statement, and parentheses are open here", ")"
    Diagnostics(source).fail(place, message, expected)


def invalid_character(source: SourceText, card: CardStatement, index: int) -> NoReturn:
    character, place = card.text[index], source.place(card.offsets[index], card.offsets[index] + 1)
    expected = "letters A to Z, digits or = + - * / ( ) , . $"
    other = COMMERCIAL_HINT if character in "%#@" else meanings(__package__, "characters").get(character, "")
    hint = EDITED_HINT if character.islower() else other
    Diagnostics(source).fail(place, f"invalid character {character!r}", expected, hint=hint)


def take_plain(card: CardStatement, index: int, piece: str, into: StatementText) -> int:
    """Add characters to a statement, in a FORMAT up to a * around what stands for itself; return where they end."""
    if "*" in piece and (into.text + piece).upper().startswith("FORMAT("):
        piece = piece[: piece.index("*")]
        if not piece:
            return take_quoted(card, index, into)
    into.text += piece.upper()
    into.offsets += card.offsets[index : index + len(piece)]
    return index + len(piece)


def take_quoted(card: CardStatement, index: int, into: StatementText) -> int:
    """Move characters between quotes into the statement, a doubled quote being one; return where they end."""
    quote, content, end = card.text[index], "", index
    while card.text[end : end + 1] == quote:
        close = card.text.find(quote, end + 1)
        if close < 0:
            place = into.source.place(card.offsets[index], card.offsets[-1] + 1)
            Diagnostics(into.source).fail(place, f"the characters after this {quote} have no end", quote)
        content += quote * (end > index) + card.text[end + 1 : close]
        end = close + 1
    into.offsets.append(card.offsets[index])
    into.text += PLACEHOLDER
    into.holleriths.append(("H", content))
    return end


def end_of_line(card: CardStatement, index: int) -> int:
    """Return where the line of a character ends: the next card of the statement."""
    offsets = card.offsets
    return next((at for at in range(index + 1, len(offsets)) if offsets[at] > offsets[at - 1] + 1), len(offsets))


DIGITS = re.compile(r"\d+$")
BEFORE_COUNT = re.compile(r"(?:[=+\-*/(),]|[A-Z]\.|\ue000)$")
BEFORE_COUNT_IN_FORMAT = re.compile(r"(?:[(,/XP]|\ue000)$")
TYPE_LENGTH = re.compile(r"(?:IMPLICIT)?(?:REAL|INTEGER|LOGICAL|COMPLEX)\*\d+$")


def hollerith_count(before: str, letter: str) -> str:
    """Return the digits that make a following H, L or R begin a Hollerith constant, or nothing.

    They do not follow a letter or digit of a name; after the point of .EQ. and the like they do. In a FORMAT they may
    also follow the X or P of the field before; there L and R are fields.
    """
    tail = before[-12:]
    digits = DIGITS.search(tail)
    if not digits:
        return ""
    lead = BEFORE_COUNT
    if before.startswith("FORMAT("):
        lead = BEFORE_COUNT_IN_FORMAT
        if letter not in "Hh":
            return ""
    elif TYPE_LENGTH.match(before):
        return ""
    return digits.group() if lead.search(tail[: digits.start()]) else ""


def take_hollerith(card: CardStatement, index: int, count: str, into: StatementText) -> int:
    """Move a Hollerith constant whose characters begin at `index` into the statement; return where they end."""
    size, start, kind = int(count), len(into.text) - len(count), card.text[index - 1].upper()
    if size == 0:
        into.fail(start, start + 1, "a Hollerith constant of no characters", "a count of at least 1")
    content = card.text[index : index + size]
    if len(content) < size:
        place = into.source.place(into.offsets[start], card.offsets[-1] + 1)
        message = f"the card ends inside a Hollerith constant of {size} characters, after {len(content)}"
        Diagnostics(into.source).fail(place, message)
    del into.offsets[start + 1 :]
    into.text = into.text[:start] + PLACEHOLDER
    into.holleriths.append((kind, content))
    return index + size

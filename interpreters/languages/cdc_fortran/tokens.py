"""Turn the characters of a card statement into tokens: split at $, drop blanks, find the class, cut into tokens.

    IF (K(I) .GE. J) K(I)=0   becomes   LOGICAL_IF ( K ( I ) RELATION J ) ASSIGNMENT K ( I ) = 0

FORTRAN has no reserved words and blanks mean nothing outside Hollerith constants, so the class comes first: a
statement with an = outside brackets and no comma behind it is an assignment, whatever it begins with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreters.source.cards import CardStatement, closing
from interpreters.source.diagnostics import Diagnostic, nearest
from interpreters.source.lark_parser import Token
from interpreters.source.position import SourceText

HELD = "\ue000"
"""Stands for a Hollerith constant in squeezed text."""

CHARACTERS = re.compile(r"[A-Z0-9=+\-*/(),.$ \t]")
KEYWORDS = (
    "DOUBLEPRECISION", "SUBROUTINE", "EQUIVALENCE", "BACKSPACE", "BLOCKDATA", "DIMENSION", "CONTINUE", "EXTERNAL",
    "FUNCTION", "ENDFILE", "COMPLEX", "INTEGER", "LOGICAL", "PROGRAM", "COMMON", "FORMAT", "REWIND", "RETURN",
    "ASSIGN", "PRINT", "PUNCH", "PAUSE", "WRITE", "CALL", "DATA", "READ", "REAL", "GOTO", "STOP", "END",
)  # fmt: skip
TYPES = ("DOUBLEPRECISION", "INTEGER", "REAL", "COMPLEX", "LOGICAL")
ALONE = ("CONTINUE", "RETURN", "BLOCKDATA", "END")

TOKEN = re.compile(
    rf"""(?P<NUMBER>(?:\d+\.(?!(?:EQ|NE|LT|LE|GT|GE|AND|OR)\.)\d*|\.\d+|\d+)(?:[ED][+-]?\d+)?)
    |(?P<LOGICAL>\.TRUE\.|\.FALSE\.)
    |(?P<RELATION>\.(?:EQ|NE|LT|LE|GT|GE)\.)
    |(?P<NOT>\.NOT\.)|(?P<AND>\.AND\.)|(?P<OR>\.OR\.)
    |(?P<NAME>[A-Z][A-Z0-9]*)
    |(?P<POWER>\*\*)|(?P<PLUS>\+)|(?P<MINUS>-)|(?P<STAR>\*)|(?P<SLASH>/)
    |(?P<LEFT>\()|(?P<RIGHT>\))|(?P<COMMA>,)|(?P<EQUALS>=)|(?P<HOLLERITH>{HELD})""",
    re.VERBOSE,
)


class Misread(Exception):
    """Raised with what is wrong and where (offsets in the source text)."""

    def __init__(self, message: str, start: int, end: int, expected: str = "", near: str = "") -> None:
        self.message, self.start, self.end, self.expected, self.near = message, start, end, expected, near

    def diagnostic(self, source: SourceText) -> Diagnostic:
        """Return the diagnostic."""
        return Diagnostic(
            source.place(self.start, max(self.end, self.start + 1)), self.message, self.expected, self.near
        )


@dataclass(slots=True)
class Squeezed:
    """One statement without blanks: text, where each character stands, and the Hollerith constants it holds."""

    text: str = ""
    offsets: list[int] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    end: int = 0

    def offset(self, index: int) -> int:
        """Return where a character stands in the source (behind the last: the end of the statement)."""
        return self.offsets[index] if index < len(self.offsets) else self.end


def squeezed(card: CardStatement) -> list[Squeezed]:
    """Split a card's statement at each $ and drop the blanks, both outside Hollerith constants."""
    found, current, index = [], Squeezed(), 0
    text = card.text
    while index < len(text):
        sign = text[index]
        if sign == "$":
            current.end = card.offsets[index]
            found.append(current)
            current = Squeezed()
        elif sign == "H" and (count := hollerith_count(current.text)):
            index = take_hollerith(card, index, count, current)
        elif not CHARACTERS.match(sign):
            raise Misread(
                f"the character {sign!r} means nothing here", card.offsets[index], card.offsets[index] + 1,
                "letters A to Z, digits or = + - * / ( ) , . $",
            )  # fmt: skip
        elif sign not in " \t":
            current.text += sign
            current.offsets.append(card.offsets[index])
        index += 1
    current.end = card.offsets[-1] + 1 if card.offsets else 0
    return [one for one in [*found, current] if one.text]


def hollerith_count(before: str) -> str:
    """Return the digits that make a following H the sign of a Hollerith constant, or nothing.

    They do not follow a letter or digit of a name; behind the point of .EQ. and the like they do. In a FORMAT they
    may also follow the X or P of the field before.
    """
    digits = re.search(r"\d+$", before)
    if not digits:
        return ""
    lead = before[: digits.start()]
    if before.startswith("FORMAT("):
        return digits.group() if re.search(r"(?:[(,/XP]|\ue000)$", lead) else ""
    return digits.group() if re.search(r"(?:[=+\-*/(,]|[A-Z]\.|\ue000)$", lead) else ""


def take_hollerith(card: CardStatement, index: int, count: str, into: Squeezed) -> int:
    """Move a Hollerith constant into the squeezed text; return the index of its last character."""
    size, start = int(count), into.offsets[-len(count)]
    if size == 0:
        raise Misread("a Hollerith constant of no characters", start, start + 1, "a count of at least 1")
    content = card.text[index + 1 : index + 1 + size]
    if len(content) < size:
        raise Misread(
            f"the card ends inside a Hollerith constant: {size} characters are announced, {len(content)} are there",
            start, card.offsets[-1] + 1,
        )  # fmt: skip
    del into.offsets[-len(count) :]
    into.text = into.text[: -len(count)] + HELD
    into.offsets.append(start)
    into.held.append(content)
    return index + size


def bare_equals(text: str) -> int:
    """Return where the first = outside brackets stands, or -1."""
    depth = 0
    for index, sign in enumerate(text):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "=" and depth == 0:
            return index
    return -1


def is_assignment(text: str) -> bool:
    """Tell whether a statement is an assignment: a variable, =, and no bare comma behind it."""
    equals = bare_equals(text)
    if equals < 0 or not re.match(r"[A-Z][A-Z0-9]*(\(|=)", text):
        return False
    opening = text.find("(")
    if 0 <= opening < equals and closing(text, opening) != equals - 1:
        return False
    return not (re.match(r"DO\d+[A-Z][A-Z0-9]*=", text) and bare_comma(text, equals))


def bare_comma(text: str, start: int) -> bool:
    """Tell whether a comma outside brackets stands behind `start`."""
    depth = 0
    for sign in text[start:]:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            return True
    return False


@dataclass(slots=True)
class Tokens:
    """Cuts one squeezed statement into tokens."""

    line: Squeezed
    holleriths: Iterator[str] = field(init=False)

    def __post_init__(self) -> None:
        """Take the Hollerith constants in order."""
        self.holleriths = iter(self.line.held)

    def token(self, kind: str, start: int, end: int, value: str | None = None) -> Token:
        """Make a token of the characters from start to end."""
        last = self.line.offset(end - 1) + 1 if end > start else self.line.offset(start) + 1
        text = self.line.text[start:end] if value is None else value
        return Token(kind, text, self.line.offset(start), end_pos=last)

    def statement(self, start: int = 0) -> Iterator[Token]:
        """Yield the tokens of the statement that begins at `start`."""
        text = self.line.text[start:]
        if is_assignment(text):
            yield self.token("ASSIGNMENT", start, start + 1)
            yield from self.rest(start)
        elif text.startswith("IF("):
            yield from self.if_statement(start)
        elif found := re.match(r"DO(\d+)(?=[A-Z][A-Z0-9]*=)", text):
            yield self.token("DO", start, start + 2)
            yield self.token("INTEGER", start + 2, start + found.end())
            yield from self.rest(start + found.end())
        else:
            yield from self.keyword_statement(start)

    def if_statement(self, start: int) -> Iterator[Token]:
        """Yield an arithmetic or a logical IF: what stands behind the bracket tells."""
        end = closing(self.line.text, start + 2)
        if end < 0:
            raise Misread(
                "the bracket of this IF is not closed", self.line.offset(start + 2), self.line.offset(start + 2)
            )
        behind = self.line.text[end + 1 : end + 2]
        yield self.token("ARITHMETIC_IF" if behind.isdigit() else "LOGICAL_IF", start, start + 2)
        yield from self.rest(start + 2, end + 1)
        if behind.isdigit():
            yield from self.rest(end + 1)
        elif not behind:
            raise Misread(
                "this IF has nothing to do", self.line.offset(end), self.line.offset(end), "labels or a statement"
            )
        else:
            yield from self.statement(end + 1)

    def keyword_statement(self, start: int) -> Iterator[Token]:
        """Yield a statement that its first letters name."""
        text = self.line.text[start:]
        word = next((word for word in KEYWORDS if text.startswith(word)), None)
        if word is None or (word in ALONE and text != word):
            lead = re.match(r"[A-Z]*", text)
            near = nearest(lead.group() if lead else text, [*KEYWORDS, "IF", "DO"])
            last = len(self.line.text) - 1
            raise Misread(
                "this is no FORTRAN statement", self.line.offset(start), self.line.offset(last) + 1,
                "an assignment or a statement that begins with a keyword", near,
            )  # fmt: skip
        end = start + len(word)
        if word in TYPES:
            yield from self.type_statement(start, end)
        elif word == "FORMAT":
            yield self.token("FORMAT", start, end)
            yield self.token("TEXT", end, len(self.line.text))
        elif word == "ASSIGN" and (found := re.match(r"(\d+)(TO)", self.line.text[end:])):
            yield self.token("ASSIGN", start, end)
            yield self.token("INTEGER", end, end + found.end(1))
            yield from self.rest(end + found.end())
        elif word == "GOTO":
            behind = self.line.text[end : end + 1]
            kind = "GOTO" if behind.isdigit() else "COMPUTED" if behind == "(" else "ASSIGNED"
            yield self.token(kind, start, end)
            yield from self.rest(end)
        else:
            yield self.token(word, start, end)
            yield from self.rest(end)

    def type_statement(self, start: int, end: int) -> Iterator[Token]:
        """Yield a type statement, or the head of a typed function: FUNCTION, a name, and names in brackets."""
        yield self.token("TYPE", start, end)
        if re.match(r"FUNCTION[A-Z][A-Z0-9]*\([A-Z]", self.line.text[end:]):
            yield self.token("FUNCTION", end, end + len("FUNCTION"))
            end += len("FUNCTION")
        yield from self.rest(end)

    def rest(self, start: int, end: int | None = None) -> Iterator[Token]:
        """Yield expression tokens up to `end`."""
        index, limit = start, len(self.line.text) if end is None else end
        while index < limit:
            found = TOKEN.match(self.line.text, index, limit)
            if not found or not found.lastgroup:
                raise Misread(
                    f"unexpected {self.line.text[index]!r}", self.line.offset(index), self.line.offset(index) + 1,
                    "a name, a constant or an operator",
                )  # fmt: skip
            kind, value = found.lastgroup, None
            if kind == "NUMBER":
                kind = "DOUBLE" if "D" in found[0] else "REAL" if "." in found[0] or "E" in found[0] else "INTEGER"
            if kind == "HOLLERITH":
                value = next(self.holleriths)
            yield self.token(kind, index, found.end(), value)
            index = found.end()

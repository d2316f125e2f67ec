"""Turn the characters of a card statement into tokens: split at $, strip blanks, find the class, cut into tokens.

    IF (K(I) .GE. J) K(I)=0   becomes   LOGICAL_IF ( K ( I ) RELATION J ) ASSIGNMENT K ( I ) = 0

FORTRAN has no reserved words and blanks mean nothing outside Hollerith constants, so the class comes first: a
statement with an = outside parentheses and no comma after it is an assignment, whatever it begins with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from interpreters.source.cards import CardStatement, closing
from interpreters.source.diagnostics import Diagnostics, nearest
from interpreters.source.lark_parser import Token
from interpreters.source.position import Place, SourceText

NAME_LENGTH = 7
PLACEHOLDER = "\ue000"
"""Stands for a Hollerith constant in blank-stripped text."""

PIECE = re.compile(r"(?P<plain>[A-GI-Z0-9=+\-*/(),.]+)|(?P<blank>[ \t]+)|(?P<hollerith>H)|(?P<end>\$)")
TYPES = ("DOUBLEPRECISION", "INTEGER", "REAL", "COMPLEX", "LOGICAL")
ALONE = ("CONTINUE", "RETURN", "BLOCKDATA", "END")
"""Keywords that are whole statements."""

KEYWORDS = (
    *TYPES, *ALONE, "SUBROUTINE", "EQUIVALENCE", "BACKSPACE", "DIMENSION", "EXTERNAL", "FUNCTION", "ENDFILE",
    "PROGRAM", "COMMON", "FORMAT", "REWIND", "ASSIGN", "PRINT", "PUNCH", "PAUSE", "WRITE", "CALL", "DATA", "READ",
    "GOTO", "STOP",
)  # fmt: skip
KEYWORD = re.compile("|".join(sorted(KEYWORDS, key=len, reverse=True)))
KEPT = ("READ", "WRITE", "PRINT", "PUNCH", "REWIND", "BACKSPACE", "ENDFILE", "FORMAT")
"""Keywords whose token is part of the tree; the others only tell the grammar the class of the statement."""

TOKEN = re.compile(
    rf"""(?P<NUMBER>(?:\d+\.(?!(?:EQ|NE|LT|LE|GT|GE|AND|OR)\.)\d*|\.\d+|\d+)(?:[ED][+-]?\d+)?)
    |(?P<LOGICAL>\.TRUE\.|\.FALSE\.)
    |(?P<RELATION>\.(?:EQ|NE|LT|LE|GT|GE)\.)
    |(?P<NOT>\.NOT\.)|(?P<AND>\.AND\.)|(?P<OR>\.OR\.)
    |(?P<NAME>[A-Z][A-Z0-9]*)
    |(?P<POWER>\*\*)|(?P<PLUS>\+)|(?P<MINUS>-)|(?P<STAR>\*)|(?P<SLASH>/)
    |(?P<_LEFT>\()|(?P<_RIGHT>\))|(?P<_COMMA>,)|(?P<_EQUALS>=)|(?P<HOLLERITH>{PLACEHOLDER})""",
    re.VERBOSE,
)


@dataclass(slots=True)
class StatementText:
    """One statement without blanks: its text, where each character is in the source, its Hollerith constants."""

    source: SourceText
    text: str = ""
    offsets: list[int] = field(default_factory=list)
    holleriths: list[str] = field(default_factory=list)

    def place(self, start: int, end: int) -> Place:
        """Return the place of the characters from start to end; one past the last is the last."""
        last = len(self.offsets) - 1
        return self.source.place(self.offsets[min(start, last)], self.offsets[min(max(end - 1, start), last)] + 1)

    def fail(self, start: int, end: int, message: str, expected: str = "", near: str = "") -> NoReturn:
        Diagnostics(self.source).fail(self.place(start, end), message, expected, near)

    def token(self, kind: str, start: int, end: int, value: str | None = None) -> Token:
        text = self.text[start:end] if value is None else value
        return Token(kind, text, self.offsets[start], end_pos=self.offsets[max(end - 1, start)] + 1)


# --- blanks, $ and Hollerith constants ---------------------------------------------------------------------------


def strip_blanks(source: SourceText, card: CardStatement) -> list[StatementText]:
    """Split a card's statement at each $ and leave out blanks, both outside Hollerith constants."""
    found, index, text = [StatementText(source)], 0, card.text
    while index < len(text):
        current, piece = found[-1], PIECE.match(text, index)
        if piece is None:
            Diagnostics(source).fail(
                source.place(card.offsets[index], card.offsets[index] + 1), f"invalid character {text[index]!r}",
                "letters A to Z, digits or = + - * / ( ) , . $",
            )  # fmt: skip
        end = piece.end()
        if piece["end"]:
            found.append(StatementText(source))
        elif piece["hollerith"] and (count := hollerith_count(current.text)):
            end = take_hollerith(card, end, count, current)
        elif not piece["blank"]:
            current.text += piece[0]
            current.offsets += card.offsets[index:end]
        index = end
    return [one for one in found if one.text]


DIGITS = re.compile(r"\d+$")
BEFORE_COUNT = re.compile(r"(?:[=+\-*/(,]|[A-Z]\.|\ue000)$")
BEFORE_COUNT_IN_FORMAT = re.compile(r"(?:[(,/XP]|\ue000)$")


def hollerith_count(before: str) -> str:
    """Return the digits that make a following H begin a Hollerith constant, or nothing.

    They do not follow a letter or digit of a name; after the point of .EQ. and the like they do. In a FORMAT they may
    also follow the X or P of the field before.
    """
    tail = before[-12:]
    digits = DIGITS.search(tail)
    if not digits:
        return ""
    lead = BEFORE_COUNT_IN_FORMAT if before.startswith("FORMAT(") else BEFORE_COUNT
    return digits.group() if lead.search(tail[: digits.start()]) else ""


def take_hollerith(card: CardStatement, index: int, count: str, into: StatementText) -> int:
    """Move a Hollerith constant whose characters begin at `index` into the statement; return where they end."""
    size, start = int(count), len(into.text) - len(count)
    if size == 0:
        into.fail(start, start + 1, "a Hollerith constant of no characters", "a count of at least 1")
    content = card.text[index : index + size]
    if len(content) < size:
        place = into.source.place(into.offsets[start], card.offsets[-1] + 1)
        message = f"the card ends inside a Hollerith constant of {size} characters, after {len(content)}"
        Diagnostics(into.source).fail(place, message)
    del into.offsets[start + 1 :]
    into.text = into.text[:start] + PLACEHOLDER
    into.holleriths.append(content)
    return index + size


# --- the class of a statement ------------------------------------------------------------------------------------

OUTSIDE = re.compile(r"[()=,]")
VARIABLE = re.compile(r"[A-Z][A-Z0-9]*[(=]")
DO = re.compile(r"DO(\d+)(?=[A-Z][A-Z0-9]*=)")
ASSIGN = re.compile(r"(\d+)TO")
TYPED_FUNCTION = re.compile(r"FUNCTION[A-Z][A-Z0-9]*\([A-Z]")


def outside_parentheses(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield each = and comma that is in no parentheses."""
    depth = 0
    for found in OUTSIDE.finditer(text, start):
        if found[0] == "(":
            depth += 1
        elif found[0] == ")":
            depth -= 1
        elif depth == 0:
            yield found.start(), found[0]


def is_assignment(text: str, start: int) -> bool:
    """Tell whether a statement is an assignment: a variable, =, and no comma after it outside parentheses."""
    lead = VARIABLE.match(text, start)
    if not lead:
        return False
    equals = next((index for index, character in outside_parentheses(text, start) if character == "="), -1)
    if equals < 0 or (lead[0][-1] == "(" and closing(text, lead.end() - 1) != equals - 1):
        return False
    is_do = DO.match(text, start) and any(character == "," for _, character in outside_parentheses(text, equals))
    return not is_do


def tokens_of(line: StatementText) -> list[Token]:
    """Cut one statement into tokens, its class first; raise SourceError where it is no statement."""
    text, start, holleriths = line.text, 0, iter(line.holleriths)
    found: list[Token] = []
    while text.startswith("IF(", start) and not is_assignment(text, start):
        end = closing(text, start + 2) + 1
        if not end:
            line.fail(start + 2, start + 3, "the parenthesis of this IF is not closed", ")")
        if end == len(text):
            line.fail(end, end, "this IF has nothing to do", "labels or a statement")
        arithmetic = text[end].isdigit()
        found.append(line.token("_ARITHMETIC_IF" if arithmetic else "_LOGICAL_IF", start, start + 2))
        found += expression_tokens(line, start + 2, end, holleriths)
        start = end
        if arithmetic:
            break
    else:
        lead, start = statement_class(line, start)
        found += lead
    return [*found, *expression_tokens(line, start, len(text), holleriths)]


def statement_class(line: StatementText, start: int) -> tuple[list[Token], int]:
    """Return the tokens that tell the class of a statement, and where the rest of it begins."""
    if is_assignment(line.text, start):
        return [line.token("_ASSIGNMENT", start, start + 1)], start
    if found := DO.match(line.text, start):
        label = line.token("INTEGER", start + 2, found.end())
        return [line.token("_DO", start, start + 2), label], found.end()
    keyword = KEYWORD.match(line.text, start)
    if not keyword or (keyword[0] in ALONE and keyword.end() < len(line.text)):
        lead = re.match(r"[A-Z]*", line.text[start:])
        near = nearest(lead.group() if lead else "", [*KEYWORDS, "IF", "DO"])
        expected = "an assignment or a statement that begins with a keyword"
        line.fail(start, len(line.text), "this is not a FORTRAN statement", expected, near)
    return CLASSES.get(keyword[0], keyword_class)(line, keyword[0], start, keyword.end())


def keyword_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    return [line.token(word if word in KEPT else f"_{word}", start, end)], end


def type_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    """Take a type statement, or the head of a typed function: FUNCTION, a name, and names in parentheses."""
    tokens, rest = [line.token("TYPE", start, end)], end
    if TYPED_FUNCTION.match(line.text, end):
        rest += len("FUNCTION")
        tokens.append(line.token("_FUNCTION", end, rest))
    return tokens, rest


def assign_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    """Take ASSIGN label TO without the TO."""
    tokens, rest = [line.token("_ASSIGN", start, end)], end
    if found := ASSIGN.match(line.text, end):
        tokens.append(line.token("INTEGER", end, found.end(1)))
        rest = found.end()
    return tokens, rest


def goto_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    following = line.text[end : end + 1]
    kind = "_GOTO" if following.isdigit() else "_COMPUTED" if following == "(" else "_ASSIGNED"
    return [line.token(kind, start, end)], end


def format_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    """Leave the rest of a FORMAT as it is."""
    return [line.token("FORMAT", start, end)], len(line.text)


CLASSES = {**dict.fromkeys(TYPES, type_class), "ASSIGN": assign_class, "GOTO": goto_class, "FORMAT": format_class}


# --- names, constants and operators ------------------------------------------------------------------------------


def expression_tokens(line: StatementText, start: int, end: int, holleriths: Iterator[str]) -> Iterator[Token]:
    """Yield tokens up to `end`."""
    index = start
    while index < end:
        found = TOKEN.match(line.text, index, end)
        if not found or not found.lastgroup:
            expected = "a name, a constant or an operator"
            line.fail(index, index + 1, f"unexpected {line.text[index]!r}", expected)
        kind, value = found.lastgroup, None
        if kind == "NUMBER":
            kind = "DOUBLE" if "D" in found[0] else "REAL" if "." in found[0] or "E" in found[0] else "INTEGER"
        elif kind == "HOLLERITH":
            value = next(holleriths)
        elif kind == "NAME" and len(found[0]) > NAME_LENGTH:
            expected = f"at most {NAME_LENGTH} characters"
            line.fail(index, found.end(), f"the name {found[0]} is too long", expected)
        yield line.token(kind, index, found.end(), value)
        index = found.end()

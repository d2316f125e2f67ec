"""Turn a statement without blanks (characters.py) into tokens: find its class, cut the rest into tokens.

    IF (K(I) .GE. J) K(I)=0   becomes   LOGICAL_IF ( K ( I ) RELATION J ) ASSIGNMENT K ( I ) = 0

FORTRAN has no reserved words and blanks mean nothing outside Hollerith constants, so the class comes first: a
statement with an = outside parentheses and no comma after it is an assignment, whatever it begins with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from getallenband.durable.names import nearest
from getallenband.interpreters.languages.cdc_fortran.characters import PLACEHOLDER, StatementText
from getallenband.interpreters.languages.cdc_fortran.foreign import F90, LATER, WITH_ARGUMENT
from getallenband.interpreters.source.cards import closing
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.words import meanings, origins

NAME_LENGTH = 7
KEYWORDS = {word.replace(" ", ""): kind for word, kind in meanings(__package__, "keywords").items()}
TYPES = tuple(word for word, kind in KEYWORDS.items() if kind == "type")
TYPE = re.compile(rf"({'|'.join(TYPES)})(?:\*(\d+))?")
LENGTHS = {
    "INTEGER": ("", "2", "4"), "REAL": ("", "4"), "LOGICAL": ("", "1", "4"), "COMPLEX": ("", "8", "16"),
    "DOUBLE": ("",), "DOUBLEPRECISION": ("",),
}  # fmt: skip
"""Lengths in bytes (IBM) by which a type remains what it is; REAL*8 is DOUBLE PRECISION."""

KEYWORD = re.compile("|".join(sorted(KEYWORDS, key=len, reverse=True)))
TRANSFERS = ("READ", "WRITE", "PRINT", "PUNCH", "ENCODE", "DECODE", "FORMATTED_TAPE", "BINARY_TAPE")
"""Tokens of the statements that have lists."""

TAPES = {
    "READINPUTTAPE": ("FORMATTED_TAPE", "READ"), "WRITEOUTPUTTAPE": ("FORMATTED_TAPE", "WRITE"),
    "READTAPE": ("BINARY_TAPE", "READ"), "WRITETAPE": ("BINARY_TAPE", "WRITE"),
}  # fmt: skip
"""FORTRAN II: READ INPUT TAPE 5, 10, A is READ (5,10) A, and READ TAPE 1, A is READ (1) A."""

RELATIONS = "EQ|NE|LT|LE|GT|GE"
TOKEN = re.compile(
    rf"""(?P<OCTAL>[0-7]+B(?![A-Z0-9]))
    |(?P<NUMBER>(?:\d+\.(?!(?:{RELATIONS}|AND|OR|A|O)\.)\d*|\.\d+|\d+)(?:[ED][+-]?\d+)?)
    |(?P<LOGICAL>\.(?:TRUE|FALSE|T|F)\.)
    |(?P<RELATION>\.(?:{RELATIONS})\.)
    |(?P<NOT>\.NOT\.|\.N\.)|(?P<AND>\.AND\.|\.A\.)|(?P<OR>\.OR\.|\.O\.)
    |(?P<NAME>[A-Z][A-Z0-9]*)
    |(?P<POWER>\*\*)|(?P<PLUS>\+)|(?P<MINUS>-)|(?P<STAR>\*)|(?P<SLASH>/)|(?P<_AMPERSAND>&)
    |(?P<_LEFT>\()|(?P<_RIGHT>\))|(?P<_COMMA>,)|(?P<_EQUALS>=)|(?P<HOLLERITH>{PLACEHOLDER})""",
    re.VERBOSE,
)
FULL = {".A.": ".AND.", ".O.": ".OR.", ".N.": ".NOT.", ".T.": ".TRUE.", ".F.": ".FALSE."}


# --- the class of a statement ------------------------------------------------------------------------------------

OUTSIDE = re.compile(r"[()=,]")
VARIABLE = re.compile(r"[A-Z][A-Z0-9]*[(=]")
DO = re.compile(r"DO(\d+),?(?=[A-Z][A-Z0-9]*=)")
TYPE_OF_CDC = re.compile(rf"TYPE(?={'|'.join(TYPES)})")
"""CDC's older compilers wrote TYPE REAL X."""
DO_WITHOUT_LABEL = re.compile(r"DO[A-Z][A-Z0-9]*=")
NAMES = re.compile(r"[^A-Z0-9]\([A-Z(]")
"""A parenthesis that is no subscript's and has a name or another one in it."""
SENSE = re.compile(r"\(SENSE(LIGHT|SWITCH)(\d)\)")
FAULT = re.compile(r"IF(?:(?:ACCUMULATOR|QUOTIENT)OVERFLOW|DIVIDECHECK|(?:OVERFLOW|DIVIDE|EXPONENT)FAULT)(?=\d+,)")
"""Tests of FORTRAN II: what they ask for ends a run here, so the second label follows."""
DEC_TRANSFERS = meanings(__package__, "dec_transfers")
ASSIGN = re.compile(r"(\d+)TO")
TYPED_FUNCTION = re.compile(r"FUNCTION([A-Z][A-Z0-9]*)(?:\*(\d+))?\([A-Z]")
DEC_TRANSFER = re.compile(rf"({'|'.join(DEC_TRANSFERS)})(?=\d|\*|[A-Z][A-Z0-9]*,)")


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
    """Return whether a statement is an assignment: a variable, =, and no comma after it outside parentheses."""
    lead = VARIABLE.match(text, start)
    if not lead:
        return False
    equals = next((index for index, character in outside_parentheses(text, start) if character == "="), -1)
    if equals < 0 or (lead[0][-1] == "(" and closing(text, lead.end() - 1) != equals - 1):
        return False
    is_do = DO.match(text, start) or DO_WITHOUT_LABEL.match(text, start)
    return not (is_do and any(character == "," for _, character in outside_parentheses(text, equals)))


def tokens_of(line: StatementText) -> list[Token]:
    """Cut one statement into tokens, its class first; raise SourceError where it is no statement."""
    text, start, constants = line.text, 0, iter(line.holleriths)
    found: list[Token] = []
    while text.startswith("IF(", start) and not is_assignment(text, start):
        end = closing(text, start + 2) + 1
        if not end:
            line.fail(start + 2, start + 3, "the parenthesis of this IF is not closed", ")")
        if end == len(text):
            line.fail(end, end, "this IF has nothing to do", "labels or a statement")
        if text[end:] == "THEN":
            line.fail(end, end + 4, "IF … THEN is FORTRAN 77", "labels or a statement", hint="IF and GO TO")
        arithmetic = text[end].isdigit()
        found.append(line.token("_ARITHMETIC_IF" if arithmetic else "_LOGICAL_IF", start, start + 2))
        sense = SENSE.match(text, start + 2)
        found += sense_tokens(line, sense) if sense else expression_tokens(line, start + 2, end, constants)
        start = end
        if arithmetic:
            break
    else:
        lead, start = statement_class(line, start)
        found += lead
    lists = list_parentheses(text, start) if found[-1].type in TRANSFERS else frozenset[int]()
    return [*found, *expression_tokens(line, start, len(text), constants, lists)]


def list_parentheses(text: str, start: int) -> frozenset[int]:
    """Return where lists in parentheses begin in a transfer: those with a DO, and names that commas divide."""
    opened, found = list[int](), set[int]()
    for one in OUTSIDE.finditer(text, start):
        if one[0] == "(":
            opened.append(one.start())
        elif one[0] == ")" and opened:
            opened.pop()
        elif opened and (one[0] == "=" or NAMES.match(text, opened[-1] - 1)):
            found.add(opened[-1])
    return frozenset(found - {start})


def sense_tokens(line: StatementText, found: re.Match[str]) -> list[Token]:
    """Take (SENSE LIGHT 1) and (SENSE SWITCH 1) as (SENSELT, 1) and (SENSESW, 1)."""
    start, end = found.span()
    name = f"SENSE{found[1][0]}{'T' if found[1] == 'LIGHT' else 'W'}"
    return [
        line.token("_LEFT", start, start + 1),
        line.token("NAME", start + 1, found.end(1), name),
        line.token("_COMMA", start + 1, found.end(1)),
        line.token("INTEGER", found.start(2), found.end(2)),
        line.token("_RIGHT", end - 1, end),
    ]


def fault_tokens(line: StatementText, start: int, end: int) -> list[Token]:
    """Take IF DIVIDE CHECK 1, 2 as IF (.FALSE.) 1, 2."""
    kinds = {"_ARITHMETIC_IF": None, "_LEFT": None, "LOGICAL": ".FALSE.", "_RIGHT": None}
    return [line.token(kind, start, end, value) for kind, value in kinds.items()]


def statement_class(line: StatementText, start: int) -> tuple[list[Token], int]:
    """Return the tokens that tell the class of a statement, and where the rest of it begins."""
    if is_assignment(line.text, start):
        return [line.token("_ASSIGNMENT", start, start + 1)], start
    if found := DO.match(line.text, start):
        label = line.token("INTEGER", start + 2, found.end(1))
        return [line.token("_DO", start, start + 2), label], found.end()
    if found := FAULT.match(line.text, start):
        return fault_tokens(line, start, found.end()), found.end()
    if found := TYPE_OF_CDC.match(line.text, start):
        start = found.end()
    if found := DEC_TRANSFER.match(line.text, start):
        verb = DEC_TRANSFERS[found[1]]
        return [line.token(verb, start, found.end(), verb)], found.end()
    keyword = KEYWORD.match(line.text, start)
    if not keyword or (KEYWORDS[keyword[0]] == "alone" and keyword.end() < len(line.text)):
        no_statement(line, start)
    return CLASSES.get(keyword[0], keyword_class)(line, keyword[0], start, keyword.end())


def no_statement(line: StatementText, start: int) -> NoReturn:
    """Report text that is not a statement, and which other FORTRAN has it."""
    text, end = line.text, len(line.text)
    foreign = next((word for word in origins(__package__, "statements") if text.startswith(word, start)), "")
    if foreign and (foreign != "DO" or DO_WITHOUT_LABEL.match(text, start)):
        origin, instead = origins(__package__, "statements")[foreign]
        line.fail(start, start + len(foreign), f"{foreign} is {origin}", instead)
    lead = re.match(r"[A-Z]*", text[start:])
    near = nearest(lead.group() if lead else "", [*KEYWORDS, "IF", "DO"])
    line.fail(
        start, end, "this is not a FORTRAN statement", "an assignment or a statement that begins with a keyword", near
    )


def keyword_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    return [line.token(word if KEYWORDS[word] == "kept" else f"_{word}", start, end)], end


def type_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    """Take a type statement, or the head of a typed function, whose length in bytes (IBM) may be after its name."""
    kind, rest = type_token(line, start)
    found = TYPED_FUNCTION.match(line.text, rest)
    if not found:
        return [kind], rest
    if found[2]:
        kind = typed(line, start, rest, kind.value, found[2])
    heading = [line.token("_FUNCTION", rest, found.start(1)), *expression_tokens(line, *found.span(1), iter(()))]
    return [kind, *heading], max(found.end(1), found.end(2))


def type_token(line: StatementText, start: int) -> tuple[Token, int]:
    """Take a type, with its length in bytes (IBM) or without."""
    found = TYPE.match(line.text, start)
    assert found is not None
    return typed(line, start, found.end(), found[1], found[2] or ""), found.end()


def typed(line: StatementText, start: int, end: int, word: str, length: str) -> Token:
    """Return the token of a type; its length must be one of a type that is here."""
    if word == "DOUBLE" or (word == "REAL" and length == "8"):
        word = "DOUBLEPRECISION"
    elif length not in LENGTHS[word]:
        known = " or ".join(f"{word}*{one}" for one in LENGTHS[word] if one)
        line.fail(start, end, f"there is no type {word}*{length}", known or word)
    return line.token("TYPE", start, end, word)


def implicit_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    """Take IMPLICIT and its types, each with letters in parentheses."""
    tokens, rest = [line.token("_IMPLICIT", start, end)], end
    if line.text[end:] == "NONE":
        no_statement(line, start)
    while TYPE.match(line.text, rest) and (opening := line.text.find("(", rest)) > 0:
        close = closing(line.text, opening) + 1
        if not close:
            line.fail(opening, opening + 1, "the parenthesis of this IMPLICIT is not closed", ")")
        kind, after = type_token(line, rest)
        tokens += [kind, *expression_tokens(line, after, close, iter(line.holleriths))]
        rest = close + (line.text[close : close + 1] == ",")
    if line.text.startswith("CHARACTER", rest):
        no_statement(line, rest)
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


def tape_class(line: StatementText, word: str, start: int, end: int) -> tuple[list[Token], int]:
    """Translate READ INPUT TAPE and the like to the transfer that it is."""
    kind, verb = TAPES[word]
    return [line.token(kind, start, end, verb)], end


CLASSES = {
    **dict.fromkeys(TYPES, type_class), **dict.fromkeys(TAPES, tape_class), "ASSIGN": assign_class, "GOTO": goto_class,
    "FORMAT": format_class, "IMPLICIT": implicit_class,
}  # fmt: skip


# --- names, constants and operators ------------------------------------------------------------------------------


def expression_tokens(
    line: StatementText,
    start: int,
    end: int,
    constants: Iterator[tuple[str, str]],
    lists: frozenset[int] = frozenset(),
) -> Iterator[Token]:
    """Yield tokens up to `end`; what was set aside comes as H, L or R and the characters, `lists` as _LIST_LEFT."""
    index = start
    while index < end:
        found = TOKEN.match(line.text, index, end)
        if not found or not found.lastgroup:
            expected = "a name, a constant or an operator"
            line.fail(index, index + 1, f"unexpected {line.text[index]!r}", expected)
        kind, value = found.lastgroup, FULL.get(found[0])
        if kind == "NUMBER":
            kind = "DOUBLE" if "D" in found[0] else "REAL" if "." in found[0] or "E" in found[0] else "INTEGER"
        elif index in lists:
            kind = "_LIST_LEFT"
        elif kind == "HOLLERITH":
            value = "".join(next(constants))
        elif kind == "NAME" and len(found[0]) > NAME_LENGTH:
            # A later FORTRAN's declaration would only get a complaint about the first long word in it.
            if (colons := line.text.find("::", index)) >= 0:
                line.fail(colons, colons + 2, f":: is {F90}", "nothing in its place")
            expected = f"at most {NAME_LENGTH} characters"
            if found[0].startswith("FUNCTION"):
                line.fail(index, found.end(), f"a function without arguments is {LATER}", WITH_ARGUMENT)
            line.fail(index, found.end(), f"the name {found[0]} is too long", expected)
        yield line.token(kind, index, found.end(), value)
        index = found.end()

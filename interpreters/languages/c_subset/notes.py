"""What a reader of a C text should know although it is legal: it means something else than it seems to.

notes(SourceText("x.c", "… i =+ 1; …"), options)        # "=+ is = and + here: before 1978 it was +="
notes(SourceText("x.c", "… if (i = 1) …"), options)     # "this condition assigns: == compares"
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.c_subset.lexer import scan, spliced
from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText

CONDITIONS = {"IF", "WHILE"}
CONSTANTS = {"NUMBER", "CHARACTER"}
OPERANDS = {"IDENTIFIER", *CONSTANTS, "PLUS", "MINUS", "STAR", "SLASH", "DOT", "__ANON_0", "STEP"}
"""What stands between the operators of a comparison, where nothing binds less than those."""
SUMS = {"IDENTIFIER", *CONSTANTS, "PLUS", "MINUS", "STAR", "SLASH"}
"""What an initial value consists of that calls nothing and has no subscript."""


class Note(NamedTuple):
    """What is said of the tokens from one to another; of each text the first of its places is named."""

    text: str
    first: Token
    last: Token


def notes(source: SourceText, options: Options) -> list[Diagnostic]:
    """Return notes on what seems to mean something else, one of each kind."""
    del options
    joined = spliced(source.text)
    tokens = scan(joined.text)
    found: dict[str, Diagnostic] = {}
    misleading = (old_assignments, conditions, comparisons, ranges, quotients)
    for note in (note for notes_on in misleading for note in notes_on(tokens)):
        start, last = joined.place(note.first.start_pos or 0), joined.place((note.last.end_pos or 1) - 1)
        found.setdefault(note.text, Diagnostic(source.place(start, last + 1), note.text))
    return sorted(found.values(), key=lambda diagnostic: diagnostic.place)


def old_assignments(tokens: list[Token]) -> Iterator[Note]:
    """Note the first = that a sign follows at once: a plus, or one that stands away from its operand."""
    for equal, sign, operand in zip(tokens, tokens[1:], tokens[2:], strict=False):
        away = sign == "+" or (sign in ("-", "*", "&") and sign.end_pos != operand.start_pos)
        if equal.type == "EQUAL" and equal.end_pos == sign.start_pos and away:
            yield Note(f"={sign} is = and {sign} here: before 1978 it was {sign}=", equal, sign)
            return


def conditions(tokens: list[Token]) -> Iterator[Note]:
    """Note a condition that is given a constant, and a statement that a ; ends before it began."""
    for at, token in enumerate(tokens):
        if token.type not in {*CONDITIONS, "FOR"} or at + 1 == len(tokens) or tokens[at + 1].type != "LPAR":
            continue
        end = closing(tokens, at + 1)
        if end + 1 >= len(tokens):
            continue
        if token.type in CONDITIONS and tokens[end - 2].type == "EQUAL" and tokens[end - 1].type in CONSTANTS:
            yield Note(
                "this condition assigns, and its value is what it assigns: == compares", *tokens[end - 3 : end : 2]
            )
        after = tokens[end + 1]
        ended = after.type == "SEMICOLON" and after.start_pos == tokens[end].end_pos
        block = (
            end + 2 < len(tokens) and tokens[end + 2].type == "LBRACE" and (at == 0 or tokens[at - 1].type != "RBRACE")
        )
        if ended and (token.type == "IF" or block):
            yield Note(f"this ; ends the {token}: what follows does not belong to it", after, after)


def closing(tokens: list[Token], opening: int) -> int:
    """Return the place of the parenthesis that closes one; that of the last token where none does."""
    depth = 0
    for at in range(opening, len(tokens)):
        depth += (tokens[at].type == "LPAR") - (tokens[at].type == "RPAR")
        if depth == 0:
            return at
    return len(tokens) - 1


def comparisons(tokens: list[Token]) -> Iterator[Note]:
    """Note a comparison with a string constant, whose address nothing else has."""
    for left, operator, right in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if operator.type == "EQUALITY" and "STRING" in (left.type, right.type):
            yield Note(f"{operator} compares where texts stand, not what they say: strcmp", left, right)


def ranges(tokens: list[Token]) -> Iterator[Note]:
    """Note a comparison with what another one gives, as mathematics writes a range."""
    first = None
    for token in tokens:
        if token.type == "RELATION":
            if first is not None:
                text = f"{first} … {token} … compares the result of the first comparison, 0 or 1: write && between two"
                yield Note(text, first, token)
            first = token
        elif token.type not in OPERANDS:
            first = None


def quotients(tokens: list[Token]) -> Iterator[Note]:
    """Note a quotient of integer constants, with a remainder, that a variable for reals begins with."""
    for at, token in enumerate(tokens):
        if token not in ("double", "float") or [one.type for one in tokens[at + 1 : at + 3]] != ["IDENTIFIER", "EQUAL"]:
            continue
        value = list(takewhile(lambda one: one.type in SUMS, tokens[at + 3 :]))
        for before, left, over, right in zip([tokens[at + 2], *value], value, value[1:], value[2:], strict=False):
            if over != "/" or before.type in ("STAR", "SLASH") or not (left.isdigit() and right.isdigit()):
                continue
            if int(right) and int(left) % int(right):
                text = f"{left} / {right} is {int(left) // int(right)}, the quotient of integers: {left}.0 / {right}"
                yield Note(text, left, right)

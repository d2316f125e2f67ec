"""What a newcomer to C forgot or mixed up: syntax errors name the cure, and stand where it is to be applied.

mended(diagnostic, source, tokens)      # "unexpected printf" on the next line is "; is missing" at the end of this one
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText

STATEMENTS = {"IF", "SWITCH", "WHILE", "DO", "FOR", "GOTO", "CONTINUE", "BREAK", "RETURN", "CASE", "DEFAULT", "ELSE"}
"""Tokens that begin a statement, or go on with one: there are none outside functions."""
TYPES = {"TYPE_WORD", "TYPE_NAME", "STRUCT", "ENUM", "STORAGE", "QUALIFIER"}
"""Tokens that begin a declaration."""
FIRST_OF_NOTHING = {"ELLIPSIS", "RPAR", "RSQB", "COMMA", "COLON"}
"""Tokens with which neither begins."""
OF_A_MACRO = "belongs to the text of the macro"


def mended(diagnostic: Diagnostic, source: SourceText, tokens: Sequence[Token]) -> Diagnostic:
    """Return a syntax error with its cure, or as it was where none is known."""
    start = source.starts[diagnostic.place.line - 1] + diagnostic.place.column - 1
    before = [token for token in tokens if (token.end_pos or 0) <= start]
    token = tokens[len(before)] if len(before) < len(tokens) else None
    if diagnostic.message == "the text ends too early":
        return ends_too_early(diagnostic, source, tokens)
    if token is None or token.start_pos != start:
        return diagnostic
    if cured := of_a_macro(diagnostic, source, token):
        return cured
    if token.type in {*STATEMENTS, "RBRACE"} and before and not opened_in(before):
        hint = "a { is missing before it, or a } before it is one too many"
        return replace(diagnostic, message=f"{token} stands outside a function", hint=hint)
    heading = token.type == "LBRACE" and before and before[-1].type == "RPAR"
    if heading and (last := before_a_type(source, before)):
        return missing_semicolon(source, last)
    if (
        "';'" in diagnostic.expected
        and before
        and before[-1].type != "SEMICOLON"
        and token.type not in FIRST_OF_NOTHING
        and "\n" in source.text[before[-1].end_pos or 0 : start]
    ):
        return missing_semicolon(source, before[-1])
    return diagnostic


def missing_semicolon(source: SourceText, last: Token) -> Diagnostic:
    """Return the message for a ; that is missing after a token."""
    end = last.end_pos or 0
    return Diagnostic(source.place(end - 1, end), f"; is missing after {last}", "';'")


def before_a_type(source: SourceText, before: Sequence[Token]) -> Token | None:
    """Return the last token of a line, since the last ; or }, after which a type begins the next line."""
    for last, token in zip(before[-2::-1], before[:0:-1], strict=False):
        if last.type in ("SEMICOLON", "RBRACE"):
            return None
        gap = source.text[last.end_pos or 0 : token.start_pos or 0]
        if token.type in TYPES and last.type in ("RPAR", "IDENTIFIER", "RSQB") and "\n" in gap:
            return last
    return None


def without_echoes(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Leave out what is only unexpected because a macro on the same line has a sign too many."""
    lines = {one.place.line for one in diagnostics if OF_A_MACRO in one.message}
    return [one for one in diagnostics if one.place.line not in lines or not one.message.startswith("unexpected")]


def opened_in(tokens: Sequence[Token]) -> list[Token]:
    """Return the braces that are open after some tokens."""
    opened: list[Token] = []
    for token in tokens:
        if token.type == "LBRACE":
            opened.append(token)
        elif token.type == "RBRACE" and opened:
            opened.pop()
    return opened


def ends_too_early(diagnostic: Diagnostic, source: SourceText, tokens: Sequence[Token]) -> Diagnostic:
    """Name the brace that is open at the end: the one whose } stands under another, where the lines are indented."""
    opened = list[Token]()
    suspect: Token | None = None
    for token in tokens:
        if token.type == "LBRACE":
            opened.append(token)
        elif token.type == "RBRACE" and opened:
            begun = opened.pop()
            if suspect is None and indented(source, begun) != indented(source, token):
                suspect = begun
    if not opened:
        return diagnostic
    line = source.place(*span(suspect or opened[-1])).line
    return replace(diagnostic, message="a } is missing", expected="", hint=f"the {{ of line {line} is not closed")


def span(token: Token) -> tuple[int, int]:
    return token.start_pos or 0, token.end_pos or 0


def indented(source: SourceText, token: Token) -> int:
    """Return how many blanks the line of a token begins with."""
    line = source.line(source.place(*span(token)).line)
    return len(line) - len(line.lstrip())


def of_a_macro(diagnostic: Diagnostic, source: SourceText, token: Token) -> Diagnostic | None:
    """Return the cure of a #define with a sign that belongs to declarations, whose text the error lies in."""
    name = source.text[token.start_pos or 0 : token.end_pos or 0]
    wrong = re.search(rf"(?m)^\s*#\s*define\s+{re.escape(name)}\s+(?:(=)|[^\n]*?(;)\s*$)", source.text)
    sign = "" if wrong is None else wrong[1] or wrong[2]
    if wrong is None or diagnostic.message != f"unexpected {sign}":
        return None
    message, line = f"the {sign} {OF_A_MACRO} {name}", source.place(*wrong.span()).line
    return replace(diagnostic, message=message, expected="", hint=f"leave the {sign} of line {line} out")

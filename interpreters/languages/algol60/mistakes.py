"""What a syntax error most likely is, in plain words with the report's section.

A parser only knows which symbol it could not take; the symbols around it tell more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.lark_parser import Token
from interpreters.source.position import SourceText

DECLARATORS = ("OWN", "INTEGER", "REAL", "BOOLEAN", "ARRAY", "PROCEDURE", "SWITCH")
STARTS = ("IDENTIFIER", "BEGIN", "IF", "FOR", "GOTO")
ENDS = ("IDENTIFIER", "UNSIGNED_INTEGER", "UNSIGNED_REAL", "RPAR", "RSQB", "TRUE", "FALSE", "TEXT", "END")


def explained(source: SourceText, found: Sequence[Token], error: SourceError) -> SourceError:
    """Return the error with each diagnostic said as plainly as its surroundings allow."""
    by_place = {source.place(token.start_pos or 0, token.end_pos or 0): index for index, token in enumerate(found)}
    return SourceError(
        source,
        [explanation(source, found, by_place.get(diagnostic.place), diagnostic) for diagnostic in error.diagnostics],
    )


def explanation(source: SourceText, found: Sequence[Token], index: int | None, diagnostic: Diagnostic) -> Diagnostic:
    """Explain one diagnostic by the symbol that was refused and the one before it."""
    if diagnostic.message == "the text ends too early":
        begins = sum(token.type == "BEGIN" for token in found)
        ends = sum(token.type == "END" for token in found)
        if begins > ends:
            message = f"the text ends too early: {begins} begin, {ends} end (4.1.1)"
            return replace(diagnostic, message=message, expected="end")
        return diagnostic
    if index is None:
        return diagnostic
    token = found[index]
    before = found[index - 1] if index else None
    if before is None:
        return replace(diagnostic, message=f"unexpected {token}: a program starts with begin (4.1.1)", expected="begin")
    opened = sum((t.type == "BEGIN") - (t.type == "END") for t in found[:index])
    if token.type == "END" and opened <= 0:
        return replace(diagnostic, message="end without begin (4.1.1)", expected="")
    if token.type == "ASSIGN" and before.type == "IDENTIFIER" and crosses_line(source, before):
        return missing_semicolon(source, found, index - 1, diagnostic)
    if token.type in DECLARATORS and before.type in ("SEMICOLON", "END", "BEGIN"):
        return replace(
            diagnostic, message=f"unexpected {token}: declarations stand at the head of a block (4.1.1)", expected=""
        )
    if token.type == "IF" and before.type == "THEN":
        return replace(diagnostic, message="if stands directly after then (4.5.1)", expected="begin before this if")
    if token.type == "ELSE" and before.type == "SEMICOLON":
        return replace(diagnostic, message="; before else (4.5.1)", expected="else directly behind the statement")
    if token.type == "ELSE":
        return replace(diagnostic, message=f"unexpected else after {before}: no if statement here takes one (4.5.1)")
    if token.type == "RELATION" and str(token) == "=" and statement_starts(found, index):
        return replace(diagnostic, message="unexpected = (4.2.1)", expected=":=")
    if token.type in STARTS and before.type in ENDS and on_new_line(source, before, token):
        return missing_semicolon(source, found, index, diagnostic)
    return replace(diagnostic, message=f"unexpected {token} after {before}" if str(before) else diagnostic.message)


def statement_starts(found: Sequence[Token], index: int) -> bool:
    """Tell whether the symbol before stands where a statement may begin, or ends a subscript there."""
    at = index - 1
    if found[at].type == "RSQB":
        depth = 0
        while at > 0:
            depth += (found[at].type == "RSQB") - (found[at].type == "LSQB")
            if depth == 0:
                break
            at -= 1
        at -= 1
    return at > 0 and found[at - 1].type in (
        "SEMICOLON",
        "BEGIN",
        "THEN",
        "ELSE",
        "DO",
        "COLON",
        "ASSIGN",
        "END",
        "FOR",
    )


def crosses_line(source: SourceText, token: Token) -> bool:
    """Tell whether an identifier goes over a line's end: two words that a missing sign has joined."""
    return "\n" in source.text[token.start_pos or 0 : token.end_pos or 0]


def on_new_line(source: SourceText, before: Token, token: Token) -> bool:
    """Tell whether a line ends between two symbols."""
    return "\n" in source.text[before.end_pos or 0 : token.start_pos or 0]


def missing_semicolon(source: SourceText, found: Sequence[Token], index: int, diagnostic: Diagnostic) -> Diagnostic:
    """Say that a semicolon is missing, behind the last sign of the line before."""
    token = found[index]
    start, end = token.start_pos or 0, token.end_pos or 0
    if crosses_line(source, token):
        end = start + source.text[start:end].index("\n")
        end = start + len(source.text[start:end].rstrip())
        words = [word.strip() for word in source.text[start : token.end_pos or 0].split("\n", 1)]
        place = source.place(end - 1, end)
        message = f"a semicolon is missing between {words[0]} and {words[1]} (4.1.1)"
        return replace(diagnostic, place=place, message=message, expected="; at the end of the line")
    before = found[index - 1]
    place = source.place((before.end_pos or 1) - 1, before.end_pos or 1)
    message = f"a semicolon is missing between {before} and {token} (4.1.1)"
    return replace(diagnostic, place=place, message=message, expected="; at the end of the line")

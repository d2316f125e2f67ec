"""What a syntax error most likely is, in plain words with the report's section.

A parser only knows which symbol it could not take; the symbols around it tell more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from getallenband.interpreters.languages.algol60.lexer import Scanned
from getallenband.interpreters.languages.algol60.slips import around, cure, shown
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText

DECLARATORS = ("OWN", "INTEGER", "REAL", "BOOLEAN", "ARRAY", "PROCEDURE", "SWITCH")
FIRST = ("IDENTIFIER", "_BEGIN", "_IF", "_FOR", "_GOTO")
LAST = (
    "IDENTIFIER", "UNSIGNED_INTEGER", "UNSIGNED_REAL", "_RPAR", "_RSQB", "TRUE", "FALSE", "STRING_BODY", "END",
)  # fmt: skip
BEFORE = ("SEMICOLON", "_BEGIN", "THEN", "ELSE", "DO", "COLON", "ASSIGN", "END", "_FOR")
"""Symbols that a statement may begin with, end with, and follow."""

NO_PROGRAM = "a program is begin … end (Report 4.1.1)"
PROCEDURES_ALONE = "procedures alone do nothing: call them between begin and end"
ELLIOTT = r"£[^?\n]*\?|(?<=[A-Z0-9)])'\s*\n(?:.*\n)*?.*[A-Z0-9)]'\s*(?:\n|$)"
"""A string of Elliott's ALGOL, or two lines with its semicolon at the end."""


MISSING = {
    "^end without begin|the program ends before it": "begin",
    r"^the text ends too early: \d": "end",
}
"""Messages about a bracket too many, or too few: what a comment may have swallowed."""


def foreign(source: SourceText) -> Diagnostic | None:
    """Name the representation of a text that is not read in it: that of the Elliott 803 and 503."""
    if (
        not re.search(r"\bBEGIN\b", source.text)
        or "'BEGIN'" in source.text
        or not (found := re.search(ELLIOTT, source.text))
    ):
        return None
    hint = (
        'write ; for \', "…" for £…?, a[j] for A(J), < and >= for LESS and GREQ, and parentheses after PRINT and READ'
    )
    message = "this is ALGOL as the Elliott 803 and 503 write it: it is not read in this representation"
    return Diagnostic(source.place(found.start(), found.start() + 1), message, hint=hint)


def explain(source: SourceText, scanned: Scanned, error: SourceError) -> SourceError:
    """Return the error with each diagnostic worded as plainly as its surroundings allow."""
    tokens = scanned.tokens
    by_place = {source.place(token.start_pos or 0, token.end_pos or 0): index for index, token in enumerate(tokens)}
    explained = (explanation(source, tokens, by_place.get(found.place), found) for found in error.diagnostics)
    return SourceError(source, [swallowed_bracket(source, scanned, found) for found in explained])


def swallowed_bracket(source: SourceText, scanned: Scanned, found: Diagnostic) -> Diagnostic:
    """Point at a comment that goes on over a begin or an end, where one is missing."""
    word = next((word for ending, word in MISSING.items() if re.search(ending, found.message)), "")
    for start, end in scanned.comments if word else ():
        for line in re.finditer(r"(?<=\n).*", source.text[:end][start:]):
            if re.search(rf"(?i)\b{word}\b", re.sub("[_\u0332]", "", line[0])):
                first, second = (source.place(at, at + 1).line for at in (start, start + line.start()))
                hint = f"the comment on line {first} goes on over the {word} on line {second}: a semicolon ends it"
                return replace(found, hint=hint)
    return found


def explanation(source: SourceText, tokens: Sequence[Token], index: int | None, found: Diagnostic) -> Diagnostic:
    """Explain one diagnostic by the symbol that was refused and the one before it."""
    if found.message == "the text ends too early":
        begins, ends = (sum(token.type == kind for token in tokens) for kind in ("_BEGIN", "END"))
        if begins <= ends:
            alone = any(token.type == "PROCEDURE" for token in tokens[:2])
            return replace(found, message=NO_PROGRAM, expected="begin", hint=PROCEDURES_ALONE) if alone else found
        message = f"the text ends too early: {begins} begin, {ends} end (Report 4.1.1)"
        return replace(found, message=message, expected="end")
    if index is None:
        return found
    token, before = tokens[index], tokens[index - 1] if index else None
    if before is None or not any(t.type in ("_BEGIN", "PROCEDURE") for t in tokens[:index]):
        first = tokens[0]
        message = f"unexpected {first}: a program starts with begin (Report 4.1.1)"
        place = source.place(first.start_pos or 0, first.end_pos or 0)
        return replace(found, place=place, message=message, expected="begin")
    if before.type == "END" and depth(tokens[:index]) == 0:
        return after_the_program(source, tokens, index, found)
    if token.type == "ASSIGN" and crosses_line(source, before):
        return missing_semicolon(source, tokens, index - 1, found)
    slip = cure(around(source, tokens, index))
    if known := usual_mistake(tokens, index, token, before):
        message, expected, hint = known
        expected = found.expected if expected is None else expected
        return replace(found, message=message, expected=expected, hint=slip or hint)
    written = source.text[before.start_pos or 0 : before.end_pos or 0]
    if before.type == "UNSIGNED_REAL" and "&" in written:
        hint = f"& is the ten of a number here ({before}): write and, if that is meant"
        return replace(found, message=f"unexpected {token} after {written} (Report 2.5)", hint=hint)
    if (
        not slip
        and token.type in FIRST
        and before.type in LAST
        and "\n" in source.text[before.end_pos or 0 : token.start_pos or 0]
    ):
        return missing_semicolon(source, tokens, index, found)
    message = f"unexpected {shown(source, token)} after {shown(source, before)}" if str(before) else found.message
    return replace(found, message=message, hint=slip)


def depth(tokens: Sequence[Token]) -> int:
    """Return how many blocks are open after these tokens."""
    return sum((token.type == "_BEGIN") - (token.type == "END") for token in tokens)


def after_the_program(source: SourceText, tokens: Sequence[Token], index: int, found: Diagnostic) -> Diagnostic:
    """Explain text after a complete program: another program, or an end too many."""
    rest = tokens[index:]
    if rest[0].type == "END":
        hint = "remove this end, or write the begin that it ends"
        return replace(found, message="end without begin (Report 4.1.1)", expected="", hint=hint)
    message = f"unexpected {rest[0]}: the program ends before it (Report 4.1.1)"
    first = next((token for token in rest if token.type in ("_BEGIN", "END")), rest[0])
    where = source.place(first.start_pos or 0, first.end_pos or 0).line
    another = f"another program begins on line {where}: put it into a file of its own"
    hint = another if first.type == "_BEGIN" else f"remove the end before it, or the one on line {where}"
    return replace(found, message=message, expected="", hint=hint)


def usual_mistake(
    tokens: Sequence[Token], index: int, token: Token, before: Token
) -> tuple[str, str | None, str] | None:
    """Return message, what was expected (None: what the parser says), and a hint."""
    match token.type, before.type:
        case kind, "SEMICOLON" | "END" | "_BEGIN" if kind in DECLARATORS:
            hint = "move the declaration before the first statement of the block"
            return f"unexpected {token}: declarations come first in a block (Report 4.1.1)", "a statement", hint
        case "_RPAR", "_LPAR" if index > 1 and tokens[index - 2].type == "IDENTIFIER":
            message = "a procedure without parameters has no parentheses either (Report 3.2.1, 5.4.1)"
            return message, f"{tokens[index - 2]} alone", ""
        case "_COMMA", "IDENTIFIER" if statement_starts(tokens, index):
            hint = "parameters stand between parentheses (Report 4.7.1): print(x), not Elliott's print x"
            return f"unexpected , after {before}", None, hint
        case "_COMMA", "UNSIGNED_INTEGER" if tokens[index + 1 :] and tokens[index + 1].type == "UNSIGNED_INTEGER":
            return f"unexpected , after {before}", None, f"a number has a decimal point: {before}.{tokens[index + 1]}"
        case "_RSQB", _ if is_single_bound(tokens, index):
            return (
                "an array has a lower and an upper bound (Report 5.2.1)",
                ":",
                f"write 1:{before} between the brackets",
            )
        case "ASSIGN", "_RPAR":
            return "unexpected := after ) (Report 3.1.1)", None, "subscripts stand between square brackets: a[1] := …"
        case ("TO", _) | ("IDENTIFIER", "UNSIGNED_INTEGER") if token.type == "TO" or token.startswith(("to", "TO")):
            return "there is no to in a for statement (Report 4.6.1)", "step 1 until", "for i := 1 step 1 until 10 do"
        case "WHILE", kind if kind in BEFORE:
            return "there is no while statement (Report 4.6.1)", "for k := k while … do", ""
        case "STRING", "SEMICOLON" | "_BEGIN":
            return "there are no variables for strings, only formal parameters (Report 5.1.1, 5.4.5)", "a statement", ""
        case "LABEL", "SEMICOLON" | "_BEGIN":
            return "a label is not declared: it stands before its statement (Report 4.1.3)", "a statement", ""
        case "_IF", "THEN":
            hint = "write begin before this if and end after its statement"
            return "if directly after then (Report 4.5.1)", "an unconditional statement", hint
        case "ELSE", "SEMICOLON":
            return "semicolon before else (Report 4.5.1)", "a statement", "remove the semicolon"
        case "ELSE", _:
            return f"unexpected else after {before}: no if statement is open here (Report 4.5.1)", None, ""
        case "RELATION", _ if token == "=" and statement_starts(tokens, index):
            return "unexpected = (Report 4.2.1)", ":=", ""
        case "_PARAMETER_DELIMITER", _:
            hint = ") letters : ( stands for a comma only between the parameters of a procedure (Report 3.2.1)"
            return f"unexpected parameter delimiter {token}", None, hint
    return None


def is_single_bound(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a bracket closes a bound of one symbol without a colon in a declaration: array a[100]."""
    declaration = takewhile(lambda token: token.type not in ("SEMICOLON", "_BEGIN"), reversed(tokens[:index]))
    types = [token.type for token in declaration]
    return "ARRAY" in types and types[1:2] in (["_LSQB"], ["_COMMA"])


def statement_starts(tokens: Sequence[Token], index: int) -> bool:
    """Return whether the symbol before is where a statement may begin, or ends a subscript there."""
    at = index - 1
    if tokens[at].type == "_RSQB":
        depth = 0
        while at > 0:
            depth += (tokens[at].type == "_RSQB") - (tokens[at].type == "_LSQB")
            if depth == 0:
                break
            at -= 1
        at -= 1
    return at > 0 and tokens[at - 1].type in BEFORE


def crosses_line(source: SourceText, token: Token) -> bool:
    """Return whether an identifier crosses a line's end: two words joined because a symbol is missing."""
    return token.type == "IDENTIFIER" and "\n" in source.text[token.start_pos or 0 : token.end_pos or 0]


def missing_semicolon(source: SourceText, tokens: Sequence[Token], index: int, found: Diagnostic) -> Diagnostic:
    """Report a missing semicolon, at the last character of the line before."""
    token, before = tokens[index], tokens[index - 1]
    start, end = token.start_pos or 0, before.end_pos or 1
    words = [str(before), str(token)]
    if crosses_line(source, token):
        first, second = source.text[start : token.end_pos or 0].split("\n", 1)
        end, words = start + len(first.rstrip()), [first.strip(), second.strip()]
    message = f"missing semicolon between {words[0]} and {words[1]} (Report 4.1.1)"
    return replace(found, place=source.place(end - 1, end), message=message, expected="; at the end of the line")

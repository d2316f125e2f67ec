r"""Statements that a comment swallows because its semicolon is missing (2.3 of the report).

    begin integer i;
      comment set i              the comment goes on to the semicolon
      i := 2;
      outinteger(1, i)
    end

Prose may look like a statement, since blanks mean nothing in identifiers: `it is i := 2` assigns to itisi. So only
the last lines of a comment are taken for one, if they follow the grammar and every name in them is one of the program
or of a standard procedure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.library import Library
from getallenband.interpreters.languages.algol60.lexer import Scanned, tokens
from getallenband.interpreters.languages.algol60.notation import notation
from getallenband.interpreters.languages.algol60.parse import build
from getallenband.interpreters.languages.algol60.reading import GRAMMAR, choices, reading
from getallenband.interpreters.languages.algol60.systems import BOTH
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.lark_parser import Token
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import walk

LINES = 8
"""The last lines of a comment that are tried: what is swallowed is one statement."""
LIKELY = re.compile(r":\s*=|\.=|←|\(|(?i:go\W*to)")
"""What each statement has that is looked for."""
LINE = re.compile(r"\n[^\S\n]*(?=\S)")
UNDEFINED = re.compile(r"(\w+)(?:\[.*\])? has no value yet")
TYPES = ("INTEGER", "REAL", "BOOLEAN")


@dataclass(frozen=True, slots=True)
class Swallowed:
    """A statement within a comment: where both begin, its text and what it would do."""

    comment: int
    start: int
    text: str
    statement: syntax.Statement


def commented(source: SourceText, scanned: Scanned, options: Options) -> Iterator[Diagnostic]:
    """Note the statements that comments swallow."""
    for found in swallowed(source, scanned, options):
        first = found.text.split("\n")[0].rstrip()
        message = f"{first} is part of {comment_of(source, found)} (Report 2.3)"
        place = source.place(found.start, found.start + len(first))
        yield Diagnostic(place, message, hint="write a semicolon before it, if it is a statement")


def cause(source: SourceText, options: Options, trap: str) -> str:
    """Say of a variable without a value that a comment swallows an assignment to it."""
    undefined = UNDEFINED.search(trap)
    if undefined is None:
        return ""
    try:
        scanned = reading(source, *choices(options)).scanned
    except SourceError:
        return ""
    for found in swallowed(source, scanned, options):
        if undefined[1] in assigned(found.statement):
            line = source.origin(source.place(found.start, found.start + 1).line)[1]
            first = found.text.split("\n")[0].rstrip()
            return f"{first} on line {line} is part of {comment_of(source, found)}: write a semicolon before it"
    return ""


def comment_of(source: SourceText, found: Swallowed) -> str:
    line = source.origin(source.place(found.comment, found.comment + 1).line)[1]
    return f"the comment that begins on line {line}"


def assigned(statement: syntax.Statement) -> set[str]:
    """Return the names of the variables and arrays that a statement assigns to."""
    parts: list[syntax.Expression] = []
    for node in walk(statement):
        if isinstance(node, syntax.Assignment):
            parts.extend(node.targets)
        elif isinstance(node, syntax.For):
            parts.append(node.variable)
    names = (part.name if isinstance(part, syntax.Subscripted) else part for part in parts)
    return {name.name for name in names if isinstance(name, syntax.Name)}


def swallowed(source: SourceText, scanned: Scanned, options: Options) -> Iterator[Swallowed]:
    """Yield the statements at the end of comments, the longest of each, if other lines are before it."""
    likely = [span for span in scanned.comments if LIKELY.search(source.text, *span)]
    known = Known(scanned, options) if likely else None
    for start, end in likely:
        lines = [found.end() for found in LINE.finditer(source.text, start, end)]
        title = source.text[start : lines[0]].strip() if lines else ""
        for line in lines[-LINES:] if title and known else ():
            text = source.text[line:end].rstrip()
            statement = statement_of(source, text, options) if known else None
            if statement is not None and known and known.means(statement):
                yield Swallowed(start, line, text, statement)
                break


def statement_of(source: SourceText, text: str, options: Options) -> syntax.Statement | None:
    """Return the statement that a part of a text is, if it is one; begin without its end is one too."""
    chosen, words, last_points = choices(options)
    representation, language = notation(source.text, chosen, words)
    part = SourceText("", text)
    scanned = tokens(part, representation, language, last_points=last_points)
    if not scanned.tokens or scanned.diagnostics.found or scanned.notes:  # a note: the first line is taken for a title
        return None
    open_ = sum((token.type == "_BEGIN") - (token.type == "END") for token in scanned.tokens)
    ends = [Token("END", "end", start_pos=len(text), end_pos=len(text))] * (1 + max(0, open_))
    begin = Token("_BEGIN", "begin", start_pos=0, end_pos=0)
    try:
        program: syntax.Program = build(part, GRAMMAR.parse_tokens(part, [begin, *scanned.tokens, *ends]))
    except SourceError:
        return None
    body = program.body
    return body.statements[0] if isinstance(body, syntax.Compound) and len(body.statements) == 1 else None


class Known:
    """The names of a program: those that it has outside comments, and the procedures that are called as statements."""

    def __init__(self, scanned: Scanned, options: Options) -> None:
        found = scanned.tokens
        self.names = {str(token) for token in found if token.type in ("IDENTIFIER", "UNSIGNED_INTEGER")}
        self.library = Library(options.settings.get("library", BOTH))
        self.called = {
            str(name)
            for before, word, name in zip(found, found[1:], found[2:], strict=False)
            if word.type == "PROCEDURE" and before.type not in TYPES
        }

    def means(self, statement: syntax.Statement) -> bool:
        """Return whether a statement may have been meant: it does something, and knows all its names."""
        if isinstance(statement, syntax.Dummy):
            return False
        if isinstance(statement, syntax.ProcedureStatement) and not (statement.actuals and self.calls(statement.name)):
            return False
        names = (node.name for node in walk(statement) if isinstance(node, syntax.Name))
        return all(name in self.names or name.casefold() in self.library.folded for name in names)

    def calls(self, name: syntax.Name) -> bool:
        """Return whether a name is that of a procedure without a type: a function's call may be part of a sentence."""
        standard = self.library.folded.get(name.name.casefold())
        return name.name in self.called or (standard is not None and not standard.parts["type"])

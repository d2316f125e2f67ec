r"""What a reader of an ECOL text should know although it is legal: a line that may not do what its author meant.

notes(SourceText("x.ecol", "START\na := 1; a := 2\nKLAAR\n"), options)
[2:9 a := 2 is part of a comment, which begins at the semicolon; write it on a line of its own]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.ecol import syntax
from getallenband.interpreters.languages.ecol.parse import parse
from getallenband.interpreters.languages.ecol.syntax_hints import COMMAND
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.position import SourceText

LABEL = r"(?:\d[\d \t]*:?[ \t]*)?"
VARIABLE = re.compile(rf"^[ \t]*{LABEL}((?!nr|np)(?:{COMMAND.lower()}))\b[ \t]*(?:\([^()\n]*\))?[ \t]*:[ \t]*=", re.M)
"""An assignment to a variable that is called like a command."""
COMMENT = re.compile(r"^[ \t]*(?=[^\s;])(?:\"[^\"\n]*\"|[^\";\n])*;(.*)$", re.M)
"""What follows the semicolon of a line that has more than a comment."""
PART = re.compile(r"[^;\"]*(?:\"[^\"]*\"[^;\"]*)*")
"""What stands between two semicolons."""
SUB = re.compile(r"^[ \t]*" + LABEL + r"SUB[ \t]+([a-z][a-z0-9_ \t]*)", re.M)
UNASSIGNED = re.compile(r"^(?:variable )?(\w+)\b.* (?:has no value yet|never gets a value)")


def notes(source: SourceText, options: Options) -> list[Diagnostic]:
    """Note variables that are called like commands, and statements that are comments."""
    return sorted([*variables(source), *commented(source, options)], key=lambda note: note.place)


def variables(source: SourceText) -> Iterator[Diagnostic]:
    """Note variables named like commands: the line assigns, and does not do what the command does."""
    found = {match[1]: source.place(*match.span(1)) for match in reversed(list(VARIABLE.finditer(source.text)))}
    for name, place in found.items():
        yield Diagnostic(place, f"{name} is a variable here", hint=f"the command {name.upper()} is written in capitals")


def commented(source: SourceText, options: Options) -> Iterator[Diagnostic]:
    """Note the first statement in each comment that follows a statement or a label."""
    for start, written, _ in commands(source, options):
        message = f"{written} is part of a comment, which begins at the semicolon"
        place = source.place(start, start + len(written))
        yield Diagnostic(place, message, hint="write it on a line of its own")


def commands(source: SourceText, options: Options) -> Iterator[tuple[int, str, syntax.Command]]:
    """Yield where a comment after other text holds a command, its text, and what it would do if it were none."""
    subs = {re.sub(r"\s", "", match[1]) for match in SUB.finditer(source.text)}
    for comment in COMMENT.finditer(source.text):
        for part in PART.finditer(comment[1]):
            command = command_of(part[0], options)
            if command is None or (isinstance(command, syntax.Perform) and command.name not in subs):
                continue
            blanks = len(part[0]) - len(part[0].lstrip())
            yield comment.start(1) + part.start() + blanks, part[0].strip(), command
            break


def command_of(text: str, options: Options) -> syntax.Command | None:
    """Return the command that a text is, if it is one."""
    try:
        lines = parse(SourceText("", text), options).lines
    except SourceError:
        return None
    return lines[0].command if lines else None


def cause(source: SourceText, options: Options, trap: str) -> str:
    """Say of a variable without a value that a comment holds an assignment to it."""
    found = UNASSIGNED.search(trap)
    for start, written, command in commands(source, options) if found else ():
        if found and isinstance(command, syntax.Assign) and command.variable.name == found[1]:
            line = source.origin(source.place(start, start + 1).line)[1]
            return f"{written} on line {line} is part of a comment, which begins at the semicolon"
    return ""

r"""What a reader of an ALGOL 60 text should know although it is legal: what was guessed, skipped, or is hardly meant.

notes(SourceText("x.a60", "TEST\n'begin' outstring(1, ‘a’) 'end'"), options)
[read with --setting representation=quoted, this line is taken for a title …]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.comments import commented
from getallenband.interpreters.languages.algol60.parse import build
from getallenband.interpreters.languages.algol60.reading import Reading, choices, reading
from getallenband.interpreters.languages.algol60.while_elements import unchanging
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.lark_parser import place_of
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import NOWHERE


def notes(source: SourceText, options: Options) -> list[Diagnostic]:
    """Return the notes on a text that follows the grammar; of others the faults say more."""
    try:
        found = reading(source, *choices(options))
    except SourceError:
        return []
    return [
        *guessed(source, found, options),
        *found.scanned.notes,
        *commented(source, found.scanned, options),
        *constant_loops(source, found),
    ]


def guessed(source: SourceText, found: Reading, options: Options) -> Iterator[Diagnostic]:
    """Note the settings that the text decided."""
    settings = []
    if options.settings.get("representation", "auto") == "auto" and found.representation != "plain":
        settings.append(f"--setting representation={found.representation}")
    if options.settings.get("words", "auto") == "auto" and found.language != "english":
        settings.append(f"--setting words={found.language}")
    if settings:
        first = next((place_of(source, token) for token in found.scanned.tokens), NOWHERE)
        yield Diagnostic(first, f"read with {' '.join(settings)}")


def constant_loops(source: SourceText, found: Reading) -> list[Diagnostic]:
    """Note while-elements whose value does not change."""
    if any(token.type == "WHILE" for token in found.scanned.tokens):
        with suppress(SourceError):  # a number too large: the parser reports it
            program: syntax.Program = build(source, found.tree)
            return list(unchanging(program))
    return []

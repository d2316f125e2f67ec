"""Read ALGOL 60 text into a parser's tree, in the representation that it is in.

reading(SourceText("x.a60", "'begin' outstring(1, ‘a’) 'end'"), *choices(options)).representation
"quoted"
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.algol60.lexer import Scanned, tokens
from getallenband.interpreters.languages.algol60.notation import notation
from getallenband.interpreters.languages.algol60.syntax_hints import explain, foreign
from getallenband.interpreters.source.diagnostics import SourceError
from getallenband.interpreters.source.lark_parser import Grammar, Recovery, Token, Tree
from getallenband.interpreters.source.position import SourceText

GRAMMAR = Grammar("getallenband.interpreters.languages.algol60", "grammar.lark", start="program", own_tokens=True)
RECOVERY = Recovery(
    stops=frozenset({"SEMICOLON"}),
    openers=frozenset({"_BEGIN"}),
    closers=frozenset({"END"}),
    barriers=frozenset({"OWN", "INTEGER", "REAL", "BOOLEAN", "ARRAY", "PROCEDURE", "SWITCH"}),
    most=20,
)
"""After a syntax error the parser goes on at the statement's end, unless declarations follow."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read: its tree and its tokens, in which representation and language of the word symbols."""

    tree: Tree[Token]
    scanned: Scanned
    representation: str
    language: str


def read(source: SourceText, options: Options) -> Tree[Token]:
    """Return the tree of a text; raise SourceError where it does not follow the grammar."""
    tree = reading(source, *choices(options)).tree
    reading.cache_clear()
    return tree


def choices(options: Options) -> tuple[str, str, bool]:
    """Return the settings by which a text is read."""
    chosen = options.settings
    return chosen.get("representation", "auto"), chosen.get("words", "auto"), chosen.get("points") == "last"


@lru_cache(maxsize=1)
def reading(source: SourceText, chosen: str, words: str, last_points: bool) -> Reading:
    """Read a text; raise SourceError. What its notes have read need not be read again, so one is remembered.

    Where the representation is not given, a text that cannot be read in one is read as a mixture of all.
    """
    representation, language = notation(source.text, chosen, words)
    try:
        return read_as(source, representation, language, last_points=last_points)
    except SourceError:
        if chosen == "auto" and representation != "mixed":
            with suppress(SourceError):
                return read_as(source, "mixed", language, last_points=last_points)
        if elliott := foreign(source):
            raise SourceError(source, [elliott]) from None
        raise


def read_as(source: SourceText, representation: str, language: str, *, last_points: bool) -> Reading:
    """Read a text in one representation; the SourceError lists invalid characters and syntax errors together."""
    scanned = tokens(source, representation, language, last_points=last_points)
    wrong = scanned.diagnostics.found
    try:
        tree = GRAMMAR.parse_tokens(source, scanned.tokens, RECOVERY)
    except SourceError as error:
        lines, torn = {fault.place.line for fault in wrong}, source.place(scanned.torn, scanned.torn + 1)
        explained = explain(source, scanned, error).diagnostics
        further = [fault for fault in explained if fault.place.line not in lines and (not wrong or fault.place < torn)]
        raise SourceError(source, [*wrong, *further]) from None
    scanned.diagnostics.check()
    return Reading(tree, scanned, representation, language)

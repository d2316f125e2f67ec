r"""Text into the syntax tree.

parse(SourceText("x", "n = 1\n"), options)      # Program((Assign("n", Number(1)),))
"""

from __future__ import annotations

from getallenband.interpreters.language import Options
from getallenband.interpreters.source.lark_parser import Grammar
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import TreeBuilder
from getallenband.reports.scaffolding.small_language import syntax

GRAMMAR = Grammar(
    "getallenband.reports.scaffolding.small_language",
    "grammar.lark",
    start="program",
    names={
        "NAME": "a name", "NUMBER": "a number", "SIGN": "+ or -", "TIMES": "* or /", "EQUAL": "=", "LPAR": "(",
        "RPAR": ")", "PRINT": "print", "READ": "read", "_NEWLINE": "a new line",
    },
)  # fmt: skip
"""The grammar, and what messages call its terminals."""

build = TreeBuilder(syntax, NUMBER=int)
"""Of a number's digits becomes an int; other tokens are strings."""


def parse(source: SourceText, options: Options) -> syntax.Program:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    ended = SourceText(source.name, source.text if source.text.endswith("\n") else source.text + "\n")
    program: syntax.Program = build(source, GRAMMAR.parse(ended))
    return program

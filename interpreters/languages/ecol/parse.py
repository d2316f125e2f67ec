r"""ECOL text into its syntax tree.

    parse(SourceText("x.ecol", "START\n1 k := 1\n2 KLAAR\n"), options).lines[1]
    Line(label="1", command=Assign(Variable("k"), Number(1.0)))

Blanks mean nothing, even inside names and numbers, whose tokens lose them here. So words are recognized by case alone:
commands are capitals, names are small letters, and `SCHRIJF a` or `s chrijf` cannot be confused. A line is the unit of
recovery, since no construct of the grammar is longer: every faulty line is reported, not only the first.
"""

from __future__ import annotations

import re
from math import isinf

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.ecol import syntax
from getallenband.interpreters.languages.ecol.grammar import GRAMMAR
from getallenband.interpreters.languages.ecol.syntax_hints import hint
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import Building, TreeBuilder

NORMAL = {
    "≤": "<=", "≥": ">=", "≠": "/=", "<>": "/=", "*": "×", "−": "-", "××": "M", "**": "M", "SQRT": "WRTL",
}  # fmt: skip
"""Other spellings of symbols."""


def parse(source: SourceText, options: Options) -> syntax.Start:
    """Parse a program; raise SourceError with the first fault of every line that does not follow the grammar."""
    program: syntax.Start = build(source, GRAMMAR.parse_parts(source, line_around, hint))
    return program


def line_around(text: str, offset: int) -> tuple[int, int]:
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end


def without_blanks(token: str) -> str:
    return token.replace(" ", "").replace("\t", "")


def normal(token: str) -> str:
    return NORMAL.get(token, str(token))


build = TreeBuilder(
    syntax, NAME=without_blanks, NUMBER=without_blanks, STRING=lambda token: token[1:-1],
    RELATION=normal, SIGN=normal, TIMES=normal, POWER=normal, FUNCTION=normal,
)  # fmt: skip


@build.rule
def label(b: Building, digits: str) -> str:
    return re.sub(r"^0+(?=[0-9])", "", digits)


@build.rule
def target(b: Building, word: str) -> syntax.Target:
    return syntax.Target(None if word == "STOP" else label(b, word), place=b.place)


@build.rule
def number(b: Building, digits: str) -> syntax.Number:
    if isinf(value := float(digits)):
        b.diagnostics.error(b.place, f"a number of {len(digits)} digits is too large")
    return syntax.Number(value, place=b.place)

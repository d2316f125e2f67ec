"""ECOL: one statement a line, after its number.

57 x := bezet (eerstegat)
58 ALS x = 0 DAN 59 ANDERS 56
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from getallenband.interpreters.languages.ecol.grammar import GRAMMAR


class EcolLexer(RegexLexer):
    name = "ECOL"
    aliases: ClassVar = ["ecol"]
    filenames: ClassVar = ["*.ecol"]
    tokens: ClassVar = {
        "root": [
            (r"^[ \t]*\d+(?=[ \t])", Name.Label),
            (words(GRAMMAR.words, prefix=r"\b", suffix=r"\b"), Keyword),
            (r'"[^"\n]*"?', String),
            (r"\{[^}\n]*\}?|;.*", Comment),
            (r"\d+(?:\.\d+)?", Number),
            (r"[^\W\d]\w*", Name.Variable),
            (r":=|<=|>=|/=|[-+*/<>=≤≥≠]", Operator),
            (r"[(),:]", Punctuation),
            (r"\n|[^\S\n]+", Whitespace),
        ]
    }

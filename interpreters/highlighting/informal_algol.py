"""Kawai's informal Algol: words in capitals, names of several words, comments between braces."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, Whitespace

WORDS = (
    "BEGIN", "END", "INT", "BOOL", "CONST", "FLEX", "PROC", "IF", "THEN", "ELSE", "FOR", "WHILE", "DO", "TRUE",
    "FALSE", "ABS", "AND", "OR", "PRINT", "RESULT", "READ", "IN", "STATUS", "INTO", "LINE", "MOD", "NOT",
)  # fmt: skip


class InformalAlgolLexer(RegexLexer):
    name = "informal Algol (Kawai)"
    aliases: ClassVar = ["informal_algol"]
    filenames: ClassVar = ["*.informal"]
    tokens: ClassVar = {
        "root": [
            (r"\{[^}]*\}?", Comment),
            (words(WORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\d+", Number),
            (r"[^\W\d]\w*", Name.Variable),
            (r"\.\.\.|:=|\+=|-=|&:=|[-+*/<>=≤≥≠¬&]", Operator),
            (r"[()\[\],:;.]", Punctuation),
            (r"\s+", Whitespace),
        ]
    }

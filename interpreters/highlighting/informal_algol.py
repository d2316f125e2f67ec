"""Kawai's informal Algol: words in capitals, names of several words, comments between braces."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, Whitespace

from getallenband.interpreters.languages.informal_algol.library import EXTERNALS
from getallenband.interpreters.languages.informal_algol.parse import GRAMMAR

LIBRARY = {word for name in EXTERNALS for word in name.split() if word.isupper()}


class InformalAlgolLexer(RegexLexer):
    name = "informal Algol (Kawai)"
    aliases: ClassVar = ["informal_algol"]
    filenames: ClassVar = ["*.informal"]
    tokens: ClassVar = {
        "root": [
            (r"\{[^}]*\}?", Comment),
            (words((*GRAMMAR.words, *LIBRARY), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\d+", Number),
            (r"[^\W\d]\w*", Name.Variable),
            (r"\.\.\.|:=|\+=|-=|&:=|[-+*/<>=≤≥≠¬&]", Operator),
            (r"[()\[\],:;.]", Punctuation),
            (r"\s+", Whitespace),
        ]
    }

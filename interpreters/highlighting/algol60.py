"""ALGOL 60 in each of its representations: begin, BEGIN, 'begin', _b_e_g_i_n, and letters with a combining low line."""

from __future__ import annotations

import re
from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from getallenband.interpreters.languages.algol60.symbols import words_of

LOW_LINE = "\u0332"


class Algol60Lexer(RegexLexer):
    name = "ALGOL 60"
    aliases: ClassVar = ["algol60", "algol"]
    filenames: ClassVar = ["*.algol", "*.a60"]
    flags = re.MULTILINE | re.IGNORECASE
    tokens: ClassVar = {
        "root": [
            (r"'?\bcomment\b'?[^;]*;?", Comment),
            (r"'\s*[a-z/][a-z \t]*'", Keyword),
            (r"(?:_[a-z])+", Keyword),
            (rf"(?:[a-z]{LOW_LINE}+)+", Keyword),
            (r"\bgo\s+to\b", Keyword),
            (rf"\b(?:{'|'.join(words_of('english'))})\b", Keyword),
            (r"[‘“«`][^’”»'\n]*[’”»']?", String),
            (r'"[^"\n]*"?', String),
            (r"^\s*[a-z]\w*(?=\s*:(?!=))", Name.Label),
            (r"\d+(?:\.\d+)?(?:(?:₁₀|⏨|e|'10')[-+]?\d+)?", Number),
            (r"[^\W\d_]\w*", Name.Variable),
            (r":=|\*\*|<=|>=|/=|<>|->|[-+*/<>=×÷↑^≤≥≠¬∧∨⊃≡|&~]", Operator),
            (r"[()\[\],:;.]", Punctuation),
            (r"\s+", Whitespace),
        ]
    }

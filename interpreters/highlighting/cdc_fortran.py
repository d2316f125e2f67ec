"""CDC FORTRAN cards: a C in the first column makes a comment, a $ parts statements, the end of a card is its number.

  DO 10 I=1,3                                               11500
10 CONTINUE                                                 11990
"""

from __future__ import annotations

import re
from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from getallenband.interpreters.source.words import meanings

KEYWORDS = meanings("getallenband.interpreters.languages.cdc_fortran", "keywords")
WORDS = "|".join(word.replace(" ", r"\s*") for word in sorted((*KEYWORDS, "DO", "IF", "TO"), key=len, reverse=True))


class CdcFortranLexer(RegexLexer):
    name = "CDC FORTRAN"
    aliases: ClassVar = ["cdc_fortran"]
    filenames: ClassVar = ["*.f", "*.cards"]
    flags = re.MULTILINE
    tokens: ClassVar = {
        "root": [
            (r"^[C*].*$", Comment),
            (r"^[ \t]*\d+(?=[ \t]+[A-Z])", Name.Label),
            (r"[ \t]+[A-Z]?\d{4,5}[ \t]*$", Comment.Special),
            (r"\d+H[^\n/)]*", String),
            (r"\*[^*\n]*\*(?=[,)])", String),
            (r"\.(?:EQ|NE|LT|LE|GT|GE|AND|OR|NOT|TRUE|FALSE)\.", Operator.Word),
            (rf"\b(?:{WORDS})\b", Keyword),
            (r"\d+(?:\.\d*)?(?:[ED][-+]?\d+)?", Number),
            (r"[A-Z]\w*", Name.Variable),
            (r"\*\*|[-+*/=]", Operator),
            (r"[(),.;$']", Punctuation),
            (r"\s+", Whitespace),
        ]
    }

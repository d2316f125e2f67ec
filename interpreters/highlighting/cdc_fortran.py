"""CDC FORTRAN cards: a C in the first column makes a comment, a $ parts statements, the end of a card is its number.

  DO 10 I=1,3                                               11500
10 CONTINUE                                                 11990
"""

from __future__ import annotations

import re
from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

WORDS = (
    r"PROGRAM|SUBROUTINE|FUNCTION|DIMENSION|COMMON|EQUIVALENCE|DATA|INTEGER|REAL|LOGICAL|DOUBLE\s*PRECISION|COMPLEX"
    r"|EXTERNAL|IMPLICIT|BLOCK\s*DATA|DO|IF|GO\s*TO|CONTINUE|CALL|RETURN|STOP|PAUSE|END|FORMAT|PRINT|READ|WRITE|PUNCH"
    r"|ASSIGN|TO|REWIND|BACKSPACE"
)


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

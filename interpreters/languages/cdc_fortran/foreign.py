"""What other FORTRANs write in other ways than by words of their own, which are in words.toml; and what to write here.

explained(diagnostic, source)  # "FMT= is FORTRAN 77" in place of "unexpected FMT="
"""

from __future__ import annotations

import re
from dataclasses import replace

from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.interpreters.source.position import SourceText

LATER, F90, IBM, DEC = "FORTRAN 77", "Fortran 90", "IBM's FORTRAN", "DEC's FORTRAN"

COMMERCIAL = str.maketrans("&%<#@", "+()='")
"""What the printers of IBM's commercial offices show for the holes of + ( ) = and '."""

WITH_ARGUMENT = "an argument that means nothing: F(0), FUNCTION F(N)"
RELATIONS = "EQ|NE|LT|LE|GT|GE|AND|OR|NOT"
TYPES = "DIMENSION|REAL|INTEGER|LOGICAL|COMPLEX|DOUBLE|COMMON"
SHAPES = (
    (r"@::", f":: is {F90}", "nothing in its place"),
    (rf"^\s*(?:{TYPES})\b.*@:", f"lower bounds of arrays are {LATER}", "subscripts that begin with 1"),
    (r"\w\s*\([^()]*@:", f"parts of characters are {LATER}", "DECODE, or SHIFT and MASK"),
    (r"\b(UNIT|FMT|IOSTAT|REC|NML|ADVANCE)\s*(?:@=|=\s*@)", f"\\1= is {LATER}", "READ (5, 10) or READ (5, 10, END=20)"),
    (r"@(FMT|IOSTAT|REC|NML|ADVANCE)\s*=", f"\\1= is {LATER}", "READ (5, 10) or READ (5, 10, END=20)"),
    (
        r"(?:(?:PRINT|READ)\s*|(?:READ|WRITE)\s*\([^()]*,\s*)@['\"]",
        f"a FORMAT between quotes is {LATER}",
        "the label of a FORMAT",
    ),
    (
        r"(?:=\s*\w+\s*(?:,\s*\w+\s*)+|\bDO\s*\d+\s*\w+\s*=\s*\w+\s*)@[-+*/(]",
        f"an expression in the head of a loop is {LATER}",
        "a constant or a variable: M = N - 1 before the loop",
    ),
    (r"^(?!\s*(?:DATA|COMMON)\b).*/@/", f"// is {LATER}", "words of characters beside each other"),
    (r"\*\*[^-+*/,=]*@\*\*", "A**B**C has no meaning in X3.9-1966", "parentheses: (A**B)**C or A**(B**C)"),
    (
        r"^\s*(?:SUBROUTINE|CALL)\s*\w+\s*\(\s*@\)",
        f"() is {LATER}",
        "the name alone, without parentheses",
    ),
    (r"\(\s*@\)", f"a function without arguments is {LATER}", WITH_ARGUMENT),
    (r"^\s*@PARAMETER[^(]*=", f"PARAMETER without parentheses is {DEC}", "the number itself, or DATA"),
    (
        r"^\s*COMMON\b.*,\s*@/",
        "a comma before /name/, which X3.9 does not have",
        "nothing in its place: COMMON A /X/ D",
    ),
    (
        rf"^\s*(?:{TYPES})\b.*\([^()]*@[-+*/]",
        f"a bound that is an expression is {LATER}",
        "a number, or a variable that is passed: DIMENSION A(M)",
    ),
    (rf"^\s*(?:{TYPES})\b.*\w@\*\s*\d", f"a length after a name is {IBM}", "a statement of its own: REAL*8 X"),
    (r"@&\s*&", "&& is C's", ".AND."),
    (r"@&", "& is + on IBM's commercial card punches", "+, or --setting punches=commercial for all cards"),
    (r"@==", f"== is {F90}", ".EQ."),
    (r"/@=", f"/= is {F90}", ".NE."),
    (r"@<\s*>", "<> is BASIC's", ".NE."),
    (r"@(?:<|>)", f"< and > are {F90}", ".LT., .LE., .GT. or .GE."),
    (r"\bIF\s*\(.*@=", "= assigns a value, it does not compare", ".EQ."),
    (rf"@\.\s*({RELATIONS})(?![A-Z])(?!\s*\.)", "the second point of .\\1. is missing", ".\\1."),
    (rf"(?<![A-Z.])({RELATIONS})\s*(?:@\.|\.\s*\w*@\.)", "the first point of .\\1. is missing", ".\\1."),
    (r"^\s*DATA\b.*-\s*@[0-7]+B", "an octal constant has no sign", "all its digits: 77777777777777777776B is -1"),
    (r"\bDO\b.*=.*@TO", "TO in a DO is BASIC's", "a comma: DO 10 I = 1, 5"),
    (r"^\s*IF\b.*@ELSE", f"ELSE is {LATER}", "IF and GO TO"),
    (
        r"^(?!\s*(?:DATA|DIMENSION)\b).*=(?:.*[^\w.])?\s*\d+\.?\d*\s*@[(AC-Z]",
        "an operator is missing here",
        "* where this is a product",
    ),
    (r"@\w+\s*[-+*/]=", "an operator with = is C's", "the whole assignment: I = I + 1"),
)
"""What stands before and after a fault (@) on its card, what that is, and what to write."""


def explained(diagnostic: Diagnostic, source: SourceText) -> Diagnostic:
    """Return a fault of syntax with what it is in a later FORTRAN, or as it was."""
    line, column = source.line(diagnostic.place.line), diagnostic.place.column - 1
    for pattern, message, instead in SHAPES:
        if found := re.search(pattern, f"{line[:column]}@{line[column:]}", re.IGNORECASE):
            return replace(diagnostic, message=found.expand(message), expected=found.expand(instead))
    return diagnostic

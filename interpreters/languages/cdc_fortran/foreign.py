"""Statements and functions of other FORTRANs: whose each is, and what to write here. Data for messages, nothing else.

FOREIGN["PARAMETER"]           # ("FORTRAN 77", "the number itself, or DATA")
explained(diagnostic, source)  # "FMT= is FORTRAN 77" in place of "unexpected FMT="
"""

from __future__ import annotations

import re
from dataclasses import replace

from interpreters.source.diagnostics import Diagnostic
from interpreters.source.position import SourceText

LATER, F90, CDC, IBM = "FORTRAN 77", "Fortran 90", "CDC FORTRAN that is left out", "IBM's FORTRAN"

FOREIGN: dict[str, tuple[str, str]] = {
    "IMPLICITNONE": (F90, "nothing: undeclared names have the type of their first letter"),
    "PARAMETER": (LATER, "the number itself, or DATA"),
    "CHARACTER": (LATER, "characters in INTEGER or REAL variables: 3HABC"),
    "INTRINSIC": (LATER, "EXTERNAL"),
    "SAVE": (LATER, "nothing: variables of subprograms keep their values"),
    "OPEN": (LATER, "PROGRAM name(TAPE1) for a file, REWIND 1 for its start"),
    "CLOSE": (LATER, "nothing, or ENDFILE"),
    "INQUIRE": (LATER, "IF (EOF(1)) or the PROGRAM statement"),
    "ELSEIF": (LATER, "IF and GO TO"),
    "ELSE": (LATER, "IF and GO TO"),
    "ENDIF": (LATER, "IF and GO TO"),
    "ENDDO": (F90, "a label on CONTINUE"),
    "DOWHILE": (F90, "IF and GO TO"),
    "DO": (F90, "DO with a label: DO 10 I = 1, N"),
    "SELECTCASE": (F90, "a computed GO TO"),
    "MODULE": (F90, "COMMON and subprograms"),
    "USE": (F90, "COMMON and subprograms"),
    "CONTAINS": (F90, "subprograms after END"),
    "ENDPROGRAM": (F90, "END"),
    "ENDSUBROUTINE": (F90, "END"),
    "ENDFUNCTION": (F90, "END"),
    "INCLUDE": (LATER, "the cards themselves"),
    "BUFFERIN": (CDC, "READ without a FORMAT"),
    "BUFFEROUT": (CDC, "WRITE without a FORMAT"),
    "SEGMENT": (CDC, "CALL of a subroutine"),
    "LEVEL": (CDC, "nothing: there is one memory"),
    "DEFINEFILE": (IBM, "REWIND, READ and WRITE of a tape"),
    "FREQUENCY": ("FORTRAN II", "nothing"),
    "READDRUM": ("FORTRAN II", "READ TAPE"),
    "WRITEDRUM": ("FORTRAN II", "WRITE TAPE"),
}
"""Statements by their first letters without blanks: the FORTRAN that has them, and what to write here instead."""

LATER_FUNCTIONS: dict[str, str] = {
    "MIN": "MIN0, AMIN1 or DMIN1", "MAX": "MAX0, AMAX1 or DMAX1", "LOG": "ALOG, DLOG or CLOG",
    "LOG10": "ALOG10 or DLOG10", "NINT": "IFIX(X + SIGN(0.5, X))", "IDNINT": "IDINT of D with a half",
    "ANINT": "AINT(X + SIGN(0.5, X))", "DINT": "DBLE(FLOAT(IDINT(D)))", "DTAN": "DSIN(D)/DCOS(D)",
    "SINH": "(EXP(X)-EXP(-X))/2.0", "COSH": "(EXP(X)+EXP(-X))/2.0", "LEN": "the number itself",
    "CHAR": "a Hollerith constant", "ICHAR": "a Hollerith constant", "INDEX": "a loop",
}  # fmt: skip
"""Functions that FORTRAN 77 added, most of them for several types: what to write here."""

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
    (r"@==", f"== is {F90}", ".EQ."),
    (r"/@=", f"/= is {F90}", ".NE."),
    (r"@(?:<|>)", f"< and > are {F90}", ".LT., .LE., .GT. or .GE."),
)
"""What stands before and after a fault (@) on its card, what that is, and what to write."""


def explained(diagnostic: Diagnostic, source: SourceText) -> Diagnostic:
    """Return a fault of syntax with what it is in a later FORTRAN, or as it was."""
    line, column = source.line(diagnostic.place.line), diagnostic.place.column - 1
    for pattern, message, instead in SHAPES:
        if found := re.search(pattern, f"{line[:column]}@{line[column:]}", re.IGNORECASE):
            return replace(diagnostic, message=found.expand(message), expected=instead)
    return diagnostic

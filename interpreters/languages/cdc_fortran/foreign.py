"""Statements and routines of other FORTRANs: whose each is, and what to write here. Data, most of it for messages.

FOREIGN["PARAMETER"]           # ("FORTRAN 77", "the number itself, or DATA")
DEC_TRANSFERS["TYPE"]          # "PRINT", which does the same
explained(diagnostic, source)  # "FMT= is FORTRAN 77" in place of "unexpected FMT="
"""

from __future__ import annotations

import re
from dataclasses import replace

from interpreters.source.diagnostics import Diagnostic
from interpreters.source.position import SourceText

LATER, F90, CDC, IBM, DEC = (
    "FORTRAN 77", "Fortran 90", "CDC FORTRAN that is left out", "IBM's FORTRAN", "DEC's FORTRAN",
)  # fmt: skip

DEC_TRANSFERS = {"TYPE": "PRINT", "ACCEPT": "READ"}
"""What DEC calls transfers to and from the terminal."""
COMMERCIAL = str.maketrans("&%<#@", "+()='")
"""What the printers of IBM's commercial offices show for the holes of + ( ) = and '."""

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
    "DEBUG": (IBM, "PRINT"),
    "FREQUENCY": ("FORTRAN II", "nothing"),
    "READDRUM": ("FORTRAN II", "READ TAPE"),
    "WRITEDRUM": ("FORTRAN II", "WRITE TAPE"),
}
"""Statements by their first letters without blanks: the FORTRAN that has them, and what to write here instead."""

FOREIGN_ROUTINES: dict[str, tuple[str, str]] = {
    "MIN": (LATER, "MIN0, AMIN1 or DMIN1"), "MAX": (LATER, "MAX0, AMAX1 or DMAX1"),
    "LOG": (LATER, "ALOG, DLOG or CLOG"), "LOG10": (LATER, "ALOG10 or DLOG10"),
    "NINT": (LATER, "IFIX(X + SIGN(0.5, X))"),
    "IDNINT": (LATER, "IDINT of D with a half"), "ANINT": (LATER, "AINT(X + SIGN(0.5, X))"),
    "DINT": (LATER, "DBLE(FLOAT(IDINT(D)))"), "LEN": (LATER, "the number itself"),
    "CHAR": (LATER, "a Hollerith constant"), "ICHAR": (LATER, "a Hollerith constant"), "INDEX": (LATER, "a loop"),
    "COTAN": (IBM, "1.0/TAN(X)"), "DCOTAN": (IBM, "1.0D0/DTAN(X)"), "GAMMA": (IBM, "a function of your own"),
    "ALGAMA": (IBM, "a function of your own"), "DGAMMA": (IBM, "a function of your own"),
    "ERF": (IBM, "a function of your own"), "ERFC": (IBM, "a function of your own"),
    "IAND": (DEC, "AND(I, J), which for I below zero takes the bits of the 6600"),
    "IOR": (DEC, "OR(I, J), which for I below zero takes the bits of the 6600"),
    "IEOR": (DEC, "XOR(I, J), which for I below zero takes the bits of the 6600"),
    "NOT": (DEC, "COMPL(I), which takes the bits of the 6600"),
    "ISHFT": (DEC, "SHIFT(I, N), which to the left goes round in 60 bits"),
    "LSHIFT": (DEC, "SHIFT(I, N), which goes round in 60 bits"), "RSHIFT": (DEC, "SHIFT(I, -N), which keeps the sign"),
    "SIND": (DEC, "SIN(X*0.0174532925199433)"), "COSD": (DEC, "COS(X*0.0174532925199433)"),
    "TAND": (DEC, "TAN(X*0.0174532925199433)"), "RAN": (DEC, "RANF(0.)"),
    "IFILE": (DEC, "the unit alone, and --tape TAPE1=FILE"), "OFILE": (DEC, "the unit alone: --files DIR saves it"),
    "RANDU": (IBM, "the subroutine itself, or RANF(0.)"), "ERRSET": (IBM, "nothing: a fault ends the run"),
    "DUMP": (IBM, "PRINT"), "PDUMP": (IBM, "PRINT"), "REREAD": (IBM, "DECODE"),
}  # fmt: skip
"""Functions and subroutines that are not here: whose they are, and what to write. Words of other machines differ."""

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

"""ECOL (Educational Computer Language, Utrecht, about 1969 to 1981).

Defining document: Definierend Rapport van ECOL, in Docentenboek Computerkunde (IOWO, Utrecht 1973), known here through
the documentation of an existing interpreter (github.com/MarcelAdri/ecol_interpreter, which has a scan of the book), and
de Bruijn's explanation of his program of 1969.

What the documents leave open, and is chosen here:

- Settings (each can be switched for a run): the width of a printed number, what an unassigned variable is, subscripts
  that are not whole, and when the step and last value of a loop are evaluated.
- Both sides of EN and OF are evaluated always, as in the ALGOL 60 that Utrecht's translator made.
- Names may hold blanks, which mean nothing; names are written in small letters, words of the language in capitals.
- A jump stays inside its SUB or FUN. A SUB does not call itself; a FUN may. STOP and KLAAR end the program.
- A FUN may be defined anywhere; historically they came before START.
- Printed numbers are rounded half away from zero. Two whole numbers on the tape that only a comma joins are refused,
  for they may be one number with a decimal comma.
- SCHRIJM prints a mantissa of nine digits and a power of two digits: the report's format is not known.
- A number that does not fit its format is printed as wide as it needs.
- GOK and GOKC draw the same numbers in each run.
- Values are IEEE double numbers: whole values are exact to 2**53 (the EL-X8's real numbers had 40 bits).
"""

from getallenband.interpreters.language import Clue, Language, Setting, lazy

LANGUAGE = Language(
    name="ecol",
    title="ECOL",
    extensions=(".ecol",),
    arithmetics=("ieee754",),
    settings=(
        Setting("width", ("report", "narrow"), "report", "places of SCHRIJF (m, 0): m + 2 by the report, or m"),
        Setting("unassigned", ("trap", "zero"), "trap", "a variable or element before its first assignment"),
        Setting("subscript", ("rounded", "exact"), "rounded", "a subscript that is not whole: rounded, or a trap"),
        Setting("loop", ("once", "each"), "once", "step and last value of MET: evaluated once, or at each turn"),
    ),
    clues=(
        Clue(r"^\s*(\d+\s+)?START\s*$", "START", 4),
        Clue(r"\bKLAAR\b", "KLAAR", 4),
        Clue(r"\bSCHRIJ[FM]\b", "SCHRIJF", 4),
        Clue(r"\bALS\b.*\bDAN\b", "ALS … DAN", 4),
        Clue(r"\bNAAR\s+\d+", "NAAR", 4),
        Clue(r"\bRIJ\s*\(", "RIJ", 4),
        Clue(r"\bHERHAAL\b|\bLEES\b|\bTEKST\s*:=", "HERHAAL, LEES or TEKST", 4),
    ),
    inputs=("tape",),
    parse=lazy(f"{__name__}.parse", "parse"),
    lower=lazy(f"{__name__}.lower", "lower"),
    notes=lazy(f"{__name__}.notes", "notes"),
    cause=lazy(f"{__name__}.notes", "cause"),
)

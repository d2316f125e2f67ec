"""FORTRAN as the Control Data 6000 computers compiled it about 1968: ANSI X3.9-1966 and what CDC added.

Defining documents: American Standard FORTRAN, X3.9-1966; Control Data 6400/6600 Computer Systems FORTRAN Reference
Manual. What CDC added is here, but for BUFFER IN and OUT, SEGMENT and LEVEL; docs/cdc_fortran.md lists it.

Choices and departures (docs/cdc_fortran.md says more):

- what compilers of the time let pass: any executable statement but DO and IF after a logical IF; jumps into a DO that
  was left (extended range) or never begun (a trap at its end); arguments that a procedure changes though they are
  constants (only a copy changes); an array's last dummy bound of 1 (as many elements as were passed);
- a DO runs at least once, keeps its limit and step, and leaves its variable without a value (setting do_variable);
- a computed GO TO outside its list goes on with the next statement (setting computed_goto);
- .AND. and .OR. leave out their second operand where the first decides;
- subscripts are checked one by one against their bounds (setting subscripts);
- a variable without a value is a trap (setting undefined);
- REAL and DOUBLE PRECISION are IEEE 754 doubles; the second word of a DOUBLE PRECISION number holds zero;
- FORMAT fields must go with the types of their items.
"""

from getallenband.interpreters.language import NUMBER, Clue, Language, Setting, lazy

CURES = {
    "has no value yet$": "--setting undefined=zero: memory begins with zeros; do_variable=kept: a DO leaves one",
    "^INPUT cannot be written$": "a PROGRAM card that makes the unit another file: PROGRAM X(TAPE5=OUTPUT)",
    "^OUTPUT cannot be read$": "a PROGRAM card that makes the unit another file: PROGRAM X(TAPE6=INPUT)",
    "^INPUT ends after": "more data, after the last END or with --tape FILE; END=label or IF (EOF(5)) asks for the end",
    " ends after ": "END=label in the READ, or IF (EOF(unit)) after it, asks for the end",
    "is for REAL, the item is INTEGER": "an I field prints an integer (5 by I5); a number with a point is real: 5.",
    "is for INTEGER, the item is REAL": "an F or E field prints a real number; IFIX(X) is an integer",
    "compared with a number": "characters are compared with characters: IF (X .EQ. 4HSTOP); an F field reads a number",
    "holds characters or bits, not": "an F or E field reads a number; characters are compared: IF (X .EQ. 4HSTOP)",
    "is for numbers, the item holds": "an A field prints characters, an O field octal digits",
    "is for characters or bits": "an F, E or G field prints a real number",
    "outside its bounds": "--setting subscripts=storage: an element may be anywhere in the storage of its unit",
}
"""What lets a program go on after a trap."""

LANGUAGE = Language(
    name="cdc_fortran",
    title="CDC 6000 FORTRAN",
    extensions=(".f", ".f66", ".for"),
    arithmetics=("cdc6600", "ieee754"),
    settings=(
        Setting("cards", ("auto", "columns", "free", "loose"), "auto", "as recognised, punched, edited, columns lost"),
        Setting("punches", ("fortran", "commercial"), "fortran", "whether & % < # @ stand for + ( ) = and '"),
        Setting("program", ("all", NUMBER), "all", "which program of a deck that holds several"),
        Setting("carriage", ("pages", "raw"), "pages", "whether the first character of a printed line moves the paper"),
        Setting("subscripts", ("checked", "storage"), "checked", "bounds of subscripts: the array's, or its storage's"),
        Setting("undefined", ("trap", "zero"), "trap", "what a variable holds before it has a value"),
        Setting("do_variable", ("undefined", "kept"), "undefined", "whether a finished DO leaves its variable a value"),
        Setting("date", (NUMBER,), "680701", "what DATE answers: year, month and day"),
        Setting("random", (NUMBER,), "0", "with what RANF begins; 0 is the 6600's own"),
        Setting("computed_goto", ("next", "trap"), "next", "a computed GO TO whose variable is outside the list"),
    ),
    clues=(
        Clue(r"^\s*(\d+\s+)?(?i:PROGRAM|SUBROUTINE)\s+[A-Z]\w*\s*(\(|\s*$)", "PROGRAM or SUBROUTINE", 4),
        Clue(r"^\s*\d+\s+(?i:FORMAT)\s*\(", "FORMAT with a label", 6),
        Clue(r"\.(?i:EQ|NE|LT|GT|LE|GE|AND|OR|NOT|TRUE|FALSE)\.", "operators between points", 4),
        Clue(r"^[\s\d]*(?i:DO)\s*\d+\s*[A-Z]\w*\s*=\s*[\w+*-]+\s*,", "DO with a label", 5),
        Clue(r"\b(?i:GO\s?TO)\s*(\d+|\()", "GO TO and a label", 3),
        Clue(r"^[\s\d]*(?i:PRINT|READ|PUNCH|WRITE)\s*(\d+\s*(,|$)|\(\s*\d+\s*,)", "PRINT, READ or WRITE", 4),
        Clue(
            r"^\s*(?i:DIMENSION|COMMON|EQUIVALENCE|DATA|INTEGER|REAL|LOGICAL|COMPLEX)\s+/?[A-Z]\w*\s*[,(/\s]",
            "DIMENSION, COMMON or a type",
            2,
        ),
        Clue(r"\b(?i:CALL)\s+[A-Z]\w*\s*(\(|$)", "CALL", 2),
        Clue(r"^(?=.{7}) {6}\S", "cards from column 7 on", 2),
        Clue(r"^\s{6,}(?i:END|STOP|RETURN)\s*$", "END on a card of its own", 2),
        Clue(r"^C($|[ *-])", "comment cards", 1),
    ),
    parse=lazy(f"{__name__}.parse", "parse"),
    lower=lazy(f"{__name__}.lower", "lower"),
    notes=lazy(f"{__name__}.parse", "notes"),
    cures=CURES,
)

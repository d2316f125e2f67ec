"""Why random programs of a language leave out what they leave out: a paragraph for docs/reliability.md each."""

from __future__ import annotations

REASONS = {
    "algol60": (
        "The generator makes one dialect, whose programs a translation into Python can check, and prints by three "
        "procedures. Parameter delimiters come with the other representations and comments in which the test writes "
        "these programs anew. The names are those of all nine systems; a program has those of one, and cases alone "
        "try the others."
    ),
    "amb_scheme": (
        "Half the programs are about choices, half call the standard procedures. make-promise is what delay is made "
        "of; programs write delay."
    ),
    "c_subset": (
        "Bit fields are left out of the language, and so is an array of arrays without a length; a program is "
        "never empty. `abort` and a failed assertion end a program by a trap, which gcc's output cannot be compared "
        "with: cases alone try them."
    ),
    "cdc_fortran": (
        "The generator makes programs that gfortran takes as well: it has no forms of FORTRAN II or of CDC alone, no "
        "ENTRY, IMPLICIT, NAMELIST, ENCODE or DECODE, and few of CDC's own functions. These are tried by cases alone."
    ),
    "ecol": "Only the empty text is missing.",
    "informal_algol": (
        "The alternatives are procedures whose parameters have no types and the like, which no correct program has. "
        "The procedures print and go on with a search: they need the tables of the article, which its edition runs."
    ),
    "perl_subset": (
        "Of the runtime nine blocks in ten are reached; most of the others are of garbage collection. "
        "Files, loops with parts left out, and the ends of programs are tried by cases alone."
    ),
}

"""Why random programs of a language leave out what they leave out: a line for docs/reliability.md each."""

from __future__ import annotations

REASONS = {
    "algol60": (
        "programs are of one dialect, which a translation into Python can check, and print by three procedures. The "
        "names are those of all nine systems."
    ),
    "amb_scheme": "programs write `delay`, which is made of `make-promise`.",
    "c_subset": (
        "bit fields, and arrays of arrays without a length, are not supported; `abort` and a failed assertion end in "
        "a trap, which has no counterpart in gcc's output."
    ),
    "cdc_fortran": (
        "programs are such that gfortran takes them too: nothing of FORTRAN II or of CDC alone, no ENTRY, IMPLICIT, "
        "NAMELIST, ENCODE or DECODE. Cases try these."
    ),
    "ecol": "only the empty text is missing.",
    "informal_algol": (
        "no correct program has the missing alternatives, such as a parameter without a type. The procedures need the "
        "tables of the article, with which its edition runs."
    ),
    "perl_subset": "cases try files, loops with parts left out, and the ends of programs.",
}

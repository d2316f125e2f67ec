"""What ALGOL 60 in Racket prints with."""

from getallenband.interpreters.languages.algol60.systems.system import Standard, System

MANUAL = "Racket, algol60 manual"
SYSTEM = System(
    "ALGOL 60 of Racket",
    (
        Standard("prints (string s)", "the characters of a string", MANUAL, "prints write"),
        Standard("printsln (string s)", "the characters of a string and a new line", MANUAL, "prints printsln"),
        Standard("printn (real x)", "a number", MANUAL, "prints_by_type printn"),
        Standard("printnln (real x)", "a number and a new line", MANUAL, "prints_by_type printnln"),
    ),
)

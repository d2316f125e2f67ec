"""What NASE A60 added (E. Schoenfelder, version 0.22)."""

from getallenband.interpreters.languages.algol60.systems.system import Standard, System

SYSTEM = System(
    "NASE A60",
    (
        Standard("vprint (…)", "strings as they are, numbers in 18 places, T or F, and a new line", "NASE manual, 7.4",
                 "vprint"),
        Standard("write (string s)", "the characters of a string", "NASE manual, 7.2", "prints write"),
        Standard("print (real value, integer f1, integer f2)",
                 "a number with f1 places before and f2 after its point", "NASE manual, 7.3",
                 "prints print_formatted"),
        Standard("insymbol (integer channel, string str, name integer value)",
                 "the position from 0 of the tape's next character in the string, else its number below 0",
                 "NASE manual, 7.2", "reads insymbol_from_0"),
        Standard("outsymbol (integer channel, string str, integer source)",
                 "the character at a position from 0, or the one whose number is -source", "NASE manual, 7.2",
                 "calls outsymbol_from_0"),
        Standard("real rand", "a number of at least 0 and below 1; the same sequence in every run",
                 "NASE manual, 7.1", "calls random"),
        Standard("real pi", "3.14159…", "NASE manual, 7.1", "calls pi"),
    ),
    ("elementary", "modified"),
)  # fmt: skip

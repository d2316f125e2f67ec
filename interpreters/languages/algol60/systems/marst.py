"""What GNU MARST added (A. Makhorin, version 2.6): procedures in C (inline) are not among it here."""

from getallenband.interpreters.languages.algol60.systems.system import Standard, System

SYSTEM = System(
    "GNU MARST",
    (
        Standard("print (…)", "each parameter on a line, a variable and each element of a whole array after its name",
                 "MARST manual, pseudo procedure print", "print_each"),
        Standard("inchar (integer channel, string str, name integer int)",
                 "as the Modified Report's; the character with number 0 is one past the string's end", "MARST 2.6",
                 "reads inchar_of_c"),
        Standard("integer maxint", "the largest integer of its C, though larger ones are kept here", "MARST, 32-bit C",
                 "constant 2147483647"),
    ),
    ("elementary", "modified"),
)  # fmt: skip

"""What GNU MARST added (A. Makhorin, version 2.6): procedures in C (inline) are not among it here."""

from interpreters.languages.algol60.systems.system import Standard, System

SYSTEM = System(
    "GNU MARST",
    (
        Standard("print (…)", "each parameter on a line, a variable and an element of an array after its name",
                 "MARST manual, pseudo procedure print", "print_each"),
    ),
    ("elementary", "modified"),
)  # fmt: skip

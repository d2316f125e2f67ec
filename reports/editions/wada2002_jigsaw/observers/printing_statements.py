"""Look at printing statements that stand apart from their program: how many numbers each asks for, and is given.

observe = "printing_statements"
with = { file = "printing.transcription", program = "c" }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed

STATEMENT = re.compile(r'printf\("([^"]*)"((?:,l\(\d,\d\))*)\);')


def observe(context: Context, *, file: str, program: str) -> Observed:
    """Return how many numbers the format of each asks for and how many there are, "6 of 6".

    Where the program, as emended, does not print just these numbers in this order: "not in the program".
    """
    given = [arguments for _, arguments in STATEMENT.findall(context.emended(program))]
    found = []
    for number, (form, arguments) in enumerate(STATEMENT.findall(context.text(file))):
        if number >= len(given) or arguments != given[number]:
            found.append("not in the program")
        else:
            found.append(f"{form.count('%d')} of {arguments.count('l(')}")
    return Observed(found)

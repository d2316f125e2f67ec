"""The names that a language's programs may use without declaring them, and the procedures that its library calls.

NAMES["amb_scheme"]         # {"car", "cdr", "if", …}
library_of("ecol")          # ({"read": HostFunction(…), …}, "perform")
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from getallenband.interpreters.languages.algol60.check.library import system
from getallenband.interpreters.languages.algol60.systems import system_names
from getallenband.interpreters.languages.amb_scheme.forms import FORMS, left_out
from getallenband.interpreters.languages.amb_scheme.library import PRIMITIVES
from getallenband.interpreters.languages.c_subset.library import FUNCTIONS
from getallenband.interpreters.languages.c_subset.prelude import PRELUDE
from getallenband.interpreters.languages.cdc_fortran.library.intrinsics import INTRINSICS, SUBROUTINES
from getallenband.interpreters.languages.ecol.grammar import GRAMMAR as ECOL
from getallenband.interpreters.languages.perl_subset import words

IDENTIFIER = r"[A-Za-z_]\w*"
WORD = {
    "algol60": IDENTIFIER, "amb_scheme": r"[^\s()'`,;\"]+", "c_subset": IDENTIFIER, "cdc_fortran": IDENTIFIER,
    "ecol": "[A-Z]+", "informal_algol": "[A-Z]+(?: [A-Z]+)*", "perl_subset": IDENTIFIER,
}  # fmt: skip
"""What a name looks like."""
FOLDED = ("algol60", "cdc_fortran")
"""Languages whose names are the same in capitals and small letters; they are small ones here."""
NAMES: dict[str, set[str]] = {
    "algol60": {
        each.name.lower() for name in ("elementary", *system_names()) for each in system(name).procedures
    },
    "amb_scheme": {name for name, form in FORMS.items() if form is not left_out}
    | {name for name in PRIMITIVES if name[0] != "("},
    "c_subset": {name for name in FUNCTIONS if name[0] != "_"} | {"printf", "sprintf", "fprintf", "scanf", "sscanf"}
    | set(PRELUDE),
    "cdc_fortran": {name.lower() for name in (*INTRINSICS, *SUBROUTINES)},
    "ecol": {*re.findall(r"[A-Z]+", "|".join(map(ECOL.pattern, ("FUNCTION", "COUNTER"))))},
    "informal_algol": set(),
    "perl_subset": words.NULLARY | words.UNARY | words.LISTS | words.BLOCKS,
}  # fmt: skip
"""The names of standard procedures, and of special forms."""


def library_of(language: str) -> tuple[dict[str, Any], str]:
    """Return the table of a library's procedures, and the field that says what each does."""
    module = import_module(f"getallenband.interpreters.languages.{language}.library")
    return (module.PRIMITIVES, "function") if language == "amb_scheme" else (module.LIBRARY, "perform")

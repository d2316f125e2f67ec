r"""The values of integer and character constants (C90, 6.1.3.2 and 6.1.3.4), in the program as in #if.

integer("0x10UL")               IntegerConstant(16, decimal=False, suffix="ul")
character_value(r"'\377'")      -1
"""

from __future__ import annotations

import re
from typing import NamedTuple

from getallenband.interpreters.languages.c_subset.lexer import characters
from getallenband.interpreters.languages.c_subset.types import CHAR, INT

INTEGER = re.compile(
    r"(?:0[xX](?P<hexadecimal>[0-9a-fA-F]+)|(?P<octal>0[0-7]*)|(?P<decimal>[1-9][0-9]*))"
    r"(?P<suffix>(?:[uU](?:ll|LL|[lL])?|(?:ll|LL|[lL])[uU]?)?)\Z"
)
MOST_DIGITS = 100
"""Of a decimal constant, which are read: with so many it is too large already, and Python refuses far more."""


class IntegerConstant(NamedTuple):
    """An integer constant; its suffix is in small letters."""

    value: int
    decimal: bool
    suffix: str


def integer(text: str) -> IntegerConstant | None:
    """Return what an integer constant says, None for what is none."""
    found = INTEGER.match(text)
    if found is None:
        return None
    decimal = found["decimal"] is not None
    if decimal:
        value = int(found["decimal"][:MOST_DIGITS])
    else:
        value = int(found["octal"], 8) if found["octal"] else int(found["hexadecimal"], 16)
    return IntegerConstant(value, decimal, found["suffix"].lower())


def character_value(text: str) -> int:
    """Return the value of a character constant: of several characters, the last four count, as in gcc."""
    codes = characters(text)
    if len(codes) == 1:
        return CHAR.wrapped(codes[0])
    value = 0
    for code in codes[-4:]:
        value = value * 256 + code
    return INT.wrapped(value)

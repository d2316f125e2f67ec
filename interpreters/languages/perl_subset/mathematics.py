"""Functions of numbers that Perl takes from C, and numerals in other bases.

oct_("0x1f"), hex_("1f"), log(100)        31, 31, 4.605…
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from interpreters.languages.perl_subset.faults import Fault
from interpreters.languages.perl_subset.values import fitted, number_of, text_of

NUMERAL = re.compile(r"(?:0?(?P<base>[xXbBoO]))?(?P<digits>[0-9a-fA-F_]*)")
INFINITE = 4096
"""Digits and underscores of a numeral that is infinite in any base: a long one is not reckoned to its end."""
BASES = {"x": (16, "0123456789abcdef"), "b": (2, "01"), "o": (8, "01234567")}


def oct_(value: Any) -> int | float:
    """Read a numeral as octal, or in the base that 0x or 0b before it says; what follows the last digit is left out."""
    return numeral(text_of(value).lstrip(), "o")


def hex_(value: Any) -> int | float:
    """Read a hexadecimal numeral."""
    return numeral(text_of(value), "x")


def numeral(text: str, usual: str) -> int | float:
    match = NUMERAL.match(text)
    assert match is not None
    said, digits = (match["base"] or usual).lower(), match["digits"]
    if usual == "x" != said:
        said, digits = "x", text
    base, known = BASES[said]
    digits = digits.partition("__")[0].lstrip("0_")[:INFINITE].lower().replace("_", "")  # two underscores end a numeral
    return fitted(int(digits[: len(digits) - len(digits.lstrip(known))] or "0", base))


def log(value: Any) -> float:
    found = number_of(value)
    if found <= 0:
        raise Fault(f"Can't take log of {text_of(found)}")
    return math.log(found)


def exp(value: Any) -> float:
    try:
        return math.exp(number_of(value))
    except OverflowError:
        return math.inf


def of_angle(function: Callable[[float], float]) -> Callable[[Any], float]:
    """Return a function that is NaN at infinity."""
    return lambda value: function(found) if math.isfinite(found := number_of(value)) else math.nan


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "cos": of_angle(math.cos), "exp": exp, "hex": hex_, "log": log, "oct": oct_, "sin": of_angle(math.sin),
}  # fmt: skip

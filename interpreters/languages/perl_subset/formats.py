"""Perl's sprintf.

formatted(["%03d|%-4s|", 7, "ab"], 1000)      # "007|ab  |"
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from getallenband.interpreters.languages.perl_subset.faults import Exhaustion, Missing, out_of_memory
from getallenband.interpreters.languages.perl_subset.texts import character
from getallenband.interpreters.languages.perl_subset.values import MOST, number_of, real_text, text_of, whole_of

CONVERSION = re.compile(
    r"%(?P<flags>[-+ 0#]*)(?P<width>\d*)(?:\.(?P<precision>\d*))?(?P<kind>.?)", re.ASCII | re.DOTALL
)
KINDS = "diuscfegxob%"
SIGN_AND_PREFIX = re.compile(r"[-+ ]?(?:0[xb](?=.))?")
"""What stands before the zeros that fill a number's field."""


def formatted(values: list[Any], most: int) -> str:
    """Return what sprintf makes of a format and its values; raise Exhaustion for a field wider than `most`.

    Values that are missing are undef. Raise Missing for a conversion that is not one of KINDS.
    """
    if not values:
        raise Missing("sprintf without a format is not supported")
    waiting = iter(values[1:])

    def field(match: re.Match[str]) -> str:
        kind = match["kind"]
        if kind not in KINDS or not kind:
            raise Missing(f"{match.group()} in a format is not supported: write % and one of {' '.join(KINDS)}")
        sizes = [int(digits.lstrip("0")[:20] or 0) for digits in (match["width"], match["precision"] or "")]
        if max(sizes) > most:
            raise Exhaustion(out_of_memory(most))
        precision = None if match["precision"] is None else sizes[1]
        value = None if kind == "%" else next(waiting, None)
        return in_field(match["flags"], sizes[0], kind, precision, value)

    return CONVERSION.sub(field, text_of(values[0]))


def in_field(flags: str, width: int, kind: str, precision: int | None, value: Any) -> str:
    """Write a value, and fill its field with blanks or zeros."""
    body = written(flags, kind, precision, value)
    endless = kind not in "sc%" and body.endswith(("Inf", "NaN"))
    if "-" in flags:
        return body.ljust(width)
    if "0" not in flags or (kind in "diuxob" and precision is not None and not endless):
        return body.rjust(width)
    lead = None if kind in "sc%" or endless else SIGN_AND_PREFIX.match(body)
    size = lead.end() if lead else 0
    return body[:size] + body[size:].rjust(width - size, "0")


def written(flags: str, kind: str, precision: int | None, value: Any) -> str:
    """Write a value by a conversion, without its field."""
    sign = "+" if "+" in flags else " " if " " in flags else ""
    if kind == "%":
        return "%"
    if kind in "sc":
        return (text_of(value) if kind == "s" else character(whole_of(value) & MOST))[:precision]
    number = number_of(value)
    if not isfinite(number):
        return ("+" if number > 0 and sign else "") + real_text(float(number))
    if kind in "feg":
        return f"%{sign}{'#' * ('#' in flags)}.{6 if precision is None else precision}{kind}" % number
    if kind in "di":
        # 64 bits with a sign: what is greater is taken modulo 2 ** 64
        number = (whole_of(value) + (1 << 63)) % (1 << 64) - (1 << 63)
        return ("-" if number < 0 else sign) + digits_of(abs(number), "d", precision)
    return natural(whole_of(value) % (1 << 64), "d" if kind == "u" else kind, precision, "#" in flags)


def natural(number: int, base: str, precision: int | None, prefixed: bool) -> str:
    """Write a number without a sign, with # its prefix."""
    digits = digits_of(number, base, precision)
    if not prefixed or base == "d":
        return digits
    if base == "o":
        return digits if digits.startswith("0") else f"0{digits}"
    return f"0{base}{digits}" if number else digits


def digits_of(number: int, base: str, precision: int | None) -> str:
    """Write a number's digits, as many as the precision asks for; zero with the precision 0 has none."""
    return "" if number == 0 == precision else format(number, base).rjust(precision or 0, "0")

"""Numbers as digits: the parts that the output formats of the languages are made of, and reading them from tapes.

>>> fixed(2.5, 0), fixed(2.5, 0, rounding=ROUND_HALF_UP), fixed(1.5, 2, scale=1)
('2', '3', '15.00')
>>> scientific(-1234.5, 3), scientific(1.25, 2, rounding=ROUND_HALF_UP)  # .123 × 10 ** 4, .13 × 10
(('123', 3), ('13', 0))
>>> integer("-12", 99), integer("1234", 99), real("1.5₁₀3")
(-12, None, 1500.0)
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal, localcontext
from math import isfinite

__all__ = ["ROUND_HALF_EVEN", "ROUND_HALF_UP", "fixed", "integer", "real", "scientific"]

TO_ASCII = str.maketrans({"−": "-", "⏨": "e", "&": "e", "E": "e", " ": ""})


def fixed(value: float, after: int, *, scale: int = 0, rounding: str = ROUND_HALF_EVEN) -> str:
    """Write value × 10 ** scale with `after` digits after the point, exactly rounded."""
    if scale == 0 and (rounding == ROUND_HALF_EVEN or value.is_integer()):
        return f"{value:.{after}f}"
    with localcontext() as context:
        # a double has at most 309 digits before its point and 1,074 after it
        context.prec = 1400 + after + abs(scale)
        return f"{Decimal(value).scaleb(scale).quantize(Decimal(1).scaleb(-after), rounding):f}"


def scientific(value: float, digits: int, *, rounding: str = ROUND_HALF_EVEN) -> tuple[str, int]:
    """Return the first `digits` digits of a number's size, exactly rounded, and the power of ten of the first one."""
    if rounding == ROUND_HALF_EVEN:
        mantissa, exponent = f"{abs(value):.{digits - 1}e}".split("e")
        return mantissa.replace(".", ""), int(exponent)
    rounded = Context(prec=digits, rounding=rounding).create_decimal_from_float(abs(value))
    return "".join(map(str, rounded.as_tuple().digits)).ljust(digits, "0"), rounded.adjusted()


def integer(text: str, greatest: int) -> int | None:
    """Read decimal digits with or without a sign; None where the number is beyond `greatest`."""
    if len(text) < 16 and text.isdecimal():
        return None if (size := int(text)) > greatest else size
    written = text.translate(TO_ASCII)
    digits = written.lstrip("+-0")  # Python's int takes no more than 4,300, even if they are zeros
    if len(digits) > len(str(greatest)):
        return None
    size = int(digits or "0")
    return None if size > greatest else -size if written.startswith("-") else size


def real(text: str) -> float | None:
    """Read a real number, whose exponent may be marked by e, E, & or a small ten; None where it is too large."""
    value = float(text if text.isdecimal() else text.replace("₁₀", "e").translate(TO_ASCII))
    return value if isfinite(value) else None

"""Rounding to an integer, as the languages that round define it.

>>> nearest(2.5), nearest(-2.5), nearest(2.0**52 + 1)
(3, -2, 4503599627370497)
"""

from __future__ import annotations

from math import floor


def nearest(value: float) -> int:
    """Return entier(value + 1/2), the sum exact (Revised Report on Algol 60, 4.2.4); `value` is finite.

    In doubles the sum itself would be rounded: up to 1 just below a half, and to an even number from 2 ** 52 on.
    """
    whole = floor(value)
    # the difference is exact, but for a small negative value, where it is rounded to a number above 1/2 all the same
    return whole + 1 if value - whole >= 0.5 else whole

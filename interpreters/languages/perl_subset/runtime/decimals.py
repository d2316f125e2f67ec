"""Real numbers as digits: 15 of them, as Perl prints reals, and %f."""

from interpreters.languages.perl_subset.runtime.layout import BUFFER_END, DIGITS, MINUS, POINT
from interpreters.lowering.routines import routine
from interpreters.lowering.words import absolute, bits, quotient, real, remainder, store8, truncated


@routine
def first_of_real(number: float) -> int:
    """Write a real number as %.15g does at the end of the buffer; return where it begins, 0 if it has an exponent."""
    size = absolute(number)
    if size == 0.0:
        return first_of_decimal(0, 0, 0)
    if not (size >= 0.0001 and size < 999999999999999.0):
        return 0
    places = 0
    left = truncated(size)
    if real(left) != size:
        scale = 1.0
        while size * scale < 1.0e14:
            scale = scale * 10.0
            places += 1
        left = rounded_product(size, scale)
        while places > 0 and remainder(left, 10) == 0:
            left = quotient(left, 10)
            places -= 1
    return first_of_decimal(left, places, number < 0.0)


@routine
def first_of_fixed(number: float, places: int) -> int:
    """Write a real number with so many places after the point, as %f does; return 0 where it is too large."""
    scale = 1.0
    place = 0
    while place < places:
        scale = scale * 10.0
        place += 1
    # not less than this: infinite and no number as well
    if places > 15 or not (absolute(number) * scale < 1.0e15):
        return 0
    return first_of_decimal(rounded_product(absolute(number), scale), places, bits(number) < 0)


@routine
def first_of_decimal(digits: int, places: int, negative: int) -> int:
    """Write digits, so many of them after the point; return where they begin."""
    at = BUFFER_END
    left = digits
    place = places
    while place > 0:
        at -= 1
        store8(at, DIGITS + remainder(left, 10))
        left = quotient(left, 10)
        place -= 1
        if place == 0:
            at -= 1
            store8(at, POINT)
    while True:
        at -= 1
        store8(at, DIGITS + remainder(left, 10))
        left = quotient(left, 10)
        if left == 0:
            break
    if negative:
        at -= 1
        store8(at, MINUS)
    return at


@routine
def rounded_product(size: float, scale: float) -> int:
    """Return a real number times a power of ten of at most 10 ** 22, below 10 ** 15: rounded once, halves to even."""
    # The exact product is `product` + `error`: both factors are split into halves of 26 bits, whose products are exact
    # (T. J. Dekker, A floating-point technique for extending the available precision, Num. Math. 18, 1971).
    product = size * scale
    shifted = size * 134217729.0
    high = shifted - (shifted - size)
    low = size - high
    shifted = scale * 134217729.0
    top = shifted - (shifted - scale)
    rest = scale - top
    error = high * top - product + high * rest + low * top + low * rest
    whole = truncated(product)
    # `product` is a multiple of 1/8 at least, so that `error` decides at a half only
    above = product - real(whole) - 0.5
    if above > 0.0 or (above == 0.0 and (error > 0.0 or (error == 0.0 and whole & 1 == 1))):
        return whole + 1
    return whole

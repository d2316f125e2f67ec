"""Arithmetic under `use integer`, of cells of two integers; the result is UNDEF where the library must compute it."""

from interpreters.languages.perl_subset.runtime.layout import BOXED, KIND, REAL, UNDEF
from interpreters.languages.perl_subset.runtime.numbers import difference, number
from interpreters.lowering.routines import inlined, routine
from interpreters.lowering.words import absolute, below, host, load8, load_real, quotient, remainder, truncated


@routine
def integer_or_same(value: int) -> int:
    """Return a scalar as an integer's cell, cut towards zero; one that 63 bits do not hold as it is."""
    found = number(value)
    if found & 1 == 0:
        return found
    # 4.0e18: a cell holds integers below 2 ** 62 in size
    if load8(found - BOXED) & KIND == 0:
        cut = load_real(found + REAL)
        if absolute(cut) < 4.0e18:
            return truncated(cut) << 1
    return value


@inlined
def integer_quotient(left: int, second: int) -> int:
    if second == 0:
        return UNDEF
    # -2 is the cell of -1: the quotient of the least integer by it is one that a cell does not hold
    if second == -2:
        return difference(0, left)
    # of two cells, which are twice their integers, the quotient is that of the integers, the remainder twice theirs
    return quotient(left, second) << 1


@inlined
def integer_remainder(left: int, second: int) -> int:
    if second == 0:
        return UNDEF
    return remainder(left, second)


@inlined
def integer_shifted(left: int, second: int) -> int:
    # by 0 to 31 places (a cell is twice its integer), and of 31 bits and a sign: the result is below 2 ** 62
    if below(second, 64) and below(left + (1 << 31), 1 << 32):
        return left << (second >> 1)
    return UNDEF


@inlined
def integer_shifted_right(left: int, second: int) -> int:
    if below(second, 126):
        # the sign stays, as perldoc integer has it; the bit that the shift moved to the tag's place goes
        return (left >> (second >> 1)) & -2
    return UNDEF


@inlined
def common_bits(left: int, second: int) -> int:
    # the tag of an integer is 0: these three keep it, and ~ leaves it out
    return left & second


@inlined
def all_bits(left: int, second: int) -> int:
    return left | second


@inlined
def different_bits(left: int, second: int) -> int:
    return left ^ second


@inlined
def integer_turned(value: int) -> int:
    return value ^ -2


@inlined
def order_of_integers(left: int, second: int) -> int:
    return ((left > second) - (left < second)) << 1


@routine
def integer_order(left: int, second: int) -> int:
    """Compare two scalars as integers: -1, 0 or 1."""
    one = integer_or_same(left)
    two = integer_or_same(second)
    if (one | two) & 1 == 1:
        return host.integer_order(left, second)
    return order_of_integers(one, two) >> 1

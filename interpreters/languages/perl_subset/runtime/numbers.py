"""Arithmetic and comparison; what is neither an integer of 63 bits nor a real number is left to the library."""

from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    BIG, BOXED, DATA, DIGITS, EMPTY, LENGTH, MINUS, NEW_LINE, NO_VALUE, NUMBER, REAL, REFERENCE, STRING, TAG, UNDEF,
    UNKNOWN, VALUE, WIDE, ZERO,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.memory import take
from getallenband.interpreters.languages.perl_subset.runtime.strings import finish, kind_of
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import (
    absolute, below, host, load, load32, load8, load_real, quotient, real, remainder, store, store_real, truncated,
)  # fmt: skip


@inlined
def truth(value: int) -> int:
    """Tell whether a scalar is true: not undef, not 0, not "" and not "0"."""
    if value & 1 == 0:
        return value != 0
    if value & TAG == STRING:
        # "0.0" and "00" are true (perlsyn, "Truth and Falsehood"); the two false strings are short, so that there is
        # one cell of each
        return value != load(EMPTY) and value != load(ZERO)
    if value == UNDEF:
        return 0
    if value & TAG == REFERENCE:
        return 1
    if kind_of(value) == BIG:
        return 1
    return load_real(value + REAL) != 0.0


@inlined
def number(value: int) -> int:
    """Return a scalar as a number: an integer's or a real number's cell."""
    if value & 1 == 0:
        return value
    if value & TAG == STRING:
        found = load(value + NUMBER)
        if found != UNKNOWN:
            return found
    return number_of_other(value)


@routine
def number_of_other(value: int) -> int:
    """Convert a scalar that is no integer to a number; a string caches its own."""
    kind = value & TAG
    if kind == STRING:
        found = load(value + NUMBER)
        if found == UNKNOWN:
            found = number_in(value)
            if found == UNKNOWN:
                found = finish(host.operand(value))
            # strings never change, so that theirs is computed once
            store(value + NUMBER, found)
        return found
    if kind == BOXED:
        if kind_of(value) == BIG:
            return value
        return exact(value)
    if kind == REFERENCE:
        # its address, as in Perl, so that == compares references
        return (value - REFERENCE) << 1
    return 0


@inlined
def exact(value: int) -> int:
    """Return a real number without a fraction as an integer where Perl does so."""
    # beyond 2 ** 53 a real number does not tell which integer was meant
    real_value = load_real(value + REAL)
    if absolute(real_value) < 9007199254740992.0:
        whole = truncated(real_value)
        if real(whole) == real_value:
            return whole << 1
    return value


@routine
def number_in(string: int) -> int:
    """Return the integer of a string of at most 17 digits, with - before them or a new line after; else UNKNOWN."""
    length = load32(string + LENGTH)
    if kind_of(string) == WIDE or length > 17 or length == 0:
        return UNKNOWN
    at = load(string + DATA)
    end = at + length
    # at most 17 digits: no overflow on the way
    minus = load8(at) == MINUS
    at += minus
    # what a program reads are lines
    end -= load8(end - 1) == NEW_LINE
    if at == end:
        return UNKNOWN
    sum = 0
    while at < end:
        digit = load8(at) - DIGITS
        if not below(digit, 10):
            return UNKNOWN
        sum = sum * 10 + digit
        at += 1
    if minus:
        sum = 0 - sum
    return sum << 1


@inlined
def real_cell(value: float) -> int:
    """Return a new real number."""
    object = take(16)
    store_real(object + VALUE, value)
    return object + BOXED


@inlined
def real_of(value: int) -> float:
    """Return a number's cell as a real number; it must not be BIG."""
    if value & 1 == 0:
        return real(value >> 1)
    return load_real(value + REAL)


@inlined
def is_big(one: int, two: int) -> int:
    """Tell whether one of two numbers is an integer that 63 bits do not hold."""
    if one & 1 == 1:
        if kind_of(one) == BIG:
            return 1
    if two & 1 == 1:
        return kind_of(two) == BIG
    return 0


@inlined
def sum(left: int, second: int) -> int:
    """Add."""
    if (left | second) & 1 == 0:
        # the sum of two cells is the cell of the sum; it overflowed if its sign differs from both
        total = left + second
        if (left ^ total) & (second ^ total) >= 0:
            return total
    else:
        # strings whose numbers are known are added here as well: programs that split their input compute with them
        one = of_string(left)
        two = of_string(second)
        if (one | two) & 1 == 0:
            total = one + two
            if (one ^ total) & (two ^ total) >= 0:
                return total
    return sum_of_others(left, second)


@inlined
def of_string(value: int) -> int:
    """Return the number of a string if it is known, or UNKNOWN; and what is no string as it is."""
    if value & TAG == STRING:
        return load(value + NUMBER)
    return value


@inlined
def or_zero(value: int) -> int:
    """Return 0 in place of undef: += and -= begin with a whole number, where + and - take undef as a real one."""
    if value == UNDEF:
        return 0
    return value


@inlined
def both_are_great(left: int, second: int, total: float) -> int:
    """Tell whether two scalars are real numbers with a sum that may not be exact: Perl adds them as integers then."""
    # Perl tries to add real numbers as integers first, since 64 bits hold more digits than a real number (perlnumber)
    if left & second & TAG != BOXED:
        return 0
    return absolute(total) >= 9007199254740992.0 and absolute(total) < 9.3e18


@routine
def sum_of_others(left: int, second: int) -> int:
    # undef counts as a real number here (see `or_zero`): the sum is real then, and a great one is rounded
    one = number(left)
    two = number(second)
    if (one | two) & 1 == 0 and left != UNDEF and second != UNDEF:
        total = one + two
        if (one ^ total) & (two ^ total) >= 0:
            return total
        return finish(host.add(left, second))
    if is_big(one, two):
        return finish(host.add(left, second))
    real_total = real_of(one) + real_of(two)
    if not both_are_great(left, second, real_total):
        return real_cell(real_total)
    return finish(host.add(left, second))


@inlined
def difference(left: int, second: int) -> int:
    """Subtract."""
    if (left | second) & 1 == 0:
        total = left - second
        if (left ^ second) & (left ^ total) >= 0:
            return total
    return difference_of_others(left, second)


@routine
def difference_of_others(left: int, second: int) -> int:
    one = number(left)
    two = number(second)
    if (one | two) & 1 == 0 and left != UNDEF and second != UNDEF:
        total = one - two
        if (one ^ two) & (one ^ total) >= 0:
            return total
        return finish(host.subtract(left, second))
    if is_big(one, two):
        return finish(host.subtract(left, second))
    real_total = real_of(one) - real_of(two)
    if not both_are_great(left, second, real_total):
        return real_cell(real_total)
    return finish(host.subtract(left, second))


@inlined
def product(left: int, second: int) -> int:
    """Multiply."""
    if (left | second) & 1 == 0:
        # factors below 2 ** 31 have a product below 2 ** 62
        if below((left >> 1) + 0x7FFFFFFF, 0xFFFFFFFF) and below((second >> 1) + 0x7FFFFFFF, 0xFFFFFFFF):
            return left * (second >> 1)
    return product_of_others(left, second)


@routine
def product_of_others(left: int, second: int) -> int:
    one = number(left)
    two = number(second)
    if is_big(one, two):
        return finish(host.multiply(left, second))
    if (one | two) & 1 == 0:
        # the rounded product of reals tells whether the exact one fits into a cell, whose integers are below 2 ** 62
        # (4.6e18)
        if absolute(real(one >> 1) * real(two >> 1)) < 4.0e18:
            return one * (two >> 1)
        return finish(host.multiply(left, second))
    return real_cell(real_of(one) * real_of(two))


@routine
def divided(left: int, second: int) -> int:
    """Divide; UNKNOWN where that is left to the library: by zero, or great integers."""
    one = number(left)
    two = number(second)
    if is_big(one, two):
        return UNKNOWN
    if (one | two) & 1 == 0:
        if two == 0:
            return UNKNOWN
        if two == -2 or remainder(one, two) == 0:
            whole_quotient = quotient(one, two)
            # The quotient is real in Perl, but a whole one of at most 15 digits prints alike, and integers are faster.
            # Of a dividend beyond 2 ** 53, which a real number does not hold, Perl divides the integers itself.
            if below(whole_quotient + 999999999999999, 1999999999999999) or not below(
                (one >> 1) + 9007199254740992, 18014398509481985
            ):
                return whole_quotient << 1
    divisor = real_of(two)
    if divisor == 0.0:
        return UNKNOWN
    return real_cell(real_of(one) / divisor)


@routine
def modulo(left: int, second: int) -> int:
    """Return the remainder with the sign of the divisor; UNKNOWN where that is left to the library."""
    one = number(left)
    two = number(second)
    # of real numbers % takes the whole parts, and those may have 64 bits (perlop): the library does it
    if (one | two) & 1 == 1 or two == 0:
        return UNKNOWN
    rest = remainder(one, two)
    # the remainder is that of a quotient cut towards zero
    if rest != 0 and (rest ^ two) < 0:
        rest += two
    return rest


@inlined
def order_of_numbers(left: int, second: int) -> int:
    """Compare two scalars as numbers: -1, 0, 1, or 2 where one is no number at all."""
    if (left | second) & 1 == 0:
        if left < second:
            return -1
        return left > second
    return order_of_others(left, second)


@routine
def order_of_others(left: int, second: int) -> int:
    one = number(left)
    two = number(second)
    if (one | two) & 1 == 0:
        if one < two:
            return -1
        return one > two
    if is_big(one, two):
        return host.order(left, second)
    first = real_of(one)
    other = real_of(two)
    if first < other:
        return -1
    if first > other:
        return 1
    if first == other:
        return 0
    # neither less, greater nor equal: nan
    return 2


@inlined
def whole(value: int) -> int:
    """Return a scalar as an integer of 64 bits, not as a cell; cut towards zero."""
    if value & 1 == 0:
        return value >> 1
    return whole_of_other(value)


@routine
def whole_of_other(value: int) -> int:
    found = number(value)
    if found & 1 == 0:
        return found >> 1
    if kind_of(found) == BIG:
        return host.whole(found)
    number_ = load_real(found + REAL)
    # 64 bits hold it (2 ** 63 is 9.2e18)
    if absolute(number_) < 9.0e18:
        return truncated(number_)
    return host.whole(found)


@inlined
def position_of(value: int) -> int:
    """Return a scalar as a position in an array or a string: an integer of 64 bits, cut towards zero."""
    if value & 1 == 0:
        return value >> 1
    return position_of_other(value)


@routine
def position_of_other(value: int) -> int:
    found = number(value)
    if is_big(found, 0):
        return host.position(found)
    # 9.0e18 is below 2 ** 63, from which on the library knows what perl does
    if absolute(real_of(found)) < 9.0e18:
        return whole_of_other(found)
    return host.position(found)


@inlined
def observed(value: int) -> int:
    """Return a scalar as a probe records it: an integer, cut towards zero; NO_VALUE for undef and references."""
    if value & 1 == 0:
        return value >> 1
    if value == UNDEF or value & TAG == REFERENCE:
        return NO_VALUE
    return whole_of_other(value)


@inlined
def successor(value: int) -> int:
    """Return what ++ makes."""
    # not of the greatest cell, where adding 2 overflows
    if value & 1 == 0 and value < 0x7FFFFFFFFFFFFFFE:
        return value + 2
    return successor_of_other(value)


@routine
def successor_of_other(value: int) -> int:
    """Return what ++ makes of what is no small integer; of a string the library knows the next one."""
    if value == UNDEF:
        return 2
    if value & TAG == STRING:
        return finish(host.increment(value))
    return sum(value, 2)

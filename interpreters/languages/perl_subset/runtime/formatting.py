"""sprintf and printf by %d, %s, %c, %x, %f and %%, with a width, - and 0; the library does other formats."""

from interpreters.languages.perl_subset.runtime.decimals import first_of_fixed
from interpreters.languages.perl_subset.runtime.functions import integer_part
from interpreters.languages.perl_subset.runtime.layout import (
    BIG, BOXED, BUFFER_END, DATA, DIGITS, FORMATTED, FORMATTED_END, LENGTH, MINUS, PERCENT, POINT, SMALL_C, SMALL_D,
    SMALL_F, SMALL_LETTERS, SMALL_S, SMALL_X, SPACE, STRING, TAG, WIDE,
)  # fmt: skip
from interpreters.languages.perl_subset.runtime.numbers import number, real_of
from interpreters.languages.perl_subset.runtime.printing import print_bytes
from interpreters.languages.perl_subset.runtime.strings import finish, first_digit, kind_of, string_of_bytes, text
from interpreters.lowering.routines import inlined, routine
from interpreters.lowering.words import below, copy, host, load, load32, load8, right, store8, work


@routine
def formatted(start: int, end: int) -> int:
    """Return what sprintf makes of the scalars between two addresses of the stack."""
    size = write_formatted(start, end)
    if size < 0:
        return finish(host.sprintf(start, end))
    return string_of_bytes(FORMATTED, size)


@routine
def print_formatted(handle: int, start: int, end: int) -> int:
    """Print them by printf; `handle` is that of the output."""
    size = write_formatted(start, end)
    if size < 0:
        return host.printf(handle, start, end)
    print_bytes(FORMATTED, size)
    return 2


@routine
def write_formatted(start: int, end: int) -> int:
    """Write them at FORMATTED by the format that is the first; return the size, or -1 where that is for the library."""
    if start == end:
        return -1
    form = load(start)
    if form & TAG != STRING:
        return -1
    if kind_of(form) == WIDE:
        return -1
    work((end - start) << 3)
    at = load(form + DATA)
    stop = at + load32(form + LENGTH)
    to = FORMATTED
    item = start + 8
    while at < stop:
        code = load8(at)
        at += 1
        if code != PERCENT or (at < stop and load8(at) == PERCENT):
            if to == FORMATTED_END:
                return -1
            store8(to, code)
            to += 1
            if code == PERCENT:
                at += 1
            continue
        left = 0
        padding = SPACE
        while at < stop and (load8(at) == MINUS or load8(at) == DIGITS):
            if load8(at) == MINUS:
                left = 1
            else:
                padding = DIGITS
            at += 1
        width = 0
        while at < stop and width < FORMATTED_END and below(load8(at) - DIGITS, 10):
            width = width * 10 + load8(at) - DIGITS
            at += 1
        places = -1
        if at < stop and load8(at) == POINT:
            places = 0
            at += 1
            while at < stop and places < FORMATTED_END and below(load8(at) - DIGITS, 10):
                places = places * 10 + load8(at) - DIGITS
                at += 1
        if at == stop or item == end:
            return -1
        kind = load8(at)
        at += 1
        value = load(item)
        item += 8
        last = BUFFER_END
        if kind == SMALL_F:
            data = fixed(value, places)
        elif places >= 0:
            return -1
        elif kind == SMALL_S and value & 1 == 1:
            string = text(value)
            if kind_of(string) == WIDE:
                return -1
            data = load(string + DATA)
            last = data + load32(string + LENGTH)
        else:
            whole = value
            if value & 1 == 1:
                whole = integer_part(value)
            if whole & 1 == 1:
                return -1
            data = body(kind, whole >> 1)
        if data == 0:
            return -1
        length = last - data
        rest = width - length
        if rest < 0:
            rest = 0
        if rest + length > FORMATTED_END - to:
            return -1
        if left == 0:
            # zeros stand between the sign and the digits
            if rest > 0 and padding == DIGITS and (kind == SMALL_D or kind == SMALL_F) and load8(data) == MINUS:
                store8(to, MINUS)
                to += 1
                data += 1
                length -= 1
            while rest > 0:
                store8(to, padding)
                to += 1
                rest -= 1
        copy(to, data, length)
        to += length
        while rest > 0:
            store8(to, SPACE)
            to += 1
            rest -= 1
    work(to - FORMATTED)
    return to - FORMATTED


@inlined
def fixed(value: int, places: int) -> int:
    """Write a number as %f does; return where it begins, 0 for the library."""
    found = value
    if value & TAG == STRING:
        found = number(value)
        # a zero may have a sign
        if found == 0:
            return 0
    if found & 1 == 1 and (found & TAG != BOXED or kind_of(found) == BIG):
        return 0
    if places < 0:
        return first_of_fixed(real_of(found), 6)
    return first_of_fixed(real_of(found), places)


@inlined
def body(kind: int, whole: int) -> int:
    """Write an integer as a conversion does at the end of the buffer; return where it begins, 0 for the library."""
    if kind == SMALL_D or kind == SMALL_S:
        return first_digit(whole)
    if kind == SMALL_C and below(whole, 256):
        store8(BUFFER_END - 1, whole)
        return BUFFER_END - 1
    if kind == SMALL_X and whole >= 0:
        return first_of_sixteen(whole)
    return 0


@routine
def first_of_sixteen(number: int) -> int:
    """Write the digits of an integer to the base 16 at the end of the buffer; return where they begin."""
    at = BUFFER_END
    left = number
    while True:
        digit = left & 15
        at -= 1
        if digit < 10:
            store8(at, DIGITS + digit)
        else:
            store8(at, SMALL_LETTERS - 10 + digit)
        left = right(left, 4)
        if left == 0:
            return at

"""Functions of numbers, strings and arrays."""

from interpreters.ir.ops.memory import WORK_UNIT
from interpreters.languages.perl_subset.runtime.arrays import check_stack, replace_cells, size_of
from interpreters.languages.perl_subset.runtime.layout import (
    BIG, BUFFER, EMPTY, FIRST, INLINE, LENGTH, NEW_LINE, REAL, UNKNOWN, WIDE,
)  # fmt: skip
from interpreters.languages.perl_subset.runtime.numbers import number, position_of, whole
from interpreters.languages.perl_subset.runtime.strings import (
    begin_text, character, finish_text, kind_of, put_part, string_of_bytes, text, wide_string,
)  # fmt: skip
from interpreters.lowering.routines import inlined, routine
from interpreters.lowering.words import (
    absolute, below, copy, host, load, load32, load_real, quotient, store32, store8, truncated,
    work,
)  # fmt: skip


@inlined
def length_of(string: int) -> int:
    """Return the number of characters."""
    return load32(string + LENGTH)


@routine
def ends_line(string: int) -> int:
    """Tell whether a string ends with a new line."""
    length = load32(string + LENGTH)
    if length == 0:
        return 0
    return character(string, length - 1) == NEW_LINE


@routine
def position(text_: int, part_: int, start: int) -> int:
    """Return the cell of where a string first contains another, from `start` on (UNKNOWN: the beginning); or -1's."""
    one = text(text_)
    two = text(part_)
    length = load32(one + LENGTH)
    size = load32(two + LENGTH)
    at = 0
    if start != UNKNOWN:
        at = position_of(start)
    if at < 0:
        at = 0
    if at > length:
        at = length
    found = -2
    compared = 0
    while found < 0 and at + size <= length:
        inner = 0
        while inner < size and character(one, at + inner) == character(two, inner):
            inner += 1
        if inner == size:
            found = at << 1
        at += 1
        # this is quadratic at worst, within one statement of the program: the work is charged to its budget
        compared += inner + 1
        if compared >= WORK_UNIT:
            work(compared << 2)
            compared = 0
    return found


@routine
def splice_begin(array: int, start: int) -> int:
    """Return where splice begins; negative where it cannot."""
    # OFFSET as perlfunc has it: negative ones count from the end, those beyond the end are the end; one before the
    # beginning is an error, which the caller reports
    begin = position_of(start)
    size = size_of(array)
    if begin < 0:
        return begin + size
    if begin > size:
        return size
    return begin


@routine
def splice(array: int, begin: int, length: int, base: int, start: int, end: int) -> int:
    """Take elements out and put others in; leave those taken on the stack from `base` on, and return its top."""
    size = size_of(array)
    stop = size
    # LENGTH as perlfunc has it: a negative one leaves so many elements at the end
    if length != UNKNOWN:
        count = position_of(length)
        stop = size + count
        if count >= 0:
            stop = size
            if count < size - begin:
                stop = begin + count
    if stop < begin:
        stop = begin
    taken = (stop - begin) << 3
    # What goes in lies between `start` and `end`: what comes out waits above it until the array is changed, and goes
    # down to `base` at last. Both are on the stack, but nothing here collects.
    check_stack(end, stop - begin)
    copy(end, load(array + FIRST) + (begin << 3), taken)
    replace_cells(array, begin, stop - begin, start, end)
    copy(base, end, taken)
    return base + taken


@routine
def integer_part(value: int) -> int:
    """Cut a number towards zero; UNKNOWN where that is left to the library."""
    found = number(value)
    if found & 1 == 0:
        return found
    if kind_of(found) == BIG:
        return found
    cut = load_real(found + REAL)
    # a cell holds integers below 2 ** 62 (4.6e18) in size
    if absolute(cut) < 4.0e18:
        return truncated(cut) << 1
    return UNKNOWN


@routine
def repeated(value: int, times: int) -> int:
    """Repeat a string."""
    string = text(value)
    length = load32(string + LENGTH)
    if times <= 0 or length == 0:
        return load(EMPTY)
    # no memory is as large; without this the product could overflow, and look small
    if times > quotient(1 << 40, length):
        host.exhausted()
    size = length * times
    wide = kind_of(string) == WIDE
    if wide:
        to = wide_string(size) + INLINE
    else:
        to = begin_text(size)
    done = put_part(to, string, 0, length, wide) - to
    size = done * times
    # what is there already is copied each time: twice as much as before, until all is there
    while done < size:
        piece = done
        if piece > size - done:
            piece = size - done
        copy(to + done, to, piece)
        done += piece
    return finish_text(to, size)


@routine
def reversed_string(string: int) -> int:
    """Return a string backwards."""
    length = load32(string + LENGTH)
    if length < 2:
        return string
    work(length)
    at = 0
    if kind_of(string) == WIDE:
        made = wide_string(length)
        while at < length:
            store32(made + INLINE + (at << 2), character(string, length - 1 - at))
            at += 1
        return made
    to = begin_text(length)
    while at < length:
        store8(to + at, character(string, length - 1 - at))
        at += 1
    return finish_text(to, length)


@routine
def code_of_first(value: int) -> int:
    """Return the cell of the code of the first character; 0 of an empty string."""
    string = text(value)
    if load32(string + LENGTH) == 0:
        return 0
    return character(string, 0) << 1


@routine
def character_with_code(value: int) -> int:
    """Return a character; UNKNOWN where that is left to the library: beyond 8 bits."""
    code = whole(value)
    # a character beyond 8 bits makes a wide string, which the library knows how to make
    if not below(code, 256):
        return UNKNOWN
    store8(BUFFER, code)
    return string_of_bytes(BUFFER, 1)

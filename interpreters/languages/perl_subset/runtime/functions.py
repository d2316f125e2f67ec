"""Functions of strings and arrays; the library has the others."""

from getallenband.interpreters.languages.perl_subset.runtime.arrays import check_stack, replace_cells, size_of
from getallenband.interpreters.languages.perl_subset.runtime.layout import FIRST, LENGTH, NEW_LINE, UNKNOWN
from getallenband.interpreters.languages.perl_subset.runtime.numbers import position_of
from getallenband.interpreters.languages.perl_subset.runtime.strings import character
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import copy, load, load32


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

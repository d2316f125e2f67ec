"""Matching and splitting with what was found before, and functions of numbers, strings and arrays."""

from interpreters.languages.perl_subset.runtime.arrays import (
    check_stack,
    new_array,
    push_cells,
    pushed_array,
    pushed_results,
    replace_cells,
    size_of,
)
from interpreters.languages.perl_subset.runtime.layout import *
from interpreters.languages.perl_subset.runtime.numbers import difference, is_big, number, real_cell, real_of, whole
from interpreters.languages.perl_subset.runtime.strings import character, kind_of, memo, recalled, remember, text
from interpreters.lowering.routines import inlined, routine
from interpreters.lowering.words import *


@inlined
def matched(pattern: int, subject: int) -> int:
    """Match a constant pattern against a string: 0, or 1 and where the match begins."""
    entry = memo(subject, pattern << 1, MATCH)
    if load(entry) == subject and load(entry + 8) == pattern << 1 and load(entry + 16) == MATCH:
        return (load(entry + 24) >> 1) - 1
    return match_now(pattern, subject)


@routine
def match_now(pattern: int, subject: int) -> int:
    found = recalled(subject, pattern << 1, MATCH)
    if found != 0:
        return (found >> 1) - 1
    found = host.match(pattern, subject)
    if kind_of(subject) == INTERNED:
        remember(subject, pattern << 1, MATCH, (found + 1) << 1)
    return found


@inlined
def pushed_fields(top: int, pattern: int, subject: int, limit: int, blank: int) -> int:
    """Split a string by a constant pattern; put the fields on the stack, and return its top."""
    kept = kept_fields(pattern, subject, limit)
    if kept != 0:
        return pushed_array(top, kept + INSIDE)
    return split_now(top, pattern, subject, limit, blank)


@inlined
def kept_fields(pattern: int, subject: int, limit: int) -> int:
    """Return a reference to the array of a string's fields, which must not be changed, or 0."""
    entry = memo(subject, pattern << 1, SPLIT + (limit << 8))
    if load(entry) == subject and load(entry + 8) == pattern << 1 and load(entry + 16) == SPLIT + (limit << 8):
        return load(entry + 24)
    return 0


@routine
def split_now(top: int, pattern: int, subject: int, limit: int, blank: int) -> int:
    kept = recalled(subject, pattern << 1, SPLIT + (limit << 8))
    if kept != 0:
        return pushed_array(top, kept + INSIDE)
    after = pushed_results(top, host.split(pattern, subject, limit, blank))
    if kind_of(subject) == INTERNED:
        kept = new_array()
        push_cells(kept + INSIDE, top, after)
        remember(subject, pattern << 1, SPLIT + (limit << 8), kept)
    return after


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
    return character(string, length - 1) == 10


@routine
def position(text_: int, part_: int, start: int) -> int:
    """Return the cell of where a string first contains another, from `start` on (UNKNOWN: the beginning); or -1's."""
    one = text(text_)
    two = text(part_)
    length = load32(one + LENGTH)
    size = load32(two + LENGTH)
    at = 0
    if start != UNKNOWN:
        at = whole(start)
    if at < 0:
        at = 0
    if at > length:
        at = length
    while at + size <= length:
        inner = 0
        while inner < size and character(one, at + inner) == character(two, inner):
            inner += 1
        if inner == size:
            return at << 1
        at += 1
    return -2


@routine
def splice_begin(array: int, start: int) -> int:
    """Return where splice begins; negative where it cannot."""
    begin = whole(start)
    size = size_of(array)
    if begin < 0:
        return begin + size
    if begin > size:
        return size
    return begin


@routine
def spliced(array: int, begin: int, length: int, base: int, start: int, end: int) -> int:
    """Take elements out and put others in; leave those taken on the stack from `base` on, and return its top."""
    size = size_of(array)
    stop = size
    if length != UNKNOWN:
        count = whole(length)
        stop = size + count
        if count >= 0:
            stop = size
            if count < size - begin:
                stop = begin + count
    if stop < begin:
        stop = begin
    taken = (stop - begin) << 3
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
    cut = load_real(found + 1)
    if absolute(cut) < 4.0e18:
        return truncated(cut) << 1
    return UNKNOWN


@routine
def absolute_value(value: int) -> int:
    found = number(value)
    if found & 1 == 0:
        if found >= 0:
            return found
        return difference(0, found)
    return UNKNOWN


@routine
def root(value: int) -> int:
    found = number(value)
    if is_big(found, 0):
        return UNKNOWN
    if real_of(found) < 0.0:
        return UNKNOWN
    return real_cell(square_root(real_of(found)))

"""Parts of strings, and lists of scalars joined to one string."""

from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    DATA, EMPTY, INLINE, INTERNED, LENGTH, RESULT, SECOND, SHORT, STRING, TAG, UNDEF, UNKNOWN, WHAT, WIDE,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.strings import (
    begin_text, finish, finish_text, kind_of, memo, put_part, remember, substring, text, wide_string,
)  # fmt: skip
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import host, load, load32, load8, store, store8, work


@inlined
def part(value: int, start: int, length: int) -> int:
    """Return a part of a string; `start` and `length` are cells, UNKNOWN for no length."""
    # The third word of an entry is the cell of the length: an integer's is even, UNKNOWN ends in 11, so that it is
    # never taken for CONCATENATION, MATCH or SPLIT (layout.py).
    if start & 1 == 0 and value & TAG == STRING:
        entry = memo(value, start, length)
        if load(entry) == value and load(entry + SECOND) == start and load(entry + WHAT) == length:
            return load(entry + RESULT)
    return part_of_string(value, start, length)


@routine
def part_of_string(value: int, start: int, length: int) -> int:
    """Return a substring, or undef if it is outside the string."""
    # a place that is no small integer, such as "2" or 1.5, is rare: the library converts it
    if start & 1 == 1 or (length & 1 == 1 and length != UNKNOWN):
        return finish(host.part(value, start, length))
    string = text(value)
    size = load32(string + LENGTH)
    begin = start >> 1
    if begin < 0 and size > 0:
        begin += size
    # substr (perlfunc): a part that lies partly outside the string is cut off at its ends, one wholly outside is undef
    if begin > size:
        return UNDEF
    end = size
    if length != UNKNOWN:
        end = begin + (length >> 1)
        if length < 0:
            end = size + (length >> 1)
    if end < 0 and begin < 0:
        return UNDEF
    if begin < 0:
        begin = 0
    if end < begin:
        end = begin
    if end > size:
        end = size
    made = substring(string, begin, end)
    # short parts of short strings only: parts of a long text would fill the table, and are hardly asked for twice
    if end - begin <= SHORT and value & TAG == STRING and kind_of(value) == INTERNED:
        remember(value, start, length, made)
    return made


@routine
def joined(separator: int, start: int, end: int) -> int:
    """Return the scalars between two addresses of the stack as one string."""
    work((end - start) << 3)
    # two passes, the sizes first: the result is allocated once, whatever the number of items
    between = text(separator)
    room = load32(between + LENGTH)
    size = 0
    wide = 0
    if kind_of(between) == WIDE:
        wide = 1
    at = start
    while at < end:
        string = text(load(at))
        # in the place of the item, so that it is converted once
        store(at, string)
        size += load32(string + LENGTH) + room
        if kind_of(string) == WIDE:
            wide = 1
        at += 8
    if start == end:
        return load(EMPTY)
    size -= room
    if wide:
        begin = wide_string(size) + INLINE
    else:
        begin = begin_text(size)
    to = begin
    at = start
    while True:
        to = put_string(to, load(at), wide)
        at += 8
        if at >= end:
            break
        if room > 0:
            to = put_string(to, between, wide)
    return finish_text(begin, size)


@inlined
def put_string(to: int, string: int, wide: int) -> int:
    """Copy a string; return the address after it."""
    length = load32(string + LENGTH)
    # most separators have one byte: storing it is cheaper than a copy of unknown length
    if wide == 0 and length == 1:
        store8(to, load8(load(string + DATA)))
        return to + 1
    return put_part(to, string, 0, length, wide)

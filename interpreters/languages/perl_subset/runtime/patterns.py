"""Patterns of one class of characters, splitting by constant strings, and what Python's matches give the program.

A class is a string of 256 bytes, 1 for each character that belongs to it; no character beyond belongs to any.
"""

from getallenband.interpreters.languages.perl_subset.runtime.arrays import (
    check_stack, new_array, push_array, push_cell, push_cells,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    DATA, EMPTY, INSIDE, INTERNED, LENGTH, NEW_LINE, RESULT, SECOND, SPLIT, UNDEF, WHAT,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.numbers import whole
from getallenband.interpreters.languages.perl_subset.runtime.strings import (
    character, finish, kind_of, memo, remember, substring,
)  # fmt: skip
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import below, host, load, load32, load8, store, work


@inlined
def belongs(members: int, code: int) -> int:
    """Tell whether a character belongs to a class, by the address of the class's bytes."""
    if code < 256:
        return load8(members + code)
    return 0


@routine
def has_member(subject: int, members: int) -> int:
    """Tell whether a string has a character of a class, as /[…]/ asks."""
    data = load(members + DATA)
    length = load32(subject + LENGTH)
    work(length)
    at = 0
    while at < length:
        if belongs(data, character(subject, at)):
            return 1
        at += 1
    return 0


@routine
def has_only_members(subject: int, members: int) -> int:
    """Tell whether a string consists of characters of a class, one at least, as /^[…]+$/ asks."""
    data = load(members + DATA)
    length = load32(subject + LENGTH)
    work(length)
    at = 0
    while at < length and belongs(data, character(subject, at)):
        at += 1
    if at == 0:
        return 0
    # $ matches before a new line that ends the text as well (perlre)
    return at == length or (at == length - 1 and character(subject, at) == NEW_LINE)


@inlined
def most_fields(value: int) -> int:
    """Return the limit that split is given; one that no string reaches is none, so that keys of the memo differ."""
    limit = whole(value)
    if below(limit, 1 << 32):
        return limit
    return -1


@inlined
def push_fields(top: int, separator: int, subject: int, limit: int) -> int:
    """Split a string by a constant string; put the fields on the stack, and return its top."""
    kept = kept_fields(separator, subject, limit)
    if kept != 0:
        return push_array(top, kept + INSIDE)
    return split_now(top, separator, subject, limit)


@inlined
def kept_fields(separator: int, subject: int, limit: int) -> int:
    """Return a reference to the array of a string's fields, which must not be changed, or 0."""
    entry = memo(subject, separator, SPLIT + (limit << 8))
    if load(entry) == subject and load(entry + SECOND) == separator and load(entry + WHAT) == SPLIT + (limit << 8):
        return load(entry + RESULT)
    return 0


@routine
def split_now(top: int, separator: int, subject: int, limit: int) -> int:
    """Split a string; cache its fields when it is split for the second time (the memo has 0 after the first)."""
    what = SPLIT + (limit << 8)
    after = fields(top, separator, subject, limit)
    entry = memo(subject, separator, what)
    if load(entry) == subject and load(entry + SECOND) == separator and load(entry + WHAT) == what:
        # most strings are split once: the first time only that is noted, the second time the fields are cached
        kept = new_array()
        push_cells(kept + INSIDE, top, after)
        store(entry + RESULT, kept)
    elif kind_of(subject) == INTERNED:
        remember(subject, separator, what, 0)
    return after


@routine
def fields(top: int, separator: int, subject: int, limit: int) -> int:
    """Put the fields of a string on the stack; return its top. An empty separator separates all characters.

    At most `limit` fields if that is positive; empty ones at the end are dropped if it is 0 (perlfunc, split).
    """
    size = load32(subject + LENGTH)
    width = load32(separator + LENGTH)
    check_stack(top, size + 1)
    work(size << 3)
    start = 0
    at = top
    count = 1
    while start < size and (limit <= 0 or count < limit):
        position = start
        if width == 0:
            position += 1
        while position + width <= size and differs(subject, separator, position, width):
            position += 1
        if position + width > size:
            break
        store(at, substring(subject, start, position))
        at += 8
        start = position + width
        count += 1
    if start < size or (limit != 0 and at > top):
        store(at, substring(subject, start, size))
        at += 8
    while limit == 0 and at > top and load(at - 8) == load(EMPTY):
        at -= 8
    return at


@inlined
def differs(subject: int, separator: int, position: int, width: int) -> int:
    """Tell whether something else than the separator stands at a place of a string."""
    inner = 0
    while inner < width and character(subject, position + inner) == character(separator, inner):
        inner += 1
    return inner < width


# --- what Python's matches give --------------------------------------------------------------------------------------


@routine
def push_matches(top: int, count: int) -> int:
    """Put the text before each match and its groups on the stack, last the text after all matches; return the top."""
    check_stack(top, (count << 1) + 1)
    at = top
    left = count
    while left > 0:
        store(at, finish(host.next_item()))
        store(at + 8, groups_of(host.next_item() >> 1))
        at += 16
        left -= 1
    store(at, finish(host.next_item()))
    return at + 8


@routine
def groups_of(count: int) -> int:
    """Return a new array of so many items that the library has ready: $& and the groups of a match; UNDEF for none."""
    if count == 0:
        return UNDEF
    made = new_array()
    left = count
    while left > 0:
        push_cell(made + INSIDE, finish(host.next_item()))
        left -= 1
    return made

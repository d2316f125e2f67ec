"""Matching, substitution, transliteration and splitting: what is done with the matches that matching.py finds.

The code of a pattern or table is asked for when it is first used. A match is noted as twice the place where it begins,
and 1 more where it must not be empty, since an empty one ended there.
"""

from interpreters.languages.perl_subset.regex.program import GROUP_WORDS
from interpreters.languages.perl_subset.runtime.arrays import (
    check_stack, element, element_place, new_array, push_cells, push_array,
)  # fmt: skip
from interpreters.languages.perl_subset.runtime.layout import (
    DATA, EMPTY, INSIDE, INTERNED, LAST_MATCH, LENGTH, MATCH, PATTERNS, RESULT, SECOND, SPACE, SPLIT, UNDEF, WHAT, WIDE,
)  # fmt: skip
from interpreters.languages.perl_subset.runtime.matching import search
from interpreters.languages.perl_subset.runtime.numbers import whole
from interpreters.languages.perl_subset.runtime.strings import (
    begin_text, character, finish, finish_text, kind_of, memo, put_part, recalled, remember, string_of_codes, substring,
    text,
)  # fmt: skip
from interpreters.languages.perl_subset.transliteration import KEPT, REMOVED, TABLE_ENTRIES
from interpreters.lowering.routines import inlined, routine
from interpreters.lowering.words import below, host, load, load32, load8, store, store32, work


@routine
def code_of(number: int) -> int:
    """Return the code of a pattern (by twice its number) or of a table (by 1 more than that)."""
    cell = element(PATTERNS, number << 1)
    if cell == UNDEF:
        cell = finish(host.code(number))
        store(element_place(PATTERNS, number << 1), cell)
    return cell


@inlined
def matched(pattern: int, subject: int, top: int) -> int:
    """Match a constant pattern against a string: 0, or 1 and where the match begins."""
    entry = memo(subject, pattern << 1, MATCH)
    if load(entry) == subject and load(entry + SECOND) == pattern << 1 and load(entry + WHAT) == MATCH:
        return (load(entry + RESULT) >> 1) - 1
    return match_now(pattern, subject, top)


@routine
def match_now(pattern: int, subject: int, top: int) -> int:
    found = recalled(subject, pattern << 1, MATCH)
    if found != 0:
        return (found >> 1) - 1
    found = search(code_of(pattern << 1), subject, 0, 0, top) + 1
    # An entry has 1 more than what was found, so that 0 remains what stands for "no entry". Its second word is even:
    # the collector takes it for an integer.
    # equal long strings have different cells: an entry of theirs would hardly be found again
    if kind_of(subject) == INTERNED:
        remember(subject, pattern << 1, MATCH, (found + 1) << 1)
    return found


@inlined
def count_of_groups(code: int) -> int:
    # without the two words of the whole match
    return (load(load(code + DATA) + GROUP_WORDS) >> 1) - 1


@inlined
def noted(begin: int, least_end: int) -> int:
    return (begin << 1) + (least_end > begin)


@inlined
def end_of_next(begin: int, end: int) -> int:
    """Return where the match after this one ends at least: an empty one is not followed by another in its place."""
    return end + (begin == end)


@routine
def capture(top: int, pattern: int, subject: int, everywhere: int) -> int:
    """Put what a match in list context gives on the stack; return its top.

    It gives the groups, or 1 without any, or all matches everywhere; the last one is noted at LAST_MATCH.
    """
    code = code_of(pattern << 1)
    at = top
    start = 0
    least_end = 0
    store(LAST_MATCH, -1)
    while True:
        # the slots of the search are above what is on the stack so far; the groups are copied down from there
        begin = search(code, subject, start, least_end, at)
        if begin < 0:
            return at
        store(LAST_MATCH, noted(begin, least_end))
        start = load(at + 8)
        least_end = end_of_next(begin, start)
        if count_of_groups(code) > 0:
            at = push_groups(at, at + 16, code, subject)
        else:
            if everywhere:
                store(at, substring(subject, begin, start))
            else:
                store(at, 2)
            at += 8
        if everywhere == 0:
            return at


@routine
def push_groups(top: int, slots: int, code: int, subject: int) -> int:
    """Put what the groups have matched on the stack; return its top."""
    count = count_of_groups(code)
    at = top
    slot = slots
    while count > 0:
        store(at, part_between(subject, load(slot), load(slot + 8)))
        at += 8
        slot += 16
        count -= 1
    return at


@inlined
def part_between(subject: int, begin: int, end: int) -> int:
    """Return a part of a string, or undef if one of the places is negative."""
    # a group that took no part has -1 in both slots
    if begin < 0 or end < begin:
        return UNDEF
    return substring(subject, begin, end)


@routine
def group(pattern: int, subject: int, match: int, which: int, top: int) -> int:
    """Return what a group of the last match has matched, or undef."""
    if pattern == UNDEF:
        return UNDEF
    code = code_of(pattern)
    if which > count_of_groups(code):
        return UNDEF
    # groups are not stored with a match: few are asked for, and a second search from its beginning finds the same
    begin = match >> 2
    search(code, subject, begin, begin + ((match >> 1) & 1), top)
    place = top + (which << 4)
    return part_between(subject, load(place), load(place + 8))


@routine
def push_matches(top: int, pattern: int, subject: int, everywhere: int) -> int:
    """Put two words for each match on the stack, the note of it and its end, as cells; return the top."""
    code = code_of(pattern << 1)
    at = top
    start = 0
    least_end = 0
    while True:
        begin = search(code, subject, start, least_end, at)
        if begin < 0:
            return at
        start = load(at + 8)
        # as cells: the code of a replacement runs while they are on the stack, and may collect
        store(at, noted(begin, least_end) << 1)
        store(at + 8, start << 1)
        least_end = end_of_next(begin, start)
        at += 16
        if everywhere == 0:
            return at


@routine
def substituted(subject: int, matches: int, news: int) -> int:
    """Return a string with its matches, two words each, replaced by the strings at `news`."""
    wide = 0
    if kind_of(subject) == WIDE:
        wide = 1
    size = load32(subject + LENGTH)
    match = matches
    new = news
    while match < news:
        string = text(load(new))
        store(new, string)
        if kind_of(string) == WIDE:
            wide = 1
        size += load32(string + LENGTH) - (load(match + 8) >> 1) + (load(match) >> 2)
        match += 16
        new += 8
    if wide:
        # composed above the stack, 4 bytes for each character: without its matches the string may not be wide any more
        check_stack(new, (size >> 1) + 1)
        begin = new
    else:
        begin = begin_text(size)
    to = begin
    done = 0
    match = matches
    new = news
    while match < news:
        to = put_part(to, subject, done, load(match) >> 2, wide)
        done = load(match + 8) >> 1
        to = put_part(to, load(new), 0, load32(load(new) + LENGTH), wide)
        match += 16
        new += 8
    put_part(to, subject, done, load32(subject + LENGTH), wide)
    if wide:
        return string_of_codes(begin, size)
    return finish_text(begin, size)


@inlined
def push_fields(top: int, pattern: int, subject: int, limit: int, blank: int) -> int:
    """Split a string by a constant pattern; put the fields on the stack, and return its top."""
    kept = kept_fields(pattern, subject, limit)
    if kept != 0:
        return push_array(top, kept + INSIDE)
    return split_now(top, pattern, subject, limit, blank)


@inlined
def most_fields(value: int) -> int:
    """Return the limit that split is given; one that no string reaches is none, so that keys of the memo differ."""
    limit = whole(value)
    if below(limit, 1 << 32):
        return limit
    return -1


@inlined
def kept_fields(pattern: int, subject: int, limit: int) -> int:
    """Return a reference to the array of a string's fields, which must not be changed, or 0."""
    entry = memo(subject, pattern << 1, SPLIT + (limit << 8))
    if load(entry) == subject and load(entry + SECOND) == pattern << 1 and load(entry + WHAT) == SPLIT + (limit << 8):
        return load(entry + RESULT)
    return 0


@routine
def split_now(top: int, pattern: int, subject: int, limit: int, blank: int) -> int:
    """Split a string; cache its fields when it is split for the second time (the memo has 0 after the first)."""
    what = SPLIT + (limit << 8)
    kept = recalled(subject, pattern << 1, what)
    if kept != 0:
        return push_array(top, kept + INSIDE)
    after = fields(top, pattern, subject, limit, blank)
    entry = memo(subject, pattern << 1, what)
    if load(entry) == subject and load(entry + SECOND) == pattern << 1 and load(entry + WHAT) == what:
        # most strings are split once: the first time only that is noted, the second time the fields are cached
        kept = new_array()
        push_cells(kept + INSIDE, top, after)
        store(entry + RESULT, kept)
    elif kind_of(subject) == INTERNED:
        remember(subject, pattern << 1, what, 0)
    return after


@routine
def fields(top: int, pattern: int, subject: int, limit: int, blank: int) -> int:
    """Put the fields of a string on the stack; return its top.

    At most `limit` fields if that is positive; empty ones at the end are dropped if it is 0. A match ends after the
    field's beginning, so that an empty one separates two characters. `blank`: white space at the beginning is left out.
    """
    code = code_of(pattern << 1)
    size = load32(subject + LENGTH)
    start = 0
    # split ' ' (perlfunc): as awk does it
    if blank:
        while start < size and (character(subject, start) == SPACE or below(character(subject, start) - 9, 5)):
            start += 1
    at = top
    count = 1
    while start < size and (limit <= 0 or count < limit):
        # a match ends after `start`: one of the empty text there would make an empty field, which split never gives at
        # the beginning
        begin = search(code, subject, start, start + 1, at)
        if begin < 0:
            break
        end = load(at + 8)
        store(at, substring(subject, start, begin))
        # what the groups of the separator have matched are fields too (perlfunc, split)
        at = push_groups(at + 8, at + 16, code, subject)
        start = end
        count += 1
    if start < size or (limit != 0 and at > top):
        store(at, substring(subject, start, size))
        at += 8
    work((at - top) << 3)
    while limit == 0 and at > top and (load(at - 8) == load(EMPTY) or load(at - 8) == UNDEF):
        at -= 8
    return at


@routine
def transliterations(table: int, subject: int) -> int:
    """Return how many characters a table searches for in a string."""
    # a table has 256 entries: the library knows what becomes of other characters
    if kind_of(subject) == WIDE:
        return host.transliterations(table, subject)
    entries = load(code_of((table << 1) + 1) + DATA) + TABLE_ENTRIES
    at = load(subject + DATA)
    end = at + load32(subject + LENGTH)
    work(end - at)
    count = 0
    while at < end:
        count += load32(entries + (load8(at) << 2)) != KEPT
        at += 1
    return count


@routine
def transliterated(table: int, subject: int, top: int) -> int:
    """Return a string changed by a table."""
    if kind_of(subject) == WIDE:
        return finish(host.transliterated(table, subject))
    code = load(code_of((table << 1) + 1) + DATA)
    at = load(subject + DATA)
    end = at + load32(subject + LENGTH)
    work(end - at)
    # 4 bytes for each character, since what replaces one may be wide
    check_stack(top, (end - at) >> 1)
    to = top
    before = KEPT
    while at < end:
        old = load8(at)
        new = load32(code + TABLE_ENTRIES + (old << 2))
        if new == KEPT:
            store32(to, old)
            to += 4
            before = KEPT
        elif new != REMOVED:
            # the flag s: the same character again, as the result of replacing, is left out
            if load(code) == 0 or new != before:
                store32(to, new)
                to += 4
            before = new
        at += 1
    return string_of_codes(top, (to - top) >> 2)

"""Ranges of integers: written out on the stack, and the ends of loops that count through them.

A cell holds an integer of 63 bits, an end of a range has 64.
"""

from getallenband.interpreters.languages.perl_subset.runtime.arrays import check_stack
from getallenband.interpreters.languages.perl_subset.runtime.numbers import sum_of_others
from getallenband.interpreters.lowering.routines import routine
from getallenband.interpreters.lowering.words import below, host, store, work


@routine
def push_range(top: int, first: int, last: int) -> int:
    """Put the integers of a range on the stack; return its top."""
    if last < first:
        return top
    # without a sign, as the difference may be beyond 63 bits; no memory holds as many items
    if not below(last - first, 1 << 40):
        host.exhausted()
    count = last - first + 1
    check_stack(top, count)
    work((last - first) << 3)
    end = top + (count << 3)
    at = first
    while top < end:
        # the cell gives the integer back: 63 bits hold it
        if at == (at << 1) >> 1:
            store(top, at << 1)
        else:
            # added from its two halves and what remains: the sum becomes an object of its own
            half = (at >> 1) << 1
            store(top, sum_of_others(sum_of_others(half, half), (at & 1) << 1))
        top += 8
        at += 1
    return top


@routine
def counts_in_cells(first: int) -> int:
    """Tell whether a loop may count up in cells from an integer on: 2 ** 61 turns reach no other kind of cell."""
    return below(first + (1 << 61), 1 << 62)


@routine
def last_to_count(last: int) -> int:
    """Return the cell that such a loop ends at: that of an integer, or one that it never reaches."""
    if last > (1 << 62) - 2:
        return ((1 << 62) - 2) << 1
    if last < 0 - (1 << 61):
        return (0 - (1 << 61) - 1) << 1
    return last << 1

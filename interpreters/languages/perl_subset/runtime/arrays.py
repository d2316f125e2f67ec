"""Arrays, by the address of their four words from `block` on; and lists on the stack."""

from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    ARRAY, ARRAY_OBJECT, BODY, CELLS, END, FIRST, FIRST_CELL, KIND, LIMIT, NOWHERE, REFERENCE, SMALL_BLOCK,
    STACK_END, TAG, UNDEF,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.memory import take
from getallenband.interpreters.languages.perl_subset.runtime.numbers import position_of
from getallenband.interpreters.languages.perl_subset.runtime.strings import finish
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import below, copy, host, load, load8, quotient, store, work


@inlined
def new_array() -> int:
    """Return a reference to a new array."""
    object = take(ARRAY_OBJECT)
    store(object, ARRAY_OBJECT + ARRAY)
    clear_array(object + BODY)
    return object + REFERENCE


@inlined
def clear_array(array: int) -> None:
    """Initialize an array, or remove all its elements."""
    # no block until there is an element: as `end` and `limit` are equal, the first `push` makes one
    store(array, UNDEF)
    store(array + FIRST, NOWHERE)
    store(array + END, NOWHERE)
    store(array + LIMIT, NOWHERE)


@inlined
def size_of(array: int) -> int:
    """Return the number of elements."""
    return (load(array + END) - load(array + FIRST)) >> 3


@routine
def make_room(array: int, more: int) -> None:
    """Move the elements to a block with room for `more` at the end."""
    first = load(array + FIRST)
    size = load(array + END) - first
    room = SMALL_BLOCK
    if size + (more << 3) > SMALL_BLOCK - FIRST_CELL:
        # by half as large again, so that n times `push` takes time in proportion to n
        room = (size + (size >> 1) + (more << 3) + 23) & -16
    block = take(room)
    # the old block is left to the collector: what set_cells and push_cells copy next may lie in it
    copy(block + FIRST_CELL, first, size)
    store(array, block + CELLS)
    store(array + FIRST, block + FIRST_CELL)
    store(array + END, block + FIRST_CELL + size)
    store(array + LIMIT, block + (load(block) & -16))


@inlined
def push_cell(array: int, value: int) -> None:
    """Add an element at the end."""
    if load(array + END) == load(array + LIMIT):
        make_room(array, 1)
    end = load(array + END)
    store(end, value)
    store(array + END, end + 8)


@routine
def push_cells(array: int, start: int, end: int) -> None:
    """Add the scalars between two addresses at the end."""
    if load(array + LIMIT) - load(array + END) < end - start:
        make_room(array, (end - start) >> 3)
    copy(load(array + END), start, end - start)
    store(array + END, load(array + END) + end - start)


@routine
def set_cells(array: int, start: int, end: int) -> None:
    """Replace all elements by the scalars between two addresses, which may be within the array."""
    if load(array + LIMIT) - load(array + FIRST) < end - start:
        # empty, so that make_room copies nothing; the old block, in which the cells may lie, stays until a collection
        store(array + END, load(array + FIRST))
        make_room(array, (end - start) >> 3)
    copy(load(array + FIRST), start, end - start)
    store(array + END, load(array + FIRST) + end - start)


@routine
def replace_cells(array: int, at: int, count: int, start: int, end: int) -> None:
    """Put scalars in the place of `count` elements."""
    more = ((end - start) >> 3) - count
    if more > 0 and load(array + LIMIT) - load(array + END) < more << 3:
        make_room(array, more)
    # only now, as make_room moves the elements
    address = load(array + FIRST) + (at << 3)
    after = address + (count << 3)
    copy(address + (end - start), after, load(array + END) - after)
    copy(address, start, end - start)
    store(array + END, load(array + END) + (more << 3))


@inlined
def element(array: int, index: int) -> int:
    """Return an element; undef where there is none."""
    if index & 1 == 0:
        first = load(array + FIRST)
        # A cell is twice its integer: << 2 makes bytes of it, but only of one that is within the array, as bits would
        # be lost. Without a sign, a negative index is not below the size either; it counts from the end, and is left
        # to the routine.
        if below(index, (load(array + END) - first) >> 2):
            return load(first + (index << 2))
    return element_elsewhere(array, index)


@routine
def element_elsewhere(array: int, index: int) -> int:
    position = position_of(index)
    size = size_of(array)
    if position < 0:
        position += size
    if below(position, size):
        return load(load(array + FIRST) + (position << 3))
    return UNDEF


@inlined
def element_address(array: int, index: int) -> int:
    """Return the address of an element, which is there from now on; 0 where it cannot be."""
    if index & 1 == 0:
        first = load(array + FIRST)
        if below(index, (load(array + END) - first) >> 2):
            return first + (index << 2)
    return make_element(array, index)


@routine
def make_element(array: int, index: int) -> int:
    position = position_of(index)
    if position < 0:
        position += size_of(array)
        if position < 0:
            return 0
    if position >= size_of(array):
        resize(array, position)
    return load(array + FIRST) + (position << 3)


@routine
def resize(array: int, last: int) -> None:
    """Make `last` the last index of an array (below 0: it is empty); new elements are undef."""
    # no memory is as large, and the sizes computed below must not overflow
    if last > 1 << 40:
        host.exhausted()
    wanted = last + 1
    if wanted < 0:
        wanted = 0
    more = wanted - size_of(array)
    if more > 0 and load(array + LIMIT) - load(array + END) < more << 3:
        make_room(array, more)
    at = load(array + END)
    end = load(array + FIRST) + (wanted << 3)
    store(array + END, end)
    work(end - at)
    while at < end:
        store(at, UNDEF)
        at += 8


@inlined
def shift_cell(array: int) -> int:
    """Take the first element out."""
    first = load(array + FIRST)
    if first == load(array + END):
        return UNDEF
    # the cell is lost until the array gets a new block: shifting takes no time for the other elements
    store(array + FIRST, first + 8)
    return load(first)


@inlined
def pop_cell(array: int) -> int:
    """Take the last element out."""
    end = load(array + END)
    if load(array + FIRST) == end:
        return UNDEF
    store(array + END, end - 8)
    return load(end - 8)


@inlined
def check_stack(top: int, more: int) -> None:
    """End the run if the stack has no room for `more` cells."""
    # the margin is for what is pushed cell by cell without asking
    if top + (more << 3) + 65536 > load(STACK_END):
        host.exhausted()


@inlined
def push_array(top: int, array: int) -> int:
    """Put the elements of an array on the stack; return its top."""
    size = load(array + END) - load(array + FIRST)
    check_stack(top, size >> 3)
    copy(top, load(array + FIRST), size)
    return top + size


@routine
def reverse_cells(start: int, end: int) -> None:
    """Reverse the cells between two addresses."""
    work(end - start)
    at = start
    other = end - 8
    while at < other:
        cell = load(at)
        store(at, load(other))
        store(other, cell)
        at += 8
        other -= 8


@routine
def repeat_cells(start: int, end: int, times: int) -> int:
    """Repeat a list on the stack; return its top."""
    size = end - start
    count = times
    if count < 0 or size == 0:
        count = 0
    if count > 0 and count > quotient(1 << 40, size):
        host.exhausted()
    check_stack(start, (size >> 3) * count)
    work(size * count)
    top = start
    while count > 0:
        copy(top, start, size)
        top += size
        count -= 1
    return top


@routine
def sort_cells(start: int, end: int) -> None:
    """Sort by the comparison that is written in: a merge sort from below; the cells after `end` are worked in."""
    size = end - start
    # Perl's is a stable merge sort as well (perldoc sort). It merges from below, since a routine that is written out
    # with its comparison cannot call itself.
    width = 8
    origin = start
    target = end
    # both copies are on the stack below `top`, so that a collection in the comparison finds every item
    copy(end, start, size)
    while width < size:
        turn()
        left = 0
        while left < size:
            turn()
            middle = left + width
            if middle > size:
                middle = size
            stop = middle + width
            if stop > size:
                stop = size
            one = left
            two = middle
            to = left
            while to < stop:
                turn()
                first = one < middle
                if first and two < stop:
                    # equal items stay in their order: the left one goes first
                    first = compare(load(origin + one), load(origin + two)) <= 0
                if first:
                    store(target + to, load(origin + one))
                    one += 8
                else:
                    store(target + to, load(origin + two))
                    two += 8
                to += 8
            left = stop
        swap = origin
        origin = target
        target = swap
        width = width << 1
    # after an odd number of passes the sorted items are in the other half
    if origin != start:
        copy(start, origin, size)


def turn() -> None:
    """Charge a turn to the statement budget; the caller of sort_cells supplies the code."""


def compare(left: int, second: int) -> int:
    """Compare two cells: negative, zero or positive; the caller of sort_cells supplies the code."""
    raise NotImplementedError


@inlined
def points_at(value: int, kind: int) -> int:
    """Tell whether this is a reference to an array, or to a hash."""
    if value & TAG != REFERENCE:
        return 0
    return load8(value - REFERENCE) & KIND == kind


@inlined
def address_in(array: int, offset: int) -> int:
    """Return the address of an element by its offset in bytes; 0 where it is gone."""
    first = load(array + FIRST)
    # an element that a loop stands for may have been popped meanwhile
    if offset < load(array + END) - first:
        return first + offset
    return 0


@inlined
def address_anywhere(array: int, offset: int) -> int:
    """Return the address of a cell: `offset` itself, or `offset` bytes into an array; 0 where it is gone."""
    if array == 0:
        return offset
    return address_in(array, offset)


@routine
def push_results(top: int, count: int) -> int:
    """Put the items of a list that the library has made on the stack; return its top."""
    check_stack(top, count)
    left = count
    while left > 0:
        store(top, finish(host.next_item()))
        top += 8
        left -= 1
    return top


@routine
def make_elements(array: int, start: int, end: int) -> int:
    """Let the elements with the indices on the stack be there; return the address of one that cannot be, or 0."""
    work((end - start) << 1)
    at = start
    while at < end:
        if element_address(array, load(at)) == 0:
            return at
        at += 8
    return 0


@routine
def pick(array: int, start: int, end: int) -> None:
    """Replace indices on the stack by elements."""
    work((end - start) << 1)
    at = start
    while at < end:
        store(at, element(array, load(at)))
        at += 8


@routine
def pick_from_list(start: int, middle: int, end: int) -> int:
    """Replace a list and indices after it by the items at these; of an empty list none. Return the top."""
    work((end - middle) << 1)
    # a slice of an empty list is empty (perldata, "Slices"), whatever the indices
    if start == middle:
        return start
    at = middle
    size = (middle - start) >> 3
    while at < end:
        position = position_of(load(at))
        if position < 0:
            position += size
        if below(position, size):
            store(at, load(start + (position << 3)))
        else:
            store(at, UNDEF)
        at += 8
    copy(start, middle, end - middle)
    return start + (end - middle)


@inlined
def move_down(start: int, end: int, top: int) -> int:
    """Move what is above `end` down to `start`; return the top."""
    copy(start, end, top - end)
    return start + (top - end)


@routine
def has_undef(start: int, end: int) -> int:
    """Tell whether a cell between two addresses of the stack is undef."""
    work(end - start)
    at = start
    while at < end:
        if load(at) == UNDEF:
            return 1
        at += 8
    return 0

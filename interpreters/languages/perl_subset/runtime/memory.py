"""Allocation from the heap, and the mark-and-sweep collector.

The heap grows downwards from the end of memory, in chunks. Memory is taken from a hole; when that is used up, from the
next run that the collector found free, or from a new chunk. A collection happens between statements only, where
everything in use can be reached from the variables and the stack.
"""

from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    ADDRESS_BITS, ADDRESS_MASK, ARRAY, BODY, BOXED, BUFFER_HEAD, CELLS, CHUNK, CHUNK_END, CREDIT,
    DATA, END, ENTRIES, FIRST, FREE, GRAY, HEADER, HEAP_LOW, HIGHEST, HOLE, HOLE_END, INDEX, INLINE, INTERN,
    INTERN_COUNT, INTERN_MASK, KEY, KEY_WORDS, KIND, LARGE_CREDIT, LEAST_CREDIT, MARK, MEMO, MEMORY_END, MEMO_ENTRY,
    MEMO_MASK, NEXT_CHUNK, NEXT_FREE, NEXT_GRAY, NUMBER, REFERENCE, RESULT, RUNS, SECOND, SMALL, STACK_END, STRING, TAG,
    UNDEF, VARIABLES, WANTED,
)  # fmt: skip
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import fill, host, load, load8, right, store


@routine
def begin(stack: int, end: int) -> None:
    """Lay out the memory between the stack's beginning and its own end."""
    low = end & -4096
    # a slot of an index has 32 bits for an address, counted in words: 2 ** 35 bytes
    if low > HIGHEST:
        low = HIGHEST
    store(MEMORY_END, low)
    store(HEAP_LOW, low)
    store(STACK_END, (stack + ((low - stack) >> 2)) & -4096)
    store(HOLE, low)
    store(HOLE_END, low)
    # CREDIT is what may be taken before a collection is wanted; a small memory is not to be used up before the first
    store(CREDIT, LEAST_CREDIT)
    if low - stack < LEAST_CREDIT << 2:
        store(CREDIT, (low - stack) >> 2)
    store(INTERN_MASK, 1023)
    table = take(8192 + 16)
    store(INTERN, table + 8)


@inlined
def take(size: int) -> int:
    """Allocate an object whose size is a multiple of 16; write its size."""
    # never collects: callers have addresses in registers, where a collection would not find them
    object = load(HOLE)
    after = object + size
    if after > load(HOLE_END):
        return take_elsewhere(size)
    store(HOLE, after)
    store(object, size)
    return object


@routine
def take_elsewhere(size: int) -> int:
    """Allocate an object that does not fit into the hole."""
    # sweep walks over the heap from header to header, so that no byte of it may be without one
    leave_hole()
    before = RUNS
    run = load(RUNS)
    while run != 0:
        room = load(run) & -16
        following = load(run + NEXT_FREE)
        if room >= size:
            # only a piece, since CREDIT is charged with all of what becomes the hole
            piece = CHUNK
            if size > piece:
                piece = size
            if room > piece + 32:
                following = run + piece
                store(following, room - piece + FREE)
                store(following + NEXT_FREE, load(run + NEXT_FREE))
                room = piece
            store(before, following)
            store(CREDIT, load(CREDIT) - room)
            return take_from(run, run + room, size)
        # a run too small for a small object is not looked at again before the next collection, or each call would
        # walk past all of them; a large object passes over runs that small ones still fit in
        if size <= CHUNK >> 4:
            store(before, following)
        else:
            before = run + NEXT_FREE
        run = following
    room = CHUNK
    if size > room:
        room = (size + 4095) & -4096
    low = load(HEAP_LOW) - room
    if low < load(STACK_END):
        low = load(STACK_END)
        room = load(HEAP_LOW) - low
        if room < size:
            host.exhausted()
    store(HEAP_LOW, low)
    store(CREDIT, load(CREDIT) - room)
    return take_from(low, low + room, size)


@inlined
def take_from(start: int, end: int, size: int) -> int:
    if load(CREDIT) < 0:
        store(WANTED, 1)
    store(HOLE, start + size)
    store(HOLE_END, end)
    store(start, size)
    return start


@inlined
def leave_hole() -> None:
    """Write a header for the rest of the hole."""
    hole = load(HOLE)
    rest = load(HOLE_END) - hole
    if rest > 0:
        store(hole, rest + FREE)


@routine
def collect(top: int) -> None:
    """Free what neither the variables nor the stack up to `top` refer to."""
    # What this relies on: it is called where no register holds the only reference to an object (Context.pause).
    # Every word from VARIABLES to `top` is looked at as a cell, so that whatever else lies there must look harmless:
    # addresses and counts are even, which makes them integers.
    leave_hole()
    store(HOLE, load(HOLE_END))
    store(GRAY, 0)
    # the table of interned strings lives, but its entries do not keep strings alive
    table = load(INTERN) - 8
    store(table, load(table) | MARK)
    scan(VARIABLES, top)
    # objects to be scanned are linked through a word of their own: marking needs neither memory nor recursion
    object = load(GRAY)
    while object != 0:
        store(GRAY, load(object + NEXT_GRAY))
        if load(object + BODY) != UNDEF:
            if load(object) & KIND == ARRAY:
                scan_array(object + BODY)
            else:
                scan_hash(object + BODY)
        object = load(GRAY)
    # both look at marks, which sweep takes away
    forget_results()
    forget_strings()
    sweep()


@routine
def scan(at: int, end: int) -> None:
    """Mark what the cells between two addresses refer to."""
    while at < end:
        mark(load(at))
        at += 8


@inlined
def scan_array(array: int) -> None:
    """Mark the block of an array that has one, and what its elements refer to."""
    store(load(array) - CELLS, load(load(array) - CELLS) | MARK)
    # what was shifted out or popped lies outside of first and end, and does not stay alive
    scan(load(array + FIRST), load(array + END))


@routine
def scan_hash(hash: int) -> None:
    """Mark the index and the chunks of a hash that has any, and what their entries refer to."""
    index = load(hash + INDEX) - 8
    store(index, load(index) | MARK)
    chunk = load(hash) - CELLS
    while chunk != 0:
        store(chunk, load(chunk) | MARK)
        at = chunk + ENTRIES
        end = load(chunk + CHUNK_END)
        while at < end:
            mark(load(at))
            key = load(at + KEY)
            if key & 1 == 1:
                mark_string(key)
            at += entry_size(key)
        chunk = load(chunk + NEXT_CHUNK)


@inlined
def entry_size(key: int) -> int:
    """Return the size of an entry by the first word of its key."""
    if key & 1 == 1:
        return 16
    return 8 + ((key & KEY_WORDS) << 1)


@inlined
def mark(cell: int) -> None:
    """Mark what a cell refers to; an array or a hash is queued for scanning."""
    kind = cell & TAG
    if kind == STRING:
        mark_string(cell)
    elif kind == REFERENCE:
        object = cell - REFERENCE
        if load(object) & MARK == 0:
            store(object, load(object) | MARK)
            store(object + NEXT_GRAY, load(GRAY))
            store(GRAY, object)
    elif kind == BOXED:
        store(cell - BOXED, load(cell - BOXED) | MARK)


@inlined
def mark_string(cell: int) -> None:
    """Mark a string, its number, and the buffer that holds its bytes."""
    if load(cell + HEADER) & MARK == 0:
        store(cell + HEADER, load(cell + HEADER) | MARK)
        # a string caches its number, which may be in memory itself
        number = load(cell + NUMBER)
        if number & TAG == BOXED:
            store(number - BOXED, load(number - BOXED) | MARK)
        data = load(cell + DATA)
        if data != cell + INLINE:
            store(data - BUFFER_HEAD, load(data - BUFFER_HEAD) | MARK)


@routine
def forget_results() -> None:
    """Empty the entries of the tables of results that refer to what is not marked."""
    # these tables are weak: they save work, and must not keep results alive
    at = SMALL
    while at < MEMO:
        if not lives(load(at)):
            store(at, 0)
        at += 8
    while at <= MEMO + (MEMO_MASK << 5):
        # most entries are empty
        first = load(at)
        result = load(at + RESULT)
        if first | result != 0 and not (lives(first) and lives(load(at + SECOND)) and lives(result)):
            fill(at, 4)
        at += MEMO_ENTRY


@inlined
def lives(cell: int) -> int:
    """Tell whether a cell refers to nothing, or to what is marked."""
    if cell & 1 == 0 or cell & TAG == CELLS:
        return 1
    return load8((cell | TAG) - TAG) & MARK


@routine
def forget_strings() -> None:
    """Remove unmarked strings from the table of interned strings.

    Those that follow one without a gap go to their first free slot.
    """
    table = load(INTERN)
    mask = load(INTERN_MASK)
    free = 0
    # begin after a free slot, so that no cluster is cut in two; there is one, as the table is at most half full
    while load(table + (free << 3)) != 0:
        free += 1
    kept = 0
    moves = 0
    slot = free + 1
    while slot <= free + mask:
        at = table + ((slot & mask) << 3)
        entry = load(at)
        if entry == 0:
            moves = 0
        elif load((entry & ADDRESS_MASK) + HEADER) & MARK == 0:
            store(at, 0)
            moves = 1
        else:
            kept += 1
            # it may have passed over the slot that is free now, where the search for it would end
            if moves:
                store(at, 0)
                enter_string(entry, table, mask)
        slot += 1
    store(INTERN_COUNT, kept)


@inlined
def enter_string(entry: int, table: int, mask: int) -> None:
    """Put an entry into the table of interned strings."""
    slot = right(entry, ADDRESS_BITS) & mask
    while load(table + (slot << 3)) != 0:
        slot = (slot + 1) & mask
    store(table + (slot << 3), entry)


@routine
def sweep() -> None:
    """Link the runs of free memory; compute the credit until the next collection."""
    at = load(HEAP_LOW)
    end = load(MEMORY_END)
    last = RUNS
    used = 0
    while at < end:
        head = load(at)
        if head & MARK == 1:
            size = head & -16
            store(at, head - MARK)
            used += size
            at += size
        else:
            start = at
            while at < end and load(at) & MARK == 0:
                at += load(at) & -16
            store(start, at - start + FREE)
            # smaller runs wait until a neighbour is free
            if at - start >= 32:
                store(last, start)
                last = start + NEXT_FREE
    store(last, 0)
    store(WANTED, 0)
    # the next collection comes when as much as lives now has been taken, so that marking costs a bounded share of the
    # run; large heaps grow by a thirty-second only, to stay within the memory of a run
    credit = used
    if credit < LEAST_CREDIT:
        credit = LEAST_CREDIT
    if credit > LARGE_CREDIT:
        credit = LARGE_CREDIT + ((used - LARGE_CREDIT) >> 5)
    rest = (end - load(STACK_END) - used) >> 1
    if rest < CHUNK:
        host.exhausted()
    if credit > rest:
        credit = rest
    store(CREDIT, credit)

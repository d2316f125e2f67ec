"""Making, joining, comparing strings."""

from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    ADDRESS_BITS, ADDRESS_MASK, BIG, BOXED, BUFFER, BUFFER_END, BUFFER_HEAD, BUFFER_USED, CELLS, CONCATENATION, DATA,
    DATA_AT, DIGITS, EMPTY, HASHED, HASHED_AT, INLINE, INLINE_AT, INTERN, INTERNED, INTERN_COUNT, INTERN_MASK, KIND,
    LENGTH, LENGTH_AT, LINE, LONG, MEMO, MEMO_MASK, MINUS, MIX, MIX_TWO, NUMBER_AT, RESULT, SCRATCH,
    SECOND, SHORT, SMALL, SMALL_COUNT, STRING, TAG, UNDEF, UNKNOWN, VALUE, WAITING_REAL, WAITING_STRING, WAITING_WIDE,
    WHAT, WIDE,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.memory import enter_string, take
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import (
    below, copy, fill, host, load, load32, load8, quotient, remainder, right, store, store32, store8, work,
)  # fmt: skip


@routine
def short_string(address: int, length: int) -> int:
    """Return the interned string of `length` bytes, at most SHORT."""
    # zeros after the bytes let two words be compared, whatever the length
    store(SCRATCH, 0)
    store(SCRATCH + 8, 0)
    copy(SCRATCH, address, length)
    hash = mixed(load(SCRATCH), load(SCRATCH + 8), length)
    table = load(INTERN)
    mask = load(INTERN_MASK)
    # an entry has 24 bits of the hash above the address, so that most other strings need not be looked at
    tag = right(hash, 8)
    slot = tag & mask
    while True:
        entry = load(table + (slot << 3))
        if entry == 0:
            break
        if right(entry, ADDRESS_BITS) == tag:
            cell = entry & ADDRESS_MASK
            if load32(cell + LENGTH) == length:
                if length == 0 or (
                    load(cell + INLINE) == load(SCRATCH) and load(cell + INLINE + 8) == load(SCRATCH + 8)
                ):
                    return cell
        slot = (slot + 1) & mask
    made = new_string(INLINE_AT + ((length + 15) & -16), INTERNED, length, hash)
    if length > 0:
        store(made + INLINE, load(SCRATCH))
        store(made + INLINE + 8, load(SCRATCH + 8))
    store(table + (slot << 3), made | tag << ADDRESS_BITS)
    store(INTERN_COUNT, load(INTERN_COUNT) + 1)
    # at most half full: searches stay short, and forget_strings finds a free slot
    if load(INTERN_COUNT) << 1 > mask:
        widen_table(table, mask)
    return made


@inlined
def mixed(one: int, two: int, length: int) -> int:
    """Return the hash of a short string: 32 bits, not 0."""
    sum = (one + length) * MIX ^ (two * MIX_TWO)
    sum = (sum ^ right(sum, 29)) * MIX_TWO
    # 0 says that the hash of a long string is not computed yet
    hash = right(sum, 32)
    if hash == 0:
        return 1
    return hash


@inlined
def new_string(size: int, kind: int, length: int, hash: int) -> int:
    """Return a new string whose bytes, still to be written, follow."""
    object = take(size)
    store(object, size + kind)
    store32(object + LENGTH_AT, length)
    store32(object + HASHED_AT, hash)
    store(object + NUMBER_AT, UNKNOWN)
    store(object + DATA_AT, object + INLINE_AT)
    return object + STRING


@routine
def widen_table(table: int, mask: int) -> None:
    """Double the table of interned strings."""
    size = (mask + 1) << 1
    # the old table is garbage: interned strings are found by the state's word only
    made = take(16 + (size << 3)) + 8
    fill(made, size + 1)
    slot = 0
    while slot <= mask:
        entry = load(table + (slot << 3))
        if entry != 0:
            enter_string(entry, made, size - 1)
        slot += 1
    store(INTERN, made)
    store(INTERN_MASK, size - 1)


@routine
def string_of_bytes(address: int, length: int) -> int:
    """Return a string of `length` bytes."""
    if length <= SHORT:
        return short_string(address, length)
    made = long_string(length)
    copy(made + INLINE, address, length)
    return made


@inlined
def long_string(length: int) -> int:
    """Allocate a string of `length` bytes, more than SHORT, for the caller to write."""
    return new_string(INLINE_AT + ((length + 15) & -16), LONG, length, 0)


@inlined
def wide_string(length: int) -> int:
    """Allocate a wide string of `length` characters for the caller to write."""
    return new_string(INLINE_AT + (((length << 2) + 15) & -16), WIDE, length, 0)


@inlined
def begin_text(length: int) -> int:
    """Return where the bytes of a new string are to be written, which `finish_text` returns as a string then."""
    # short strings are interned: they are made in the buffer, as an equal one may exist
    if length > SHORT:
        return long_string(length) + INLINE
    return BUFFER


@inlined
def finish_text(begin: int, length: int) -> int:
    if begin == BUFFER:
        return short_string(BUFFER, length)
    return begin - INLINE


@routine
def string_of_codes(address: int, length: int) -> int:
    """Return a string of `length` characters from their codes of 32 bits."""
    work(length << 2)
    all_bits = 0
    at = 0
    while at < length:
        # a string is wide only where it must be, so that equal strings are of one kind (see equal_strings)
        all_bits = all_bits | load32(address + (at << 2))
        at += 1
    if all_bits > 255:
        made = wide_string(length)
        copy(made + INLINE, address, length << 2)
        return made
    to = begin_text(length)
    at = 0
    while at < length:
        store8(to + at, load32(address + (at << 2)))
        at += 1
    return finish_text(to, length)


@routine
def substring(string: int, begin: int, end: int) -> int:
    """Return the characters between two places of a string."""
    if kind_of(string) == WIDE:
        return string_of_codes(load(string + DATA) + (begin << 2), end - begin)
    return string_of_bytes(load(string + DATA) + begin, end - begin)


@routine
def put_part(to: int, string: int, begin: int, end: int, wide: int) -> int:
    """Copy the characters between two places, to 4 bytes each if `wide`; return the address after them."""
    if wide == 0:
        copy(to, load(string + DATA) + begin, end - begin)
        return to + end - begin
    work((end - begin) << 2)
    at = begin
    while at < end:
        store32(to + ((at - begin) << 2), character(string, at))
        at += 1
    return to + ((end - begin) << 2)


@inlined
def kind_of(cell: int) -> int:
    """Return the kind of a string, a reference's or a number's object."""
    # whatever the tag: (cell | 7) - 7 is the object's address
    return load8((cell | TAG) - TAG) & KIND


@inlined
def text(value: int) -> int:
    """Return a scalar as a string."""
    if value & TAG == STRING:
        return value
    return text_of_other(value)


@routine
def text_of_other(value: int) -> int:
    """Convert a scalar that is no string to one; the strings of small integers are cached."""
    if value & 1 == 1:
        if value == UNDEF:
            return load(EMPTY)
        return finish(host.text(value))
    number = value >> 1
    if not below(number, SMALL_COUNT):
        return digits(number)
    # the digits would be computed, and the string looked up, for every use
    made = load(SMALL + (number << 3))
    if made == 0:
        made = digits(number)
        store(SMALL + (number << 3), made)
    return made


@routine
def digits(number: int) -> int:
    """Return an integer as a string."""
    at = BUFFER_END
    left = number
    # the least integer of 63 bits has a positive counterpart in 64
    if number < 0:
        left = 0 - number
    while True:
        at -= 1
        store8(at, DIGITS + remainder(left, 10))
        left = quotient(left, 10)
        if left == 0:
            break
    if number < 0:
        at -= 1
        store8(at, MINUS)
    return string_of_bytes(at, BUFFER_END - at)


@routine
def next_line(handle: int) -> int:
    """Return the next line of a file, or undef."""
    found = host.read_line(handle, LINE)
    if found & 1 == 0:
        return string_of_bytes(LINE, found >> 1)
    return finish(found)


@routine
def finish(value: int) -> int:
    """Return what a library procedure gave: a cell, or how much memory its result needs, in which it is put now."""
    if value & TAG != CELLS or value == UNDEF:
        return value
    # the library cannot take memory itself: it says what it has made and how large that is, and delivers it here
    code = (value >> 3) & 31
    size = value >> 8
    if code == WAITING_STRING:
        if size <= SHORT:
            host.deliver(BUFFER)
            return short_string(BUFFER, size)
        made = long_string(size)
        host.deliver(load(made + DATA))
        return made
    if code == WAITING_WIDE:
        made = wide_string(size)
        host.deliver(load(made + DATA))
        return made
    if code == WAITING_REAL:
        object = take(16)
        host.deliver(object + VALUE)
        return object + BOXED
    object = take(32)
    store(object, 32 + BIG)
    host.deliver(object + VALUE)
    return object + BOXED


@inlined
def concatenated(left: int, second: int) -> int:
    """Return two scalars as one string."""
    # Strings never change, and short ones are interned: two cells determine the result, so that it can be looked up.
    # The first program of the Perl page, 238 million statements, takes 3.6 s with the memo and 9.9 s without.
    entry = memo(left, second, CONCATENATION)
    if load(entry) == left and load(entry + SECOND) == second and load(entry + WHAT) == CONCATENATION:
        return load(entry + RESULT)
    return concatenate(left, second)


@inlined
def memo(one: int, two: int, what: int) -> int:
    """Return the address of the entry of the memo table for two cells."""
    sum = (one + what) * MIX + two * MIX_TWO
    # the high bits of the product, which all bits of both cells reach
    return MEMO + ((right(sum, 40) & MEMO_MASK) << 5)


@inlined
def remember(one: int, two: int, what: int, result: int) -> None:
    """Put the result of an operation on two cells into the memo table."""
    entry = memo(one, two, what)
    store(entry, one)
    store(entry + SECOND, two)
    store(entry + WHAT, what)
    store(entry + RESULT, result)


@routine
def concatenate(left: int, second: int) -> int:
    one = text(left)
    two = text(second)
    size = load32(one + LENGTH)
    more = load32(two + LENGTH)
    if kind_of(one) == WIDE or kind_of(two) == WIDE:
        made = wide_string(size + more)
        put_part(put_part(made + INLINE, one, 0, size, 1), two, 0, more, 1)
        return made
    to = begin_text(size + more)
    copy(to, load(one + DATA), size)
    copy(to + size, load(two + DATA), more)
    made = finish_text(to, size + more)
    # only short results: both operands are short then, so that equal ones come with equal cells
    if to == BUFFER:
        remember(left, second, CONCATENATION, made)
    return made


@routine
def appended(left: int, second: int) -> int:
    """Return what .= makes: a long string shares its bytes with what grows from it."""
    one = text(left)
    two = text(second)
    size = load32(one + LENGTH)
    more = load32(two + LENGTH)
    if size + more <= SHORT or kind_of(one) == WIDE or kind_of(two) == WIDE:
        return concatenated(left, second)
    # The bytes may grow in place if this string ends where the buffer's used part does: another that grew from the same
    # one has its own bytes after it. A new buffer is twice as large as needed, so that n times .= costs n steps.
    data = load(one + DATA)
    if (
        data == one + INLINE
        or load(data - BUFFER_USED) != size
        or (load(data - BUFFER_HEAD) & -16) - BUFFER_HEAD < size + more
    ):
        room = ((size + more) << 1) + 31 & -16
        buffer = take(room)
        copy(buffer + BUFFER_HEAD, data, size)
        data = buffer + BUFFER_HEAD
    copy(data + size, load(two + DATA), more)
    store(data - BUFFER_USED, size + more)
    made = new_string(INLINE_AT, LONG, size + more, 0)
    store(made + DATA, data)
    return made


@inlined
def equal(left: int, second: int) -> int:
    """Tell whether two scalars are equal as strings."""
    if left == second:
        return 1
    return equal_strings(text(left), text(second))


@inlined
def equal_to_constant(value: int, constant: int, number: int) -> int:
    """Tell whether a scalar equals a short constant, which an integer has as its string (or `number` is 1)."""
    if value == constant or value == number:
        return 1
    # an integer prints otherwise unless its cell is `number`; a string would be the same cell, as short ones are
    # interned
    if value & 1 == 0 or value & TAG == STRING:
        return 0
    return text_of_other(value) == constant


@routine
def equal_strings(one: int, two: int) -> int:
    if one == two:
        return 1
    # a wide string has a character beyond 8 bits, so that it equals no other kind; interned ones would be the same cell
    length = load32(one + LENGTH)
    if length != load32(two + LENGTH) or kind_of(one) != kind_of(two) or kind_of(one) == INTERNED:
        return 0
    at = load(one + DATA)
    other = load(two + DATA) - at
    if kind_of(one) == WIDE:
        length = length << 2
    end = at + length
    while at + 8 <= end and load(at) == load(at + other):
        at += 8
    while at < end and load8(at) == load8(at + other):
        at += 1
    work(length - (end - at))
    return at == end


@inlined
def character(string: int, at: int) -> int:
    """Return the code of a character."""
    if kind_of(string) == WIDE:
        return load32(load(string + DATA) + (at << 2))
    return load8(load(string + DATA) + at)


@routine
def order_of(left: int, second: int) -> int:
    """Compare two scalars as strings: -1, 0 or 1."""
    one = text(left)
    two = text(second)
    if one == two:
        return 0
    length = load32(one + LENGTH)
    if load32(two + LENGTH) < length:
        length = load32(two + LENGTH)
    at = 0
    while at < length and character(one, at) == character(two, at):
        at += 1
    work(at << 2)
    # Perl compares by the codes of characters (perlop, without `use locale`); where one string begins the other, it is
    # less
    difference = load32(one + LENGTH) - load32(two + LENGTH)
    if at < length:
        difference = character(one, at) - character(two, at)
    if difference < 0:
        return -1
    return difference > 0


@inlined
def hash_of(string: int) -> int:
    """Return the hash of a string."""
    hash = load32(string + HASHED)
    if hash != 0:
        return hash
    return hash_bytes(string)


@routine
def hash_bytes(string: int) -> int:
    """Compute the hash of a long string and store it in the string."""
    length = load32(string + LENGTH)
    if kind_of(string) == WIDE:
        length = length << 2
    work(length)
    at = load(string + DATA)
    end = at + length
    sum = length
    while at + 8 <= end:
        sum = (sum ^ load(at)) * MIX
        sum = sum ^ right(sum, 32)
        at += 8
    while at < end:
        sum = (sum ^ load8(at)) * MIX_TWO
        at += 1
    sum = (sum ^ right(sum, 29)) * MIX_TWO
    hash = right(sum, 32)
    if hash == 0:
        hash = 1
    store32(string + HASHED, hash)
    return hash

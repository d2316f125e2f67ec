"""Packing long keys of hashes: 4 bits for a character that comes often, less for runs (the form is in layout.py)."""

from interpreters.languages.perl_subset.runtime.layout import (
    BYTE_OF, CODES, CODE_OF, DATA, ESCAPE, INLINE, KEY_WORDS, LAST_CODE, LEAST_RUN, LENGTH, LONG, LONGEST_PACKED, MIX,
    MIX_TWO, MOST_RUN, PACKED,
)  # fmt: skip
from interpreters.languages.perl_subset.runtime.strings import kind_of, long_string
from interpreters.lowering.routines import inlined, routine
from interpreters.lowering.words import copy, load, load32, load8, right, store, store8


@inlined
def is_packed(string: int) -> int:
    """Tell whether a string is packed where it is a key."""
    if kind_of(string) == LONG:
        return load32(string + LENGTH) <= LONGEST_PACKED
    return 0


@routine
def pack(string: int) -> int:
    """Pack a string into PACKED; return its hash. Codes never change, so that equal strings are packed alike."""
    at = load(string + DATA)
    length = load32(string + LENGTH)
    end = at + length
    to = PACKED
    word = 0
    used = 16
    while at < end:
        byte = load8(at)
        # bytes get codes in the order in which they first come. No code ever changes: equal keys must be packed alike,
        # as keys are compared, and hashed, in this form
        code = load8(CODE_OF + byte)
        if code == 0:
            code = new_code(byte)
        width = 4
        if code == ESCAPE:
            code = ESCAPE + (byte << 4)
            width = 12
        at += 1
        run = at
        while at < end and at < run + MOST_RUN and load8(at) == byte:
            at += 1
        if at - run >= LEAST_RUN:
            code = code | ((at - run - LEAST_RUN) << (width + 4))
            width += 8
        else:
            at = run
        word = word | (code << used)
        used += width
        if used >= 64:
            store(to, word)
            to += 8
            used -= 64
            # what did not fit begins the next word
            word = right(code, width - used)
    # the longest key, 255 characters of 12 bits, fits into PACKED with its head
    store(to, word)
    words = (to - PACKED + 15) >> 3
    if used == 0:
        words -= 1
    plain = (length + 9) >> 3
    head = 0
    # whichever form is shorter; this depends on codes that were given before, but a code once used is not lost
    if plain <= words:
        words = plain
        store(PACKED + (words << 3) - 8, 0)
        store(PACKED, 0)
        copy(PACKED + 2, end - length, length)
        head = 2
    store(PACKED, load(PACKED) + head + (words << 2) + (length << 8))
    return packed_hash(PACKED)


@routine
def new_code(byte: int) -> int:
    """Assign the next free 4-bit code to a byte; return the code."""
    code = load(CODES) + 1
    if code > LAST_CODE:
        code = ESCAPE
    else:
        store(CODES, code)
        store8(BYTE_OF + code, byte)
    store8(CODE_OF + byte, code)
    return code


@routine
def packed_hash(at: int) -> int:
    """Return the hash of a packed key."""
    end = at + ((load(at) & KEY_WORDS) << 1)
    sum = 0
    while at < end:
        sum = (sum ^ load(at)) * MIX
        sum = sum ^ right(sum, 32)
        at += 8
    sum = (sum ^ right(sum, 29)) * MIX_TWO
    return right(sum, 32)


@routine
def unpacked(at: int) -> int:
    """Return the string of a packed key."""
    length = load8(at + 1)
    made = long_string(length)
    to = made + INLINE
    if load(at) & 2 == 2:
        copy(to, at + 2, length)
        return made
    end = to + length
    place = 4
    byte = 0
    while to < end:
        code = code_at(at, place)
        place += 1
        if code == 0:
            run = to + code_at(at, place) + LEAST_RUN
            place += 1
            while to < run:
                store8(to, byte)
                to += 1
        else:
            byte = load8(BYTE_OF + code)
            if code == ESCAPE:
                byte = code_at(at, place) + (code_at(at, place + 1) << 4)
                place += 2
            store8(to, byte)
            to += 1
    return made


@inlined
def code_at(at: int, place: int) -> int:
    """Return one of the codes of 4 bits."""
    return (load8(at + (place >> 1)) >> ((place & 1) << 2)) & 15

"""Packing long keys of hashes, 4 bits for a character (layout.py): the boards of a search need half as much memory."""

from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    BYTE_OF, CODES, CODE_OF, DATA, INLINE, KEY_WORDS, LAST_CODE, LENGTH, LONG, LONGEST_PACKED, MIX, MIX_TWO, PACKED,
    UNCODED,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.strings import kind_of, long_string
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import load, load32, load8, right, store, store8


@inlined
def packed(string: int) -> int:
    """Put a string that can be packed into PACKED and return 1; else return 0."""
    if kind_of(string) == LONG:
        if load32(string + LENGTH) <= LONGEST_PACKED:
            return pack(string)
    return 0


@routine
def pack(string: int) -> int:
    at = load(string + DATA)
    length = load32(string + LENGTH)
    end = at + length
    to = PACKED
    word = 0
    used = 16
    while at < end:
        # Bytes get codes in the order in which they first come, and keep them: equal keys must be packed alike. Once
        # all codes are given away, a key with another byte is never packed.
        code = load8(CODE_OF + load8(at))
        if code == 0:
            code = new_code(load8(at))
        if code == UNCODED:
            return 0
        word = word | (code << used)
        at += 1
        used += 4
        if used == 64:
            store(to, word)
            to += 8
            word = 0
            used = 0
    if used > 0:
        store(to, word)
        to += 8
    store(PACKED, load(PACKED) + ((to - PACKED) >> 1) + (length << 8))
    return 1


@routine
def new_code(byte: int) -> int:
    """Assign the next free code to a byte; return the code, or UNCODED."""
    code = load(CODES) + 1
    if code > LAST_CODE:
        code = UNCODED
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
def unpacked(key: int) -> int:
    """Return the string of a packed key."""
    length = load8(key + 1)
    made = long_string(length)
    at = 0
    while at < length:
        two = load8(key + 2 + (at >> 1))
        store8(made + INLINE + at, load8(BYTE_OF + ((two >> ((at & 1) << 2)) & 15)))
        at += 1
    return made

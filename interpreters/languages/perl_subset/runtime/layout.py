"""What Perl's values are in memory.

A scalar is a cell of 64 bits. Its low bits tell what it is:

    …0    an integer of 63 bits, shifted left by 1
    001   a string: the address of its object
    011   undef (3 itself); also the address of a block of cells, in an array's or a hash's object only
    101   a reference: the address of an array's or a hash's object
    111   the address of a real number, or of an integer that 63 bits do not hold

An object begins with its size in bytes; the low four bits are its mark and its kind. A string of at most SHORT bytes is
interned: equal ones are one object. One with characters beyond 8 bits is wide, with 4 bytes for each.

    string    size+kind | length, hash (32 bits each) | its number, or UNKNOWN | address of the bytes | bytes …
    buffer    size | bytes in use | bytes …                      what strings that grow by .= share
    real      size | the number                                  or size+BIG | 64 bits | 1 if negative
    array     size+kind | (collector) | block | first | end | limit
    hash      size+kind | (collector) | chunk | quick index | mask | live | used | last chunk | index | slots
    chunk     size+HASH | next chunk | end of its entries | entries …
    entry     value | key …

A variable of an array or hash holds a reference to it. Routines take the address of the array's `block` or of the
hash's `chunk`. `first`, `end` and `limit` are addresses in the block: of the first element, after the last, after it.

The entries of a hash stand in chunks in the order of their insertion and never move,
but when deleted ones are left out. The index has 32 bits for each slot: the address of an entry from NO_ENTRY on, in
words. One of at most MOST_MASKED slots, a power of two, is the quick index as well, with a mask; a larger one grows by
less than twice. `live` and `used` count entries, the latter deleted ones too (by 2, by 4).

A key is a string's cell, or, of a LONG string of at most LONGEST_PACKED characters, the string itself, packed: the
words after its value, whose first begins with a byte 4 * their number and a byte with the length (0: a deleted entry).
There follow codes of 4 bits, which stand for the LAST_CODE bytes that came first in such keys; a string with other
bytes is not packed.

Memory: the state below, the strings of small integers, the memo table, the variables of the file, the stack, the heap.
"""

from getallenband.interpreters.ir.types import UNDEFINED_INT

CELL, PAIR = 8, 16
"""The sizes of a cell, and of the two words of a place: in which array it is, and where there (0: anywhere)."""
UNDEF, UNKNOWN = 3, 11
NO_VALUE = UNDEFINED_INT
LONG, ARRAY, HASH, WIDE, INTERNED, BIG, FREE = 2, 4, 6, 8, 10, 12, 14
KIND = 14
TAG, STRING, CELLS, REFERENCE, BOXED = 7, 1, 3, 5, 7
"""The mask of the tag, and the tags of what is no integer: CELLS is a block of cells, BOXED a number in memory."""
MARK = 1
"""The bit of an object's header that a collection sets in what lives."""
LENGTH_AT, HASHED_AT, NUMBER_AT, DATA_AT, INLINE_AT = 8, 12, 16, 24, 32
HEADER, LENGTH, HASHED, NUMBER, DATA, INLINE = (at - STRING for at in (0, 8, 12, 16, 24, 32))
"""Offsets in a string: from its object, and from its cell."""
BUFFER_HEAD, BUFFER_USED = 16, 8
"""How far before the bytes of a shared buffer its header and its count of bytes in use are."""
VALUE, REAL = 8, 1
"""Where the value of a number in memory is: from its object, and from its cell."""
WAITING_STRING, WAITING_WIDE, WAITING_REAL, WAITING_BIG = 1, 2, 3, 4
"""What the library has made and waits for memory (strings.finish), above the tag CELLS; its size is above 8 bits."""
SHORT = 16
BLOCK, FIRST, END, LIMIT = 0, 8, 16, 24
QUICK, MASK, LIVE, USED, LAST, INDEX, SLOTS = range(8, 64, 8)
"""Offsets in an array or a hash."""
BODY, INSIDE = 16, 16 - REFERENCE
"""From an object, and from a reference to it, to the array or hash."""
FIRST_CELL = 8
"""From a block of cells to its first cell."""
NEXT_GRAY = NEXT_FREE = 8
"""Where an unscanned object, a free run or a free block holds the address of the next one."""
NEXT_CHUNK, CHUNK_END, KEY, KEY_WORDS = 8, 16, 8, 252
"""Offsets in a chunk and in an entry; the bits of a packed key's first byte that are 4 times its number of words."""
ARRAY_SIZE, HASH_SIZE = 32, 64
ARRAY_OBJECT, HASH_OBJECT = BODY + ARRAY_SIZE, BODY + HASH_SIZE
NOWHERE = 64
"""Where the elements of an array without a block begin and end."""

HOLE, HOLE_END, RUNS, HEAP_LOW, STACK_END, CREDIT, WANTED, INTERN, INTERN_MASK, INTERN_COUNT, GRAY, PLACE = range(
    64, 160, 8
)
MEMORY_END, NO_INDEX, CODES = 168, 176, 184
NO_ENTRY = NO_INDEX - 8
SCRATCH, BUFFER, PACKED, CODE_OF, BYTE_OF = 192, 256, 320, 720, 976
BUFFER_END = BUFFER + 64
LINE, LONGEST_LINE = PACKED, 400
"""The state: one word each; SCRATCH has 16 bytes, BUFFER 64, PACKED 400, CODE_OF 256, BYTE_OF 16.

A result of at most SHORT bytes is made at BUFFER; digits end at BUFFER_END, so that the two do not meet. The library
puts a line that it reads at LINE, unless it is longer; no key is packed then.

NO_INDEX stays 0.
"""
STATE_SIZE = 992 - 64
SMALL, SMALL_COUNT = 64 + STATE_SIZE, 1024
MEMO, MEMO_MASK, MEMO_ENTRY = SMALL + CELL * SMALL_COUNT, 8191, 32
VARIABLES = MEMO + MEMO_ENTRY * (MEMO_MASK + 1)
TOPIC, TOPIC_INDEX, GROUPS, EMPTY, ZERO = range(VARIABLES, VARIABLES + 40, 8)
"""GROUPS is a reference to the array of $& and the groups of the last match, or undef."""
FIRST_VARIABLE = VARIABLES + 40

SECOND, WHAT, RESULT = 8, 16, 24
"""The words of an entry of the memo table after the first cell."""

ADDRESS_BITS, ADDRESS_MASK = 40, (1 << 40) - 1
"""An entry of the table of interned strings: the string's address, and above it 24 bits of its hash."""
CHUNK = 65536
LEAST_CREDIT, LARGE_CREDIT = 1 << 22, 1 << 23
SMALL_BLOCK = 80
"""The size of an array's first block."""
MIX, MIX_TWO = 0x9E3779B97F4A7C15 - (1 << 64), 0xC2B2AE3D27D4EB4F - (1 << 64)
CONCATENATION, SPLIT = 9, 15
"""What an entry of the memo table is of; or else it is the length of a part, a cell: none ends in these four bits."""
ENTRIES, LEAST_CHUNK, MOST_MASKED = 24, 96, 1 << 16
LONGEST_PACKED, LAST_CODE, UNCODED = 255, 15, 16
DELETED = 4
NEW_LINE, MINUS, DIGITS = 10, 45, 48
"""Codes of characters, the last that of 0."""
HIGHEST = 1 << 35
"""What addresses in the heap are below, so that an index has room for them."""

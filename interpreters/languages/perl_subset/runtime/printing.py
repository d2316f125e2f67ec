"""Printing to the output: integers and strings of bytes become events, which cost no call of the library each."""

from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    BUFFER,
    DATA,
    LENGTH,
    STRING,
    TAG,
    UNDEF,
    WIDE,
)
from getallenband.interpreters.languages.perl_subset.runtime.strings import kind_of
from getallenband.interpreters.lowering.routines import routine
from getallenband.interpreters.lowering.words import copy, host, later, load, load32, work

PIECE = 48
"""Bytes that an event holds: six words."""
LONGEST = 1024
"""Bytes of a string from which on one call of the library is faster than an event for each piece."""


@routine
def printed(handle: int, start: int, end: int) -> int:
    """Print the scalars between two addresses of the stack; `handle` is that of the output."""
    work((end - start) << 3)
    at = start
    while at < end:
        value = load(at)
        if value & 1 == 0:
            later.print_integer(value >> 1)
        elif value & TAG == STRING and kind_of(value) != WIDE and load32(value + LENGTH) <= LONGEST:
            print_bytes(load(value + DATA), load32(value + LENGTH))
        elif value != UNDEF:
            host.print(handle, at, at + 8)
        at += 8
    return 2


@routine
def print_bytes(address: int, length: int) -> None:
    """Print bytes as characters."""
    work(length)
    from_ = address
    left = length
    while left > 0:
        size = left
        if size > PIECE:
            size = PIECE
        copy(BUFFER, from_, size)
        later.print_bytes(
            size, load(BUFFER), load(BUFFER + 8), load(BUFFER + 16), load(BUFFER + 24), load(BUFFER + 32),
            load(BUFFER + 40),
        )  # fmt: skip
        from_ += size
        left -= size

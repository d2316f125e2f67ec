"""Objects as the library sees them: where a pointer points, and the strings there."""

from __future__ import annotations

from getallenband.interpreters.ir.host import Host, HostTrap

TABLE = "the table of objects"
OBJECT = 16


def place_of(host: Host, word: int) -> tuple[int, int]:
    """Return the address that a pointer points at and the bytes from there to the object's end."""
    entry = host.state.table + (word >> 32) * OBJECT
    if not 0 < word >> 32 < host.state.objects:
        raise HostTrap("a pointer that points at nothing is given to the library")
    start, size = host.memory.ints[entry >> 3], host.memory.ints[(entry >> 3) + 1]
    offset = word & 0xFFFFFFFF
    if not 0 <= offset <= size:
        raise HostTrap("a pointer that points at nothing is given to the library")
    return start + offset, size - offset


def string_at(host: Host, word: int, most: int | None = None) -> bytes:
    """Return the characters of the string that a pointer points at, up to a limit."""
    address, room = place_of(host, word)
    size = room if most is None else min(room, most)
    host.charge(size)
    found = bytes(host.memory.bytes[address : address + size])
    end = found.find(0)
    if end < 0 and (most is None or most > room):
        raise HostTrap("a string does not end inside its object")
    return found if end < 0 else found[:end]


def coded(text: str) -> bytes:
    """Return the characters of a text as bytes: a char is a character of Latin-1."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError as error:
        raise HostTrap(f"{text[error.start]!r} is more than a character holds: it is not in Latin-1") from None


def store(host: Host, word: int, codes: bytes, function: str) -> None:
    """Write bytes to what a pointer points at."""
    address = writable(host, word, len(codes), f"{function} copies")
    host.memory.bytes[address : address + len(codes)] = codes


def writable(host: Host, word: int, count: int, what: str) -> int:
    """Return the address of so many bytes that may be written, for which the program is charged."""
    address, room = place_of(host, word)
    if count > room:
        raise HostTrap(f"{what} {count} bytes into {room}{without_sign(count)}")
    host.charge(count)
    return address


def bytes_at(host: Host, word: int, count: int, function: str) -> bytes:
    """Return a number of bytes from where a pointer points."""
    address, room = place_of(host, word)
    if count > room:
        raise HostTrap(f"{function} reads {count} bytes of {room}{without_sign(count)}")
    host.charge(count)
    return bytes(host.memory.bytes[address : address + count])


def without_sign(count: int) -> str:
    """Say what a number of bytes must have been that is larger than any object; nothing of another."""
    for bits in (32, 64):
        if 2 ** (bits - 1) <= count < 2**bits:
            return f": {count - 2**bits} becomes so large, since a number of bytes has no sign"
    return ""

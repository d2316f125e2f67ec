"""malloc and free: blocks in half of the memory that a program has left when it starts (C90, 7.10.3).

The numbers of blocks are the upper part of the table of objects. A block that is freed has no bytes any more, so that
an access through a pointer that is left over is noticed; its number is used again when all others are taken.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from getallenband.interpreters.ir.host import Host, HostExhausted, HostTrap
from getallenband.interpreters.ir.messages import out_of_memory
from getallenband.interpreters.languages.c_subset.library.objects import OBJECT, place_of


@dataclass
class Heap:
    """Free memory: from `top` to `end`, and blocks that were freed, by their rounded size; numbers for blocks."""

    top: int
    end: int
    number: int
    free: dict[int, list[int]] = field(default_factory=dict)
    numbers: deque[int] = field(default_factory=deque)


def size_of_heap(host: Host, mark: int) -> int:
    """Return the bytes for blocks: half of what is left above the stack's mark."""
    return max(0, (host.memory.size - mark) // 2 // 8 * 8)


def begin(host: Host, address: int, size: int) -> None:
    """Begin with an empty heap."""
    host.state.heap = Heap(address, address + size, host.state.first_block)


def malloc(host: Host, size: int) -> int:
    """Take a block; its bytes are zero, which C leaves open."""
    heap: Heap = host.state.heap
    rounded = max(8, (size + 7) // 8 * 8)
    freed = heap.free.get(rounded)
    if freed:
        host.charge(rounded)
        address = freed.pop()
        host.memory.bytes[address : address + rounded] = bytes(rounded)
    elif 0 <= size <= heap.end - heap.top - 8:
        address, heap.top = heap.top, heap.top + rounded
    else:
        raise HostExhausted(out_of_memory(size, host.memory.size))
    if heap.number < host.state.objects:
        number, heap.number = heap.number, heap.number + 1
    elif heap.numbers:
        number = heap.numbers.popleft()
    else:
        raise HostExhausted(f"more than {host.state.objects - host.state.first_block} blocks are in use")
    set_entry(host, number, address, size)
    return number << 32


def set_entry(host: Host, number: int, address: int, size: int) -> None:
    entry = (host.state.table + number * OBJECT) >> 3
    host.memory.ints[entry], host.memory.ints[entry + 1] = address, size


def calloc(host: Host, count: int, size: int) -> int:
    return malloc(host, count * size)


def free(host: Host, word: int) -> None:
    """Release a block."""
    if word == 0:
        return
    number = word >> 32
    if not host.state.first_block <= number < host.state.objects or word & 0xFFFFFFFF:
        raise HostTrap("free is given a pointer that malloc did not return")
    address, size = place_of(host, word)
    if address == 0:
        raise HostTrap("this block was freed already")
    set_entry(host, number, 0, 0)
    host.state.heap.free.setdefault(max(8, (size + 7) // 8 * 8), []).append(address)
    host.state.heap.numbers.append(number)


def realloc(host: Host, word: int, size: int) -> int:
    """Move a block to one of another size."""
    fresh = malloc(host, size)
    if word:
        (address, old), (target, _) = place_of(host, word), place_of(host, fresh)
        kept = min(old, size)
        host.charge(kept)
        host.memory.bytes[target : target + kept] = bytes(host.memory.bytes[address : address + kept])
        free(host, word)
    return fresh

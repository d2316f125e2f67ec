"""Whole arrays that standard procedures are given: by the address of a descriptor, as lower/arrays.py lays it out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import isnan, prod

from getallenband.interpreters.ir.host import ELEMENT, Host, HostTrap
from getallenband.interpreters.ir.types import UNDEFINED_INT
from getallenband.interpreters.languages.algol60.library.devices import write
from getallenband.interpreters.languages.algol60.library.modified import inreal, outreal, rounded
from getallenband.interpreters.lowering.cells import no_value
from getallenband.interpreters.source.diagnostics import counted

ARRAY_TAG, INTEGER, REAL = 10, 1, 2


def kind_of(host: Host, at: int) -> int:
    return int(host.memory.ints[at >> 3]) - ARRAY_TAG


def bounds_of(host: Host, at: int) -> list[tuple[int, int]]:
    """Return the bounds of each dimension."""
    words, first = host.memory.ints, at >> 3
    return [(int(words[first + 3 + 3 * row]), int(words[first + 4 + 3 * row])) for row in range(int(words[first + 1]))]


def size_of(bounds: list[tuple[int, int]]) -> int:
    """Return how many elements an array with these bounds has."""
    return prod(max(0, high - low + 1) for low, high in bounds)


def elements(host: Host, at: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the subscripts of every element, the last going fastest, and its cell."""
    bounds = bounds_of(host, at)
    size = size_of(bounds)
    host.charge(ELEMENT * size)
    cell = int(host.memory.ints[(at >> 3) + 2]) >> 3
    if size:  # an empty array may have bounds that are far apart
        yield from zip(subscripts(bounds), count(cell))


def subscripts(bounds: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Yield what itertools.product does, without holding every bound's numbers in memory."""
    if not bounds:
        yield ()
        return
    low, high = bounds[0]
    for first in range(low, high + 1):
        for others in subscripts(bounds[1:]):
            yield first, *others


def value_at(host: Host, kind: int, cell: int) -> float | None:
    """Return an element's value; None where it has none."""
    if kind == REAL:
        value = float(host.memory.reals[cell])
        return None if isnan(value) else value
    return None if host.memory.ints[cell] == UNDEFINED_INT else int(host.memory.ints[cell])


def bound(host: Host, at: int, dimension: int, upper: int) -> int:
    """Return the lower or the upper bound of a dimension, counted from 1."""
    found = bounds_of(host, at)
    if not 1 <= dimension <= len(found):
        raise HostTrap(f"the array has {counted(len(found), 'dimension')}, none with number {dimension}")
    return found[dimension - 1][upper]


def rebound(host: Host, name: int, at: int, fresh: int, room: int, dimensions: int, most: int) -> None:
    """Set an own array's new bounds in its descriptor; elements within old and new ones keep their values."""
    words, first = host.memory.ints, at >> 3
    kept = {subscripts: int(words[cell]) for subscripts, cell in elements(host, at)} if words[first + 1] else {}
    bounds = [(int(words[(fresh >> 3) + 2 * row]), int(words[(fresh >> 3) + 2 * row + 1])) for row in range(dimensions)]
    size = size_of(bounds)
    if size > most:
        raise HostTrap(f"own array {host.strings[name]} has {size} elements; at most {most} are kept")
    words[first + 1], words[first + 2] = dimensions, room
    for row, (low, high) in enumerate(bounds):
        stride = size_of(bounds[row + 1 :]) if size else 0  # beyond 64 bits, perhaps, where nothing is reached by it
        words[first + 3 + 3 * row], words[first + 4 + 3 * row], words[first + 5 + 3 * row] = low, high, stride
    for subscripts, cell in elements(host, at):
        words[cell] = kept.get(subscripts, 0)


def outarray(host: Host, channel: int, at: int) -> None:
    """Print every element as outreal does."""
    for subscripts, cell in elements(host, at):
        value = value_at(host, kind_of(host, at), cell)
        if value is None:
            raise HostTrap(f"element {list(subscripts)}: {no_value('the array')}")
        write(host, outreal(host, channel, value))


def inarray(host: Host, channel: int, at: int, greatest: int) -> None:
    """Read every element as inreal does."""
    for _, cell in elements(host, at):
        value = inreal(host, channel)
        if kind_of(host, at) == REAL:
            host.memory.reals[cell] = value
        else:
            host.memory.ints[cell] = rounded(value, greatest)


def print_array(host: Host, name: int, at: int) -> None:
    """Print every element with its name, as print of GNU MARST does."""
    kind, title = kind_of(host, at), host.strings[name]
    for subscripts, cell in elements(host, at):
        value = value_at(host, kind, cell)
        if value is None:
            raise HostTrap(no_value(f"{title}{list(subscripts)}"))
        written = f"{value:.12g}" if kind == REAL else str(value) if kind == INTEGER else "true" if value else "false"
        write(host, f"{title}[{','.join(map(str, subscripts))}] = {written}\n")

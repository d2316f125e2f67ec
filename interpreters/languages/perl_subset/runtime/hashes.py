"""Hashes: pairs in the order of insertion, and an index by the hash of the key."""

from interpreters.languages.perl_subset.runtime.arrays import check_stack
from interpreters.languages.perl_subset.runtime.layout import *
from interpreters.languages.perl_subset.runtime.memory import take
from interpreters.languages.perl_subset.runtime.strings import equal_strings, hash_of, text
from interpreters.lowering.routines import inlined, routine
from interpreters.lowering.words import *


@inlined
def start_hash(hash: int) -> None:
    """Let a variable be a hash for the first time."""
    store(hash, UNDEF)
    store(hash + FIRST, 0)
    store(hash + END, 0)
    store(hash + LIMIT, 0)
    store(hash + INDEX, UNDEF)
    store(hash + INDEX + 8, 0)
    store(hash + INDEX + 16, 0)
    store(hash + MASK, 0)
    store(hash + LIVE, 0)


@routine
def new_hash() -> int:
    """Return a reference to a new hash."""
    object = take(96)
    store(object, 96 + HASH)
    start_hash(object + 16)
    return object + 5


@inlined
def clear_hash(hash: int) -> None:
    """Take all entries out; their memory stays."""
    if load(hash + LIVE) != 0 or load(hash + END) != load(hash + FIRST):
        empty_hash(hash)


@routine
def empty_hash(hash: int) -> None:
    if load(hash + MASK) > 1023 << 1:
        start_hash(hash)
        return
    fill(load(hash + INDEX) + 5, ((load(hash + MASK) >> 1) + 1) >> 1)
    store(hash + END, load(hash + FIRST))
    store(hash + LIVE, 0)


@inlined
def entry_of(hash: int, key: int) -> int:
    """Return the address of a key's value, or 0."""
    slot = slot_of(hash, key)
    if slot == 0:
        return 0
    return load(hash + FIRST) + (load32(slot) << 4) - 8


@routine
def slot_of(hash: int, key: int) -> int:
    """Return the address of a key's slot in the index, or 0."""
    if load(hash + LIVE) == 0:
        return 0
    code = hash_of(key)
    index = load(hash + INDEX) + 5
    mask = load(hash + MASK) >> 1
    entries = load(hash + FIRST) - 16
    place = code & mask
    while True:
        number = load32(index + (place << 2))
        if number == 0:
            return 0
        if number != DELETED:
            other = load(entries + (number << 4))
            if other == key:
                return index + (place << 2)
            if load32(other + HASHED) == code:
                if equal_strings(other, key):
                    return index + (place << 2)
        place = (place + 1) & mask


@inlined
def value_of(hash: int, key: int) -> int:
    """Return the value of a key, or undef."""
    place = entry_of(hash, text(key))
    if place == 0:
        return UNDEF
    return load(place)


@inlined
def entry_place(hash: int, key: int) -> int:
    """Return the address of a key's value, which is there from now on."""
    string = text(key)
    place = entry_of(hash, string)
    if place == 0:
        return insert(hash, string)
    return place


@routine
def insert(hash: int, key: int) -> int:
    """Add a key that is not there; return the address of its value, undef."""
    if load(hash + END) == load(hash + LIMIT):
        rebuild(hash)
    entry = load(hash + END)
    store(entry, key)
    store(entry + 8, UNDEF)
    store(hash + END, entry + 16)
    store(hash + LIVE, load(hash + LIVE) + 2)
    enter(hash, hash_of(key), (entry - load(hash + FIRST) + 16) >> 4)
    return entry + 8


@inlined
def enter(hash: int, code: int, number: int) -> None:
    """Enter the number of an entry in the index."""
    index = load(hash + INDEX) + 5
    mask = load(hash + MASK) >> 1
    place = code & mask
    while load32(index + (place << 2)) != 0:
        place = (place + 1) & mask
    store32(index + (place << 2), number)


@routine
def rebuild(hash: int) -> None:
    """Let entries have room for more, and leave deleted ones out."""
    live = load(hash + LIVE) >> 1
    room = live + (live >> 1) + 8
    size = 16
    while size < room + (room >> 1):
        size = size << 1
    block = take((24 + (room << 4)) & -16)
    index = take((24 + (size << 2)) & -16)
    fill(index + 8, size >> 1)
    at = load(hash + FIRST)
    end = load(hash + END)
    to = block + 8
    store(hash, block + 3)
    store(hash + FIRST, to)
    store(hash + INDEX, index + 3)
    store(hash + MASK, (size - 1) << 1)
    number = 1
    while at < end:
        key = load(at)
        if key != 0:
            store(to, key)
            store(to + 8, load(at + 8))
            enter(hash, hash_of(key), number)
            to += 16
            number += 1
        at += 16
    store(hash + END, to)
    store(hash + LIMIT, block + 8 + (room << 4))


@routine
def removed(hash: int, key: int) -> int:
    """Take an entry out; return its value, or undef."""
    slot = slot_of(hash, text(key))
    if slot == 0:
        return UNDEF
    entry = load(hash + FIRST) + (load32(slot) << 4) - 16
    value = load(entry + 8)
    store32(slot, DELETED)
    store(entry, 0)
    store(entry + 8, UNDEF)
    store(hash + LIVE, load(hash + LIVE) - 2)
    return value


@routine
def pushed_entries(top: int, hash: int, which: int) -> int:
    """Put keys (1), values (2) or both (3) on the stack; return its top."""
    check_stack(top, load(hash + LIVE))
    at = load(hash + FIRST)
    end = load(hash + END)
    while at < end:
        if load(at) != 0:
            if which & 1:
                store(top, load(at))
                top += 8
            if which & 2:
                store(top, load(at + 8))
                top += 8
        at += 16
    return top


@routine
def set_entries(hash: int, start: int, end: int) -> None:
    """Let keys and values in turn be all entries."""
    clear_hash(hash)
    add_entries(hash, start, end)


@routine
def add_entries(hash: int, start: int, end: int) -> None:
    """Add keys and values in turn; a key without a value has undef."""
    at = start
    while at < end:
        place = entry_place(hash, load(at))
        if at + 8 < end:
            store(place, load(at + 8))
        else:
            store(place, UNDEF)
        at += 16


@routine
def picked_entries(hash: int, start: int, end: int) -> None:
    """Replace keys on the stack by their values."""
    at = start
    while at < end:
        store(at, value_of(hash, load(at)))
        at += 8


@routine
def remove_entries(hash: int, start: int, end: int) -> None:
    """Take the entries of keys on the stack out, and put their values there."""
    at = start
    while at < end:
        store(at, removed(hash, load(at)))
        at += 8

"""Hashes: entries in chunks, in the order of insertion, and an index of their addresses by the hash of the key."""

from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    BODY, CELLS, CHUNK, CHUNK_END, DELETED, ENTRIES, HASH, HASHED, HASH_OBJECT, INDEX,
    KEY, KEY_WORDS, LAST, LEAST_CHUNK, LIVE, MASK, MOST_MASKED, NEXT_CHUNK, NO_ENTRY, NO_INDEX,
    PACKED, QUICK, REFERENCE, SLOTS, SMALL, SMALL_COUNT, UNDEF, USED,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.memory import entry_size, take
from getallenband.interpreters.languages.perl_subset.runtime.packing import packed, packed_hash
from getallenband.interpreters.languages.perl_subset.runtime.strings import equal_strings, hash_of, text
from getallenband.interpreters.lowering.routines import inlined, routine
from getallenband.interpreters.lowering.words import below, copy, fill, load, load32, store, store32


@routine
def clear_hash(hash: int) -> None:
    """Initialize a hash, or remove all its entries."""
    store(hash, UNDEF)
    store(hash + QUICK, NO_INDEX)
    store(hash + MASK, 0)
    store(hash + INDEX, NO_INDEX)
    store(hash + SLOTS, 0)
    store(hash + LIVE, 0)
    store(hash + USED, 0)
    store(hash + LAST, 0)


@routine
def new_hash() -> int:
    """Return a reference to a new hash."""
    object = take(HASH_OBJECT)
    store(object, HASH_OBJECT + HASH)
    clear_hash(object + BODY)
    return object + REFERENCE


# --- finding -------------------------------------------------------------------------------------------------------


@inlined
def first_tried(hash: int, key: int) -> int:
    """Return the entry in the slot where the search for a key begins, if the hash has a quick index."""
    return entry_in(load(hash + QUICK) + (load32(key + HASHED) & load(hash + MASK)))


@inlined
def slot_of(hash: int, code: int) -> int:
    """Return where in the index the search for a key begins whose own hash is `code`."""
    if load(hash + MASK) != 0:
        return code & load(hash + MASK)
    return ((code * load(hash + SLOTS)) >> 30) & -4


@inlined
def slot_after(slot: int, slots: int) -> int:
    """Return the next slot; the first follows the last."""
    if slot + 4 == slots << 2:
        return 0
    return slot + 4


@inlined
def entry_in(slot: int) -> int:
    """Return the entry in a slot of an index; NO_ENTRY, which has no key, where there is none."""
    return (load32(slot) << 3) + NO_ENTRY


@inlined
def key_of(value: int) -> int:
    """Return a scalar as a string, a small integer at once."""
    if value & 1 == 0 and below(value, SMALL_COUNT << 1):
        kept = load(SMALL + (value << 2))
        if kept != 0:
            return kept
    return text(value)


@inlined
def entry_of(hash: int, key: int) -> int:
    """Return the address of a key's value, or 0."""
    entry = first_tried(hash, key)
    if load(entry + KEY) == key:
        return entry
    # an empty first slot proves that the key is missing, if the slot was the right one: where there is a quick index,
    # and the hash of the key is known (a long string has 0 until it is computed)
    if entry == NO_ENTRY and load(hash + MASK) != 0 and load32(key + HASHED) != 0:
        return 0
    return find_entry(hash, key)


@inlined
def value_of(hash: int, key: int) -> int:
    """Return the value of a key, or undef."""
    string = key_of(key)
    # interned keys are equal only if they are the same cell: mostly this one comparison is the whole search
    entry = first_tried(hash, string)
    if load(entry + KEY) == string:
        return load(entry)
    return value_elsewhere(hash, string)


@routine
def value_elsewhere(hash: int, key: int) -> int:
    entry = find_entry(hash, key)
    if entry == 0:
        return UNDEF
    return load(entry)


@inlined
def entry_address(hash: int, key: int) -> int:
    """Return the address of a key's value, which is there from now on."""
    string = key_of(key)
    entry = first_tried(hash, string)
    if load(entry + KEY) == string:
        return entry
    return make_entry(hash, string)


@routine
def find_entry(hash: int, key: int) -> int:
    if load(hash + LIVE) == 0:
        return 0
    if packed(key):
        return find_packed(hash)
    code = hash_of(key)
    index = load(hash + INDEX)
    slots = load(hash + SLOTS)
    slot = slot_of(hash, code)
    while True:
        # deleted entries stay in the index, with a key that equals none, so that the search goes on behind them
        entry = entry_in(index + slot)
        if entry == NO_ENTRY:
            return 0
        other = load(entry + KEY)
        if other == key:
            return entry
        # an odd first word is the cell of a string, an even one begins a packed key
        if other & 1 == 1:
            if load32(other + HASHED) == code:
                if equal_strings(other, key):
                    return entry
        slot = slot_after(slot, slots)


@routine
def find_packed(hash: int) -> int:
    """Find the packed key that is in PACKED."""
    index = load(hash + INDEX)
    slots = load(hash + SLOTS)
    first = load(PACKED)
    size = (first & KEY_WORDS) << 1
    slot = slot_of(hash, packed_hash(PACKED))
    while True:
        entry = entry_in(index + slot)
        if entry == NO_ENTRY:
            return 0
        if load(entry + KEY) == first:
            at = 8
            while at < size:
                if load(entry + KEY + at) != load(PACKED + at):
                    break
                at += 8
            if at >= size:
                return entry
        slot = slot_after(slot, slots)


# --- adding --------------------------------------------------------------------------------------------------------


@routine
def make_entry(hash: int, key: int) -> int:
    """Return the address of a key's value; where the key is not there, it is added, with undef."""
    found = find_entry(hash, key)
    if found != 0:
        return found
    if is_crowded((load(hash + USED) >> 2) + 1, load(hash + SLOTS)):
        rebuild(hash)
    if packed(key):
        code = packed_hash(PACKED)
        size = (load(PACKED) & KEY_WORDS) << 1
        entry = room_for_entry(hash, KEY + size)
        copy(entry + KEY, PACKED, size)
    else:
        code = hash_of(key)
        entry = room_for_entry(hash, 16)
        store(entry + KEY, key)
    store(entry, UNDEF)
    store(hash + LIVE, load(hash + LIVE) + 2)
    store(hash + USED, load(hash + USED) + 4)
    enter(hash, code, entry)
    return entry


@inlined
def room_for_entry(hash: int, size: int) -> int:
    """Reserve `size` bytes for a new entry; return its address."""
    last = load(hash + LAST)
    if last == 0:
        last = new_chunk(hash, size)
    elif load(last + CHUNK_END) + size > last + (load(last) & -16):
        last = new_chunk(hash, size)
    entry = load(last + CHUNK_END)
    store(last + CHUNK_END, entry + size)
    return entry


@routine
def new_chunk(hash: int, least: int) -> int:
    """Add a chunk, twice as large as the last one, with room for an entry of at least `least` bytes."""
    last = load(hash + LAST)
    size = LEAST_CHUNK
    if last != 0:
        size = (load(last) & -16) << 1
    if size > CHUNK:
        size = CHUNK
    while size < ENTRIES + least:
        size = size << 1
    chunk = take(size)
    store(chunk, size + HASH)
    store(chunk + NEXT_CHUNK, 0)
    store(chunk + CHUNK_END, chunk + ENTRIES)
    if last == 0:
        store(hash, chunk + CELLS)
    else:
        store(last + NEXT_CHUNK, chunk)
    store(hash + LAST, chunk)
    return chunk


@inlined
def enter(hash: int, code: int, entry: int) -> None:
    """Enter an entry in the index."""
    index = load(hash + INDEX)
    slots = load(hash + SLOTS)
    slot = slot_of(hash, code)
    while load32(index + slot) != 0:
        slot = slot_after(slot, slots)
    store32(index + slot, (entry - NO_ENTRY) >> 3)


@routine
def rebuild(hash: int) -> None:
    """Make a larger index; if most entries are deleted, copy the others to new chunks."""
    live = load(hash + LIVE) >> 1
    chunk = load(hash) - CELLS
    # where most entries are deleted, the others are copied to new chunks in their order
    moves = live << 3 < load(hash + USED)
    if moves:
        store(hash, UNDEF)
        store(hash + LAST, 0)
        store(hash + USED, live << 2)
    entries = load(hash + USED) >> 2
    slots = 8
    while is_crowded(entries + (entries >> 2) + 1, slots):
        slots = slots << 1
    store(hash + MASK, (slots - 1) << 2)
    # doubling a large index would take too much memory at once; without a mask, the slot follows by multiplication
    if slots > MOST_MASKED:
        store(hash + MASK, 0)
        slots = (entries + (entries >> 1) + (entries >> 2)) & -8
    index = take((24 + (slots << 2)) & -16) + 8
    fill(index, slots >> 1)
    store(hash + INDEX, index)
    store(hash + SLOTS, slots)
    store(hash + QUICK, index)
    if slots > MOST_MASKED:
        store(hash + QUICK, NO_INDEX)
    while chunk > 0:
        at = chunk + ENTRIES
        end = load(chunk + CHUNK_END)
        while at < end:
            key = load(at + KEY)
            size = entry_size(key)
            if is_live(key):
                code = 0
                if key & 1 == 1:
                    code = hash_of(key)
                else:
                    code = packed_hash(at + KEY)
                entry = at
                if moves:
                    entry = room_for_entry(hash, size)
                    copy(entry, at, size)
                enter(hash, code, entry)
            at += size
        chunk = load(chunk + NEXT_CHUNK)


@inlined
def is_crowded(entries: int, slots: int) -> int:
    """Tell whether an index is too full: beyond 3/8 of its slots if it is small, 3/4 if it is large."""
    if slots < 1024:
        return entries << 3 > slots * 3
    return entries << 2 > slots * 3


@inlined
def is_live(key: int) -> int:
    """Tell from the first word of its key whether an entry is not deleted."""
    return key & 0xFF01 != 0


@routine
def remove_entry(hash: int, key: int) -> int:
    """Delete an entry; return its value, or undef."""
    entry = entry_of(hash, text(key))
    if entry == 0:
        return UNDEF
    value = load(entry)
    # it must not keep its value alive
    store(entry, UNDEF)
    delete_key(entry)
    store(hash + LIVE, load(hash + LIVE) - 2)
    return value


@inlined
def delete_key(entry: int) -> None:
    """Delete the key of an entry; its size remains readable."""
    # the size of the entry must stay known: chunks are walked from entry to entry
    head = load(entry + KEY)
    if head & 1 == 1:
        store(entry + KEY, DELETED)
    else:
        store(entry + KEY, head & KEY_WORDS)

"""Lists of the keys and values of a hash: pushed on the stack, or assigned from it."""

from getallenband.interpreters.languages.perl_subset.runtime.arrays import check_stack
from getallenband.interpreters.languages.perl_subset.runtime.hashes import (
    clear_hash,
    entry_address,
    is_live,
    remove_entry,
    value_of,
)
from getallenband.interpreters.languages.perl_subset.runtime.layout import (
    CELLS, CHUNK_END, ENTRIES, KEY, LIVE, NEXT_CHUNK, UNDEF,
)  # fmt: skip
from getallenband.interpreters.languages.perl_subset.runtime.memory import entry_size
from getallenband.interpreters.languages.perl_subset.runtime.packing import unpacked
from getallenband.interpreters.lowering.routines import routine
from getallenband.interpreters.lowering.words import load, store, work


@routine
def push_entries(top: int, hash: int, which: int) -> int:
    """Push keys (1), values (2) or both (3); return the top."""
    check_stack(top, load(hash + LIVE))
    work(load(hash + LIVE) << 6)
    chunk = load(hash) - CELLS
    while chunk > 0:
        at = chunk + ENTRIES
        end = load(chunk + CHUNK_END)
        while at < end:
            key = load(at + KEY)
            size = entry_size(key)
            if is_live(key):
                if which & 1:
                    if key & 1 == 0:
                        key = unpacked(at + KEY)
                    store(top, key)
                    top += 8
                if which & 2:
                    store(top, load(at))
                    top += 8
            at += size
        chunk = load(chunk + NEXT_CHUNK)
    return top


@routine
def set_entries(hash: int, start: int, end: int) -> None:
    """Replace all entries by alternating keys and values."""
    clear_hash(hash)
    add_entries(hash, start, end)


@routine
def add_entries(hash: int, start: int, end: int) -> None:
    """Add keys and values in turn; a key without a value has undef."""
    work((end - start) << 3)
    at = start
    while at < end:
        address = entry_address(hash, load(at))
        if at + 8 < end:
            store(address, load(at + 8))
        else:
            store(address, UNDEF)
        at += 16


@routine
def make_entries(hash: int, start: int, end: int) -> None:
    """Add the keys on the stack that are not there, with undef."""
    work((end - start) << 3)
    at = start
    while at < end:
        entry_address(hash, load(at))
        at += 8


@routine
def pick_entries(hash: int, start: int, end: int) -> None:
    """Replace keys on the stack by their values."""
    work((end - start) << 3)
    at = start
    while at < end:
        store(at, value_of(hash, load(at)))
        at += 8


@routine
def remove_entries(hash: int, start: int, end: int) -> None:
    """Take the entries of keys on the stack out, and put their values there."""
    work((end - start) << 3)
    at = start
    while at < end:
        store(at, remove_entry(hash, load(at)))
        at += 8

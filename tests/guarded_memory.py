"""The memory of programs between pages that nobody may touch: a wild access of native code ends the tests with SIGSEGV.

memory.reserved = guarded_memory.reserved
"""

from __future__ import annotations

import ctypes
import mmap

from getallenband.interpreters.ir.memory import reserved as unguarded

PAGE = 4096
GUARD = 1 << 30
"""Bytes before and after: the pages are reserved only, so that the width costs nothing."""
MAP_NORESERVE = 0x4000
"""The flag on Linux; Python's module names it from 3.13 on."""
FLAGS = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE

MOST = 1 << 40
"""More bytes than a machine of ours can reserve: they are refused as they are without guards."""

libc = ctypes.CDLL(None, use_errno=True)
libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


def reserved(size: int) -> memoryview:
    """Reserve that many bytes, rounded up to whole pages, with a guard at each end."""
    if size > MOST:
        return unguarded(size)
    size = (size + PAGE - 1) // PAGE * PAGE
    region = mmap.mmap(-1, GUARD + size + GUARD, flags=FLAGS)
    start = ctypes.addressof(ctypes.c_char.from_buffer(region))
    forbid(start, GUARD)
    forbid(start + GUARD + size, GUARD)
    return memoryview(region)[GUARD : GUARD + size]


def forbid(address: int, size: int) -> None:
    """Forbid all access to whole pages."""
    if libc.mprotect(address, size, 0):
        raise OSError(ctypes.get_errno(), "mprotect")

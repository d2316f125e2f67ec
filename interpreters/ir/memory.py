"""The flat memory of a run: bytes that both engines, and library procedures, read and write in place.

    memory = Memory.of(program, limit=256 * 1024 * 1024)
    memory.ints[address >> 3]

The pages are reserved only: a program pays for what it uses.
"""

from __future__ import annotations

import mmap
import struct
from typing import Any

from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL_BITS, Pattern
from getallenband.interpreters.source.diagnostics import UserError

CELLS: dict[Pattern, bytes] = {
    "zero": bytes(8),
    "undefined_int": struct.pack("<q", UNDEFINED_INT),
    "undefined_real": struct.pack("<Q", UNDEFINED_REAL_BITS),
}


class Memory:
    """A buffer, seen as bytes and as cells of each kind; addresses are offsets in bytes."""

    def __init__(self, buffer: mmap.mmap | memoryview) -> None:
        self.buffer, self.size = buffer, len(buffer)
        self.bytes = memoryview(buffer)
        self.views: dict[str, memoryview[Any]] = {
            "i8": self.bytes.cast("b"), "u8": self.bytes.cast("B"), "i16": self.bytes.cast("h"),
            "u16": self.bytes.cast("H"), "i32": self.bytes.cast("i"), "u32": self.bytes.cast("I"),
            "i64": self.bytes.cast("q"), "f64": self.bytes.cast("d"),
        }  # fmt: skip
        self.ints: memoryview[int] = self.views["i64"]
        self.reals: memoryview[float] = self.views["f64"]

    @classmethod
    def of(cls, program: Program, limit: int) -> Memory:
        """Reserve `limit` bytes (at least what the regions need) and initialise the regions."""
        memory = cls(reserved(max(limit, program.stack_start() + 4096)))
        memory.write_regions(program)
        return memory

    def write_regions(self, program: Program) -> None:
        """Write what the regions hold at the start."""
        for name, address in program.addresses().items():
            region = program.regions[name]
            if region.contents:
                self.bytes[address : address + len(region.contents)] = region.contents
            elif region.pattern != "zero":
                cells = (region.size + 7) // 8
                self.bytes[address : address + 8 * cells] = CELLS[region.pattern] * cells


def reserved(size: int) -> mmap.mmap:
    """Reserve that many bytes, rounded up to whole pages; they are zero."""
    size = (size + 4095) // 4096 * 4096
    try:
        return mmap.mmap(-1, size, access=mmap.ACCESS_COPY)  # pages that none shares are the quickest to touch first
    except OSError as error:
        raise UserError(f"{size} bytes cannot be reserved for the program: {error.strerror}") from None

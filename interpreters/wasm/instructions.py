"""Instructions of WebAssembly as bytes, by the names of its specification (https://webassembly.github.io/spec/core/).

code = Code()
code.get(3)
code.int64(7)
code.do("i64.add", "i64.eqz")
with code.block("if"):
code.jump(label)
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from getallenband.interpreters.ir.ops import FULL_HIGH
from getallenband.interpreters.ir.types import Type

VALUE_TYPES = {Type.INT: 0x7E, Type.REAL: 0x7C, Type.BOOL: 0x7F}
"""i64, f64, i32."""
NAMES = {
    0x00: "unreachable", 0x0F: "return", 0x1B: "select",
    0x45: "i32.eqz i32.eq i32.ne i32.lt_s i32.lt_u i32.gt_s i32.gt_u i32.le_s i32.le_u i32.ge_s i32.ge_u",
    0x50: "i64.eqz i64.eq i64.ne i64.lt_s i64.lt_u i64.gt_s i64.gt_u i64.le_s i64.le_u i64.ge_s i64.ge_u",
    0x61: "f64.eq f64.ne f64.lt f64.gt f64.le f64.ge",
    0x6A: "i32.add i32.sub i32.mul", 0x71: "i32.and i32.or i32.xor i32.shl",
    0x7C: "i64.add i64.sub i64.mul i64.div_s i64.div_u i64.rem_s i64.rem_u i64.and i64.or i64.xor i64.shl i64.shr_s "
    "i64.shr_u",
    0x99: "f64.abs f64.neg f64.ceil f64.floor f64.trunc f64.nearest f64.sqrt f64.add f64.sub f64.mul f64.div",
    0xA7: "i32.wrap_i64", 0xAC: "i64.extend_i32_s i64.extend_i32_u", 0xB0: "i64.trunc_f64_s", 0xB6: "f32.demote_f64",
    0xB7: "f64.convert_i32_s", 0xB9: "f64.convert_i64_s",
    0xBB: "f64.promote_f32 i32.reinterpret_f32 i64.reinterpret_f64 f32.reinterpret_i32 f64.reinterpret_i64",
    0xC2: "i64.extend8_s i64.extend16_s i64.extend32_s",
}  # fmt: skip
"""Instructions without operands in the code: those of a row have consecutive codes, from the first one's on."""
CODES = {name: first + number for first, names in NAMES.items() for number, name in enumerate(names.split())}
BLOCKS = {"block": 0x02, "loop": 0x03, "if": 0x04}
ACCESSES = {
    "i32.load": (0x28, 2), "i64.load": (0x29, 3), "f64.load": (0x2B, 3), "i64.load8_s": (0x30, 0),
    "i64.load8_u": (0x31, 0), "i64.load16_s": (0x32, 1), "i64.load16_u": (0x33, 1), "i64.load32_s": (0x34, 2),
    "i64.load32_u": (0x35, 2), "i32.store": (0x36, 2), "i64.store": (0x37, 3), "f64.store": (0x39, 3),
    "i64.store8": (0x3C, 0), "i64.store16": (0x3D, 1), "i64.store32": (0x3E, 2),
}  # fmt: skip
"""Loads and stores: the code, and the power of two that the address is likely to be a multiple of."""
BULK = {"memory.copy": b"\xfc\x0a\x00\x00", "memory.fill": b"\xfc\x0b\x00"}
NO_VALUE = 0x40


def unsigned(value: int) -> bytes:
    """Write a number in LEB128."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)


def signed(value: int) -> bytes:
    """Write a number in signed LEB128."""
    found = bytearray()
    while not -64 <= value < 64:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value & 127)
    return bytes(found)


def vector(items: Iterable[bytes]) -> bytes:
    """Write items with their number before them."""
    listed = list(items)
    return unsigned(len(listed)) + b"".join(listed)


class Code:
    """The instructions of a function while they grow; a label is how many blocks are open inside its own."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        self.open = 0
        self.last_put = (-1, -1)

    def do(self, *names: str) -> None:
        self.bytes += bytes(CODES[name] for name in names)

    # values

    def get(self, local: int) -> None:
        """Push a local; one that was put just now stays on the stack instead (local.tee)."""
        if self.last_put == (len(self.bytes), local):
            self.bytes[-1 - len(unsigned(local))] = 0x22
            self.last_put = (-1, -1)
        else:
            self.bytes += b"\x20" + unsigned(local)

    def put(self, local: int) -> None:
        """Pop into a local."""
        self.bytes += b"\x21" + unsigned(local)
        self.last_put = (len(self.bytes), local)

    def int64(self, value: int) -> None:
        self.bytes += b"\x42" + signed(value - 2**64 if value > FULL_HIGH else value)

    def int32(self, value: int) -> None:
        """Push a truth value, an address, or the number of a node."""
        self.bytes += b"\x41" + signed(value)

    def float64(self, bits: int) -> None:
        self.bytes += b"\x44" + struct.pack("<Q", bits)

    # memory

    def access(self, name: str, offset: int = 0) -> None:
        """Load from, or store at, the address on the stack and an offset."""
        self.bytes += bytes(ACCESSES[name]) + unsigned(offset)

    def bulk(self, name: str) -> None:
        self.bytes += BULK[name]

    # calls

    def call(self, function: int) -> None:
        self.bytes += b"\x10" + unsigned(function)

    def call_from_table(self, type_: int) -> None:
        """Call the function whose number in the table is on the stack."""
        self.bytes += b"\x11" + unsigned(type_) + b"\x00"

    # blocks and jumps

    def begin(self, kind: str, gives: int = NO_VALUE) -> int:
        """Open a block; return its label."""
        self.bytes += bytes([BLOCKS[kind], gives])
        self.open += 1
        return self.open

    def end(self) -> None:
        self.bytes.append(0x0B)
        self.open -= 1

    def otherwise(self) -> None:
        self.bytes.append(0x05)

    @contextmanager
    def block(self, kind: str, gives: int = NO_VALUE) -> Iterator[int]:
        yield self.begin(kind, gives)
        self.end()

    def jump(self, label: int) -> None:
        """Continue after a block, or at the beginning of a loop."""
        self.bytes += b"\x0c" + self.outwards(label)

    def jump_if(self, label: int) -> None:
        self.bytes += b"\x0d" + self.outwards(label)

    def jump_by_table(self, labels: Iterable[int], otherwise: int) -> None:
        self.bytes += b"\x0e" + vector(map(self.outwards, labels)) + self.outwards(otherwise)

    def outwards(self, label: int) -> bytes:
        return unsigned(self.open - label)

    def body(self, kinds: Sequence[int]) -> bytes:
        """End the function; return it with the types of its locals, parameters left out, before it."""
        self.end()
        runs: list[list[int]] = []
        for kind in kinds:
            if runs and runs[-1][1] == kind:
                runs[-1][0] += 1
            else:
                runs.append([1, kind])
        whole = vector(unsigned(times) + bytes([kind]) for times, kind in runs) + bytes(self.bytes)
        return unsigned(len(whole)) + whole

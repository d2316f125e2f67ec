"""The three types of a register and the kinds of a memory cell.

    Type.INT    a 64-bit signed integer; also an address, a function code, a packed word
    Type.REAL   an IEEE 754 double
    Type.BOOL   the result of a comparison; it lives in registers only, never in locals or memory

A cell of memory that was never assigned holds the undefined pattern of its kind: for "i64" the most negative integer,
for "f64" a NaN. No arithmetic of a language may produce either (range and finite checks exclude them), so a load can
tell. An undefined local variable holds the same.
"""

from __future__ import annotations

import struct
from enum import StrEnum
from typing import Literal


class Type(StrEnum):
    INT = "int"
    REAL = "real"
    BOOL = "bool"


Kind = Literal["i8", "u8", "i16", "u16", "i32", "u32", "i64", "f64"]
SIZES: dict[str, int] = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "i64": 8, "f64": 8}

UNDEFINED_INT = -(2**63)
UNDEFINED_REAL_BITS = 0x7FF8_DEAD_DEAD_DEAD

Relation = Literal["=", "/=", "<", "<=", ">", ">="]
Rounding = Literal["floor", "truncate", "nearest"]
Pattern = Literal["zero", "undefined_int", "undefined_real"]


def bits_real(bits: int) -> float:
    """Return the real number with these 64 bits (0 <= bits < 2**64)."""
    value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return value


def real_bits(value: float) -> int:
    bits: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return bits


UNDEFINED_REAL = bits_real(UNDEFINED_REAL_BITS)


def type_of(kind: Kind) -> Type:
    """Return the register type that a memory cell of this kind loads into."""
    return Type.REAL if kind == "f64" else Type.INT

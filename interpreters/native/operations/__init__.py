"""Each operation of the IR as LLVM assembly: one function for each, in the chapters of `ir.ops`.

    int_add(emit, IntAdd(3, 1, 2, -67108863, 67108863, "integer overflow"))
    #   %r3 = add i64 %r1, %r2 … and a range check that leaves for cold code

The operations' classes define what they mean; here only what LLVM leaves undefined (a zero divisor, a shift by 64, a
real number too large for an integer) needs care.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from getallenband.interpreters.ir.fields import by_operation
from getallenband.interpreters.ir.ops import Operation

WRITERS: Mapping[type[Operation], Callable[[Any, Any], None]] = by_operation(__name__)
"""The function that writes each operation."""

"""Each operation of the IR as WebAssembly: one function for each, in the chapters of `ir.ops`.

    int_add(emit, IntAdd(3, 1, 2, -67108863, 67108863, "integer overflow"))
    # get 1, get 2, i64.add, set 3 … and a range check that leaves

The operations' classes define what they mean; here only what WebAssembly does otherwise needs care.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from getallenband.interpreters.ir.fields import by_operation
from getallenband.interpreters.ir.ops import Operation

WRITERS: Mapping[type[Operation], Callable[[Any, Any], None]] = by_operation(__name__)
"""The function that writes each operation."""

"""Find where native code must test its fuel, so that every loop and every endless recursion ends.

tested_blocks(function)             # {Label("loop")}: the fuel is tested where a loop or a function begins
"""

from __future__ import annotations

from getallenband.interpreters.compiled.polling import cycle_heads
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Function


def tested_blocks(function: Function) -> set[Label]:
    """Return the blocks where fuel must be tested so that a run without end is noticed."""
    return cycle_heads(function, set(function.blocks))

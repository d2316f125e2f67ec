"""The simplifications of every program before an engine runs it.

simplified = simplify(program)
"""

from __future__ import annotations

from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.transform.block_merging import merge_blocks
from getallenband.interpreters.transform.definite_assignment import drop_definite_checks
from getallenband.interpreters.transform.unreachable import remove_unreachable


def simplify(program: Program, *, drop_checks: bool = True) -> Program:
    """Remove unreachable blocks, merge blocks, drop checks of locals that certainly have a value (`drop_checks`)."""
    merged = merge_blocks(remove_unreachable(program))
    return drop_definite_checks(merged) if drop_checks else merged

"""The first lowering of a program whose assumptions hold for its inputs.

lowered, host, execution, failed = run_on_valid_assumptions(lowered, source, request)

ECOL and FORTRAN lower a program on assumptions, which guards check while it runs (language.py: Lowered).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from getallenband.interpreters.ir.execution import Execution
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.language import SPECULATION_FAILED, Lowered
from getallenband.interpreters.outcome import Trap
from getallenband.interpreters.request import Request
from getallenband.interpreters.running.engines import execute
from getallenband.interpreters.source.nesting import with_deep_stack
from getallenband.interpreters.source.position import SourceText


def run_on_valid_assumptions(
    lowered: Lowered, source: SourceText, request: Request, before: Any = None
) -> tuple[Lowered, Host, Execution, int]:
    """Run with the first lowering whose assumptions hold; return it too, and how many failed before it.

    A run that somebody watches cannot be discarded: it gets a lowering without assumptions.
    """
    while (request.trace or request.watch) and lowered.fallback is not None:
        lowered = without_assumption(lowered, source)
    failures = 0
    while True:
        host, execution = execute(lowered, request, before)
        failed = isinstance(execution.ending, Trap) and execution.ending.message == SPECULATION_FAILED
        if not failed or lowered.fallback is None:
            return lowered, host, execution, failures
        lowered, failures = without_assumption(lowered, source), failures + 1


def without_assumption(lowered: Lowered, source: SourceText) -> Lowered:
    """Lower a program again without its speculation; it is still the first of the same deck."""
    assert lowered.fallback is not None
    return replace(with_deep_stack(source, lowered.fallback), deck=lowered.deck)

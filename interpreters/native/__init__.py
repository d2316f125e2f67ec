"""The fast engine: IR -> LLVM assembly -> machine code in this process -> outcome.

execution = execute(program, library, host, limits)

It must give the outcome of the reference engine, on every program; only the times differ.
"""

from __future__ import annotations

import time

from interpreters.ir.execution import Execution, Progress, statement_counts
from interpreters.ir.host import Host, Library
from interpreters.ir.program import Program
from interpreters.native.run import NativeRun
from interpreters.outcome import Limits

__all__ = ["execute"]


def execute(
    program: Program, library: Library, host: Host, limits: Limits, progress: Progress | None = None
) -> Execution:
    """Compile and run a program; raise Crash for an internal error."""
    began = time.perf_counter()
    run = NativeRun(program, library, host, limits)
    built = time.perf_counter()
    run.perform(progress)
    ended = time.perf_counter()
    assert run.ending is not None
    entries = {block: run.counters[number] for block, number in run.module.counters.items()}
    counts = statement_counts(program, entries, run.end_point)
    return Execution(run.ending, counts, run.histograms(), built - began, ended - built)

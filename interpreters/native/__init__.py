"""The fast engine: IR -> LLVM assembly -> machine code in this process -> outcome.

execution = execute(program, library, host)

It must give the outcome of the reference engine, on every program; only the times differ.
"""

from __future__ import annotations

import time
from contextlib import suppress

from interpreters.ir.execution import Execution, Progress, statement_counts
from interpreters.ir.host import Host, Library
from interpreters.ir.program import Program
from interpreters.native.run import NativeRun
from interpreters.outcome import Crash

__all__ = ["execute"]


FEW_STATEMENTS = 1_000_000
"""Budgets up to this are tested in each block from the start: they are likely to be used up."""


def execute(program: Program, library: Library, host: Host, progress: Progress | None = None) -> Execution:
    """Compile and run a program; raise Crash for an internal error.

    Code that tests the budget once in a loop is a fifth faster than code that tests it in each block, but notices its
    end a few statements late. A run that comes so far is forgotten and made again, with exact code.
    """
    budget = host.limits.statements
    if budget is None:
        return attempt(program, library, host, progress, exact=False)[0]
    if budget > FEW_STATEMENTS:
        with suppress(Crash):
            execution, statements = attempt(program, library, host, progress, exact=False)
            if statements <= budget:
                return execution
        host.restart()
    return attempt(program, library, host, progress, exact=True)[0]


def attempt(
    program: Program, library: Library, host: Host, progress: Progress | None, exact: bool
) -> tuple[Execution, int]:
    """Compile and run a program once; return the execution and the number of statements in all blocks entered.

    Where `exact` is false, these may be more than the limit.
    """
    began = time.perf_counter()
    run = NativeRun(program, library, host, exact)
    built = time.perf_counter()
    run.perform(progress)
    ended = time.perf_counter()
    assert run.ending is not None
    entries = {block: run.counters[number] for block, number in run.module.counters.items()}
    counts = statement_counts(program, entries, run.end_point)
    statements = sum(times * program.functions[name].blocks[label].weight for (name, label), times in entries.items())
    return Execution(run.ending, counts, run.histograms(), built - began, ended - built), statements

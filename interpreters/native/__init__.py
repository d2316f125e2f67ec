"""The fast engine: IR -> LLVM assembly -> machine code in this process -> outcome.

execution = execute(program, library, host)

It must give the outcome of the reference engine, on every program; only the times differ.
"""

from __future__ import annotations

import time
from dataclasses import replace

from getallenband.interpreters.ir.execution import Execution, Progress, statement_counts
from getallenband.interpreters.ir.host import Host, Library
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.native.assembly import assembly
from getallenband.interpreters.native.run import Effort, NativeRun, module_of
from getallenband.interpreters.outcome import Crash

__all__ = ["execute", "llvm_text"]


FEW_STATEMENTS = 1_000_000
"""Budgets up to this are tested at each statement from the start: they are likely to be used up."""


def execute(
    program: Program, library: Library, host: Host, progress: Progress | None = None, inspected: bool = False
) -> Execution:
    """Compile and run a program; raise Crash for an internal error, TooLargeToCompile for what takes LLVM long.

    If `inspected`, the execution has the innermost call's variables.

    A run is discarded and repeated with code compiled at greater effort (it depends on its program and tapes only),
    - where it lasts: a long program is first compiled without optimisation, which is ten times as fast;
    - where it executed more statements than its budget: code that tests the budget once in a loop is a fifth faster
      than code that tests it at each statement, but notices its end late.
    """
    began, building = time.process_time(), 0.0
    budget = host.limits.statements
    effort = Effort(optimised=False, exact=budget is not None and budget <= FEW_STATEMENTS)
    while True:
        start = time.process_time()
        run = NativeRun(program, library, host, effort, inspected)
        building += time.process_time() - start
        try:
            run.perform(progress)
            overrun = not effort.exact and run.overrun() and not run.interrupted
        except Crash:
            # code that notices the end of its budget late may have crashed beyond it: the crash counts if exact code
            # meets it
            overrun = not effort.exact and budget is not None
            if not overrun:
                raise
        if overrun:
            effort = replace(effort, exact=True)
        elif run.too_slow and not run.interrupted:
            effort = replace(effort, optimised=True)
        else:
            break
        host.restart()
    assert run.ending is not None
    counts = statement_counts(run.program, run.entries(), run.end_point)
    running = time.process_time() - began - building
    return Execution(run.ending, counts, run.histograms(), building, running, "native", run.own_variables())


def llvm_text(program: Program, host: Host) -> str:
    """Return the assembly that a program is first translated to, for people to read."""
    return assembly(module_of(program, host, Effort(optimised=False, exact=False)))

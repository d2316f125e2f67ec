"""The engine in a page: IR -> LLVM assembly with explicit state -> WebAssembly.

    execution = execute(program, library, host)     # through wasmtime, with the library in Python

A run can pause before every statement, and all that it is lies in linear memory: a page steps through it, and back.
It must give the outcome of the reference engine on every program.
"""

from __future__ import annotations

import time

from interpreters.ir.execution import Execution, Progress
from interpreters.ir.host import Host, Library
from interpreters.ir.program import Program

__all__ = ["execute"]


def execute(program: Program, library: Library, host: Host, progress: Progress | None = None) -> Execution:
    """Compile and run a program; raise Crash for an internal error."""
    from interpreters.wasm.run import WasmRun  # a page needs the modules only, and no wasmtime

    start = time.process_time()
    run = WasmRun(program, library, host)
    built = time.process_time()
    run.perform(progress)
    assert run.ending is not None
    return Execution(run.ending, run.counts(), run.histograms(), built - start, time.process_time() - built, "wasm")

"""The engine of the playground: compiled code over the memory of Python itself, where Python runs in a browser.

execution = execute(program, library, host)           # engine="browser"; only under Pyodide

The program's memory is the one that the library sees: nothing is copied. The page's worker offers, as the module of
Python `compiling`, a function that loads a module of WebAssembly over that memory.
"""

from __future__ import annotations

import ctypes
import time
from importlib import import_module
from typing import Any

from interpreters.compiled import state
from interpreters.compiled.state import Site
from interpreters.ir.execution import Execution, Progress
from interpreters.ir.host import Host, Library
from interpreters.ir.program import Program
from interpreters.machine.operations.reals import REAL_FUNCTIONS
from interpreters.outcome import Exhausted
from interpreters.wasm.assembly import assembly
from interpreters.wasm.frames import HEADER
from interpreters.wasm.layout import MARGIN, UNIT, Addresses
from interpreters.wasm.run import ModuleRun

MOST_MEMORY = 2**31
"""Where Python's memory ends for compiled programs, whose constants are numbers with a sign."""
MOST_FRAMES = 64 * 2**20
"""Bytes for the frames of active calls: they cannot move, since each holds the address of another."""


def execute(program: Program, library: Library, host: Host, progress: Progress | None = None) -> Execution:
    """Compile and run a program; raise Crash for an internal error, TooLargeToCompile before anything has run."""
    start = time.process_time()
    run = BrowserRun(program, library, host)
    load, proxy = import_module("compiling").load, import_module("pyodide.ffi").create_proxy(run.service)
    try:
        run.enter = load(run.code, proxy, REAL_FUNCTIONS)
        built = time.process_time()
        run.perform(progress)
    finally:
        proxy.destroy()
    assert run.ending is not None
    return Execution(run.ending, run.counts(), run.histograms(), built - start, time.process_time() - built, "browser")


class Block:
    """Memory that one run after another uses for all but the program's own."""

    content = bytearray()

    @classmethod
    def of(cls, size: int) -> memoryview:
        """Return so many bytes, which may hold what an earlier run has left; they begin at a multiple of UNIT."""
        if len(cls.content) < size + UNIT:
            cls.content = bytearray()  # given back before more is taken
            cls.content = bytearray(size + UNIT)
        start = -address_of(cls.content) % UNIT
        return memoryview(cls.content)[start : start + size]


def address_of(buffer: Any) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(buffer))


class BrowserRun(ModuleRun):
    """One run of a program, whose addresses are those of Python's memory."""

    def __init__(self, program: Program, library: Library, host: Host) -> None:
        super().__init__(program, library, host)
        words, counters = 8 * self.module.layout.size, 8 * len(self.program.statements)
        first = words + counters
        block = Block.of(first + self.room())
        start = address_of(block)
        if max(start + len(block), address_of(host.memory.buffer) + host.memory.size) > MOST_MEMORY:
            raise MemoryError
        self.module.at = Addresses(start, start + words, address_of(host.memory.buffer), start + first)
        self.code = assembly(self.module)
        block[: first + HEADER] = bytes(first + HEADER)  # the frame of the program's entry has no caller
        self.words, self.reals = block[:words].cast("q"), block[:words].cast("d")
        self.counters = block[words:first].cast("q")
        self.words[state.FRAME_LIMIT] = start + len(block) - MARGIN
        self.write_start()

    def room(self) -> int:
        """Return how many bytes the frames can need: as deep as the calls may be, if that is not too much."""
        largest = max(frame.size for frame in self.module.frames.values())
        return min((self.host.limits.depth + 1) * largest, MOST_FRAMES) + 2 * MARGIN

    def grow(self, site: Site, _fuel: int) -> int:
        """End the run: there is no room for more frames."""
        message = f"calls are nested deeper than this page has memory for: {MOST_FRAMES} bytes"
        return self.end(Exhausted(message, self.place(site)), site)

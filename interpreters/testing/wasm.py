"""Run a page's module to its end, through wasmtime, with the library in Python.

execution = execute(program, library, host)
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from wasmtime import Engine, Func, FuncType, Instance, Memory, MemoryType, Store, ValType
from wasmtime import Limits as Pages
from wasmtime import Module as Compiled

from interpreters.compiled import state
from interpreters.compiled.services import Services
from interpreters.compiled.state import Site
from interpreters.ir.execution import Execution, Progress
from interpreters.ir.host import Host, Library
from interpreters.ir.memory import Memory as ProgramMemory
from interpreters.ir.messages import out_of_statements
from interpreters.ir.ops import REAL_FUNCTIONS
from interpreters.ir.program import Program
from interpreters.native.compile import mathematics
from interpreters.outcome import Crash, Exhausted, Interrupted
from interpreters.transform.statement_blocks import begin_blocks_at_statements
from interpreters.wasm.assembly import PAUSED, assembly
from interpreters.wasm.layout import MARGIN
from interpreters.wasm.module import PausingModule

NAME = "testing.wasm"
SLICE = 5_000_000
"""Statements between two looks at Python's signals."""
UNLIMITED = 2**62
ROOM = 16
"""Pages by which memory grows where frames need more."""


def execute(program: Program, library: Library, host: Host, progress: Progress | None = None) -> Execution:
    """Compile and run a program; raise Crash for an internal error."""
    start = time.process_time()
    run = WasmRun(program, library, host)
    built = time.process_time()
    run.perform(progress)
    assert run.ending is not None
    return Execution(run.ending, run.counts(), run.histograms(), built - start, time.process_time() - built, NAME)


class WasmRun(Services):
    """One run of a program."""

    module: PausingModule

    def __init__(self, program: Program, library: Library, host: Host) -> None:
        program = begin_blocks_at_statements(program)
        module = PausingModule(program, host.memory.size, host.limits.depth, host.limits.statements)
        super().__init__(program, library, host, module)
        code = assembly(module)
        self.failure: BaseException | None = None
        self.services: dict[str, Callable[[Site, int], int]] = {
            "host": self.call, "deferred": self.perform_events, "probe": self.count_overflow, "frames": self.grow,
        }  # fmt: skip
        self.store = Store(Engine())
        self.memory = Memory(self.store, MemoryType(Pages(module.at.pages, None)))
        self.look()
        self.host.memory.write_regions(program)
        self.words[state.MEMORY_STACK] = program.stack_start()
        self.words[state.POLL] = state.POLL_INTERVAL
        self.words[state.FRAME] = module.at.frames
        for number in range(len(program.statements)):
            self.counters[number] = UNLIMITED
        self.granted = 0
        self.enter = self.instantiate(code)

    def instantiate(self, code: bytes) -> Callable[[], Any]:
        """Compile the module, and give it what it imports."""
        compiled, i64 = Compiled(self.store.engine, code), ValType.i64()
        offers: dict[str | None, Memory | Func] = {
            "__linear_memory": self.memory,
            "service": Func(self.store, FuncType([i64, i64], [i64]), self.service),
            **{f"math.{name}": self.mathematics(name) for name in self.module.imported},
        }
        instance = Instance(self.store, compiled, [offers[imported.name] for imported in compiled.imports])
        run = instance.exports(self.store)["run"]
        assert isinstance(run, Func)
        return partial(run, self.store)

    def mathematics(self, name: str) -> Func:
        """Return the C library's function, as the native engine calls it."""
        kinds = [ValType.f64()] * REAL_FUNCTIONS[name]
        function = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * len(kinds))(mathematics()[name])
        return Func(self.store, FuncType(kinds, [ValType.f64()]), function)

    def look(self) -> None:
        """See the parts of the module's memory, which may have moved, as Python does."""
        at, size = self.module.at, self.memory.data_len(self.store)
        start = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        whole = memoryview((ctypes.c_char * size).from_address(start)).cast("B")
        self.counters = whole[at.counters : at.counters + 8 * len(self.program.statements)].cast("q")
        self.words = whole[at.words : at.words + 8 * self.module.layout.size].cast("q")
        self.reals = whole[at.words : at.words + 8 * self.module.layout.size].cast("d")
        self.host.memory = ModuleMemory(whole[at.memory : at.memory + self.module.memory_size], self.store)
        self.host.work = self.words[state.WORK : state.WORK + 1]
        self.words[state.FRAME_LIMIT] = size - MARGIN

    # running

    def perform(self, progress: Progress | None) -> None:
        """Run to the end, in slices, so that Python can be interrupted; raise Crash for an internal error."""
        budget = UNLIMITED if self.host.limits.statements is None else self.host.limits.statements
        try:
            while self.run_slice(budget) == PAUSED:
                if self.words[state.FUEL] == 0 and self.granted == budget:
                    mark = self.module.points[self.words[state.BLOCK] - 1].at
                    self.ending = Exhausted(out_of_statements(budget), self.program.places[mark])
                    break
                self.words[state.POLL] = state.POLL_INTERVAL
                if progress is not None:
                    progress(self.granted)
        except KeyboardInterrupt:
            self.ending = Interrupted()
        if self.failure is not None:
            raise Crash(f"{type(self.failure).__name__}: {self.failure}") from self.failure
        self.finish(state.ENDED)

    def run_slice(self, budget: int) -> int:
        """Run a slice."""
        if self.words[state.FUEL] == 0:
            self.words[state.FUEL] = min(SLICE, budget - self.granted)
            self.granted += self.words[state.FUEL]
        answer: int = self.enter()
        return answer

    def service(self, number: int, fuel: int) -> int:
        """Serve the module at a site; return the fuel to continue with, negative to end the run."""
        try:
            site = self.module.sites[number]
            return self.services[site.kind](site, fuel)
        except BaseException as problem:
            self.failure = problem
            return -1

    def grow(self, _site: Site, fuel: int) -> int:
        """Make room for more frames."""
        self.memory.grow(self.store, ROOM)
        self.look()
        return fuel

    def counts(self) -> dict[str, int]:
        """Return the count of every statement by its label."""
        labels = (statement.label for statement in self.program.statements)
        return {label: UNLIMITED - self.counters[number] for number, label in enumerate(labels)}


class ModuleMemory(ProgramMemory):
    """The program's part of a module's memory; the store to which it belongs lives as long."""

    def __init__(self, buffer: memoryview, store: Store) -> None:
        super().__init__(buffer)
        self.store = store

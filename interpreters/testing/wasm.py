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

from getallenband.interpreters.compiled import state
from getallenband.interpreters.compiled.state import Site
from getallenband.interpreters.ir.execution import Execution, Progress
from getallenband.interpreters.ir.host import Host, Library
from getallenband.interpreters.ir.memory import Memory as ProgramMemory
from getallenband.interpreters.ir.ops import REAL_FUNCTIONS
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.native.compile import mathematics
from getallenband.interpreters.wasm.assembly import assembly
from getallenband.interpreters.wasm.layout import MARGIN
from getallenband.interpreters.wasm.run import ModuleRun

NAME = "testing.wasm"
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


class WasmRun(ModuleRun):
    """One run of a program, in a memory of wasmtime's."""

    def __init__(self, program: Program, library: Library, host: Host) -> None:
        super().__init__(program, library, host)
        code = assembly(self.module)
        self.store = Store(Engine())
        self.memory = Memory(self.store, MemoryType(Pages(self.module.at.pages, None)))
        self.look()
        self.host.memory.write_regions(self.program)
        self.write_start()
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

    def grow(self, _site: Site, fuel: int) -> int:
        """Make room for more frames."""
        self.memory.grow(self.store, ROOM)
        self.look()
        return fuel


class ModuleMemory(ProgramMemory):
    """The program's part of a module's memory; the store to which it belongs lives as long."""

    def __init__(self, buffer: memoryview, store: Store) -> None:
        super().__init__(buffer)
        self.store = store

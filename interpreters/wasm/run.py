"""A run of a module to its end, with the library in Python: what a browser and wasmtime have in common.

class BrowserRun(ModuleRun):        # gives `words`, `reals`, `counters`, `enter`, and room for more frames

Whoever has the module's memory says where its parts lie, and how the module is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from getallenband.interpreters.compiled import state
from getallenband.interpreters.compiled.services import Services
from getallenband.interpreters.ir.execution import Progress
from getallenband.interpreters.ir.host import Host, Library
from getallenband.interpreters.ir.messages import out_of_statements
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.outcome import Crash, Exhausted, Interrupted
from getallenband.interpreters.transform.statement_blocks import begin_blocks_at_statements
from getallenband.interpreters.wasm.assembly import PAUSED
from getallenband.interpreters.wasm.module import PausingModule

SLICE = 5_000_000
"""Statements between two looks at Python's signals."""
UNLIMITED = 2**62


class ModuleRun(Services):
    """One run of a program.

    `enter` runs the module until it pauses or ends, `counters` run down with the statements, and `grow`, at a site of
    kind "frames", makes room for more frames or ends the run.
    """

    module: PausingModule
    counters: memoryview[int]
    enter: Callable[[], Any]
    served: ClassVar = {"host": "call", "deferred": "perform_events", "probe": "count_overflow", "frames": "grow"}
    """The method for each kind of site, by name: methods of a run in the run would be a cycle, and its memory stay."""

    def __init__(self, program: Program, library: Library, host: Host) -> None:
        program = begin_blocks_at_statements(program)
        module = PausingModule(program, host.memory.size, host.limits.depth, host.limits.statements)
        super().__init__(program, library, host, module)
        self.failure: BaseException | None = None
        self.granted = 0

    def write_start(self) -> None:
        """Write what the words and the counters hold before a run; the words are zero."""
        self.host.work = self.words[state.WORK : state.WORK + 1]
        self.words[state.MEMORY_STACK] = self.program.stack_start()
        self.words[state.POLL] = state.POLL_INTERVAL
        self.words[state.FRAME] = self.module.at.frames
        for number in range(len(self.program.statements)):
            self.counters[number] = UNLIMITED

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
        self.raise_failure()
        self.finish(state.ENDED)

    def raise_failure(self) -> None:
        """Raise what a service has raised: MemoryError or RecursionError, or Crash for an internal error."""
        if isinstance(self.failure, MemoryError | RecursionError):
            raise self.failure
        if self.failure is not None:
            raise Crash(f"{type(self.failure).__name__}: {self.failure}") from self.failure

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
            answer: int = getattr(self, self.served[site.kind])(site, fuel)
        except BaseException as problem:
            self.failure = problem
            return -1
        return answer

    def counts(self) -> dict[str, int]:
        """Return the count of every statement by its label."""
        labels = (statement.label for statement in self.program.statements)
        return {label: UNLIMITED - self.counters[number] for number, label in enumerate(labels)}

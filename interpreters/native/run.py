"""Run native code to its end: machine code, library, limits -> ending, counts, probes.

    run = NativeRun(program, library, host, Effort(optimised=True, exact=True))
    run.perform(progress)
    run.ending, run.probes

The code runs in a thread of its own with a large stack, while the calling thread waits for it, shows progress and
handles Ctrl-C. Native code calls back (`service`) where Python must act: fuel is exhausted, a library procedure is
called, enough events are pending.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from getallenband.interpreters.compiled.services import Services
from getallenband.interpreters.compiled.state import MEMORY_STACK, POLL, POLL_INTERVAL, WORK, Site
from getallenband.interpreters.ir.execution import Progress
from getallenband.interpreters.ir.host import Host, Library
from getallenband.interpreters.ir.inspection import source_locals, value_of
from getallenband.interpreters.ir.messages import out_of_statements
from getallenband.interpreters.ir.ops import PURE, Label
from getallenband.interpreters.ir.program import Function, Program
from getallenband.interpreters.ir.snapshot import Value
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.native.assembly import assembly
from getallenband.interpreters.native.compile import SERVICE, MachineCode
from getallenband.interpreters.native.module import Module
from getallenband.interpreters.outcome import Crash, Exhausted, Interrupted
from getallenband.interpreters.transform.statement_blocks import begin_blocks_at_statements

STACK_SIZES = [size << 20 for size in (2048, 1024, 512, 128, 32)]
# library calls run in Python on the same stack, below the guard that native code tests
STACK_RESERVE = 4 << 20
# a program that reads and prints runs few statements in a second: one whose code is not optimised would otherwise end
# before it is asked for the first time whether it should be
FIRST_FUEL = 16_384
CHUNK_SECONDS = 0.1
# below LONG are ALGOL's Whetstone and LINPACK: without optimisation they took five and eight times as long as C and
# gfortran
LONG, LARGE = 200_000, 3_000_000
"""Characters of assembly from which on code is not optimised at first, and from which on never.

LLVM's time grows faster than the text.
"""
SECONDS_TO_OPTIMISE = 1.7e-6
"""Seconds that optimising takes for each character of assembly, about."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The kind of code to compile: `optimised` even if that takes long; `exact` if each statement tests the budget."""

    optimised: bool
    exact: bool


def module_of(program: Program, host: Host, effort: Effort, inspected: bool = False) -> Module:
    """Prepare a program for translation."""
    if effort.exact:
        program = begin_blocks_at_statements(program)
    limits = host.limits
    return Module(program, host.memory.size, limits.depth, effort.exact, limits.statements, inspected)


class NativeRun(Services):
    """One run of a program.

    `too_slow`: it was given up since optimised code would have ended sooner; `imprecise`: its budget
    ended it inside a block, so that the counts or the effects may be off.
    """

    module: Module

    def __init__(self, program: Program, library: Library, host: Host, effort: Effort, inspected: bool = False) -> None:
        self.limits = host.limits
        # kept in an attribute: ctypes frees a callback that nothing refers to, though native code still calls it
        self.callback = SERVICE(self.service)
        module = module_of(program, host, effort, inspected)
        program = module.program
        super().__init__(program, library, host, module)
        text = assembly(module)
        optimised = len(text) < LARGE and (effort.optimised or len(text) < LONG)
        self.code = MachineCode(text, 2 if optimised else 0, cached=host.cached_code)
        self.patience = inf if optimised or len(text) >= LARGE else len(text) * SECONDS_TO_OPTIMISE
        self.too_slow = self.imprecise = False
        self.state = (ctypes.c_int64 * self.module.layout.size)()
        self.counters = (ctypes.c_int64 * (len(self.module.counters) + 1))()
        # two views of the same words; memoryview casts from one format to another only by way of bytes
        self.words = memoryview(self.state).cast("B").cast("q")
        self.reals = memoryview(self.state).cast("B").cast("d")
        self.host.work = self.words[WORK : WORK + 1]
        self.words[MEMORY_STACK] = program.stack_start()
        self.words[POLL] = POLL_INTERVAL
        self.granted, self.chunk, self.statements = 0, FIRST_FUEL, 0
        self.asked = time.perf_counter()
        self.failure: BaseException | None = None
        self.services: dict[str, Callable[[Site, int], int]] = {
            "budget": self.refuel, "poll": self.poll, "host": self.call, "deferred": self.perform_events,
            "probe": self.count_overflow,
        }  # fmt: skip

    # in the calling thread

    def perform(self, progress: Progress | None) -> None:
        """Run to the end; raise Crash for an internal error."""
        done = threading.Event()
        start_thread(self.enter, done)
        interrupt: BaseException | None = None
        # whatever happens here, the thread is waited for: it runs code and uses memory that this object owns
        while not done.is_set():
            try:
                while not done.wait(0.2):
                    if self.interrupted:
                        # Code without statements asks at its next poll; other code when its fuel is exhausted, mostly
                        # a tenth of a second later. The code counts its polls in the same word, and may just store its
                        # own count over this one: hence again each time.
                        self.words[POLL] = 0
                    if progress is not None and interrupt is None:
                        progress(self.statements)
            except BaseException as problem:
                interrupt = interrupt if isinstance(problem, KeyboardInterrupt) else problem
                self.interrupted = self.host.interrupted = True
        if interrupt is not None:
            raise interrupt
        if self.failure is not None:
            raise Crash(f"{type(self.failure).__name__}: {self.failure}") from self.failure
        assert self.ending is not None

    def enter(self, stack_size: int) -> None:
        """Call the machine code, and store its ending."""
        try:
            memory = (ctypes.c_char * self.host.memory.size).from_buffer(self.host.memory.buffer)
            self.granted = FIRST_FUEL if self.limits.statements is None else min(FIRST_FUEL, self.limits.statements)
            status = self.code.enter(
                ctypes.addressof(self.state), ctypes.addressof(self.counters), ctypes.addressof(memory),
                self.granted, stack_size - STACK_RESERVE, self.callback,
            )  # fmt: skip
            if self.failure is None:
                self.finish(status)
        except BaseException as problem:
            self.failure = problem

    # called by native code

    def service(self, number: int, fuel: int, _state: int, _memory: int) -> int:
        """Serve native code at a site; return the fuel to continue with, negative to end the run."""
        try:
            site = self.module.sites[number]
            if site.kind != "budget":
                if self.granted - fuel > self.statements:
                    self.statements = self.granted - fuel
                if fuel < 0:  # overdrawn since the last test; negative fuel would end the run
                    self.granted, fuel = self.granted - fuel, 0
            return self.services[site.kind](site, fuel)
        except BaseException as problem:
            self.failure = problem
            return -1

    def refuel(self, site: Site, fuel: int) -> int:
        """Grant fuel for about CHUNK_SECONDS, as far as the budget allows."""
        # Goes by no shared word: LLVM may hold newer values in registers (Emitter.ask). The fuel is tested after the
        # marks of the block were taken from it: its weight is not spent yet.
        block = self.program.functions[site.function].blocks[site.block]
        weight = block.weight
        spent = self.granted - (fuel + weight)
        now = time.perf_counter()
        if now - self.asked < CHUNK_SECONDS / 2:
            self.chunk = min(2 * self.chunk, 1 << 40)
        elif now - self.asked > CHUNK_SECONDS:
            self.chunk = max(self.chunk // 2, FIRST_FUEL // 16)
        self.asked, self.statements = now, spent
        # processor time of this thread, which is the program's: beside other work the clock goes on without it
        self.too_slow = not self.interrupted and time.thread_time() > self.patience
        if self.interrupted or self.too_slow:
            return self.end(Interrupted(), site, inside=False)
        chunk = max(self.chunk, weight)
        if self.limits.statements is not None:
            left = self.limits.statements - spent
            chunk = min(chunk, left)
            if chunk < weight:
                # the run should stop inside this block, after a part of its statements or after effects before the
                # first one: only exact code can, whose blocks are cut there
                before = block.operations[: site.index]
                self.imprecise = left > 0 or any(PURE not in operation.traits for operation in before)
                return self.end(Exhausted(out_of_statements(self.limits.statements), self.place(site)), site, False)
        self.granted = spent + chunk
        return chunk - weight

    def poll(self, site: Site, fuel: int) -> int:
        """Handle an interrupt where no statement begins."""
        self.words[POLL] = POLL_INTERVAL
        return self.end(Interrupted(), site) if self.interrupted else fuel

    def perform_events(self, site: Site, fuel: int) -> int:
        """Perform the pending events; better machine code would not save what they take."""
        began = time.thread_time()
        fuel = super().perform_events(site, fuel)
        self.patience += time.thread_time() - began
        return fuel

    def entries(self) -> dict[tuple[str, Label], int]:
        """Return how often each block with statements was entered."""
        return {block: self.counters[number] for block, number in self.module.counters.items()}

    def own_variables(self) -> dict[str, Value]:
        """Return the variables of the outermost and of the innermost call; none where the code is not inspected."""
        if not self.module.inspected:
            return {}
        outermost = self.stored_variables(self.program.functions[self.program.entry], self.module.outermost)
        code = self.words[self.module.innermost]
        if not code:
            return outermost
        innermost = list(self.program.functions.values())[code - 1]
        return {**outermost, **self.stored_variables(innermost, self.module.innermost + 1)}

    def stored_variables(self, function: Function, first: int) -> dict[str, Value]:
        """Return a call's variables, which inspected code stored from this word on."""
        return {
            name: value_of((self.reals if function.locals[name] is Type.REAL else self.words)[first + number])
            for number, name in enumerate(source_locals(self.program, function))
        }

    def overrun(self) -> bool:
        """Return whether more statements were entered than the budget has, or fewer than it covers."""
        functions = self.program.functions
        entered = sum(times * functions[name].blocks[label].weight for (name, label), times in self.entries().items())
        return self.imprecise or (self.limits.statements is not None and entered > self.limits.statements)


def start_thread(enter: Callable[[int], None], done: threading.Event) -> None:
    """Start a thread with the largest stack that the system grants; set `done` at its end."""

    def body(size: int) -> None:
        try:
            enter(size)
        finally:
            done.set()

    before = threading.stack_size()
    try:
        for size in STACK_SIZES:
            threading.stack_size(size)
            try:
                threading.Thread(target=body, args=(size,), daemon=True).start()
                return
            except RuntimeError:
                continue
        raise Crash("no thread can be started")
    finally:
        # the size holds for every thread that the process starts later
        threading.stack_size(before)

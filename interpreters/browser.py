"""A compiled run over the memory of Python itself, where Python runs in a browser: the playground steps it.

printed = Printed()
run = BrowserRun(lowered, request, printed)
run.code, run.data()            # the module for the page's worker, and where everything is in memory (wasm/page.py)
run.service(site, fuel)         # the worker calls it where the module asks for something
run.perform_all(0)              # and where it pauses: the length of what was printed, after each event
run.outcome(counts, out_of_fuel=False)

The program's memory is the one that the library sees: nothing is copied. What a call has written is noted, so that the
worker can write it again when the run has gone back and comes to the same call.
"""

from __future__ import annotations

import ctypes
from array import array
from typing import Any, cast

from getallenband.interpreters.compiled import state
from getallenband.interpreters.compiled.state import Layout, Site
from getallenband.interpreters.ir.host import Host, HostExhausted
from getallenband.interpreters.ir.memory import Memory
from getallenband.interpreters.ir.messages import out_of_statements
from getallenband.interpreters.language import SPECULATION_FAILED, Lowered
from getallenband.interpreters.outcome import Exhausted, Outcome, Trap
from getallenband.interpreters.request import Request
from getallenband.interpreters.running.engines import prepare
from getallenband.interpreters.wasm.assembly import assembly
from getallenband.interpreters.wasm.layout import MARGIN, UNIT, Addresses
from getallenband.interpreters.wasm.page import run_data
from getallenband.interpreters.wasm.run import ModuleRun

MOST_MEMORY = 2**31
"""Where Python's memory ends for compiled programs, whose constants are numbers with a sign."""
MOST_FRAMES = 64 * 2**20
"""Bytes for the frames of active calls: they cannot move, since each holds the address of another."""


class Block:
    """Memory that one run after another uses."""

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


class HostInBlock(Host):
    """A host whose program has its memory in the block, with all else that the run needs."""

    block: memoryview
    at: Addresses
    written: list[tuple[int, int]]

    def reserve(self) -> Memory:
        """Return a part of the block, zero but for the regions; raise MemoryError where a page cannot have it."""
        size = max(self.limits.memory, self.program.stack_start() + UNIT)
        size = (size + UNIT - 1) // UNIT * UNIT
        self.at = Addresses.of(self.program, Layout.of(self.program), size)
        self.block = Block.of(self.at.frames + MOST_FRAMES)
        start = address_of(self.block)
        if start + len(self.block) > MOST_MEMORY:
            raise MemoryError
        ctypes.memset(start, 0, self.at.frames + UNIT)  # the frame of the program's entry has no caller
        memory = Memory(self.block[self.at.memory : self.at.memory + size])
        memory.write_regions(self.program)
        self.written = []
        return memory

    def note_writes(self) -> None:
        """Note from now on what the library writes to the program's memory: where, and how many bytes."""
        memory = self.memory
        memory.bytes = cast("memoryview", Noted(memory.bytes, 0, self.written))
        for kind, view in memory.views.items():
            memory.views[kind] = cast("memoryview[Any]", Noted(view, 0, self.written))
        memory.ints, memory.reals = memory.views["i64"], memory.views["f64"]


class Noted:
    """A view of memory; where it is written to is noted."""

    def __init__(self, view: memoryview[Any], start: int, written: list[tuple[int, int]]) -> None:
        self.view, self.start, self.written = view, start, written

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int):
            return self.view[key]
        return Noted(self.view[key], self.start + key.indices(len(self.view))[0] * self.view.itemsize, self.written)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.view[key] = value
        first, last, _ = key.indices(len(self.view)) if isinstance(key, slice) else (key, key + 1, 1)
        self.written.append((self.start + first * self.view.itemsize, (last - first) * self.view.itemsize))

    def __buffer__(self, _flags: int) -> memoryview[Any]:
        return self.view

    def __len__(self) -> int:
        return len(self.view)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.view, name)


class Printed:
    """What a run prints, in pieces; `length` is that of all of it in JavaScript, whose unit is one of UTF-16."""

    def __init__(self) -> None:
        self.pieces, self.length = list[str](), 0

    def write(self, text: str) -> None:
        self.length += len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        self.pieces.append(text)

    def taken(self) -> str:
        """Return what was printed since this was asked last."""
        text = "".join(self.pieces)
        self.pieces.clear()
        return text


class BrowserRun(ModuleRun):
    """One run of a lowered program.

    `said` are numbers that the worker reads after each call: the length of what was printed, how many places in memory
    the call has written, how many items of the input are read, and the place on the tape.
    """

    host: HostInBlock

    def __init__(self, lowered: Lowered, request: Request, printed: Printed) -> None:
        program = prepare(lowered, request)
        self.lowered, self.printer, self.said = lowered, printed, memoryview(array("q", bytes(32)))
        host = HostInBlock(program, request.limits, lambda: lowered.session(request.tapes), printed.write)
        super().__init__(program, lowered.library, host)
        at, self.start = host.at, address_of(host.block)
        self.module.at = Addresses(*(self.start + offset for offset in (at.words, at.counters, at.memory, at.frames)))
        self.code = assembly(self.module)
        self.module.at = at
        shared = host.block[at.words : at.words + 8 * self.module.layout.size]
        self.words, self.reals = shared.cast("q"), shared.cast("d")
        host.work = self.words[state.WORK : state.WORK + 1]
        host.note_writes()

    def data(self) -> dict[str, Any]:
        """Return what the page knows of the run: places count from `base` in Python's memory."""
        data = run_data(self.module, self.lowered)
        data["memory"]["image"] = []  # it is there
        data["start"] |= {
            "frame": self.start + self.host.at.frames,
            "frame_limit": self.start + len(self.host.block) - MARGIN,
        }
        sites = [{"kind": site.kind} for site in self.module.sites]
        limits = {"statements": self.host.limits.statements}
        return {**data, "base": self.start, "said": address_of(self.said), "sites": sites, "limits": limits}

    def service(self, number: int, fuel: int) -> int:
        """Serve the module at a site, and say what that has changed."""
        self.host.written.clear()
        answer = super().service(number, fuel)
        tape = getattr(self.host.state, "tape", None) or getattr(self.host.state, "tapes", {}).get("tape")
        position = getattr(tape, "position", -1)
        self.said[:] = array("q", [self.printer.length, len(self.host.written), self.host.tape_read, position])
        return answer

    def written(self) -> list[tuple[int, int]]:
        """Return where in the program's memory the last call has written, and how many bytes."""
        return [(start, size) for start, size in self.host.written if size > 0]

    def perform_all(self, first: int) -> list[int]:
        """Perform the pending events from one on; return the length of what was printed after each.

        Each is performed by itself, since a run that has gone back can pause between two of them. Where one ends the
        run, there are fewer lengths than events.
        """
        words, size, lengths = self.words, self.module.layout.event_size, list[int]()
        pending, words[state.PENDING] = words[state.PENDING], 0
        for place in range(self.module.layout.events + first * size, self.module.layout.events + pending * size, size):
            site = self.module.sites[words[place]]
            called = self.called[site.number]
            values = words[place + 1 : place + 1 + called.operands].tolist()
            try:
                called.perform(self.host, *self.typed(values, called.converted, place + 1))
            except HostExhausted as exhausted:
                self.end(exhausted.ending(self.place(site)), site)
                break
            lengths.append(self.printer.length)
        return lengths

    def outcome(self, counts: list[int], *, out_of_fuel: bool) -> Outcome | None:
        """Return what the run did, given how often each statement began; None where an assumption of it was wrong.

        Raise MemoryError where Python has none left, Crash for an internal error.
        """
        if out_of_fuel:
            mark = self.module.points[self.words[state.BLOCK] - 1].at
            self.ending = Exhausted(out_of_statements(self.host.limits.statements or 0), self.program.places[mark])
        self.raise_failure()
        self.finish(state.ENDED)
        ending = self.ending
        assert ending is not None
        if self.lowered.fallback is not None and isinstance(ending, Trap) and ending.message == SPECULATION_FAILED:
            return None
        if self.lowered.finish is not None:
            self.lowered.finish(self.host)
        self.said[0] = self.printer.length
        host, labels = self.host, [statement.label for statement in self.program.statements]
        return Outcome(
            ending, host.output.text, dict(zip(labels, counts, strict=True)), {}, host.tape_read, files=host.files,
            engine="browser", notes=tuple(host.notes),
        )  # fmt: skip

    def grow(self, site: Site, _fuel: int) -> int:
        """End the run: there is no room for more frames."""
        message = f"calls are nested deeper than this page has memory for: {MOST_FRAMES} bytes"
        return self.end(Exhausted(message, self.place(site)), site)

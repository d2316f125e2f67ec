"""The services of Python for compiled code: calls of the library, events, probes, the ending.

services = Services(program, library, host, module)
services.words = …                      # the shared words, wherever they are
services.call(site, fuel)               # the fuel to continue with, negative to end the run
services.finish(status)
services.ending
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cached_property
from itertools import repeat
from struct import Struct
from typing import Any, NamedTuple

from getallenband.interpreters.compiled.module import CompiledModule
from getallenband.interpreters.compiled.state import (
    ENDED,
    NORMAL,
    OPERANDS,
    OVERFLOW_PENDING,
    PENDING,
    PROBE_VALUES,
    SITE,
    Site,
)
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.execution import EndPoint
from getallenband.interpreters.ir.host import Host, HostEnd, HostExhausted, Library, Printing
from getallenband.interpreters.ir.messages import format_message, out_of_memory, out_of_work, stopped, too_deep
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.outcome import Crash, Ending, Exhausted, Finished, Interrupted, Trap
from getallenband.interpreters.source.position import Place

LONGEST, MOST_TEXTS = 200, 4096
"""Characters of a text that is looked up, and how many such texts are held."""


class Called(NamedTuple):
    """The library procedure that a site calls: how many operands it takes, which are not integers, its result."""

    perform: Callable[..., Any]
    operands: int
    converted: tuple[tuple[int, Type], ...]
    returns: Type | None
    printing: Printing | None


class Services:
    """A run of compiled code as Python sees it; `words` and `reals` are its shared words, seen as either type."""

    words: memoryview[int]
    reals: memoryview[float]

    def __init__(self, program: Program, library: Library, host: Host, module: CompiledModule) -> None:
        self.program, self.library, self.host, self.module = program, library, host, module
        self.texts: dict[tuple[int, ...], str] = {}
        self.put = next((procedure.printing.put for procedure in library.values() if procedure.printing), None)
        self.events = Struct(f"{module.layout.event_size}q").iter_unpack
        self.interrupted = False
        self.ending: Ending | None = None
        self.end_point: EndPoint | None = None
        self.overflow: list[Counter[int]] = [Counter() for _ in program.probes]

    @cached_property
    def called(self) -> dict[int, Called]:
        """The procedure that each site calls: printing programs reach a site millions of times."""
        procedures = {
            site.number: (site, self.library[site.operation.name])
            for site in self.module.sites
            if isinstance(site.operation, ops.HostCall | ops.DeferredHostCall)
        }
        return {
            number: Called(host.perform, len(site.types), site.converted, host.returns, host.printing)
            for number, (site, host) in procedures.items()
        }

    def end(self, ending: Ending, site: Site, inside: bool = True) -> int:
        """End the run; `inside`: whether the block was entered and its statements count."""
        self.ending = ending
        self.end_point = EndPoint(site.function, site.block, site.index) if inside else None
        return -1

    def finish(self, status: int) -> None:
        """Turn the site where native code ended into an ending, then perform the pending events."""
        site = self.module.sites[self.words[SITE]]
        if self.ending is None:
            self.ending = self.ended_at(site, status)
            self.end_point = EndPoint(site.function, site.block, site.index)
        ending, end_point = self.ending, self.end_point
        if self.drain(site) or not isinstance(ending, Finished):
            self.ending, self.end_point = ending, end_point

    def ended_at(self, site: Site, status: int) -> Ending:
        """Return the ending at a site where native code ended the run by itself."""
        place, values = self.place(site), self.values(site, OPERANDS)
        if status == NORMAL or site.kind == "end":
            return Finished()
        if status != ENDED or site.kind == "crash":
            raise Crash(format_message(site.message, values))
        if site.kind == "memory":
            return Exhausted(out_of_memory(int(values[0]), self.host.memory.size), place)
        if site.kind == "work":
            return Exhausted(out_of_work(self.host.limits.statements or 0), place)
        if site.kind == "deep":
            title = site.message
            if isinstance(site.operation, ops.CallIndirect):
                title = list(self.program.functions.values())[self.words[OPERANDS + 1]].title
            return Trap(too_deep(title, self.words[OPERANDS]), place)
        if isinstance(site.operation, ops.StopBefore):
            label = self.program.statements[site.operation.statement].label
            return Finished(stopped(label, site.operation.execution), place)
        return Trap(format_message(site.message, values), place)

    def place(self, site: Site) -> Place:
        return self.host.place(site.operation.at)

    def values(self, site: Site, first: int) -> list[Any]:
        """Read a site's operands from the words from `first` on, each as its type."""
        return self.typed(self.words[first : first + len(site.types)].tolist(), site.converted, first)

    def typed(self, values: list[Any], converted: tuple[tuple[int, Type], ...], first: int) -> list[Any]:
        """Give operands that were read as integers, from the words from `first` on, their types."""
        for number, type_ in converted:
            values[number] = self.reals[first + number] if type_ is Type.REAL else bool(values[number])
        return values

    def call(self, site: Site, fuel: int) -> int:
        """Perform a library procedure now, after the pending events."""
        perform, operands, converted, returns, _ = self.called[site.number]
        values = self.words[OPERANDS : OPERANDS + operands].tolist()
        if converted:
            self.typed(values, converted, OPERANDS)
        if self.words[PENDING] and not self.drain(site):
            return -1
        if self.interrupted:
            return self.end(Interrupted(), site)
        try:
            result = perform(self.host, *values)
        except HostEnd as end:
            return self.end(end.ending(self.place(site)), site)
        if returns is Type.INT:
            self.words[OPERANDS] = result
        elif returns is Type.REAL:
            self.reals[OPERANDS] = result
        return fuel

    def perform_events(self, site: Site, fuel: int) -> int:
        """Perform the pending events: there is no room for more."""
        if not self.drain(site):
            return -1
        return self.end(Interrupted(), site) if self.interrupted else fuel

    def drain(self, cause: Site) -> bool:
        """Perform the pending events; tell whether the run continues."""
        # taken before they are performed: if one ends the run, `finish` comes here again and must find none of them
        pending, self.words[PENDING] = self.words[PENDING], 0
        called, host = self.called, self.host
        size, first = self.module.layout.event_size, self.module.layout.events
        shared = self.words[first : first + pending * size]
        try:
            if self.printed(shared, self.reals[first : first + pending * size]):
                return True
            words = shared.tolist()  # one by one takes as long as the calls themselves
            for event in range(0, pending * size, size):
                perform, operands, converted, _, _ = called[words[event]]
                values = words[event + 1 : event + 1 + operands]
                if converted:
                    self.typed(values, converted, first + event + 1)
                perform(host, *values)
        except HostExhausted as exhausted:
            self.end(exhausted.ending(self.place(cause)), cause)
            return False
        return True

    def printed(self, words: memoryview[int], reals: memoryview[float]) -> bool:
        """Print the texts of events as one; or do nothing and return False, where each must be performed by itself."""
        if self.put is None:
            return False
        try:
            text = "".join(map(self.texts.__getitem__, self.events(words)))
        except KeyError:
            texts: list[Any] = list(map(self.texts.get, self.events(words)))
            if not self.make_texts(texts, words, reals):
                return False
            text = "".join(texts)
        return self.put(self.host, text)

    def make_texts(self, texts: list[Any], words: memoryview[int], reals: memoryview[float]) -> bool:
        """Make the texts that are None; return False where a call does more than to print a short text.

        The events of a site are looked at together, their operands as columns: an object for each event takes longer.
        """
        size = self.module.layout.event_size
        columns = [words[word::size].tolist() for word in range(size)]
        numbers_at: defaultdict[int, list[int]] = defaultdict(list)
        for number, site in enumerate(columns[0]):
            if texts[number] is None:
                numbers_at[site].append(number)
        for site, numbers in numbers_at.items():
            called = self.called[site]
            if called.printing is None:
                return False
            operands: list[Any] = [
                [column[number] for number in numbers] for column in columns[1 : 1 + called.operands]
            ]
            for operand, _ in called.converted:
                column = reals[1 + operand :: size]
                operands[operand] = [column[number] for number in numbers]
            new_texts = map(called.printing.text, repeat(self.host), *operands)
            for number, text in zip(numbers, new_texts, strict=False):
                if len(text) > LONGEST:
                    return False
                texts[number] = text
                if len(self.texts) < MOST_TEXTS:
                    self.texts[tuple(words[number * size : (number + 1) * size])] = text
        return True

    def count_overflow(self, _site: Site, fuel: int) -> int:
        """Count the probed values that have no word of their own."""
        first = self.module.layout.overflow
        for place in range(first, first + 2 * self.words[OVERFLOW_PENDING], 2):
            self.overflow[self.words[place]][self.words[place + 1]] += 1
        self.words[OVERFLOW_PENDING] = 0
        return fuel

    def histograms(self) -> dict[str, dict[int, int]]:
        """Return each probe's histogram, in the order of the values."""
        if self.program.probes:
            self.count_overflow(self.module.sites[0], 0)
        histograms = {}
        for number, name in enumerate(self.program.probes):
            first = self.module.layout.probes + number * PROBE_VALUES
            times = dict(enumerate(self.words[first : first + PROBE_VALUES])) | self.overflow[number]
            histograms[name] = {value: times[value] for value in sorted(times) if times[value]}
        return histograms

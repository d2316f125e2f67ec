"""A memory that raises Crash where a library procedure uses what it does not declare.

    watched = watched_library(library, Regions(program))
    watched["malloc"].perform(host, 10)     # Crash: malloc writes 'the table of objects', which it does not declare

A call may be deferred where its procedure declares no memory: one that uses more than it declares would see memory as
it is later.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from interpreters.ir import ops
from interpreters.ir.host import POINTED, Host, HostFunction, Library
from interpreters.ir.memory import Memory
from interpreters.ir.program import Program
from interpreters.ir.types import SIZES
from interpreters.outcome import Crash
from interpreters.transform.subscripted import subscripted_regions

Refuse = Callable[[int, int, str], None]
"""Raises Crash unless the bytes from one address to another may be used; the last argument is a verb."""


class Regions:
    """Where each region lies, and which are only subscripted: to the others, and the stack, addresses may lead.

    `taken`: whether the program takes memory from the stack; the runtime of Perl divides all memory itself.
    """

    def __init__(self, program: Program) -> None:
        addresses = program.addresses()
        self.stack = program.stack_start()
        self.names = ["no region", *addresses, "the stack"]
        self.begins = [-(2**63), *addresses.values(), self.stack]
        self.ends = [-(2**63), *self.begins[2:], 2**63]
        self.subscripted = subscripted_regions(program).keys()
        self.taken = any(isinstance(operation, ops.StackAllocate) for operation in program.operations)

    def at(self, address: int) -> tuple[str, int]:
        """Return the region that an address is in, and where it ends."""
        number = bisect_right(self.begins, address) - 1
        return self.names[number], self.ends[number]


class WatchedView:
    """A view of memory, as bytes or as cells of a size, that is asked before each access."""

    def __init__(self, view: memoryview[Any], size: int, refuse: Refuse) -> None:
        self.view, self.size, self.refuse = view, size, refuse

    def __getitem__(self, index: int | slice) -> Any:
        self.look_at(index, "reads")
        found = self.view[index]
        return found.toreadonly() if isinstance(index, slice) else found

    def __setitem__(self, index: int | slice, value: Any) -> None:
        self.look_at(index, "writes")
        self.view[index] = value

    def look_at(self, index: int | slice, verb: str) -> None:
        first, end, _ = index.indices(len(self.view)) if isinstance(index, slice) else (index, index + 1, 1)
        if first < end:
            self.refuse(first * self.size, end * self.size, verb)


class WatchedMemory:
    """Memory as one library procedure may use it."""

    def __init__(self, memory: Memory, refuse: Refuse) -> None:
        self.memory, self.size, self.refuse = memory, memory.size, refuse

    @property
    def bytes(self) -> WatchedView:
        return WatchedView(self.memory.bytes, 1, self.refuse)

    @property
    def ints(self) -> WatchedView:
        return WatchedView(self.memory.ints, 8, self.refuse)

    @property
    def reals(self) -> WatchedView:
        return WatchedView(self.memory.reals, 8, self.refuse)

    @property
    def views(self) -> dict[str, WatchedView]:
        return {kind: WatchedView(view, SIZES[kind], self.refuse) for kind, view in self.memory.views.items()}


def watched_library(library: Library, regions: Regions) -> Library:
    """Return a library of which each procedure gets a memory that refuses what the procedure does not declare."""
    return {name: watched(name, procedure, regions) for name, procedure in library.items()}


def watched(name: str, procedure: HostFunction, regions: Regions) -> HostFunction:
    declared = {"reads": procedure.reads, "writes": procedure.writes}

    def refuse(first: int, end: int, verb: str) -> None:
        region, last = regions.at(first)
        pointed = POINTED in declared[verb] and region not in regions.subscripted
        if not (pointed or region in declared[verb]) or end > last:
            raise Crash(f"{name} {verb} {region!r} at {first}:{end}, which it does not declare")

    def perform(host: Host, *arguments: Any) -> Any:
        memory = host.memory
        host.memory = cast(Memory, WatchedMemory(memory, refuse))
        try:
            return procedure.perform(host, *arguments)
        finally:
            host.memory = memory

    return replace(procedure, perform=perform)

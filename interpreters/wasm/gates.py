"""Where a paused run comes back into its loops: through a gate at the head of each, from the outermost inwards.

    route, gates = routes(lines, points)    # lines: a function's blocks; points: the names of those it goes on with
    route["f0.b7"]                          # "f0.b3": the head of the outermost loop around that block, or the block
    gates["f0.b3"]["f0.b7"]                 # where the gate at that head sends a run that continues with the block

A jump into a loop from outside would give the loop two entries. WebAssembly has no such loops: LLVM would pass every
turn of it through a switch over all blocks that are jumped to, which takes longer than the statements themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from interpreters.ir.graphs import Graph, loops, reversed_edges
from interpreters.native.emit import LIKELY

Routes = dict[str, str]
LABEL = re.compile(r"label %([\w.]+)")
DEEPEST = 8
"""Loops nested deeper have no gates: what gates cost in size grows with the depth."""


def routes(lines: Iterable[str], points: Sequence[str]) -> tuple[Routes, dict[str, Routes]]:
    """Return where a run is sent that continues with a point: from outside, and from the gate at a loop's head."""
    following = graph(lines)
    preceding = reversed_edges(following)
    gates: dict[str, Routes] = {}

    def inwards(within: Sequence[str], inside: Sequence[str], depth: int) -> Routes:
        found = {point: point for point in inside}
        for loop in loops(within, following, preceding):
            here = [point for point in inside if point in loop]
            # the head is the block through which the loop is entered from outside
            entries = (name for name in within if name in loop and not loop.issuperset(preceding[name]))
            head = next(entries, here[0] if here else "")
            rest = [point for point in here if point != head]
            # without its head what is left of the loop is its inner loops: those get gates of their own
            if rest and depth < DEEPEST:
                gates[head] = inwards([name for name in within if name in loop and name != head], rest, depth + 1)
                found |= dict.fromkeys(here, head)
        return found

    return inwards(list(following), points, 0), gates


def gated(numbers: Mapping[str, int], blocks: Iterable[str], gates: Mapping[str, Routes]) -> Iterator[str]:
    """Write the blocks, with a gate where a loop begins that a paused run may have to come back into."""
    for line in blocks:
        yield line
        head = line[:-1]
        if head in gates:
            # Volatile: LLVM must neither keep the number in a register across turns nor move its test out of the loop.
            # It is 0 in every turn but the first after a pause.
            yield f"  %{head}.number = load volatile i64, ptr %gate, align 8, !tbaa !2"
            yield f"  %{head}.turn = icmp eq i64 %{head}.number, 0"
            yield f"  br i1 %{head}.turn, label %{head}.on, label %{head}.gate{LIKELY}"
            yield f"{head}.gate:"
            # cleared before the jump: the next turn of this loop must pass the gate
            yield "  store volatile i64 0, ptr %gate, align 8, !tbaa !2"
            yield from sent(numbers, head, gates[head], f"{head}.on")
            yield f"{head}.on:"


def sent(numbers: Mapping[str, int], origin: str, route: Routes, otherwise: str) -> list[str]:
    """Write the switch to the block, or the gate, that is next for the number of a block; gates must know it."""
    gates = dict.fromkeys(way for point, way in route.items() if way != point)
    targets = {name: f"{origin}.to.{name}" for name in gates}
    cases = " ".join(f"i64 {numbers[point]}, label %{targets.get(way, way)}" for point, way in route.items())
    lines = [f"  switch i64 %{origin}.number, label %{otherwise} [{cases}]"]
    for name, block in targets.items():
        lines += [f"{block}:", f"  store volatile i64 %{origin}.number, ptr %gate, align 8, !tbaa !2"]
        lines.append(f"  br label %{name}")
    return lines


def graph(lines: Iterable[str]) -> Graph[str]:
    """Return the blocks, in order, with those that each jumps to."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if line.endswith(":"):
            name = line[:-1]
            found[name] = []
        else:
            found[name] += LABEL.findall(line)
    return {name: [target for target in targets if target in found] for name, targets in found.items()}

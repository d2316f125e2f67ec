"""Which regions a program accesses by subscript only."""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.program import Program
from interpreters.ir.types import Kind


def subscripted_regions(program: Program) -> dict[str, set[Kind]]:
    """Return the regions that the program accesses by subscript only, each with the kinds of its cells."""
    kinds: dict[str, set[Kind]] = {}
    pointed = {name for name, region in program.regions.items() if region.address_taken}
    for operation in program.operations:
        match operation:
            case ops.RegionAddress(region=name):
                pointed.add(name)
            case ops.IndexLoad(region=name, kind=kind) | ops.IndexStore(region=name, kind=kind):
                kinds.setdefault(name, set()).add(kind)
    return {name: kinds[name] for name in program.regions if name in kinds and name not in pointed}

"""What a page shows of a program's state: the locals of each function, scalars in static memory, static arrays."""

from __future__ import annotations

from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.inspection import source_locals
from getallenband.interpreters.ir.program import Limit, StaticArray
from getallenband.interpreters.lowering.page_cells import CellMemory
from getallenband.interpreters.wasm.module import PausingModule


def function_data(module: PausingModule) -> list[dict[str, Any]]:
    """Return the functions by their codes, with their locals that are variables of the source text."""
    return [
        {
            "name": function.name, "title": function.title, "routine": function.routine,
            "size": module.frames[function.name].size,
            "locals": [
                {
                    "name": name, "type": str(function.locals[name]),
                    "offset": module.frames[function.name].locals[name],
                }
                for name in source_locals(module.program, function)
            ],
        }
        for function in module.program.functions.values()
    ]  # fmt: skip


def global_data(module: PausingModule) -> list[dict[str, Any]]:
    """Return the scalar variables in static memory, with absolute addresses."""
    return [
        {
            "name": name, "type": str(variable.type),
            "address": module.at.memory + module.addresses[variable.region] + variable.offset,
        }
        for name, variable in module.program.variables.items()
        if variable.region is not None
    ]  # fmt: skip


def cell_data(module: PausingModule, memory: CellMemory | None) -> list[dict[str, Any]]:
    """Return the variables that are cells: addresses count from the program's memory, `base` and `array` from a frame.

    Where a sub has several variables of a name, the last is meant, as nearly always in its text.
    """
    found: dict[tuple[str, str, int], dict[str, Any]] = {}
    for cell in memory.variables if memory else ():
        if cell.function and cell.function not in module.frames:
            continue
        row: dict[str, Any] = {"name": cell.name, "address": cell.address, "boxed": cell.boxed}
        row["lines"] = list(cell.lines) if cell.lines else None
        row["function"] = module.codes[cell.function] if cell.function else -1
        for key, local in (("base", cell.base), ("array", cell.array)):
            row[key] = module.frames[cell.function].locals[local] if local else -1
        found[cell.name, cell.function, cell.lines[0] if cell.lines else 0] = row
    return list(found.values())


def heap_data(module: PausingModule, memory: CellMemory | None) -> dict[str, Any] | None:
    """Return where a page finds what of the memory is in use: the stack's top in each function's frame, a word."""
    if memory is None:
        return None
    tops = [frame.locals.get(memory.top, -1) for frame in module.frames.values()]
    return {"tops": tops, "low": memory.low, "size": module.memory_size}


def array_data(module: PausingModule) -> list[dict[str, Any]]:
    """Return the arrays: those that are declared, or else the static ones as the program subscripts them.

    All addresses are absolute. `pointer` is where the address of a moved array is, {"at": …} where a bound is that is
    not constant.
    """

    def place(region: str) -> int:
        return module.at.memory + module.addresses[region]

    def bound(side: Limit) -> int | dict[str, int]:
        return side if isinstance(side, int) else {"at": place(side[0]) + side[1]}

    return [
        {
            "name": name, "kind": array.kind,
            "bounds": [[bound(side) for side in pair] for pair in array.bounds], "columns": array.columns,
            "pointer" if array.moved else "address": place(array.region) + array.offset,
        }
        for name, array in (module.program.arrays or subscripted(module)).items()
    ]  # fmt: skip


def subscripted(module: PausingModule) -> dict[str, StaticArray]:
    """Return the static arrays with the bounds that their subscripts are held to."""
    scalars = {variable.region for variable in module.program.variables.values()}
    found: dict[str, StaticArray] = {}
    for operation in module.program.operations:
        if isinstance(operation, ops.IndexLoad | ops.IndexStore) and operation.region not in scalars:
            bounds = ((operation.lower, operation.upper),)
            found.setdefault(operation.region, StaticArray(operation.region, 0, operation.kind, bounds))
    return found

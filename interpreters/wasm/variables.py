"""What a page shows of a program's state: the locals of each function, scalars in static memory, static arrays."""

from __future__ import annotations

from typing import Any

from interpreters.ir import ops
from interpreters.ir.program import Function, StaticArray
from interpreters.wasm.module import PausingModule


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
                for name in source_locals(module, function)
            ],
        }
        for function in module.program.functions.values()
    ]  # fmt: skip


def source_locals(module: PausingModule, function: Function) -> list[str]:
    """Return the locals that are variables of the source text."""
    known = {v.local for v in module.program.variables.values() if v.function == function.name}
    return [name for name in function.locals if name in known]


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


def array_data(module: PausingModule) -> list[dict[str, Any]]:
    """Return the static arrays, with absolute addresses: those that are declared, or as the program subscripts them."""
    scalars = {variable.region for variable in module.program.variables.values()}
    found = dict(module.program.arrays)
    for operation in module.program.operations:
        if isinstance(operation, ops.IndexLoad | ops.IndexStore) and operation.region not in scalars:
            bounds = ((operation.lower, operation.upper),)
            found.setdefault(operation.region, StaticArray(operation.region, 0, operation.kind, bounds))
    return [
        {
            "name": name, "kind": array.kind, "bounds": [list(pair) for pair in array.bounds],
            "address": module.at.memory + module.addresses[array.region] + array.offset,
        }
        for name, array in found.items()
    ]  # fmt: skip

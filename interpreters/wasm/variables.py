"""What a page shows of a program's state: the locals of each function, scalars in static memory, static arrays."""

from __future__ import annotations

from typing import Any

from interpreters.ir import ops
from interpreters.wasm.module import PausingModule


def function_data(module: PausingModule) -> list[dict[str, Any]]:
    """Return the functions by their codes; locals whose names begin with % are none of the source text."""
    return [
        {
            "name": function.name, "title": function.title, "routine": function.routine,
            "size": module.frames[function.name].size,
            "locals": [
                {"name": name, "type": str(type_), "offset": module.frames[function.name].locals[name]}
                for name, type_ in function.locals.items()
                if not name.startswith("%")
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


def array_data(module: PausingModule) -> list[dict[str, Any]]:
    """Return the static arrays as the program subscripts them, with absolute addresses."""
    found: dict[str, dict[str, Any]] = {}
    for operation in module.program.operations:
        if isinstance(operation, ops.IndexLoad | ops.IndexStore):
            address = module.at.memory + module.addresses[operation.region]
            row = {"name": operation.region, "kind": operation.kind, "address": address}
            found.setdefault(operation.region, {**row, "bounds": [[operation.lower, operation.upper]]})
    return list(found.values())

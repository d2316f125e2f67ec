"""What a page knows of a site: why the module calls or ends there, where that is, and what the page does there."""

from __future__ import annotations

from typing import Any

from getallenband.interpreters.compiled.state import Site
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.messages import out_of_memory, stopped, too_deep
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import Function
from getallenband.interpreters.language import Lowered, Tapes
from getallenband.interpreters.lowering.page_calls import FormContext, NotInPages, Operand, PageCall, page_parts
from getallenband.interpreters.wasm.module import PausingModule

EXACT = 2**53
"""Up to here JSON has every whole number; a constant beyond it is given as an operand."""


def site_data(module: PausingModule, site: Site, lowered: Lowered, tapes: Tapes) -> dict[str, Any]:
    """Return a site as data; raise NotInPages where a page cannot do what it asks for."""
    place = module.program.places[site.operation.at]
    found: dict[str, Any] = {
        "kind": site.kind, "function": module.codes[site.function], "line": place.line, "column": place.column,
        "length": place.length, "message": message(module, site), "types": [str(type_) for type_ in site.types],
    }  # fmt: skip
    if isinstance(site.operation, ops.HostCall | ops.DeferredHostCall) and site.kind in ("host", "deferred"):
        found["calls"] = calls(module, site.operation, site, lowered, tapes)
        returns = lowered.library[site.operation.name].returns
        found["result"] = str(returns) if returns else ""
    return found


def message(module: PausingModule, site: Site) -> str:
    """Return the message of a run that ends at a site, with {0}, {1} … for its operands."""
    match site.kind, site.operation:
        case "memory", _:
            return out_of_memory("{0}", module.memory_size)
        case "deep", ops.CallIndirect():
            return too_deep("{title}", "{0}")
        case "deep", _:
            return too_deep(site.message, "{0}")
        case "stop", ops.StopBefore(statement=statement, execution=execution):
            return stopped(module.program.statements[statement].label, execution)
    return site.message


def constants_of(function: Function, most: float = EXACT) -> dict[Register, int | float]:
    """Return the registers of a function that hold constants up to a size: by default those that JSON can hold."""
    return {
        written.result: written.value
        for written in function.operations
        if isinstance(written, ops.IntConstant | ops.RealConstant) and abs(written.value) <= most
    }


def calls(
    module: PausingModule, operation: ops.HostCall | ops.DeferredHostCall, site: Site, lowered: Lowered, tapes: Tapes
) -> list[PageCall]:
    """Return what a page does for a call of the library."""
    form, place = page_parts(lowered).forms.get(operation.name), module.program.places[operation.at]
    where = f"line {place.line} calls {operation.name}"
    if form is None:
        raise NotInPages(f"{where}, which pages do not have")
    constants = constants_of(module.program.functions[site.function])
    operands: list[Operand] = [
        constants.get(register, {"arg": number}) for number, register in enumerate(operation.arguments)
    ]
    context = FormContext(module.program.strings, {name: tape.text for name, tape in tapes.items()}, module.memory_size)
    try:
        return form(context, *operands)
    except NotInPages as problem:
        raise NotInPages(f"{where} with {problem}, which pages do not have") from None

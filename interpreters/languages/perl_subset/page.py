"""What a page does for what compiled Perl leaves to its library."""

from __future__ import annotations

from getallenband.interpreters.languages.perl_subset.faults import out_of_memory
from getallenband.interpreters.lowering.page_calls import (
    Form,
    FormContext,
    Forms,
    PageCall,
    constant,
    conversion,
    string,
)

SELDOM = (
    "modulo", "operand", "whole", "position", "order", "increment", "part",
    "next_item", "counts_numbers", "magic_range", "unusable",
    "not_creatable", "copies", "error", "die",
)  # fmt: skip
"""What the runtime system asks for in every program, few programs need, and no page can do: such a run ends there."""


def page_forms(clock: bool) -> Forms:
    """Return the forms of the procedures that a page can perform."""
    forms: dict[str, Form] = {name: seldom(name) for name in SELDOM} | {
        **{name: arithmetic(name) for name in ("add", "subtract", "multiply", "negate")},
        **{name: placed(arithmetic(name)) for name in ("divide", "function_int", "function_abs")},
        "constant": lambda context, index: [["string", [context.strings[constant(index, "a string")]], 0]],
        "deliver": lambda _, address: [["deliver", address]],
        "memory_size": lambda context: [["give", context.memory]],
        "exhausted": lambda context: [["exhausted", out_of_memory(context.memory)]],
        "print_integer": lambda _, value: conversion("d", value),
        "print_bytes": lambda _, length, *words: [["packed", length, *words]],
        "missing": lambda context, message, _: [["unsupported", string(context, message)]],
        "exit": lambda _, code: [["stop", "exit {0}", code]],
        "text": lambda _, cell: [["as_text", cell]],
        "sprintf": lambda _, start, end: [["sprintf", start, end]],
        "printf": lambda _, handle, start, end: [["printf", handle, start, end]],
        "print": lambda _, handle, start, end: [["print", handle, start, end]],
        "open": lambda _, handle, start, end: [["open", handle, start, end]],
        "close": lambda _, handle: [["close", handle]],
    }
    return forms if clock else forms | {"time": zero, "began": zero}


def seldom(name: str) -> Form:
    return lambda *_: [["unsupported", f"{name} of Perl, as it is used here, cannot be done in a page"]]


def arithmetic(name: str) -> Form:
    return lambda _, *cells: [["arithmetic", name, *cells]]


def placed(form: Form) -> Form:
    """Return a form whose last operand, the place of a fault, is left out."""
    return lambda context, *operands: form(context, *operands[:-1])


def zero(_context: FormContext) -> list[PageCall]:
    return [["give", 0]]

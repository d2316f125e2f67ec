"""What a page does for what is printed on OUTPUT, by a FORMAT or without one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any

from getallenband.interpreters.arithmetic.cdc6600 import CDC6600
from getallenband.interpreters.languages.cdc_fortran.library import formats, records
from getallenband.interpreters.languages.cdc_fortran.library.files import OUTPUT, System, first_seed
from getallenband.interpreters.languages.cdc_fortran.library.system import MODULUS, MULTIPLIER
from getallenband.interpreters.languages.cdc_fortran.library.transfers import KINDS, LIST_DIRECTED
from getallenband.interpreters.lowering.page_calls import (
    FormContext,
    Forms,
    NotInPages,
    Operand,
    PageCall,
    constant,
    integer_power,
    random,
)


def begin(
    system: System, context: FormContext, unit: Operand, writing: Operand, layout: Operand, *_exits: Operand
) -> list[PageCall]:
    """Begin a record by a FORMAT, by one of all where a variable gives it, or without one."""
    if writing != 1 or (unit != OUTPUT and system.names.get(constant(unit, "a unit")) != "OUTPUT"):
        raise NotInPages("another file than OUTPUT")
    known = range(len(context.strings)) if isinstance(layout, dict) else [constant(layout, "a FORMAT")]
    if known == [LIST_DIRECTED]:
        return [["begin", {str(LIST_DIRECTED): None}, LIST_DIRECTED, words_data(system)]]
    if known[0] < 0:
        raise NotInPages("a FORMAT in an array, or none")
    layouts = {str(number): fields_of(context.strings[number]) for number in known}
    return [["begin", {number: fields for number, fields in layouts.items() if fields}, layout, words_data(system)]]


def fields_of(text: str) -> list[PageCall]:
    """Return the fields of a FORMAT ("name|text") as data; nothing of what is none."""
    try:
        return [field_data(field) for field in formats.format_fields(text.partition("|")[2])]
    except formats.FormatFault:
        return []


def field_data(field: formats.Field) -> PageCall:
    """Return a field as data."""
    match field:
        case formats.Edit(letter, width, digits):
            return ["edit", letter, width, digits]
        case formats.Literal(text):
            return ["text", text]
        case formats.Blanks(count):
            return ["blanks", count]
        case formats.Tabulator(column):
            return ["column", column]
        case formats.Scale(factor):
            return ["scale", factor]
        case formats.Colon():
            return ["colon"]
        case formats.Slash():
            return ["slash"]
        case formats.Group(repeat, fields):
            return ["group", repeat, [field_data(one) for one in fields]]


def words_data(system: System) -> dict[str, Any]:
    """Return how characters are packed in words."""
    words = system.words
    end = words.words_end if isfinite(words.words_end) else None
    complement = words.system is CDC6600
    return {"size": words.size, "bits": words.bits, "codes": words.codes, "complement": complement, "end": end}


def item(kind: str) -> Callable[..., list[PageCall]]:
    return lambda _context, value: [["item", value, kind]]


def write_complex(_context: FormContext, real: Operand, imaginary: Operand) -> list[PageCall]:
    return [["complex", real, imaginary]]


def write_array(
    system: System, _context: FormContext, address: Operand, count: Operand, kind: Operand
) -> list[PageCall]:
    """Write a whole array."""
    if system.words.shared:
        raise NotInPages("an array whose storage integers and reals share")
    return [["items", address, count, KINDS[constant(kind, "a type")]]]


def write_characters(context: FormContext, text: Operand) -> list[PageCall]:
    return [["characters", context.strings[constant(text, "a text")]]]


def end(system: System, _context: FormContext) -> list[PageCall]:
    """End a record; `carriage` says whether its first character moves the paper."""
    return [["end", system.settings["carriage"]]]


def record(system: System, context: FormContext, layout: Operand, *values: Operand) -> list[PageCall]:
    """Print a whole record of numbers, reals by their bits."""
    form, waiting = context.strings[constant(layout, "a FORMAT")], iter(values)
    plan = records.planned(form, len(values))
    assert plan is not None
    if form.startswith("*|"):
        calls = begin(system, context, OUTPUT, 1, LIST_DIRECTED)
        for one in form[2:].split("\n") if form[2:] else []:
            calls += [["characters", one[1:]]] if one[0] == "'" else [item_by_bits(one, next(waiting))]
    else:
        calls = begin(system, context, OUTPUT, 1, layout)
        calls += [item_by_bits(one, value) for one, value in zip(plan.types, waiting, strict=True)]
    return [*calls, *end(system, context)]


def item_by_bits(kind: str, value: Operand) -> PageCall:
    return ["item", value, "INTEGER"] if kind == "I" else ["item_by_bits", value]


def page_forms(system: System) -> Forms:
    """Return the forms of the procedures that a page can perform."""
    return {
        "begin": partial(begin, system),
        "write_integer": item("INTEGER"),
        "write_real": item("REAL"),
        "write_logical": item("LOGICAL"),
        "write_complex": write_complex,
        "write_characters": write_characters,
        "write_array": partial(write_array, system),
        "end": partial(end, system),
        "stop": lambda context, digits: [["stop", f"STOP {context.strings[constant(digits, 'digits')]}"]],
        "random": lambda _: random(first_seed(system), MULTIPLIER, MODULUS),
        "shift": lambda _, word, count: [["shift", word, count, system.words.ones.bit_length()]],
        "mask": lambda _, count: [["mask", count, system.words.ones.bit_length()]],
        "integer_power": integer_power("**"),
        "note_once": lambda *_operands: [],
        **{f"record {count}": partial(record, system) for count in range(records.MOST + 1)},
    }

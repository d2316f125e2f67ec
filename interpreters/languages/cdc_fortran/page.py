"""What a page does for PRINT and WRITE of integers by a FORMAT."""

from __future__ import annotations

from interpreters.languages.cdc_fortran.library import formats
from interpreters.languages.cdc_fortran.library.files import OUTPUT
from interpreters.languages.cdc_fortran.library.records import MOST
from interpreters.languages.cdc_fortran.library.words import MINUS_ZERO
from interpreters.lowering.page_calls import FormContext, Forms, NotInPages, Operand, PageCall, constant


def begin(context: FormContext, unit: Operand, writing: Operand, layout: Operand, *_exits: Operand) -> list[PageCall]:
    """Begin a record by a FORMAT that is known."""
    number = constant(layout, "a FORMAT")
    if unit != OUTPUT or writing != 1 or number < 0:
        raise NotInPages("another file than OUTPUT, or no FORMAT")
    fields = formats.format_fields(context.strings[number].split("|", 1)[1])
    return [["begin", [field_data(field) for field in fields]]]


def field_data(field: formats.Field) -> PageCall:
    """Return a field as data."""
    match field:
        case formats.Edit("I", width):
            return ["integer", width]
        case formats.Literal(text):
            return ["text", text]
        case formats.Blanks(count):
            return ["blanks", count]
        case formats.Tabulator(column):
            return ["column", column]
        case formats.Colon():
            return ["colon"]
        case formats.Slash():
            return ["slash"]
        case formats.Group(repeat, fields):
            return ["group", repeat, [field_data(one) for one in fields]]
    raise NotInPages(f"the field {field}")


def item(_context: FormContext, value: Operand) -> list[PageCall]:
    return [["item", value, str(MINUS_ZERO)]]


def page_forms(carriage: str) -> Forms:
    """Return the forms; `carriage` says whether the first character of a record moves the paper."""

    def end(_context: FormContext) -> list[PageCall]:
        return [["end", carriage]]

    def record(context: FormContext, layout: Operand, *values: Operand) -> list[PageCall]:
        """Print a whole record."""
        if context.strings[constant(layout, "a FORMAT")].startswith("*|"):
            raise NotInPages("no FORMAT")
        items = [call for value in values for call in item(context, value)]
        return [*begin(context, OUTPUT, 1, layout), *items, *end(context)]

    records = {f"record {count}": record for count in range(MOST + 1)}
    return {"begin": begin, "write_integer": item, "end": end, "note_once": lambda *_operands: [], **records}

"""What a page does for the EL-X8's input and output."""

from __future__ import annotations

from interpreters.languages.algol60.library.devices import PRINTER, WIDTH
from interpreters.lowering import page_calls
from interpreters.lowering.page_calls import FormContext, Forms, Operand, PageCall

ON_A_LINE: PageCall = ["within", WIDTH[PRINTER]]


def print_text(context: FormContext, index: Operand) -> list[PageCall]:
    return [*page_calls.text(context, index), ON_A_LINE]


def space(_context: FormContext, count: Operand) -> list[PageCall]:
    return [["repeat", " ", count], ON_A_LINE]


FORMS: Forms = {
    "read": page_calls.read, "printtext": print_text, "nlcr": lambda _context: [["text", "\n"]], "space": space,
    "note_step": lambda _context, _place, _message: [],
}  # fmt: skip

"""What a page does for input and output: the EL-X8's, and strings and integers of the Modified Report."""

from __future__ import annotations

from interpreters.languages.algol60.library.devices import PRINTER, WIDTH
from interpreters.lowering import page_calls
from interpreters.lowering.page_calls import FormContext, Forms, Operand, PageCall

ON_A_LINE: PageCall = ["within", WIDTH[PRINTER]]


def print_text(context: FormContext, index: Operand) -> list[PageCall]:
    return [*page_calls.text(context, index), ON_A_LINE]


def space(_context: FormContext, count: Operand) -> list[PageCall]:
    return [["repeat", " ", count], ON_A_LINE]


def outstring(context: FormContext, _channel: Operand, index: Operand) -> list[PageCall]:
    return page_calls.text(context, index)


def outinteger(_context: FormContext, _channel: Operand, value: Operand) -> list[PageCall]:
    return [["integer", value, 0, ""], ["text", " "]]


FORMS: Forms = {
    "read": page_calls.read, "printtext": print_text, "nlcr": lambda _context: [["text", "\n"]], "space": space,
    "outstring": outstring, "outinteger": outinteger, "outterminator": lambda _context, _channel: [["text", " "]],
    "note_step": lambda _context, _place, _message: [],
}  # fmt: skip

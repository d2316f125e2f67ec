"""What a page does for ECOL's input and output."""

from __future__ import annotations

from interpreters.language import Options
from interpreters.lowering import page_calls
from interpreters.lowering.page_calls import FormContext, Forms, Operand, PageCall, constant


def page_forms(options: Options) -> Forms:
    """Return the forms of the procedures that a page can perform."""
    narrow = options.settings["width"] == "narrow"

    def write(_context: FormContext, before: Operand, after: Operand, value: Operand) -> list[PageCall]:
        places, digits = constant(before, "a layout"), constant(after, "a layout")
        width = places if narrow and digits == 0 else places + digits + 2
        return [["fixed", value, width, digits]]

    return {"read": page_calls.read, "text": page_calls.text, "write": write, "new_line": new_line, "space": space}


def new_line(_context: FormContext, times: Operand) -> list[PageCall]:
    return [["text", "\n" * constant(times, "a number of lines") or "\r"]]


def space(_context: FormContext, times: Operand) -> list[PageCall]:
    return [["repeat", " ", times]]

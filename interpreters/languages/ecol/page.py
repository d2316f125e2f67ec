"""What a page does for ECOL's input and output."""

from __future__ import annotations

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.ecol.library import VALUES
from getallenband.interpreters.lowering import page_calls
from getallenband.interpreters.lowering.page_calls import ENDLESS, FormContext, Forms, Operand, PageCall


def page_forms(options: Options) -> Forms:
    """Return the forms of the procedures that a page can perform."""
    narrow = int(options.settings["width"] == "narrow")
    symbols = {str(value): symbol for value, symbol in VALUES.items()}
    return {
        "read": page_calls.read,
        "text": page_calls.text,
        "write": lambda _, before, after, value: [["format", "schrijf", value, before, after, narrow]],
        "write_free": lambda _, value: [["format", "schrijf_free", value, narrow]],
        "write_scientific": lambda _, value: [["format", "schrijm", value]],
        "write_symbol": lambda _, value: [["symbol", ENDLESS, symbols, value, "no symbol has the value {0}", 0]],
        "new_line": new_line,
        "space": lambda _, times: [["repeat", " ", times]],
        "new_page": lambda _: [["text", "\f"]],
        "symbols_printed": lambda _: [["column"]],
        "lines_printed": lambda _: [["line", 0]],
        "random_fraction": lambda _: page_calls.random(1969, 16807, 2**31 - 1),
    }


def new_line(_context: FormContext, times: Operand) -> list[PageCall]:
    """End lines; none: go back to the start of the line."""
    if isinstance(times, dict):
        return [["lines", times]]
    return [["text", "\n" * int(times) or "\r"]]

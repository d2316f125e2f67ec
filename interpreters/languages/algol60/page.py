"""What a page does for output, and to read numbers: the EL-X8's, the Modified Report's, today's implementations'."""

from __future__ import annotations

from math import pi

from getallenband.interpreters.languages.algol60.library import el_x8
from getallenband.interpreters.languages.algol60.library.devices import PAGE, PRINTER, PUNCH, TABULATION, WIDTH
from getallenband.interpreters.lowering import page_calls
from getallenband.interpreters.lowering.page_calls import (
    ENDLESS,
    Form,
    FormContext,
    Forms,
    Operand,
    PageCall,
    constant,
    conversion,
    string,
)

LINE, PUNCHED = WIDTH[PRINTER], WIDTH[PUNCH]
SPACE: PageCall = ["text", " "]
NO_SYMBOL = "{0} is the number of no symbol (MR 81, table III)"


def known(context: FormContext, index: Operand) -> str:
    return context.strings[constant(index, "a string")]


def punched(form: Form) -> Form:
    """Return a form that punches what another prints."""
    return lambda context, *operands: [["to", "PUNCH"], *form(context, *operands), ["to", ""]]


def on_a_line(width: int) -> Forms:
    """Return the forms of the EL-X8's numbers and spaces on a device."""
    return {
        "fixt": lambda _, before, after, value: [["place", width, "fixt", value, before, after]],
        "absfixt": lambda _, before, after, value: [["place", width, "absfixt", value, before, after]],
        "flot": lambda _, digits, power, value: [["place", width, "flot", value, digits, power]],
        "print": lambda _, value: [["place", width, "print", value]],
        "space": lambda _, count: [["blanks", width, count]],
    }


def symbol(width: int, distance: int) -> Form:
    symbols = {str(code): text for code, text in el_x8.CODES.items()}
    return lambda _, code: [["symbol", width, symbols, code, NO_SYMBOL, distance]]


def character(context: FormContext, _channel: Operand, index: Operand, position: Operand) -> list[PageCall]:
    """Print the character at a position, from 1, of a string."""
    text = known(context, index)
    symbols = {str(place): sign for place, sign in enumerate(text, 1)}
    return [["symbol", ENDLESS, symbols, position, f"character {{0}} is not in a string of {len(text)}", 0]]


PRINTED, TAPE = on_a_line(LINE), on_a_line(PUNCHED)
EL_X8: Forms = {
    "read": page_calls.read,
    **PRINTED,
    "printtext": lambda context, index: [["wrap", LINE, string(context, index)]],
    "nlcr": lambda _: [["text", "\n"]],
    "tab": lambda _: [["tab", LINE, TABULATION]],
    "carriage": lambda _, count: [["carriage", count]],
    "newpage": lambda _: [["text", "\f"]],
    "linenumber": lambda _: [["line", PAGE]],
    "prsym": symbol(LINE, TABULATION),
    "fixp": punched(TAPE["fixt"]),
    "absfixp": punched(TAPE["absfixt"]),
    "flop": punched(TAPE["flot"]),
    "punch": punched(TAPE["print"]),
    "puspace": punched(TAPE["space"]),
    "putext": punched(page_calls.text),
    "punlcr": punched(lambda _: [["text", "\n"]]),
    "pusym": punched(symbol(ENDLESS, 0)),
    "random": lambda _: page_calls.random(1, *el_x8.LEHMER),
}
REPORT: Forms = {
    "outstring": lambda context, _channel, index: page_calls.text(context, index),
    "outchar": character,
    "outsymbol": character,
    "outinteger": lambda _, _channel, value: [*conversion("d", value), SPACE],
    "outreal": lambda _, _channel, value: [["format", "outreal", value], SPACE],
    "outterminator": lambda _, _channel: [SPACE],
    "length": lambda context, index: [["give", len(known(context, index))]],
    "inreal": page_calls.read,
    "ininteger": page_calls.read,
    "fault": lambda context, index, value: [["fault", known(context, index).strip(), value]],
    "integer_power": page_calls.integer_power("↑"),
    "note_step": lambda _context, _place, _message: [],
}


def named(kind: str, precision: int | None = None) -> Form:
    """Return the form of a number on a line of its own, after its name if it has one."""

    def form(context: FormContext, name: Operand, value: Operand) -> list[PageCall]:
        title = known(context, name)
        return [["text", f"{title} = " if title else ""], *conversion(kind, value, precision=precision), ["text", "\n"]]

    return form


def ended(form: Form) -> Form:
    """Return a form that ends the line after another."""
    return lambda context, *operands: [*form(context, *operands), ["text", "\n"]]


def quoted(context: FormContext, index: Operand) -> list[PageCall]:
    text = known(context, index).replace('"', '\\"')
    return [["text", f'"{text}"\n']]


def plain(_context: FormContext, value: Operand) -> list[PageCall]:
    return conversion("d", value)


def plain_real(_context: FormContext, value: Operand) -> list[PageCall]:
    return [["format", "outreal", value]]


TODAY: Forms = {
    "write": page_calls.text,
    "vprint_integer": lambda _, value: [["text", "  "], *conversion("d", value, width=15), SPACE],
    "vprint_real": lambda _, value: [["text", "  "], *conversion("e", value, width=15, precision=7), SPACE],
    "vprint_boolean": lambda _, value: [["choose", [" F ", " T "], value]],
    "print_formatted": lambda _, value, before, after: [["format", "print_formatted", value, before, after]],
    "pi": lambda _: [["give", pi]],
    "newline": lambda _, _channel: [["text", "\n"]],
    "one_space": lambda _, _channel: [SPACE],
    "outreal_16_11": lambda _, _channel, value: [SPACE, *conversion("f", value, width=16, precision=11), SPACE],
    "outreal_e_10": lambda _, _channel, value: [SPACE, *conversion("e", value, precision=10), SPACE],
    "print_named_integer": named("d"),
    "print_named_real": named("g", 12),
    "print_named_boolean": lambda context, name, value: [
        ["text", f"{title} = " if (title := known(context, name)) else ""], ["choose", ["false\n", "true\n"], value]
    ],
    "print_quoted": quoted,
    "printsln": ended(page_calls.text),
    "printn_integer": plain,
    "printn_real": plain_real,
    "printnln_integer": ended(plain),
    "printnln_real": ended(plain_real),
}  # fmt: skip
FORMS: Forms = {**EL_X8, **REPORT, **TODAY}

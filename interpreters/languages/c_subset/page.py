"""What a page does for printf and its relatives on stdout and stderr, and in memory."""

from __future__ import annotations

import re

from getallenband.interpreters.languages.c_subset.library import MOST_NUMBERS
from getallenband.interpreters.languages.c_subset.library.formats import CONVERSION, WIDEST
from getallenband.interpreters.languages.c_subset.library.streams import NULL_FILE
from getallenband.interpreters.lowering.page_calls import Form, FormContext, Forms, Operand, PageCall, constant

NOTHING: list[PageCall] = [["give", 0]]


def print_numbers(context: FormContext, form: Operand, *values: Operand) -> list[PageCall]:
    """Print numbers and characters with the text around them."""
    text, given = context.strings[constant(form, "a form")], list(values)
    calls: list[PageCall] = []
    at = 0
    for match in CONVERSION.finditer(text):
        calls += [["text", text[at : match.start()]]] if match.start() > at else []
        at = match.end()
        calls.append(converted(match, given) if match["kind"] else ["text", "%"])
    return [*calls, ["text", text[at:]]] if at < len(text) else calls


def converted(match: re.Match[str], given: list[Operand]) -> PageCall:
    """Print the next of the values that are given; a width or precision may come before it."""
    width, precision = (size(match[name], given) for name in ("width", "digits"))
    return ["convert", given.pop(0), match["mark"], match["kind"], match["flags"], width or 0, precision, WIDEST]


def size(written: str | None, given: list[Operand]) -> Operand | None:
    """Return a width or precision; None where there is none."""
    if written == "*":
        return given.pop(0)
    return None if written is None else int(written.lstrip("0")[:10] or 0)


def page_forms(table: int, objects: int) -> Forms:
    """Return the forms of the procedures that a page can perform; there are `objects` in the table at an address."""
    entries = [table, objects]

    def string(flags: str, width: Operand, precision: Operand | None, word: Operand) -> PageCall:
        return ["string_at", entries, word, flags, width, precision, WIDEST]

    def print_string(context: FormContext, form: Operand, *given: Operand) -> list[PageCall]:
        match, values = CONVERSION.fullmatch(context.strings[constant(form, "a form")]), list(given)
        assert match is not None
        width, precision = (size(match[name], values) for name in ("width", "digits"))
        return [string(match["flags"], width or 0, precision, values.pop(0))]

    def to_stream(form: Form) -> Form:
        """Return a form that prints what another prints on the stream that its last operand is."""
        return lambda context, *given: [
            ["stream", entries, given[-1], NULL_FILE], *form(context, *given[:-1]), ["to", ""], *NOTHING
        ]  # fmt: skip

    def character(_context: FormContext, code: Operand) -> list[PageCall]:
        return [["convert", code, "", "c", "", 0, None, WIDEST]]

    def put_character(context: FormContext, code: Operand, stream: Operand) -> list[PageCall]:
        return [*to_stream(character)(context, code, stream), ["low_byte", code]]

    def put_string(_context: FormContext, word: Operand) -> list[PageCall]:
        return [string("", 0, None, word)]

    return {
        **{f"format {count}": print_numbers for count in range(MOST_NUMBERS + 1)},
        **dict.fromkeys(("format_string", "format_string 2", "format_string 3"), print_string),
        "puts": lambda context, word: [*put_string(context, word), ["text", "\n"], *NOTHING],
        "fputs": to_stream(put_string),
        **dict.fromkeys(("putc", "fputc"), put_character),
        "printed": lambda _: [["printed_so_far"]],
        "stream": lambda _, word: [["stream", entries, word, NULL_FILE]],
        "end stream": lambda _: [["to", ""]],
        "begin text": lambda _: [["capture"]],
        "end text": lambda _, word: [["store_text", entries, word, "sprintf copies"]],
        "exit": lambda _, status: [["leave", status]],
        "clock": lambda _: NOTHING,
        **dict.fromkeys(("fflush", "ferror"), lambda _, _file: NOTHING),
    }

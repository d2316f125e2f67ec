"""What a page does for printf."""

from __future__ import annotations

from interpreters.languages.c_subset.library import MOST_NUMBERS
from interpreters.languages.c_subset.library.formats import CONVERSION
from interpreters.lowering.page_calls import FormContext, Forms, NotInPages, Operand, PageCall, constant


def print_numbers(context: FormContext, form: Operand, *values: Operand) -> list[PageCall]:
    """Print numbers and characters with the text around them."""
    text, given = context.strings[constant(form, "a form")], list(values)
    calls: list[PageCall] = []
    at = 0
    for match in CONVERSION.finditer(text):
        calls += [["text", text[at : match.start()]]] if match.start() > at else []
        at = match.end()
        if match["kind"] is None:
            calls.append(["text", "%"])
        elif match["kind"] == "c" and not match["width"]:
            calls.append(["character", given.pop(0)])
        elif match["kind"] in "di" and match["mark"] == "" and match["digits"] is None and match["width"] != "*":
            calls.append(["integer", given.pop(0), int(match["width"] or 0), match["flags"]])
        else:
            raise NotInPages(f"the conversion {match.group()}")
    return [*calls, ["text", text[at:]]] if at < len(text) else calls


FORMS: Forms = {f"format {count}": print_numbers for count in range(MOST_NUMBERS + 1)}

"""What a page does for the external procedures: the tables are found here, the page fills the arrays."""

from __future__ import annotations

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.informal_algol.library import HEAD
from getallenband.interpreters.lowering import page_calls
from getallenband.interpreters.lowering.page_calls import FormContext, Forms, NotInPages, Operand, PageCall, constant


def page_forms(options: Options) -> Forms:
    """Return the forms of the external procedures."""
    stop = int(options.settings["stop_at_solution"])
    return {
        "table_begin": table_begin,
        "table_extent": lambda _context, _expected: [["next"]],
        "table_fill": lambda _context, address, words, _truths: [["fill", address, words]],
        "tables_end": lambda _context: [],
        "read_number": page_calls.read,
        "read_truth": read_truth,
        "read_status": read_status,
        "status_end": status_end,
        "print_result": lambda _context, address, words: [["result", address, words, stop]],
        "print_number": lambda _context, value: [["text", " "], *page_calls.conversion("d", value)],
        "print_line": lambda _context: [["text", "\n"]],
    }


def table_begin(context: FormContext, name: Operand) -> list[PageCall]:
    """Go to the numbers of a table on the tape: its bounds, then its elements."""
    text, wanted = context.tapes.get("tables", ""), context.strings[constant(name, "a table")]
    heads = [(" ".join(head[1].split()), head.end(1)) for head in HEAD.finditer(text)]
    start = next((end for known, end in heads if known == wanted), None)
    if start is None:
        raise NotInPages(f"the table {wanted} that is not on the tape")
    return [["table", "tables", start]]


def read_status(context: FormContext, address: Operand, words: Operand, _truths: Operand) -> list[PageCall]:
    """Read the contents of each box, and how many solutions were printed."""
    if "status" not in context.tapes:
        return [["trap", "there is no tape status to read from: --tape status=FILE"]]
    return [
        ["table", "status", 0],
        ["fill", address, words],
        ["resume", address, words],
    ]


def read_truth(context: FormContext) -> list[PageCall]:
    return page_calls.read(context) if "tape" in context.tapes else [["give", int("status" in context.tapes)]]


def status_end(context: FormContext, address: Operand, words: Operand) -> list[PageCall]:
    """At the end of a run that went on from a status every box must be empty."""
    message = "the status is one that no search reaches: at the end box {0} still holds piece {1}"
    return [["empty", address, words, message]] if "status" in context.tapes else []

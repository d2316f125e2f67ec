"""What a page does for the external procedures: it fills the arrays from tapes that are checked here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import prod

from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.ir.host import HostTrap
from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.informal_algol.library import Session, check_status, heads_of
from getallenband.interpreters.languages.informal_algol.tables import Table, check_tables
from getallenband.interpreters.lowering import page_calls
from getallenband.interpreters.lowering.numbers import integer
from getallenband.interpreters.lowering.page_calls import FormContext, Forms, NotInPages, Operand, PageCall, constant
from getallenband.interpreters.lowering.tape import INTEGER, TOKEN, Tape
from getallenband.interpreters.source.position import SourceText

Arrays = Mapping[str, Sequence[int]]
"""The lower bounds of the program's arrays, by their names."""


def page_forms(options: Options, arrays: Arrays) -> Forms:
    """Return the forms of the external procedures."""
    stop = int(options.settings["stop_at_solution"])
    return {
        "table_begin": table_begin,
        "table_extent": lambda _context, expected: [["bound", expected]],
        "table_fill": table_fill,
        "tables_end": partial(tables_end, arrays),
        "read_number": page_calls.read,
        "read_truth": read_truth,
        "read_status": partial(read_status, arrays),
        "status_end": status_end,
        "print_result": lambda _context, address, words: [["result", address, words, stop]],
        "print_number": lambda _context, value: [["text", " "], *page_calls.conversion("d", value)],
        "print_line": lambda _context: [["text", "\n"]],
    }


def table_begin(context: FormContext, name: Operand) -> list[PageCall]:
    """Go to the numbers of a table on the tape: its bounds, then its elements."""
    wanted = context.strings[constant(name, "a table")]
    ends = [end for known, (_, end) in heads_of(context.tapes.get("tables", "")) if known == wanted]
    if not ends:
        raise NotInPages(f"the table {wanted} that is not on the tape")
    return [["table", "tables", ends[0]]]


def table_fill(_context: FormContext, address: Operand, words: Operand, truths: Operand) -> list[PageCall]:
    if truths:
        raise NotInPages("a table of BOOL")
    return [["fill", address, words], ["whole"]]


def tables_end(arrays: Arrays, context: FormContext) -> list[PageCall]:
    """Check what must hold between the tables."""

    def fault(_name: str, _index: int, message: str, expected: str) -> None:
        raise NotInPages(f"a tape that the program refuses ({message}; expected: {expected})")

    check_tables(tables_of(arrays, context), fault)
    return []


def tables_of(arrays: Arrays, context: FormContext) -> dict[str, Table]:
    """Return the tables on the tape that fill arrays of the program."""
    text = context.tapes.get("tables", "")
    heads = heads_of(text)
    tables: dict[str, Table] = {}
    nexts = [*(start for _, (start, _) in heads[1:]), len(text)]
    for (name, (_, begin)), end in zip(heads, nexts, strict=True):
        if name in arrays:
            lowers, values = arrays[name], numbers_of(text[begin:end])
            uppers = [upper or 0 for upper in values[: len(lowers)]]
            size = prod(max(0, upper - lower + 1) for lower, upper in zip(lowers, uppers, strict=False))
            if name in tables or len(values) != len(lowers) + size:
                raise NotInPages(f"a tape that the program refuses (the table {name} is given twice or not whole)")
            tables[name] = Table(tuple(uppers), values[len(lowers) :])
    return tables


def numbers_of(text: str) -> list[int | None]:
    """Return the elements that are written in a text, None for -, those without value."""
    words = TOKEN.findall(text)
    values = [integer(word, IEEE754.greatest) if INTEGER.fullmatch(word) else None for word in words]
    wrong = next((word for word, value in zip(words, values, strict=True) if value is None and word != "-"), None)
    if wrong is not None:
        raise NotInPages(f"a tape that the program refuses ({wrong!r} is no number that it can have)")
    return values


def read_status(
    arrays: Arrays, context: FormContext, address: Operand, words: Operand, truths: Operand
) -> list[PageCall]:
    """Read the contents of each box, and how many solutions were printed."""
    if "status" not in context.tapes:
        return [["trap", "there is no tape status to read from: --tape status=FILE"]]
    text = context.tapes["status"]
    boxes = numbers_of(text)[:-1]
    if truths or "-" in TOKEN.findall(text):
        raise NotInPages("a status whose boxes are BOOL or have no value")
    session = Session({}, 0, status=[box or 0 for box in boxes], tables=tables_of(arrays, context))
    try:
        check_status(session, Tape(SourceText("status.txt", text)), 0)
    except HostTrap as problem:
        raise NotInPages(f"a tape that the program refuses ({str(problem).partition(' (')[0]})") from None
    return [
        ["table", "status", 0],
        ["fill", address, words],
        ["resume", address, words],
        ["whole"],
    ]


def read_truth(context: FormContext) -> list[PageCall]:
    if "tape" in context.tapes:
        raise NotInPages("a BOOL on a tape")
    return [["give", int("status" in context.tapes)]]


def status_end(context: FormContext, address: Operand, words: Operand) -> list[PageCall]:
    """At the end of a run that went on from a status every box must be empty."""
    message = "the status is one that no search reaches: at the end box {0} still holds piece {1}"
    return [["empty", address, words, message]] if "status" in context.tapes else []

"""Quoted data into values, and quasiquotation into applications of list and append.

quoted(Sequence((Number(1), Name("a"))))         # the list (1 a)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreters.languages.amb_scheme import core, syntax
from interpreters.languages.amb_scheme.values import EMPTY, Symbol, Value, listed

if TYPE_CHECKING:
    from interpreters.languages.amb_scheme.expand import Expander

UNQUOTATIONS = ("quasiquote", "unquote", "unquote-splicing")


def quoted(datum: syntax.Datum) -> Value:
    """Return the value of a quoted datum."""
    match datum:
        case syntax.Number(value) | syntax.Text(value) | syntax.Boolean(value):
            return value
        case syntax.Name(name):
            return Symbol(name)
        case syntax.Sequence(items, tail):
            return listed([quoted(item) for item in items], EMPTY if tail is None else quoted(tail))
    raise TypeError(datum)


def quasiquoted(expander: Expander, datum: syntax.Datum, frame: core.Frame | None, level: int = 1) -> core.Expression:
    """Expand what stands behind a quasiquote, `level` quasiquotes deep."""
    if not isinstance(datum, syntax.Sequence) or not datum.items:
        return core.Constant(datum.place, quoted(datum))
    head = datum.items[0]
    word = head.name if isinstance(head, syntax.Name) and len(datum.items) == 2 else ""
    if word == "unquote" and level == 1:
        return expander.expression(datum.items[1], frame)
    if word == "unquote-splicing" and level == 1:
        raise expander.error(datum.place, "unquote-splicing stands outside a list")
    if word in UNQUOTATIONS:
        level += 1 if word == "quasiquote" else -1
    items, tail = with_tail(datum)
    pieces: list[core.Expression] = []
    row: list[core.Expression] = []
    for item in items:
        if level == 1 and is_splice(item):
            assert isinstance(item, syntax.Sequence)
            pieces += [*built(expander, datum, row, frame), expander.expression(item.items[1], frame)]
            row = []
        else:
            row.append(quasiquoted(expander, item, frame, level))
    end = core.Constant(datum.place, EMPTY) if tail is None else quasiquoted(expander, tail, frame, level)
    known = [part.value for part in row if isinstance(part, core.Constant)]
    if not pieces and isinstance(end, core.Constant) and len(known) == len(row):
        return core.Constant(datum.place, listed(known, end.value))
    pieces += built(expander, datum, row, frame)
    if len(pieces) == 1 and tail is None and row:
        return pieces[0]
    operator = core.Constant(datum.place, expander.primitive("append"))
    return expander.call(datum.place, operator, (*pieces, end), frame)


def with_tail(datum: syntax.Sequence) -> tuple[tuple[syntax.Datum, ...], syntax.Datum | None]:
    """Return items and tail of a list; (a . ,x) was read as (a unquote x), and has the tail ,x."""
    items = datum.items
    word = items[-2] if len(items) > 2 and datum.tail is None else None
    if isinstance(word, syntax.Name) and word.name in UNQUOTATIONS:
        return items[:-2], syntax.Sequence(items[-2:], place=word.place)
    return items, datum.tail


def is_splice(item: syntax.Datum) -> bool:
    """Tell whether an item of a list is ,@ something."""
    return (
        isinstance(item, syntax.Sequence) and len(item.items) == 2 and item.items[0] == syntax.Name("unquote-splicing")
    )


def built(
    expander: Expander, datum: syntax.Sequence, row: list[core.Expression], frame: core.Frame | None
) -> list[core.Expression]:
    """Make one list of the parts of a quasiquotation that stand between two spliced ones."""
    if not row:
        return []
    operator = core.Constant(datum.place, expander.primitive("list"))
    return [expander.call(datum.place, operator, tuple(row), frame)]

"""Quoted data into values, and quasiquotation into applications of cons and append.

quoted(Sequence((Number(1), Name("a"))))         # the list (1 a)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreters.languages.amb_scheme import core, syntax
from interpreters.languages.amb_scheme.values import EMPTY, Symbol, Value, listed

if TYPE_CHECKING:
    from interpreters.languages.amb_scheme.expand import Expander


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
    if word in ("quasiquote", "unquote", "unquote-splicing"):
        level += 1 if word == "quasiquote" else -1
    rest = core.Constant(datum.place, EMPTY) if datum.tail is None else quasiquoted(expander, datum.tail, frame, level)
    for item in reversed(datum.items):
        spliced = level == 1 and isinstance(item, syntax.Sequence) and len(item.items) == 2
        if spliced and isinstance(item, syntax.Sequence) and item.items[0] == syntax.Name("unquote-splicing"):
            part, joiner = expander.expression(item.items[1], frame), "append"
        else:
            part, joiner = quasiquoted(expander, item, frame, level), "cons"
        if joiner == "cons" and isinstance(part, core.Constant) and isinstance(rest, core.Constant):
            rest = core.Constant(datum.place, listed([part.value], rest.value))
        else:
            operator = core.Constant(item.place, expander.primitive(joiner))
            rest = expander.call(item.place, operator, (part, rest), frame)
    return rest

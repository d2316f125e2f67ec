"""Quasiquotation into applications of list and append.

`(1 ,x ,@rest)      becomes      (append (list 1 x) rest '())
"""

from __future__ import annotations

from getallenband.interpreters.languages.amb_scheme import core, syntax
from getallenband.interpreters.languages.amb_scheme.expand import Expander, quoted
from getallenband.interpreters.languages.amb_scheme.values import EMPTY, listed
from getallenband.interpreters.source.tree import Node

UNQUOTATIONS = ("quasiquote", "unquote", "unquote-splicing")


def quasiquoted(expander: Expander, datum: Node, frame: core.Frame | None, level: int = 1) -> core.Expression:
    """Expand what follows a quasiquote, `level` quasiquotes deep."""
    if isinstance(datum, syntax.Vector):
        inside = quasiquoted(expander, syntax.List(datum.items, place=datum.place), frame, level)
        operator = core.Constant(datum.place, expander.primitive("list->vector"))
        return expander.call(datum.place, operator, (inside,), frame)
    if not isinstance(datum, syntax.List) or not datum.items:
        return core.Constant(datum.place, quoted(datum))
    head = datum.items[0]
    word = head.name if isinstance(head, syntax.Symbol) and len(datum.items) == 2 else ""
    if word == "unquote" and level == 1:
        return expander.expression(datum.items[1], frame)
    if word == "unquote-splicing" and level == 1:
        expander.fail(datum.place, "unquote-splicing outside a list")
    if word in UNQUOTATIONS:
        level += 1 if word == "quasiquote" else -1
    items, tail = with_tail(datum)
    pieces: list[core.Expression] = []
    run: list[core.Expression] = []
    for item in items:
        if level == 1 and is_splice(item):
            assert isinstance(item, syntax.List)
            pieces += [*built(expander, datum, run, frame), expander.expression(item.items[1], frame)]
            run = []
        else:
            run.append(quasiquoted(expander, item, frame, level))
    end = core.Constant(datum.place, EMPTY) if tail is None else quasiquoted(expander, tail, frame, level)
    known = [part.value for part in run if isinstance(part, core.Constant)]
    if not pieces and isinstance(end, core.Constant) and len(known) == len(run):
        return core.Constant(datum.place, listed(known, end.value))
    pieces += built(expander, datum, run, frame)
    if len(pieces) == 1 and tail is None and run:
        return pieces[0]
    operator = core.Constant(datum.place, expander.primitive("append"))
    return expander.call(datum.place, operator, (*pieces, end), frame)


def with_tail(datum: syntax.List) -> tuple[tuple[Node, ...], Node | None]:
    """Return items and tail of a list; (a . ,x) was read as (a unquote x), and has the tail ,x."""
    items = datum.items
    word = items[-2] if len(items) > 2 and datum.tail is None else None
    if isinstance(word, syntax.Symbol) and word.name in UNQUOTATIONS:
        return items[:-2], syntax.List(items[-2:], place=word.place)
    return items, datum.tail


def is_splice(item: Node) -> bool:
    """Return whether an item of a list is ,@ something."""
    return isinstance(item, syntax.List) and len(item.items) == 2 and item.items[0] == syntax.Symbol("unquote-splicing")


def built(
    expander: Expander, datum: syntax.List, run: list[core.Expression], frame: core.Frame | None
) -> list[core.Expression]:
    """Combine the parts of a quasiquotation between two spliced ones in one list."""
    if not run:
        return []
    operator = core.Constant(datum.place, expander.primitive("list"))
    return [expander.call(datum.place, operator, tuple(run), frame)]

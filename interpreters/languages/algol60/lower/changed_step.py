"""Note where a for statement changes its own step: there the reports of 1963 and 1976 differ (4.6.4.2).

    for i := 1 step h until 20 do h := h + 1

The Modified Report evaluates the step once a turn, before the test, and adds that; the Revised Report evaluates it
again after the statement. Evaluating it twice for the sake of a note could print, assign or trap. So no expression is:
the variables that the step reads are compared with what they were. An element is looked at only where its subscripts
are as before, and so within their bounds. Of a step that calls something a note says that it may matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import place_index
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import Region
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Procedure, is_kind
from getallenband.interpreters.languages.algol60.check.entities import Variable as Simple
from getallenband.interpreters.languages.algol60.lower.arrays import element
from getallenband.interpreters.languages.algol60.lower.context import Context, is_named
from getallenband.interpreters.languages.algol60.lower.descriptors import CODE, LINK, is_tag, word
from getallenband.interpreters.languages.algol60.lower.names import words_of
from getallenband.interpreters.languages.algol60.lower.program import WORD, cell_kind, ir_type
from getallenband.interpreters.lowering import arithmetic
from getallenband.interpreters.lowering.cells import RegionCell, load, store
from getallenband.interpreters.source.tree import walk

PURE = ("sized", "sign", "entier", "mathematical", "enquiry", "greatest_integer", "constant")
"""Kinds of standard functions whose value depends on nothing but their parameters."""
MAY_DIFFER = "the step evaluates {} once a turn; the Revised Report does it twice (Report 4.6.4.2)"
DIFFERS = (
    "the step reads {}, which changes within the for statement: "
    "the step from before the change is added (Report 4.6.4.2)"
)

Leaf = syntax.Name | syntax.Subscripted


@dataclass(frozen=True, slots=True)
class Step:
    """A step and its snapshot: each variable that it read at its evaluation, and the local with the value then."""

    node: syntax.Expression
    remembered: Sequence[tuple[Leaf, str]]


def remember(c: Context, step: syntax.Expression) -> Step:
    """Remember the variables that a step reads, those without subscripts first, elements in a subscript before it."""
    nodes = [node for node in walk(step) if isinstance(node, syntax.Name) and is_kind(node.meaning, Simple, "simple")]
    # In the branch that was not taken a subscript may be outside its bounds, and one that calls something may print:
    # such elements are not read a second time, lest a legal program trap or print twice for the note's sake.
    unsafe = called(step) or any(isinstance(node, syntax.Conditional) for node in walk(step))
    elements = [] if unsafe else [node for node in walk(step) if isinstance(node, syntax.Subscripted)][::-1]
    remembered: list[tuple[Leaf, str]] = []
    leaves: tuple[Leaf, ...] = (*nodes, *elements)
    for node in leaves:
        local = c.build.local("before", ir_type(node.type))
        c.build.perform(ops.LocalStore, local, present(c, node))
        remembered.append((node, local))
    return Step(step, remembered)


def called(step: syntax.Expression) -> str:
    """Return the name of a procedure in a step that may have side effects or read variables, or nothing."""
    named = (node.meaning for node in walk(step) if isinstance(node, syntax.Name))
    return next((each.name for each in named if is_kind(each, Procedure, "procedure") and not is_pure(each)), "")


def is_pure(entity: object) -> bool:
    standard = entity.standard if isinstance(entity, Procedure) else None
    return standard is not None and standard.how.split()[0] in PURE


def present(c: Context, node: Leaf) -> Register:
    """Read a variable without checking that it has a value; a parameter that stands for an expression reads as zero."""
    if isinstance(node, syntax.Subscripted):
        return load(c.build, element(c, node))
    entity = node.meaning
    if not is_named(entity):
        return load(c.build, c.cell(entity, entity.type))
    # Evaluating the thunk could print or assign. Zero, before and after, never differs; `note_change` has said by then
    # that such a step may matter.
    words, zero = words_of(c, entity), c.build.real(0.0) if entity.type == "real" else c.build.int(0)
    direct = is_tag(c, words(CODE), 0)
    return c.chosen(
        ir_type(entity.type), direct, lambda: word(c, words(LINK), kind=cell_kind(entity.type)), lambda: zero
    )


def note_change(c: Context, step: Step) -> None:
    """Note, once in a run, the first variable that changed since the snapshot, or that a call may differ."""
    if name := called(step.node):
        note(c, step, MAY_DIFFER.format(name))
        return
    named = [node.meaning for node, _ in step.remembered if is_named(node.meaning)]
    for formal in named:
        expression = c.build.do(ops.IntCompare, "/=", words_of(c, formal)(CODE), c.build.int(0))
        c.choose(expression, partial(note, c, step, MAY_DIFFER.format(f"the expression for {formal.name}")))
    compare(c, step, step.remembered)


def compare(c: Context, step: Step, remembered: Sequence[tuple[Leaf, str]]) -> None:
    """Compare the variables one by one; after the first that differs no other is read."""
    if not remembered:
        return
    (node, local), *others = remembered
    before, now = c.build.do(ops.LocalLoad, local), present(c, node)
    # < or >, not /=: both are false of a NaN. A variable of the branch that was not taken may have no value, and has
    # not changed if it still has none.
    less, greater = (arithmetic.compare(c.build, relation, before, now) for relation in ("<", ">"))
    name = node.name.name if isinstance(node, syntax.Subscripted) else node.name
    further: Callable[[], None] | None = partial(compare, c, step, others) if others else None
    c.choose(c.build.do(ops.BoolOr, less, greater), partial(note, c, step, DIFFERS.format(name)), further)


def note(c: Context, step: Step, message: str) -> None:
    """Call the host for a note, the first time that a step's statement comes here."""
    build, place = c.build, step.node.place
    # A static region, not a local: the note comes once in a run, however often the procedure around it is entered.
    done = f"step.{place.line}.{place.column}"
    c.program.ir.regions.setdefault(done, Region(WORD, "zero"))
    cell = RegionCell(done, "i64")

    def call() -> None:
        store(build, cell, build.int(1))
        build.defer("note_step", build.int(place_index(c.program.ir, place)), build.string(message))

    c.choose(is_tag(c, load(build, cell), 0), call)

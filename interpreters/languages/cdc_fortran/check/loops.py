"""Check that every DO ends after itself, inside the DO around it, on a statement that may end one (7.1.2.8)."""

from __future__ import annotations

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Checking

NO_LAST = (
    syntax.GoTo, syntax.AssignedGoTo, syntax.ComputedGoTo, syntax.ArithmeticIf, syntax.Return, syntax.Stop,
    syntax.Pause, syntax.Do,
)  # fmt: skip
"""Statements that cannot be the last of a DO."""


def check_loops(c: Checking) -> None:
    """Check the DO loops of a unit."""
    open_loops: list[syntax.Do] = []
    for statement in c.scope.executables:
        construct = statement.construct
        if isinstance(construct, syntax.Do):
            if construct.label and construct.label == statement.label:
                c.error(construct.place, f"the DO ends on itself, label {construct.label}")
            open_loops.append(construct)
        if statement.label and any(loop.label == statement.label for loop in open_loops):
            end_loops(c, statement, open_loops)
    for loop in open_loops:
        if loop.label in c.scope.labels:
            c.error(loop.place, f"label {loop.label} comes before its DO", "the end of a DO after it")
        else:
            near = c.nearest(loop.label, c.scope.labels)
            c.error(loop.place, f"there is no label {loop.label} to end this DO", "", near)


def end_loops(c: Checking, statement: syntax.Statement, open_loops: list[syntax.Do]) -> None:
    """Close the loops that end on a statement."""
    while open_loops and open_loops[-1].label == statement.label:
        open_loops.pop()
    for loop in [loop for loop in open_loops if loop.label == statement.label]:
        inner = open_loops[-1]
        message = f"the DO of line {loop.place.line} ends here, inside the DO {inner.label} of line {inner.place.line}"
        c.error(statement.label_place, message)
        open_loops.remove(loop)
    construct = statement.construct
    if isinstance(construct, syntax.LogicalIf):
        construct = construct.statement
    if isinstance(construct, NO_LAST):
        c.error(statement.place, "a DO cannot end on this statement", "CONTINUE")

"""What the expander makes of a program: few kinds of expression, every variable resolved.

(let ((x 1)) (amb x 2)) becomes Let(frame, (Constant(1),), Amb((LocalRead(x), Constant(2)))).

A Variable is one name in one frame; what the whole program does with it (how often it is defined, whether it is ever
assigned) is known when the expander is done, and lets the compiler call known procedures directly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from getallenband.interpreters.source.position import Place


@dataclass(eq=False, slots=True)
class Frame:
    """The variables and macros of one lambda or let; slot 0 of a frame at run time is the frame around it."""

    outer: Frame | None
    variables: dict[str, Variable] = field(default_factory=dict)
    macros: dict[str, Any] = field(default_factory=dict)
    parameters: int = 0


@dataclass(eq=False, slots=True)
class Variable:
    """A name; `index` is its slot in its frame, `frame` is None for a global one.

    `definitions` counts what gives it a value, parameters too; `early`: the text mentions it before its definition.
    """

    name: str
    frame: Frame | None
    index: int
    defined: bool = False
    definitions: int = 0
    assigned: bool = False
    early: bool = False
    procedure: Lambda | None = None

    def known(self) -> Lambda | None:
        """Return the one lambda that this variable can ever name."""
        return self.procedure if self.definitions == 1 and not self.assigned else None


@dataclass(eq=False, slots=True)
class Expression:
    """Any expression."""

    place: Place


@dataclass(eq=False, slots=True)
class Constant(Expression):
    """A number, string, Boolean or quoted datum."""

    value: Any


@dataclass(eq=False, slots=True)
class LocalRead(Expression):
    """A variable of a frame, `depth` frames out."""

    variable: Variable
    depth: int


@dataclass(eq=False, slots=True)
class GlobalRead(Expression):
    """A variable of the program or the library."""

    variable: Variable


@dataclass(eq=False, slots=True)
class Assign(Expression):
    """set! (undone on backtracking), permanent-set! or define (neither is); `depth` counts for local variables."""

    variable: Variable
    depth: int
    value: Expression
    kind: str


@dataclass(eq=False, slots=True)
class Lambda(Expression):
    """A procedure: `frame` holds the parameters, then what its body defines; with `rest` the last takes a list."""

    name: str
    frame: Frame
    required: int
    rest: bool
    body: Expression


@dataclass(eq=False, slots=True)
class Let(Expression):
    """A frame of its own: `values` are evaluated outside it."""

    frame: Frame
    values: tuple[Expression, ...]
    body: Expression


@dataclass(eq=False, slots=True)
class If(Expression):
    """if and cond: the first clause whose test is not false."""

    clauses: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression


@dataclass(eq=False, slots=True)
class AndOr(Expression):
    """and (stop: at the first false value) or or (at the first other value)."""

    stop_at_false: bool
    items: tuple[Expression, ...]


@dataclass(eq=False, slots=True)
class Begin(Expression):
    """Expressions in turn; the last one's value."""

    items: tuple[Expression, ...]


@dataclass(eq=False, slots=True)
class Call(Expression):
    """An application; `label` names it in the counts, `scope` is the frame in which it stands."""

    operator: Expression
    operands: tuple[Expression, ...]
    label: int
    scope: Frame | None


@dataclass(eq=False, slots=True)
class Amb(Expression):
    """A choice; `random` for ramb; `label` and `scope` as in Call."""

    items: tuple[Expression, ...]
    random: bool
    label: int
    scope: Frame | None


@dataclass(eq=False, slots=True)
class IfFail(Expression):
    """if-fail: the second expression where the first has no more values."""

    tried: Expression
    otherwise: Expression

"""The syntax tree of an ALGOL 60 program, one class for each construct of the report.

    parse("begin integer k; k := 1 end").body
    Block((TypeDeclaration(False, "integer", (Name("k"),)),), (Assignment((Name("k"),), IntegerNumber(1)),))

Places and what the checker finds out (`meaning`, `type`) take no part in comparison.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreters.source.position import Place

NOWHERE = Place(1, 1)


@dataclass(slots=True, kw_only=True)
class Node:
    """What every construct has: a place in the source text."""

    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(slots=True)
class Expression(Node):
    """An expression; the checker sets `type` to integer, real, Boolean, or to what a parameter may be."""

    type: str = field(default="", compare=False, repr=False, kw_only=True)


# --- 2 Basic symbols, numbers and strings ---------------------------------------------------------------------------


@dataclass(slots=True)
class IntegerNumber(Expression):
    """An unsigned integer; as an actual parameter it may stand for a label, which the scopes note in `meaning`."""

    value: int
    meaning: Any = field(default=None, compare=False, repr=False)


@dataclass(slots=True)
class RealNumber(Expression):
    """An unsigned number with a point or an exponent; `text` is how it is written."""

    value: float
    text: str = field(default="", compare=False)


@dataclass(slots=True)
class LogicalValue(Expression):
    """True or false."""

    value: bool


@dataclass(slots=True)
class String(Expression):
    """A string without its outermost quotes."""

    text: str


# --- 3 Expressions --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Name(Expression):
    """An identifier; the checker sets `meaning` to what was declared."""

    name: str
    meaning: Any = field(default=None, compare=False, repr=False)


@dataclass(slots=True)
class Subscripted(Expression):
    """A subscripted variable or a switch designator."""

    name: Name
    subscripts: tuple[Expression, ...]


@dataclass(slots=True)
class FunctionDesignator(Expression):
    """A procedure identifier with actual parameters."""

    name: Name
    actuals: tuple[Expression, ...]


@dataclass(slots=True)
class Unary(Expression):
    """A sign before a term, or ¬ before a Boolean primary."""

    operator: str
    operand: Expression


@dataclass(slots=True)
class Binary(Expression):
    """Two operands and an operator: ↑ × / ÷ + - < <= = >= > /= ∧ ∨ ⊃ ≡."""

    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True)
class Conditional(Expression):
    """If … then … else, as an expression of any kind."""

    condition: Expression
    yes: Expression
    no: Expression


# --- 4 Statements ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Statement(Node):
    """A statement with the labels before it."""

    labels: tuple[Name, ...] = field(default=(), kw_only=True)


@dataclass(slots=True)
class Assignment(Statement):
    """Left parts and an expression."""

    targets: tuple[Expression, ...]
    value: Expression


@dataclass(slots=True)
class GoTo(Statement):
    """A go to statement."""

    target: Expression


@dataclass(slots=True)
class Dummy(Statement):
    """Nothing, or a place for labels."""


@dataclass(slots=True)
class ProcedureStatement(Statement):
    """A call; a procedure identifier alone has no actual parameters."""

    name: Name
    actuals: tuple[Expression, ...]


@dataclass(slots=True)
class ConditionalStatement(Statement):
    """If … then … and perhaps else …."""

    condition: Expression
    yes: Statement
    no: Statement | None = None


@dataclass(slots=True)
class SingleElement(Node):
    """A for list element that is one expression."""

    value: Expression


@dataclass(slots=True)
class StepElement(Node):
    """A step-until-element."""

    first: Expression
    step: Expression
    last: Expression


@dataclass(slots=True)
class WhileElement(Node):
    """A while-element."""

    value: Expression
    condition: Expression


ForElement = SingleElement | StepElement | WhileElement


@dataclass(slots=True)
class For(Statement):
    """A for statement."""

    variable: Expression
    elements: tuple[ForElement, ...]
    body: Statement


@dataclass(slots=True)
class Compound(Statement):
    """Begin … end without declarations."""

    statements: tuple[Statement, ...]


@dataclass(slots=True)
class Block(Statement):
    """Begin … end with declarations."""

    declarations: tuple[Declaration, ...]
    statements: tuple[Statement, ...]


# --- 5 Declarations -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class TypeDeclaration(Node):
    """Simple variables."""

    own: bool
    type: str
    names: tuple[Name, ...]


@dataclass(slots=True)
class ArraySegment(Node):
    """Array identifiers with their common bounds, as pairs."""

    names: tuple[Name, ...]
    bounds: tuple[tuple[Expression, Expression], ...]


@dataclass(slots=True)
class ArrayDeclaration(Node):
    """Arrays of one type."""

    own: bool
    type: str
    segments: tuple[ArraySegment, ...]


@dataclass(slots=True)
class SwitchDeclaration(Node):
    """A switch and its designational expressions."""

    name: Name
    elements: tuple[Expression, ...]


@dataclass(slots=True)
class Specification(Node):
    """A specifier and formal parameters; `kind` is simple, array, procedure, label, switch or string."""

    kind: str
    type: str
    names: tuple[Name, ...]


@dataclass(slots=True)
class ProcedureDeclaration(Node):
    """A procedure; `type` is empty where it has no value."""

    type: str
    name: Name
    formals: tuple[Name, ...]
    values: tuple[Name, ...]
    specifications: tuple[Specification, ...]
    body: Statement


Declaration = TypeDeclaration | ArrayDeclaration | SwitchDeclaration | ProcedureDeclaration


@dataclass(slots=True)
class Program(Node):
    """A program: a block or a compound statement."""

    body: Statement

"""The syntax tree of an ALGOL 60 program, one class for each construct of the report.

    parse("begin integer k; k := 1 end").body
    Block((TypeDeclaration(False, "integer", (Name("k"),)),), (Assignment((Name("k"),), IntegerNumber(1)),))

The tree itself never changes; what the checker finds out about an expression stands in its `notes`, which take no part
in comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from getallenband.interpreters.source.tree import Node, children


@dataclass(slots=True)
class Notes:
    """What the checker finds out: the type, and what an identifier was declared as."""

    type: str = ""
    meaning: Any = None


class Expression(Node):
    notes: Notes = field(default_factory=Notes, compare=False, repr=False, kw_only=True)

    @property
    def type(self) -> str:
        """The type of the value, integer, real or Boolean; of an actual parameter also its kind: label, array."""
        return self.notes.type

    @property
    def meaning(self) -> Any:
        """What an identifier, or an integer that may be a label, was declared as: an entity, or None."""
        return self.notes.meaning


# --- 2 Basic symbols, numbers and strings ---------------------------------------------------------------------------


class IntegerNumber(Expression):
    """An unsigned integer; as an actual parameter it may stand for a label."""

    value: int


class RealNumber(Expression):
    value: float


class LogicalValue(Expression):
    value: bool


class String(Expression):
    """A string without its outermost quotes."""

    text: str


# --- 3 Expressions --------------------------------------------------------------------------------------------------


class Name(Expression):
    """An identifier, or a label that is a number."""

    name: str


class Subscripted(Expression):
    """A subscripted variable or a switch designator."""

    name: Name
    subscripts: tuple[Expression, ...]


class FunctionDesignator(Expression):
    name: Name
    actuals: tuple[Expression, ...]


class Unary(Expression):
    """A sign before a term, or ¬ before a Boolean primary."""

    operator: str
    operand: Expression


class Binary(Expression):
    """Two operands and an operator: ↑ × / ÷ + - < <= = >= > /= ∧ ∨ ⊃ ≡."""

    operator: str
    left: Expression
    right: Expression


class Conditional(Expression):
    condition: Expression
    yes: Expression
    no: Expression


# --- 4 Statements ---------------------------------------------------------------------------------------------------


class Statement(Node):
    """A statement with the labels before it."""

    labels: tuple[Name, ...] = field(default=(), kw_only=True)


class Assignment(Statement):
    targets: tuple[Expression, ...]
    value: Expression


class GoTo(Statement):
    target: Expression


class Dummy(Statement):
    """Nothing, or a place for labels."""


class ProcedureStatement(Statement):
    name: Name
    actuals: tuple[Expression, ...]


class ConditionalStatement(Statement):
    condition: Expression
    yes: Statement
    no: Statement | None = None


class SingleElement(Node):
    value: Expression


class StepElement(Node):
    first: Expression
    step: Expression
    last: Expression


class WhileElement(Node):
    value: Expression
    condition: Expression


ForElement = SingleElement | StepElement | WhileElement


class For(Statement):
    variable: Expression
    elements: tuple[ForElement, ...]
    body: Statement


class Compound(Statement):
    statements: tuple[Statement, ...]


class Block(Statement):
    declarations: tuple[Declaration, ...]
    statements: tuple[Statement, ...]


def statements_in(node: Statement) -> list[Statement]:
    """Return the statements directly in a statement, in the order of the text; bodies of procedures are not."""
    return [part for part in children(node) if isinstance(part, Statement)]


# --- 5 Declarations -------------------------------------------------------------------------------------------------


class TypeDeclaration(Node):
    own: bool
    type: str
    names: tuple[Name, ...]


class BoundPair(Node):
    lower: Expression
    upper: Expression


class ArraySegment(Node):
    """Array identifiers with their common bounds."""

    names: tuple[Name, ...]
    bounds: tuple[BoundPair, ...]


class ArrayDeclaration(Node):
    own: bool
    type: str
    segments: tuple[ArraySegment, ...]


class SwitchDeclaration(Node):
    name: Name
    elements: tuple[Expression, ...]


class Specification(Node):
    """A specifier and formal parameters; `kind` is simple, array, procedure, label, switch or string."""

    kind: str
    type: str
    names: tuple[Name, ...]


class ProcedureDeclaration(Node):
    """A procedure; `type` is empty where it has no value."""

    type: str
    name: Name
    formals: tuple[Name, ...]
    values: tuple[Name, ...]
    specifications: tuple[Specification, ...]
    body: Statement


Declaration = TypeDeclaration | ArrayDeclaration | SwitchDeclaration | ProcedureDeclaration


class Program(Node):
    body: Block | Compound

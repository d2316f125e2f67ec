"""The syntax tree of an ALGOL 60 program, one class for each construct of the report.

    parse("begin integer k; k := 1 end").body
    Block((TypeDeclaration(False, "integer", (Name("k"),)),), (Assignment((Name("k"),), IntegerNumber(1)),))

The tree itself never changes; what the checker finds out about an expression stands in its `notes`, which take no part
in comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreters.source.tree import Node


@dataclass(slots=True)
class Notes:
    """What the checker finds out: the type, and what an identifier was declared as."""

    type: str = ""
    meaning: Any = None


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class IntegerNumber(Expression):
    """An unsigned integer; as an actual parameter it may stand for a label."""

    value: int


@dataclass(frozen=True, slots=True)
class RealNumber(Expression):
    value: float


@dataclass(frozen=True, slots=True)
class LogicalValue(Expression):
    value: bool


@dataclass(frozen=True, slots=True)
class String(Expression):
    """A string without its outermost quotes."""

    text: str


# --- 3 Expressions --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Expression):
    """An identifier, or a label that is a number."""

    name: str


@dataclass(frozen=True, slots=True)
class Subscripted(Expression):
    """A subscripted variable or a switch designator."""

    name: Name
    subscripts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class FunctionDesignator(Expression):
    name: Name
    actuals: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary(Expression):
    """A sign before a term, or ¬ before a Boolean primary."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Expression):
    """Two operands and an operator: ↑ × / ÷ + - < <= = >= > /= ∧ ∨ ⊃ ≡."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Conditional(Expression):
    condition: Expression
    yes: Expression
    no: Expression


# --- 4 Statements ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """A statement with the labels before it."""

    labels: tuple[Name, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Assignment(Statement):
    targets: tuple[Expression, ...]
    value: Expression


@dataclass(frozen=True, slots=True)
class GoTo(Statement):
    target: Expression


@dataclass(frozen=True, slots=True)
class Dummy(Statement):
    """Nothing, or a place for labels."""


@dataclass(frozen=True, slots=True)
class ProcedureStatement(Statement):
    name: Name
    actuals: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ConditionalStatement(Statement):
    condition: Expression
    yes: Statement
    no: Statement | None = None


@dataclass(frozen=True, slots=True)
class SingleElement(Node):
    value: Expression


@dataclass(frozen=True, slots=True)
class StepElement(Node):
    first: Expression
    step: Expression
    last: Expression


@dataclass(frozen=True, slots=True)
class WhileElement(Node):
    value: Expression
    condition: Expression


ForElement = SingleElement | StepElement | WhileElement


@dataclass(frozen=True, slots=True)
class For(Statement):
    variable: Expression
    elements: tuple[ForElement, ...]
    body: Statement


@dataclass(frozen=True, slots=True)
class Compound(Statement):
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Block(Statement):
    declarations: tuple[Declaration, ...]
    statements: tuple[Statement, ...]


# --- 5 Declarations -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeDeclaration(Node):
    own: bool
    type: str
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class BoundPair(Node):
    lower: Expression
    upper: Expression


@dataclass(frozen=True, slots=True)
class ArraySegment(Node):
    """Array identifiers with their common bounds."""

    names: tuple[Name, ...]
    bounds: tuple[BoundPair, ...]


@dataclass(frozen=True, slots=True)
class ArrayDeclaration(Node):
    own: bool
    type: str
    segments: tuple[ArraySegment, ...]


@dataclass(frozen=True, slots=True)
class SwitchDeclaration(Node):
    name: Name
    elements: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Specification(Node):
    """A specifier and formal parameters; `kind` is simple, array, procedure, label, switch or string."""

    kind: str
    type: str
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class ProcedureDeclaration(Node):
    """A procedure; `type` is empty where it has no value."""

    type: str
    name: Name
    formals: tuple[Name, ...]
    values: tuple[Name, ...]
    specifications: tuple[Specification, ...]
    body: Statement


Declaration = TypeDeclaration | ArrayDeclaration | SwitchDeclaration | ProcedureDeclaration


@dataclass(frozen=True, slots=True)
class Program(Node):
    body: Block | Compound

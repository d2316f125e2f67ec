"""The syntax tree of the informal Algol: one class for each construct, named as its rule in grammar.lark."""

from __future__ import annotations

from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.source.tree import Node

# --- expressions -------------------------------------------------------------------------------------------------


class Number(Node):
    digits: str


class Truth(Node):
    value: bool


class Variable(Node):
    """A name, with subscripts if it is an array's; or the call of a procedure without parameters."""

    name: str
    subscripts: tuple[Expression, ...] = ()


class FunctionCall(Node):
    """The call of a procedure that has a value, with arguments."""

    name: str
    arguments: tuple[Expression, ...]


class Absolute(Node):
    """ABS(operand)."""

    operand: Expression


class Unary(Node):
    """The operator is one of + - NOT."""

    operator: str
    operand: Expression


class Binary(Node):
    """The operator is one of + - × ÷ MOD, = /= < <= > >=, AND OR."""

    left: Expression
    operator: str
    right: Expression


Expression = Number | Truth | Variable | FunctionCall | Absolute | Unary | Binary


# --- statements --------------------------------------------------------------------------------------------------


class Dummy(Node):
    """Nothing."""


class Block(Node):
    """BEGIN declarations; statements END."""

    declarations: tuple[Declaration, ...]
    statements: tuple[Statement, ...]


class Assign(Node):
    """The operator is one of := += -= &:=."""

    variable: Variable
    operator: str
    value: Expression


class Call(Node):
    """The call of a procedure as a statement."""

    name: str
    arguments: tuple[Expression, ...] = ()


class Choose(Node):
    """IF condition THEN yes ELSE no."""

    condition: Expression
    yes: Statement
    no: Statement | None = None


class Loop(Node):
    """FOR name=first...last WHILE condition DO body; without `last` it has no upper bound."""

    name: str
    first: Expression
    last: Expression | None
    condition: Expression | None
    body: Statement


Statement = Dummy | Block | Assign | Call | Choose | Loop


# --- declarations ------------------------------------------------------------------------------------------------


class Constant(Node):
    name: str
    value: Expression


class Constants(Node):
    """INT CONST and its names with their values."""

    constants: tuple[Constant, ...]


class Typed(Node):
    """A declared name and its type; BOOL is Type.BOOL."""

    type: Type
    name: str


class Simple(Node):
    """A declaration of simple variables: INT name, …, BOOL name, …."""

    names: tuple[Typed, ...]


class Bound(Node):
    """lower:upper; with FLEX `upper` is None."""

    lower: Expression
    upper: Expression | None


class Array(Node):
    """A declaration of arrays that share their bounds: [bounds]INT name, …, BOOL name, …."""

    bounds: tuple[Bound, ...]
    names: tuple[Typed, ...]


class Procedure(Node):
    """type PROC name(parameters); specifications; body. `type` is None for a procedure without value."""

    type: Type | None
    name: str
    parameters: tuple[str, ...]
    specifications: tuple[Typed, ...]
    body: Statement


Declaration = Constants | Simple | Array | Procedure

"""The program as check leaves it: names resolved, every expression with its type, every conversion written out.

    long n; … n + 'a'       Arithmetic("+", Load(Named(n)), Constant(97, type=long), type=long)

Lowering reads this and knows none of C's rules. An expression has a value, an lvalue designates an object.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from getallenband.interpreters.languages.c_subset.types import CType, Function, Pointer, size_of
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import Node

# --- what names mean ---------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Variable:
    """A variable, the array of a string constant, or what a function returned that returns a struct.

    One that lives as long as the program has a `region` and the contents it begins with: constants by offset, zero
    elsewhere. Others are locals of their function unless their address is taken.
    """

    name: str
    type: CType
    place: Place
    region: str = ""
    contents: tuple[tuple[int, Expression], ...] = ()
    address_taken: bool = False


@dataclass(eq=False, slots=True)
class Routine:
    """A function of the program; one that is only declared is not `defined`, one of the library is not counted."""

    name: str
    type: Function
    place: Place
    defined: bool = False
    address_taken: bool = False
    library: bool = False


class Typed(Node):
    """Whatever has a type."""

    type: CType = field(kw_only=True)


# --- lvalues -----------------------------------------------------------------------------------------------------


class Lvalue(Typed):
    """Designates an object."""


class Named(Lvalue):
    """A variable."""

    variable: Variable


class Element(Lvalue):
    """An element of an array, or `pointer[index]`; `name` is the array's in messages."""

    base: Typed
    index: Expression
    name: str


class Pointed(Lvalue):
    """What a pointer points at."""

    pointer: Expression


class MemberOf(Lvalue):
    """A member of a struct, at an offset."""

    base: Lvalue
    offset: int


class After(Lvalue):
    """What an lvalue designates after something was done: the struct that a call returned, or that follows a comma."""

    first: Expression
    lvalue: Lvalue


class Copy(Lvalue):
    """`target = origin` of structs; it designates the target."""

    target: Lvalue
    origin: Lvalue


# --- expressions -------------------------------------------------------------------------------------------------


class Expression(Typed):
    """Has a value."""


class Constant(Expression):
    """An integer, or 0 for the null pointer."""

    value: int


class RealConstant(Expression):
    """A real number."""

    value: float


class FunctionAddress(Expression):
    """A pointer to a function."""

    routine: Routine


class Load(Expression):
    """The value of a scalar object."""

    lvalue: Lvalue


class Address(Expression):
    """A pointer to an object, or to the first element of an array."""

    lvalue: Lvalue


class StructArgument(Expression):
    """A struct that is passed to a function, which is given a pointer to it and copies it."""

    lvalue: Lvalue


class Unused(Expression):
    """A struct that is found for its effects only."""

    lvalue: Lvalue


class Convert(Expression):
    """A value in another type, or thrown away for void."""

    operand: Expression


class Arithmetic(Expression):
    """`+ - * / % & | ^` of two numbers of the result's type."""

    operator: str
    left: Expression
    right: Expression


class Shift(Expression):
    """`<<` or `>>`; the left operand has the result's type."""

    operator: str
    left: Expression
    right: Expression


class Compare(Expression):
    """A comparison of two numbers of one type, or of two pointers."""

    operator: str
    left: Expression
    right: Expression


class Logical(Expression):
    """`&&` or `||`."""

    operator: str
    left: Expression
    right: Expression


class Not(Expression):
    """`!operand`."""

    operand: Expression


class Conditional(Expression):
    """`condition ? yes : no`."""

    condition: Expression
    yes: Expression
    no: Expression


class Move(Expression):
    """`pointer + count` or `pointer - count`."""

    operator: str
    pointer: Expression
    count: Expression


class Distance(Expression):
    """`left - right` of two pointers, in elements."""

    left: Expression
    right: Expression


class Assign(Expression):
    """`target = value`."""

    target: Lvalue
    value: Expression


class Old(Expression):
    """The value that the target of the Update around it, perhaps a variable, had before."""

    variable: Variable | None


class Update(Expression):
    """`target op= …`, `++` and `--`: `value` computes with `old`; a postfix one gives the old value."""

    target: Lvalue
    old: Old
    value: Expression
    postfix: bool = False


class Comma(Expression):
    """`left, right`."""

    left: Expression
    right: Expression


class Call(Expression):
    """A call of a function of the program."""

    routine: Routine
    arguments: tuple[Expression, ...]


class CallPointer(Expression):
    """A call through a pointer."""

    pointer: Expression
    arguments: tuple[Expression, ...]


class CallLibrary(Expression):
    """A call of a function of the library."""

    name: str
    arguments: tuple[Expression, ...]


class Piece(Node):
    """A part of a format: a conversion with its argument, or plain text; of printf, as Python's % has it.

    `sizes` are a width and a precision that are arguments.
    """

    text: str
    argument: Expression | None = None
    sizes: tuple[Expression, ...] = ()


class Print(Expression):
    """`printf`; fprintf to a stream, sprintf to a target."""

    pieces: tuple[Piece, ...]
    stream: Expression | None = None
    target: Expression | None = None


class Scan(Expression):
    """`scanf`: conversions with the pointers that they store through; it reads the tape, or the `way` of `origin`.

    That is "origin" for the string of sscanf, "stream" for the file of fscanf.
    """

    pieces: tuple[Piece, ...]
    origin: Expression | None = None
    way: str = ""


def static_offset(node: Typed) -> tuple[Variable, int] | None:
    """Return the static variable that a pointer or an lvalue is in, and the offset there, where both are constant."""
    match node:
        case Named(variable):
            return (variable, 0) if variable.region else None
        case Convert(operand) | Address(operand):
            return static_offset(operand)
        case MemberOf(base, step):
            pass
        case Element(base, Constant(index)):
            step = index * size_of(node.type)
        case Move(operator, base, Constant(count)) if isinstance(node.type, Pointer):
            step = count * size_of(node.type.to) * (1 if operator == "+" else -1)
        case _:
            return None
    found = static_offset(base)
    return None if found is None else (found[0], found[1] + step)


# --- statements --------------------------------------------------------------------------------------------------


class Statement(Node):
    """Whatever a block consists of."""


class Block(Statement):
    """Statements one after another."""

    body: tuple[Statement, ...]


class Declare(Statement):
    """A variable of a block begins to live, without a value."""

    variable: Variable


class Initialize(Statement):
    """A variable of a block is given its first value: of a scalar, or the contents of another variable."""

    variable: Variable
    value: Expression | Named


class Evaluate(Statement):
    """An expression for its effect."""

    expression: Expression


class If(Statement):
    """`if (condition) yes else no`."""

    condition: Expression
    yes: Statement
    no: Statement | None


class Loop(Statement):
    """`for (first; condition; next) body`, and `while`."""

    first: Expression | None
    condition: Expression | None
    next: Expression | None
    body: Statement


class Do(Statement):
    """`do body while (condition);`."""

    body: Statement
    condition: Expression


class Switch(Statement):
    """`switch (value) body`."""

    value: Expression
    body: Statement


class Case(Statement):
    """`case value: body`; default when `value` is None."""

    value: int | None
    body: Statement


class Labelled(Statement):
    """`label: body`."""

    label: str
    body: Statement


class Goto(Statement):
    """`goto label;`."""

    label: str


class Leave(Statement):
    """`break;` or `continue;`."""

    word: str


class Return(Statement):
    """`return value;`."""

    value: Expression | None


# --- programs ----------------------------------------------------------------------------------------------------


class FunctionDefinition(Node):
    """A function: its variables that are not static, the parameters first, and its body."""

    routine: Routine
    parameters: tuple[Variable, ...]
    variables: tuple[Variable, ...]
    body: Block


class Program(Node):
    """Functions, and all variables that live as long as the program; `arguments` are what main is given."""

    main: Routine
    arguments: tuple[Expression, ...]
    functions: tuple[FunctionDefinition, ...]
    statics: tuple[Variable, ...]

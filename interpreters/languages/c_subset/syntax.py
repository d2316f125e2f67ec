"""The syntax tree of C: one dataclass for each construct; places take no part in comparisons."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreters.source.position import Place

NOWHERE = Place(1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every construct has: its place."""

    place: Place = field(default=NOWHERE, compare=False, repr=False)


# --- types and declarators ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StructSpecifier(Node):
    """Struct tag { members }; without members it names one that was described before."""

    tag: str | None
    members: tuple[Member, ...] | None


@dataclass(frozen=True, slots=True)
class Member(Node):
    """One line of a struct."""

    specifiers: Specifiers
    declarators: tuple[Declarator, ...]


@dataclass(frozen=True, slots=True)
class Enumerator(Node):
    """A name of an enum, with its value if it is given."""

    name: str
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class EnumSpecifier(Node):
    """Enum tag { names }; without names it names one that was described before."""

    tag: str | None
    enumerators: tuple[Enumerator, ...] | None


@dataclass(frozen=True, slots=True)
class Specifiers(Node):
    """What stands before declarators: a storage class, and the words, name, struct or enum of a type."""

    storage: str | None
    words: tuple[str, ...]
    described: StructSpecifier | EnumSpecifier | None = None


@dataclass(frozen=True, slots=True)
class NameDeclarator(Node):
    """A name, or nothing in the name of a type."""

    name: str | None


@dataclass(frozen=True, slots=True)
class PointerDeclarator(Node):
    """A pointer to what `inner` is."""

    inner: Declarator


@dataclass(frozen=True, slots=True)
class ArrayDeclarator(Node):
    """An array of what `inner` is."""

    inner: Declarator
    length: Expression | None


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter of a function with its type."""

    specifiers: Specifiers
    declarator: Declarator


@dataclass(frozen=True, slots=True)
class FunctionDeclarator(Node):
    """A function: typed parameters, or the names of the old form."""

    inner: Declarator
    parameters: tuple[Parameter, ...] = ()
    names: tuple[str, ...] = ()
    open_end: bool = False


Declarator = NameDeclarator | PointerDeclarator | ArrayDeclarator | FunctionDeclarator


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A type in a cast or sizeof."""

    specifiers: Specifiers
    declarator: Declarator


# --- expressions -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A variable, a function or an enumerator."""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """An integer constant, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Character(Node):
    """A character constant: its value."""

    value: int


@dataclass(frozen=True, slots=True)
class String(Node):
    """A string constant: its characters, without the final zero."""

    value: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """array[index]."""

    array: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """function(arguments)."""

    function: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class MemberOf(Node):
    """struct.name, or pointer->name when `arrow`."""

    base: Expression
    name: str
    arrow: bool


@dataclass(frozen=True, slots=True)
class Step(Node):
    """++ or -- before or behind an operand."""

    operator: str
    operand: Expression
    before: bool


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """& * + - ~ ! before an operand."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class SizeofExpression(Node):
    """Sizeof of an expression's type."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class SizeofType(Node):
    """Sizeof of a type."""

    type: TypeName


@dataclass(frozen=True, slots=True)
class Cast(Node):
    """(type) operand."""

    type: TypeName
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """left `operator` right, && and || among them."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """condition ? yes : no."""

    condition: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """target `operator` value."""

    operator: str
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Comma(Node):
    """left, right."""

    left: Expression
    right: Expression


Expression = (
    Name | Number | Character | String | Index | Call | MemberOf | Step | Unary | SizeofExpression | SizeofType | Cast
    | Binary | Choice | Assign | Comma
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class InitializerList(Node):
    """{ … } behind = in a declaration."""

    items: tuple[Initializer, ...]


Initializer = Expression | InitializerList


# --- declarations and statements ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InitDeclarator(Node):
    """A declared name with its first value, if any."""

    declarator: Declarator
    initializer: Initializer | None = None


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """Specifiers and declarators."""

    specifiers: Specifiers
    declarators: tuple[InitDeclarator, ...]


@dataclass(frozen=True, slots=True)
class Compound(Node):
    """{ declarations statements }."""

    declarations: tuple[Declaration, ...]
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """label: statement."""

    label: str
    body: Statement


@dataclass(frozen=True, slots=True)
class Case(Node):
    """Case value: statement; default when `value` is None."""

    value: Expression | None
    body: Statement


@dataclass(frozen=True, slots=True)
class ExpressionStatement(Node):
    """expression; or nothing but the semicolon."""

    expression: Expression | None


@dataclass(frozen=True, slots=True)
class If(Node):
    """If (condition) yes else no."""

    condition: Expression
    yes: Statement
    no: Statement | None = None


@dataclass(frozen=True, slots=True)
class Switch(Node):
    """Switch (value) body."""

    value: Expression
    body: Statement


@dataclass(frozen=True, slots=True)
class While(Node):
    """While (condition) body."""

    condition: Expression
    body: Statement


@dataclass(frozen=True, slots=True)
class Do(Node):
    """Do body while (condition);."""

    body: Statement
    condition: Expression


@dataclass(frozen=True, slots=True)
class For(Node):
    """For (first; condition; next) body."""

    first: Expression | None
    condition: Expression | None
    next: Expression | None
    body: Statement


@dataclass(frozen=True, slots=True)
class Goto(Node):
    """Goto label;."""

    label: str


@dataclass(frozen=True, slots=True)
class Continue(Node):
    """continue;."""


@dataclass(frozen=True, slots=True)
class Break(Node):
    """break;."""


@dataclass(frozen=True, slots=True)
class Return(Node):
    """Return value;."""

    value: Expression | None = None


Statement = (
    Compound | Labelled | Case | ExpressionStatement | If | Switch | While | Do | For | Goto | Continue | Break | Return
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FunctionDefinition(Node):
    """A function with its body; `parameters` are the declarations of the old form."""

    specifiers: Specifiers
    declarator: Declarator
    parameters: tuple[Declaration, ...]
    body: Compound


@dataclass(frozen=True, slots=True)
class TranslationUnit(Node):
    """A whole program."""

    items: tuple[FunctionDefinition | Declaration, ...]

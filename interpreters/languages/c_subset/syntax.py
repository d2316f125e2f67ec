"""The syntax tree of C, as written: one dataclass for each construct."""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.source.tree import Node

# --- types and declarators ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StructSpecifier(Node):
    """`struct tag { members }` or `union …`; without members it names one that was described before."""

    word: str
    tag: str | None
    members: tuple[StructDeclaration, ...] | None


@dataclass(frozen=True, slots=True)
class StructDeclaration(Node):
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
    """`enum tag { names }`; without names it names one that was described before."""

    tag: str | None
    enumerators: tuple[Enumerator, ...] | None


@dataclass(frozen=True, slots=True)
class Specifiers(Node):
    """What comes before declarators: a storage class, and the words, name, struct or enum of a type."""

    storage: str | None = None
    words: tuple[str, ...] = ()
    described: StructSpecifier | EnumSpecifier | None = None


@dataclass(frozen=True, slots=True)
class NameDeclarator(Node):
    """A name, or nothing in the name of a type."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class PointerDeclarator(Node):
    """`*inner`."""

    inner: Declarator


@dataclass(frozen=True, slots=True)
class ArrayDeclarator(Node):
    """`inner[length]`."""

    inner: Declarator
    length: Expression | None


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter with its type."""

    specifiers: Specifiers
    declarator: Declarator = NameDeclarator()


@dataclass(frozen=True, slots=True)
class FunctionDeclarator(Node):
    """`inner(parameters)`, or with the names of the old form only; `variadic` ends in `...`."""

    inner: Declarator
    parameters: tuple[Parameter, ...] = ()
    names: tuple[str, ...] = ()
    prototype: bool = False
    variadic: bool = False


@dataclass(frozen=True, slots=True)
class BitField(Node):
    """`inner : width`, which is refused."""

    inner: Declarator


Declarator = NameDeclarator | PointerDeclarator | ArrayDeclarator | FunctionDeclarator | BitField


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A type in a cast or sizeof."""

    specifiers: Specifiers
    declarator: Declarator = NameDeclarator()


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
    """A character constant: its value as an int."""

    value: int


@dataclass(frozen=True, slots=True)
class String(Node):
    """A string constant: its characters, without the final zero."""

    value: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`array[index]`."""

    array: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(arguments)`."""

    function: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`base.name`."""

    base: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Arrow(Node):
    """`base->name`."""

    base: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Prefix(Node):
    """`++` or `--` before an operand."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Postfix(Node):
    """`++` or `--` after an operand."""

    operand: Expression
    operator: str


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`& * + - ~ !` before an operand."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class SizeofExpression(Node):
    """`sizeof operand`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class SizeofType(Node):
    """`sizeof(type)`."""

    type: TypeName


@dataclass(frozen=True, slots=True)
class Cast(Node):
    """`(type) operand`."""

    type: TypeName
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`left operator right`, && and || among them."""

    left: Expression
    operator: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`condition ? yes : no`."""

    condition: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`target operator value`."""

    target: Expression
    operator: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Comma(Node):
    """`left, right`."""

    left: Expression
    right: Expression


Expression = (
    Name | Number | Character | String | Index | Call | Member | Arrow | Prefix | Postfix | Unary | SizeofExpression
    | SizeofType | Cast | Binary | Conditional | Assign | Comma
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class InitializerList(Node):
    """`{ items }`."""

    items: tuple[Initializer, ...]


Initializer = Expression | InitializerList


# --- declarations and statements ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InitDeclarator(Node):
    """A declared name with its initializer, if any."""

    declarator: Declarator
    initializer: Initializer | None = None


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """Specifiers and declarators."""

    specifiers: Specifiers
    declarators: tuple[InitDeclarator, ...]


@dataclass(frozen=True, slots=True)
class CompoundStatement(Node):
    """`{ declarations statements }`."""

    items: tuple[Declaration | Statement, ...]


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """`label: body`."""

    label: str
    body: Statement


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`case value: body`; default when `value` is None."""

    value: Expression | None
    body: Statement


@dataclass(frozen=True, slots=True)
class ExpressionStatement(Node):
    """`expression;` or nothing but the semicolon."""

    expression: Expression | None = None


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if (condition) yes else no`."""

    condition: Expression
    yes: Statement
    no: Statement | None = None


@dataclass(frozen=True, slots=True)
class Switch(Node):
    """`switch (value) body`."""

    value: Expression
    body: Statement


@dataclass(frozen=True, slots=True)
class While(Node):
    """`while (condition) body`."""

    condition: Expression
    body: Statement


@dataclass(frozen=True, slots=True)
class Do(Node):
    """`do body while (condition);`."""

    body: Statement
    condition: Expression


@dataclass(frozen=True, slots=True)
class For(Node):
    """`for (first; condition; next) body`."""

    first: Expression | None
    condition: Expression | None
    next: Expression | None
    body: Statement


@dataclass(frozen=True, slots=True)
class Goto(Node):
    """`goto label;`."""

    label: str


@dataclass(frozen=True, slots=True)
class Continue(Node):
    """`continue;`."""


@dataclass(frozen=True, slots=True)
class Break(Node):
    """`break;`."""


@dataclass(frozen=True, slots=True)
class Return(Node):
    """`return value;`."""

    value: Expression | None = None


Statement = (
    CompoundStatement | Labelled | Case | ExpressionStatement | If | Switch | While | Do | For | Goto | Continue
    | Break | Return
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FunctionDefinition(Node):
    """A function with its body; `parameters` are the declarations of the old form."""

    specifiers: Specifiers
    declarator: Declarator
    parameters: tuple[Declaration, ...]
    body: CompoundStatement


@dataclass(frozen=True, slots=True)
class TranslationUnit(Node):
    """A whole program, and the functions of the library in C that it names."""

    items: tuple[FunctionDefinition | Declaration, ...]
    library: tuple[FunctionDefinition, ...] = ()

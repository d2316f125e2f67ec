"""The syntax tree of C, as written: one dataclass for each construct."""

from __future__ import annotations

from getallenband.interpreters.source.tree import Node

# --- types and declarators ---------------------------------------------------------------------------------------


class StructSpecifier(Node):
    """`struct tag { members }` or `union …`; without members it names one that was described before."""

    word: str
    tag: str | None
    members: tuple[StructDeclaration, ...] | None


class StructDeclaration(Node):
    """One line of a struct."""

    specifiers: Specifiers
    declarators: tuple[Declarator, ...]


class Enumerator(Node):
    """A name of an enum, with its value if it is given."""

    name: str
    value: Expression | None = None


class EnumSpecifier(Node):
    """`enum tag { names }`; without names it names one that was described before."""

    tag: str | None
    enumerators: tuple[Enumerator, ...] | None


class Specifiers(Node):
    """What comes before declarators: a storage class, and the words, name, struct or enum of a type."""

    storage: str | None = None
    words: tuple[str, ...] = ()
    described: StructSpecifier | EnumSpecifier | None = None


class NameDeclarator(Node):
    """A name, or nothing in the name of a type."""

    name: str | None = None


class PointerDeclarator(Node):
    """`*inner`."""

    inner: Declarator


class ArrayDeclarator(Node):
    """`inner[length]`."""

    inner: Declarator
    length: Expression | None


class Parameter(Node):
    """A parameter with its type."""

    specifiers: Specifiers
    declarator: Declarator = NameDeclarator()


class FunctionDeclarator(Node):
    """`inner(parameters)`, or with the names of the old form only; `variadic` ends in `...`."""

    inner: Declarator
    parameters: tuple[Parameter, ...] = ()
    names: tuple[str, ...] = ()
    prototype: bool = False
    variadic: bool = False


class BitField(Node):
    """`inner : width`, which is refused."""

    inner: Declarator


Declarator = NameDeclarator | PointerDeclarator | ArrayDeclarator | FunctionDeclarator | BitField


class TypeName(Node):
    """A type in a cast or sizeof."""

    specifiers: Specifiers
    declarator: Declarator = NameDeclarator()


# --- expressions -------------------------------------------------------------------------------------------------


class Name(Node):
    """A variable, a function or an enumerator."""

    name: str


class Number(Node):
    """An integer constant, as written."""

    text: str


class Character(Node):
    """A character constant: its value as an int."""

    value: int


class String(Node):
    """A string constant: its characters, without the final zero."""

    value: str


class Index(Node):
    """`array[index]`."""

    array: Expression
    index: Expression


class Call(Node):
    """`function(arguments)`."""

    function: Expression
    arguments: tuple[Expression, ...]


class Member(Node):
    """`base.name`."""

    base: Expression
    name: str


class Arrow(Node):
    """`base->name`."""

    base: Expression
    name: str


class Prefix(Node):
    """`++` or `--` before an operand."""

    operator: str
    operand: Expression


class Postfix(Node):
    """`++` or `--` after an operand."""

    operand: Expression
    operator: str


class Unary(Node):
    """`& * + - ~ !` before an operand."""

    operator: str
    operand: Expression


class SizeofExpression(Node):
    """`sizeof operand`."""

    operand: Expression


class SizeofType(Node):
    """`sizeof(type)`."""

    type: TypeName


class Cast(Node):
    """`(type) operand`."""

    type: TypeName
    operand: Expression


class Binary(Node):
    """`left operator right`, && and || among them."""

    left: Expression
    operator: str
    right: Expression


class Conditional(Node):
    """`condition ? yes : no`."""

    condition: Expression
    yes: Expression
    no: Expression


class Assign(Node):
    """`target operator value`."""

    target: Expression
    operator: str
    value: Expression


class Comma(Node):
    """`left, right`."""

    left: Expression
    right: Expression


Expression = (
    Name | Number | Character | String | Index | Call | Member | Arrow | Prefix | Postfix | Unary | SizeofExpression
    | SizeofType | Cast | Binary | Conditional | Assign | Comma
)  # fmt: skip


class InitializerList(Node):
    """`{ items }`."""

    items: tuple[Initializer, ...]


Initializer = Expression | InitializerList


# --- declarations and statements ---------------------------------------------------------------------------------


class InitDeclarator(Node):
    """A declared name with its initializer, if any."""

    declarator: Declarator
    initializer: Initializer | None = None


class Declaration(Node):
    """Specifiers and declarators."""

    specifiers: Specifiers
    declarators: tuple[InitDeclarator, ...]


class CompoundStatement(Node):
    """`{ declarations statements }`."""

    items: tuple[Declaration | Statement, ...]


class Labelled(Node):
    """`label: body`."""

    label: str
    body: Statement


class Case(Node):
    """`case value: body`; default when `value` is None."""

    value: Expression | None
    body: Statement


class ExpressionStatement(Node):
    """`expression;` or nothing but the semicolon."""

    expression: Expression | None = None


class If(Node):
    """`if (condition) yes else no`."""

    condition: Expression
    yes: Statement
    no: Statement | None = None


class Switch(Node):
    """`switch (value) body`."""

    value: Expression
    body: Statement


class While(Node):
    """`while (condition) body`."""

    condition: Expression
    body: Statement


class Do(Node):
    """`do body while (condition);`."""

    body: Statement
    condition: Expression


class For(Node):
    """`for (first; condition; next) body`."""

    first: Expression | None
    condition: Expression | None
    next: Expression | None
    body: Statement


class Goto(Node):
    """`goto label;`."""

    label: str


class Continue(Node):
    """`continue;`."""


class Break(Node):
    """`break;`."""


class Return(Node):
    """`return value;`."""

    value: Expression | None = None


Statement = (
    CompoundStatement | Labelled | Case | ExpressionStatement | If | Switch | While | Do | For | Goto | Continue
    | Break | Return
)  # fmt: skip


class FunctionDefinition(Node):
    """A function with its body; `parameters` are the declarations of the old form."""

    specifiers: Specifiers
    declarator: Declarator
    parameters: tuple[Declaration, ...]
    body: CompoundStatement


class TranslationUnit(Node):
    """A whole program, and the functions of the library in C that it names."""

    items: tuple[FunctionDefinition | Declaration, ...]
    library: tuple[FunctionDefinition, ...] = ()

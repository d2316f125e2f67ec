"""The syntax tree of Perl: one dataclass for each construct; places take no part in comparisons."""

from __future__ import annotations

from dataclasses import field

from getallenband.interpreters.source.tree import Node

# --- expressions -------------------------------------------------------------------------------------------------


class Number(Node):
    """A number, as written."""

    text: str


class String(Node):
    """A text without variables in it."""

    value: str


class Interpolated(Node):
    """A text with variables in it: its pieces in order."""

    parts: tuple[Expression, ...]


class Pattern(Node):
    """A regular expression, a String or Interpolated, with its flags."""

    text: Expression
    flags: str = ""


class Substitute(Node):
    """s/pattern/replacement/, to the right of =~; `everywhere` with the flag g, `copied` with r."""

    pattern: Pattern
    replacement: Expression
    everywhere: bool = False
    copied: bool = False


class Transliterate(Node):
    """tr/searched/replaced/, to the right of =~, by the codes of the characters; flags are of c, d, r and s."""

    searched: tuple[range, ...]
    replaced: tuple[range, ...]
    flags: str = ""


class Variable(Node):
    """A whole variable: $name, @name or %name; without a sigil it is the undef in my (undef, $x).

    Where it is declared by `our`, its name means the variable of the whole program from here on.
    """

    sigil: str
    name: str
    our: bool = False


class My(Node):
    """The declaration of variables; `brackets` when they stand in ( )."""

    variables: tuple[Variable, ...]
    brackets: bool


class Dereferenced(Node):
    """The array, hash or scalar that a reference points at: before -> or in braces, @{…}, which are a block."""

    sigil: str
    reference: Expression
    block: bool = False


class LastIndex(Node):
    """$#name or $#{…}: the last index of an array."""

    array: Expression


class Element(Node):
    """A construct: array[index]: the array is a Variable or Dereferenced with the sigil @."""

    array: Expression
    index: Expression


class Entry(Node):
    """A construct: hash{key}."""

    hash: Expression
    key: Expression


class Slice(Node):
    """@array[list], @hash{list} or (list)[list]."""

    of: Expression
    keys: Expression


class ListOf(Node):
    """Items with commas between them; `brackets` when they stand in ( )."""

    items: tuple[Expression, ...]
    brackets: bool = False


class AnonymousArray(Node):
    """[ … ]: a reference to a new array."""

    items: Expression | None


class AnonymousHash(Node):
    """{ … }: a reference to a new hash."""

    items: Expression | None


class Reference(Node):
    """A reference to an array or hash."""

    operand: Expression


class Unary(Node):
    """! - not before an operand."""

    operator: str
    operand: Expression


class Step(Node):
    """++ or -- before or after an operand."""

    operator: str
    operand: Expression
    before: bool = True


class Binary(Node):
    """An operation: left `operator` right, with logical operators, ranges, and =~ among them."""

    operator: str
    left: Expression
    right: Expression


class Bound(Binary):
    """=~ or !~: a text and a pattern, or what changes it."""


class Choice(Node):
    """A construct: condition ? yes : no."""

    condition: Expression
    yes: Expression
    no: Expression


class Assign(Node):
    """target `operator` value."""

    operator: str
    target: Expression
    value: Expression


class Function(Node):
    """A built-in function; print and open have a file too."""

    name: str
    arguments: Expression | None = None
    file: str = ""


class BlockFunction(Node):
    """map, grep or sort with a block; sort without one has None."""

    name: str
    block: Block | None
    items: Expression


class Call(Node):
    """The call of a sub; its `prototype` in brackets, if one is declared before."""

    name: str
    arguments: Expression | None = None
    prototype: str = ""


class Bareword(Node):
    """A word that is neither a function nor a sub declared before: the name of a file, or a mistake."""

    name: str


class Do(Node):
    """Do block: its value is the block's last expression; a modifier while or until after it follows the first turn."""

    block: Block


class ReadLine(Node):
    """<FILE>: the next line, or all lines."""

    file: str


class Jump(Node):
    """Next or last, with a label or without."""

    word: str
    label: str = ""


Expression = (
    Number | String | Interpolated | Pattern | Substitute | Transliterate | Variable | My | Dereferenced | LastIndex
    | Element | Entry | Slice | ListOf | AnonymousArray | AnonymousHash | Reference | Unary | Step | Binary | Choice
    | Assign | Function | BlockFunction | Call | Bareword | Do | ReadLine | Jump
)  # fmt: skip


# --- statements --------------------------------------------------------------------------------------------------


class Labelled(Node):
    """A statement that next and last may name by its label."""

    label: str = field(default="", kw_only=True)


class Block(Labelled):
    """{ statements }; a label makes sense where the block is a statement."""

    statements: tuple[Statement, ...]


class Simple(Node):
    """An expression as a statement, with a modifier after it or without."""

    expression: Expression
    modifier: str = ""
    condition: Expression | None = None


class If(Node):
    """If (condition) block otherwise; unless has its condition negated by `negated`."""

    condition: Expression
    block: Block
    otherwise: Block | If | None
    negated: bool = False


class Foreach(Labelled):
    """Foreach variable (items) block; without a variable it is $_."""

    variable: Variable
    my: bool
    items: Expression
    block: Block


class For(Labelled):
    """For (first; condition; after) block."""

    first: Expression | None
    condition: Expression | None
    after: Expression | None
    block: Block


class While(Labelled):
    """While (condition) block; until has its condition negated by `negated`."""

    condition: Expression
    block: Block
    negated: bool = False


class Sub(Node):
    """Sub name prototype block; the prototype, if there is one, stands in brackets."""

    name: str
    prototype: str | None
    block: Block


class Use(Node):
    """Use name list; of a parsed program only `use strict` is left, the others have been applied."""

    name: str
    items: Expression | None = None


Statement = Block | Simple | If | Foreach | For | While | Sub | Use


class Script(Node):
    """A whole program."""

    statements: tuple[Statement, ...]

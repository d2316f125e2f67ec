"""The syntax tree of Perl: one dataclass for each construct; places take no part in comparisons."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreters.source.tree import Node

# --- expressions -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class String(Node):
    """A text without variables in it."""

    value: str


@dataclass(frozen=True, slots=True)
class Interpolated(Node):
    """A text with variables in it: its pieces in order."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """A regular expression, a String or Interpolated, with its flags."""

    text: Expression
    flags: str = ""


@dataclass(frozen=True, slots=True)
class Substitute(Node):
    """s/pattern/replacement/, to the right of =~; `everywhere` with the flag g, `copied` with r."""

    pattern: Pattern
    replacement: Expression
    everywhere: bool = False
    copied: bool = False


@dataclass(frozen=True, slots=True)
class Transliterate(Node):
    """tr/searched/replaced/, to the right of =~, by the codes of the characters; flags are of c, d, r and s."""

    searched: tuple[range, ...]
    replaced: tuple[range, ...]
    flags: str = ""


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A whole variable: $name, @name or %name; without a sigil it is the undef in my (undef, $x).

    Where it is declared by `our`, its name means the variable of the whole program from here on.
    """

    sigil: str
    name: str
    our: bool = False


@dataclass(frozen=True, slots=True)
class My(Node):
    """The declaration of variables; `brackets` when they stand in ( )."""

    variables: tuple[Variable, ...]
    brackets: bool


@dataclass(frozen=True, slots=True)
class Dereferenced(Node):
    """@{…}, %{…}, ${…}: the array, hash or scalar that a reference points at."""

    sigil: str
    reference: Expression


@dataclass(frozen=True, slots=True)
class LastIndex(Node):
    """$#name or $#{…}: the last index of an array."""

    array: Expression


@dataclass(frozen=True, slots=True)
class Element(Node):
    """A construct: array[index]: the array is a Variable or Dereferenced with the sigil @."""

    array: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """A construct: hash{key}."""

    hash: Expression
    key: Expression


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """@array[list], @hash{list} or (list)[list]."""

    of: Expression
    keys: Expression


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """Items with commas between them; `brackets` when they stand in ( )."""

    items: tuple[Expression, ...]
    brackets: bool = False


@dataclass(frozen=True, slots=True)
class AnonymousArray(Node):
    """[ … ]: a reference to a new array."""

    items: Expression | None


@dataclass(frozen=True, slots=True)
class AnonymousHash(Node):
    """{ … }: a reference to a new hash."""

    items: Expression | None


@dataclass(frozen=True, slots=True)
class Reference(Node):
    """A reference to an array or hash."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """! ~ - not before an operand."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Step(Node):
    """++ or -- before or after an operand."""

    operator: str
    operand: Expression
    before: bool = True


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """An operation: left `operator` right, with logical operators, ranges, and =~ among them.

    Where `use integer` holds, its operators have an i before them: "i/"; so they have in Unary and Assign ("i/=").
    """

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Bound(Binary):
    """=~ or !~: a text and a pattern, or what changes it."""


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """A construct: condition ? yes : no."""

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
class Function(Node):
    """A built-in function; print and open have a file too."""

    name: str
    arguments: Expression | None = None
    file: str = ""


@dataclass(frozen=True, slots=True)
class BlockFunction(Node):
    """map, grep or sort with a block; sort without one has None."""

    name: str
    block: Block | None
    items: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """The call of a sub."""

    name: str
    arguments: Expression | None = None


@dataclass(frozen=True, slots=True)
class Bareword(Node):
    """A word that is neither a function nor a sub declared before: the name of a file, or a mistake."""

    name: str


@dataclass(frozen=True, slots=True)
class Do(Node):
    """Do block: its value is the block's last expression; a modifier while or until after it follows the first turn."""

    block: Block


@dataclass(frozen=True, slots=True)
class ReadLine(Node):
    """<FILE> or <$file>: the next line, or all lines; `file` is a name or a variable with its $."""

    file: str


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """A statement that next and last may name by its label."""

    label: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Block(Labelled):
    """{ statements }; a label makes sense where the block is a statement."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Simple(Node):
    """An expression as a statement, with a modifier after it or without."""

    expression: Expression
    modifier: str = ""
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class If(Node):
    """If (condition) block otherwise; unless has its condition negated by `negated`."""

    condition: Expression
    block: Block
    otherwise: Block | If | None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Foreach(Labelled):
    """Foreach variable (items) block; without a variable it is $_."""

    variable: Variable
    my: bool
    items: Expression
    block: Block


@dataclass(frozen=True, slots=True)
class For(Labelled):
    """For (first; condition; after) block."""

    first: Expression | None
    condition: Expression | None
    after: Expression | None
    block: Block


@dataclass(frozen=True, slots=True)
class While(Labelled):
    """While (condition) block; until has its condition negated by `negated`."""

    condition: Expression
    block: Block
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Sub(Node):
    """Sub name block."""

    name: str
    block: Block


@dataclass(frozen=True, slots=True)
class Use(Node):
    """Use name list; of a parsed program only `use strict` is left, the others have been applied."""

    name: str
    items: Expression | None = None


Statement = Block | Simple | If | Foreach | For | While | Sub | Use


@dataclass(frozen=True, slots=True)
class Script(Node):
    """A whole program; `data` is what follows __END__ or __DATA__."""

    statements: tuple[Statement, ...]
    data: str | None = None

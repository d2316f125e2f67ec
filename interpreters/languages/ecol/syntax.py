"""The syntax tree of ECOL: one class for each construct, named as its rule in grammar.lark.

A program is a tuple of lines, as printed; check.py finds which lines belong to a SUB, a FUN or a loop.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.source.tree import Node


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: float


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A variable, an element of an array, or a call of a FUN: which, its declaration tells."""

    name: str
    subscripts: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Read(Node):
    """LEES: the next number of the tape."""


@dataclass(frozen=True, slots=True)
class ReadSymbol(Node):
    """LEESSYM: the value of the tape's next symbol."""


@dataclass(frozen=True, slots=True)
class Counter(Node):
    """PS, PP or GOKC: a value that the surroundings keep."""

    name: str


@dataclass(frozen=True, slots=True)
class Standard(Node):
    """The call of a standard function; SQRT is named WRTL."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Signed(Node):
    sign: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """The operator is one of M × / + -."""

    left: Expression
    operator: str
    right: Expression


Expression = Number | Variable | Read | ReadSymbol | Counter | Standard | Signed | Binary


@dataclass(frozen=True, slots=True)
class Relation(Node):
    """The operator is one of < <= = /= >= >."""

    left: Expression
    operator: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Both(Node):
    """EN."""

    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Either(Node):
    """OF."""

    left: Condition
    right: Condition


Condition = Relation | Both | Either


@dataclass(frozen=True, slots=True)
class Target(Node):
    """Where a jump goes: a label, or STOP (then `label` is None)."""

    label: str | None


@dataclass(frozen=True, slots=True)
class Begin(Node):
    """START."""


@dataclass(frozen=True, slots=True)
class Finish(Node):
    """KLAAR."""


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """STOP."""


@dataclass(frozen=True, slots=True)
class Reserve(Node):
    """RIJ (lower : upper) name; the word is RIJ or RIJSYM."""

    word: str
    lower: Expression
    upper: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Assign(Node):
    variable: Variable
    value: Expression


@dataclass(frozen=True, slots=True)
class Jump(Node):
    """NAAR target."""

    target: Target


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """ALS condition DAN yes ANDERS no."""

    condition: Condition
    yes: Target
    no: Target | None = None


@dataclass(frozen=True, slots=True)
class Loop(Node):
    """MET step, name := first, last."""

    step: Expression
    name: str
    first: Expression
    last: Expression


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """HERHAAL."""


@dataclass(frozen=True, slots=True)
class Sub(Node):
    """SUB name."""

    name: str


@dataclass(frozen=True, slots=True)
class SubEnd(Node):
    """END."""


@dataclass(frozen=True, slots=True)
class Fun(Node):
    """FUN name (parameters)."""

    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FunEnd(Node):
    """FUN := value."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Perform(Node):
    """The call of a SUB."""

    name: str


@dataclass(frozen=True, slots=True)
class Write(Node):
    """SCHRIJF (before, after) := value."""

    before: Expression
    after: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class WriteFree(Node):
    """SCHRIJF := value."""

    value: Expression


@dataclass(frozen=True, slots=True)
class WriteScientific(Node):
    """SCHRIJM := value."""

    value: Expression


@dataclass(frozen=True, slots=True)
class WriteSymbol(Node):
    """SCHRIJFSYM := value."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Text(Node):
    """TEKST := "text"."""

    text: str


@dataclass(frozen=True, slots=True)
class NewLine(Node):
    """NR or NR(times)."""

    times: Expression | None = None


@dataclass(frozen=True, slots=True)
class Space(Node):
    """SPATIE or SPATIE(times)."""

    times: Expression | None = None


@dataclass(frozen=True, slots=True)
class NewPage(Node):
    """NP."""


@dataclass(frozen=True, slots=True)
class Skip(Node):
    """SKIP: pass over the tape up to and including the end-of-text symbol."""


Command = (
    Begin | Finish | Stop | Reserve | Assign | Jump | Choose | Loop | Repeat | Sub | SubEnd | Fun | FunEnd | Perform
    | Write | WriteFree | WriteScientific | WriteSymbol | Text | NewLine | Space | NewPage | Skip
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line(Node):
    label: str | None
    command: Command | None = None


@dataclass(frozen=True, slots=True)
class Start(Node):
    """A program: its lines that are not empty."""

    lines: tuple[Line, ...]

"""The syntax tree of ECOL: one class for each construct, named as its rule in grammar.lark.

A program is a tuple of lines, as printed; check.py finds which lines belong to a SUB, a FUN or a loop.
"""

from __future__ import annotations

from getallenband.interpreters.source.tree import Node, unhandled


class Number(Node):
    value: float


class Variable(Node):
    """A variable, an element of an array, or a call of a FUN: which, its declaration tells."""

    name: str
    subscripts: tuple[Expression, ...] = ()


class Read(Node):
    """LEES: the next number of the tape."""


class ReadSymbol(Node):
    """LEESSYM: the value of the tape's next symbol."""


class Counter(Node):
    """PS, PP or GOKC: a value that the surroundings keep."""

    name: str


class Standard(Node):
    """The call of a standard function; SQRT is named WRTL."""

    name: str
    arguments: tuple[Expression, ...]


class Signed(Node):
    sign: str
    operand: Expression


class Binary(Node):
    """The operator is one of M × / + -."""

    left: Expression
    operator: str
    right: Expression


Expression = Number | Variable | Read | ReadSymbol | Counter | Standard | Signed | Binary


class Relation(Node):
    """The operator is one of < <= = /= >= >."""

    left: Expression
    operator: str
    right: Expression


class Both(Node):
    """EN."""

    left: Condition
    right: Condition


class Either(Node):
    """OF."""

    left: Condition
    right: Condition


Condition = Relation | Both | Either


class Target(Node):
    """Where a jump goes: a label, or STOP (then `label` is None)."""

    label: str | None


class Begin(Node):
    """START."""


class Finish(Node):
    """KLAAR."""


class Stop(Node):
    """STOP."""


class Reserve(Node):
    """RIJ (lower : upper) name; the word is RIJ or RIJSYM."""

    word: str
    lower: Expression
    upper: Expression
    name: str


class Assign(Node):
    variable: Variable
    value: Expression


class Jump(Node):
    """NAAR target."""

    target: Target


class Choose(Node):
    """ALS condition DAN yes ANDERS no."""

    condition: Condition
    yes: Target
    no: Target | None = None


class Loop(Node):
    """MET step, name := first, last."""

    step: Expression
    name: str
    first: Expression
    last: Expression


class Repeat(Node):
    """HERHAAL."""


class Sub(Node):
    """SUB name."""

    name: str


class SubEnd(Node):
    """END."""


class Fun(Node):
    """FUN name (parameters)."""

    name: str
    parameters: tuple[str, ...]


class FunEnd(Node):
    """FUN := value."""

    value: Expression


class Perform(Node):
    """The call of a SUB."""

    name: str


class Write(Node):
    """SCHRIJF (before, after) := value."""

    before: Expression
    after: Expression
    value: Expression


class WriteFree(Node):
    """SCHRIJF := value."""

    value: Expression


class WriteScientific(Node):
    """SCHRIJM := value."""

    value: Expression


class WriteSymbol(Node):
    """SCHRIJFSYM := value."""

    value: Expression


class Text(Node):
    """TEKST := "text"."""

    text: str


class NewLine(Node):
    """NR or NR(times)."""

    times: Expression | None = None


class Space(Node):
    """SPATIE or SPATIE(times)."""

    times: Expression | None = None


class NewPage(Node):
    """NP."""


class Skip(Node):
    """SKIP: pass over the tape up to and including the end-of-text symbol."""


Straight = (
    Begin | Reserve | Assign | Write | WriteFree | WriteScientific | WriteSymbol | Text | NewLine | Space | NewPage
    | Skip
)  # fmt: skip
"""The commands after which the next line follows."""
Command = Straight | Finish | Stop | Jump | Choose | Loop | Repeat | Sub | SubEnd | Fun | FunEnd | Perform

RESULT = ":="
"""The name of the result of a FUN, among the names of its scope."""


def assignments(command: Command) -> list[tuple[str, Expression]]:
    """Return the names that a command assigns, each with the value that it gets; elements by their array's name."""
    match command:
        case Assign(variable, value):
            return [(variable.name, value)]
        case Loop(step, name, first):
            return [(name, step), (name, first)]
        case FunEnd(value):
            return [(RESULT, value)]
        case (
            Begin() | Finish() | Stop() | Reserve() | Jump() | Choose() | Repeat() | Sub() | SubEnd() | Fun()
            | Perform() | Write() | WriteFree() | WriteScientific() | WriteSymbol() | Text() | NewLine() | Space()
            | NewPage() | Skip()
        ):  # fmt: skip
            return []
        case _:
            raise unhandled(command)


class Line(Node):
    label: str | None
    command: Command | None = None


class Start(Node):
    """A program: its lines that are not empty."""

    lines: tuple[Line, ...]

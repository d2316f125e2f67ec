"""The syntax tree of a FORTRAN program: one class for each construct, in the order of ANSI X3.9-1966.

A(I) = B + 1.0  becomes  Assignment((Reference("A", (Name("I"),)),), Binary("+", Name("B"), Real("1.0")))
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import NOWHERE, Node

# --- 5. data types, constants, names -----------------------------------------------------------------------------


class Integer(Node):
    """5.1.1.1: an integer constant."""

    value: int


class Real(Node):
    """5.1.1.2: a real constant, as written."""

    text: str


class Double(Node):
    """5.1.1.3: a double precision constant, as written."""

    text: str


class Complex(Node):
    """5.1.1.4: a complex constant; its parts are real constants with or without a sign."""

    real: Expression
    imaginary: Expression


class Logical(Node):
    """5.1.1.5: a logical constant."""

    value: bool


class Hollerith(Node):
    """5.1.1.6: characters; (CDC) `fill`: H with blanks, L with zeros after them, R with zeros before them."""

    text: str
    fill: str = "H"


class Octal(Node):
    """(CDC) An octal constant, 77B or O77, as written."""

    digits: str


class Name(Node):
    """5.1.2: a variable, an array without subscripts, or a procedure."""

    name: str


class Reference(Node):
    """5.1.3, 8: an array element or a function reference; which of them, only the declarations say."""

    name: str
    arguments: tuple[Expression, ...]


# --- 6. expressions ----------------------------------------------------------------------------------------------


class Unary(Node):
    """6.1, 6.3: a sign or .NOT. before an operand."""

    operator: str
    operand: Expression


class Binary(Node):
    """6.1 to 6.3: two operands and + - * / ** .LT. … .AND. .OR. between them; its place is the operator's."""

    operator: str
    left: Expression
    right: Expression


class Parenthesized(Node):
    """An expression in parentheses."""

    inner: Expression


Constant = Integer | Real | Double | Complex | Logical | Hollerith | Octal
Expression = Constant | Name | Reference | Unary | Binary | Parenthesized
Target = Name | Reference

# --- 7.1 executable statements -----------------------------------------------------------------------------------


class Assignment(Node):
    """7.1.1.1: one value for one variable, or (CDC) for several."""

    targets: tuple[Target, ...]
    value: Expression


class Assign(Node):
    """7.1.1.3: ASSIGN label TO variable."""

    label: int
    variable: Name


class GoTo(Node):
    """7.1.2.1.1: GO TO label."""

    label: int


class AssignedGoTo(Node):
    """7.1.2.1.2: GO TO variable, (labels); (CDC) without the list any label that is assigned to the variable."""

    variable: Name
    labels: tuple[int, ...]


class ComputedGoTo(Node):
    """7.1.2.1.3: GO TO (labels), variable; (CDC) any integer expression."""

    labels: tuple[int, ...]
    index: Expression


class ArithmeticIf(Node):
    """7.1.2.2: IF (expression) three labels; (CDC) two labels."""

    condition: Expression
    labels: tuple[int, ...]


class LogicalIf(Node):
    """7.1.2.3: IF (condition) statement."""

    condition: Expression
    statement: Executable


class Call(Node):
    """7.1.2.4: CALL of a subroutine; (CDC, IBM) with labels that it may return to."""

    name: str
    arguments: tuple[Expression, ...]
    exits: tuple[int, ...] = ()


class Return(Node):
    """7.1.2.5: RETURN; (CDC, IBM) to one of the labels of the CALL: its number, or the name that stands for it."""

    exit: Integer | Name | None = None


class Continue(Node):
    """7.1.2.6: CONTINUE."""


class Stop(Node):
    """7.1.2.7.1: STOP, with digits or characters or without."""

    digits: str = ""


class Pause(Node):
    """7.1.2.7.2: PAUSE, with digits or without."""

    digits: str = ""


class Do(Node):
    """7.1.2.8: DO label variable = first, last, step."""

    label: int
    variable: Name
    first: Expression
    last: Expression
    step: Expression | None


class ImpliedDo(Node):
    """7.1.3.2.1: a list with a DO specification; (CDC) what is written may be expressions."""

    items: tuple[Item, ...]
    variable: Name
    first: Expression
    last: Expression
    step: Expression | None


Item = Expression | ImpliedDo


class TransferExit(Node):
    """(IBM) END=label or ERR=label."""

    event: str
    label: int


class Transfer(Node):
    """7.1.3.2: READ, WRITE, PRINT or PUNCH; without a unit it is the system's, without a format unformatted.

    A format is the label of a FORMAT statement, the name of an array that holds one, the name of a NAMELIST, or *.
    """

    verb: Literal["READ", "WRITE", "PRINT", "PUNCH"]
    unit: Expression | None
    format: int | Name | Literal["*"] | None
    items: tuple[Item, ...]
    exits: tuple[TransferExit, ...] = ()


class MemoryTransfer(Node):
    """(CDC) ENCODE or DECODE: a transfer to or from records of `length` characters that begin at a variable."""

    verb: Literal["ENCODE", "DECODE"]
    length: Expression
    format: int | Name | Literal["*"]
    start: Target
    items: tuple[Item, ...]


class Auxiliary(Node):
    """7.1.3.3: REWIND, BACKSPACE or ENDFILE of a unit."""

    verb: Literal["REWIND", "BACKSPACE", "ENDFILE"]
    unit: Expression


# --- 7.2 specification statements --------------------------------------------------------------------------------


class Declarator(Node):
    """7.2.1.1: a name with its dimensions (constants, or in subprograms variables); without them a name alone."""

    name: str
    dimensions: tuple[Expression, ...]


class Dimension(Node):
    """7.2.1.2: DIMENSION."""

    declarators: tuple[Declarator, ...]


class CommonBlock(Node):
    """7.2.1.3: one block of a COMMON statement; the blank block has the name ""."""

    name: str
    declarators: tuple[Declarator, ...]


class Common(Node):
    """7.2.1.3: COMMON."""

    blocks: tuple[CommonBlock, ...]


class EquivalenceGroup(Node):
    """7.2.1.4: variables and array elements that begin at the same word."""

    targets: tuple[Target, ...]


class Equivalence(Node):
    """7.2.1.4: EQUIVALENCE."""

    groups: tuple[EquivalenceGroup, ...]


class External(Node):
    """7.2.1.5: EXTERNAL."""

    names: tuple[Name, ...]


class TypeStatement(Node):
    """7.2.1.6: INTEGER, REAL, DOUBLE PRECISION, COMPLEX or LOGICAL and the names that are so; (IBM) first values."""

    type: str
    declarators: tuple[Declarator, ...]
    data: tuple[DataGroup, ...] = ()


class ImplicitType(Node):
    """(CDC, IBM) A type, and the letters with which names of that type begin."""

    type: str
    letters: str


class Implicit(Node):
    """(CDC, IBM) IMPLICIT."""

    types: tuple[ImplicitType, ...]


class NamelistGroup(Node):
    """(CDC, IBM) The variables that are read and written by name under the name of a list."""

    name: str
    variables: tuple[Name, ...]


class Namelist(Node):
    """(CDC, IBM) NAMELIST."""

    groups: tuple[NamelistGroup, ...]


class DataValue(Node):
    """7.2.2: a constant of a DATA statement, `repeat` times."""

    repeat: int
    value: Expression


class DataGroup(Node):
    """7.2.2: variables of a DATA statement and the values that they begin with; (CDC) also lists with a DO."""

    targets: tuple[Target | ImpliedDo, ...]
    values: tuple[DataValue, ...]


class Data(Node):
    """7.2.2: DATA."""

    groups: tuple[DataGroup, ...]


class Format(Node):
    """7.2.3: FORMAT, its text without insignificant blanks; `offsets` of its characters in the source."""

    text: str
    offsets: tuple[int, ...] = field(default=(), compare=False, repr=False)


# --- 8, 9. procedures and program units --------------------------------------------------------------------------


class File(Node):
    """(CDC) A file of a PROGRAM statement, and the file it stands for."""

    name: str
    equated: str | None


class ProgramHead(Node):
    """(CDC) PROGRAM name(files)."""

    name: str
    files: tuple[File, ...]


class FunctionHead(Node):
    """8.3.1: FUNCTION, with a type before it or ""."""

    type: str
    name: str
    parameters: tuple[Name, ...]


class SubroutineHead(Node):
    """8.4.1: SUBROUTINE; (CDC, IBM) with names or * for labels that it may return to."""

    name: str
    parameters: tuple[Name, ...]
    exits: tuple[str, ...] = ()


class Entry(Node):
    """(CDC, IBM) ENTRY: a second name of a subprogram; without parameters it has the subprogram's."""

    name: str
    parameters: tuple[Name, ...] | None = None


class BlockData(Node):
    """8.5: BLOCK DATA, (CDC) with a name or without."""

    name: str = ""


class Overlay(Node):
    """(CDC) OVERLAY(name, primary, secondary): its octal numbers; the program after it is loaded by CALL OVERLAY."""

    primary: int
    secondary: int


class End(Node):
    """9.1.4: the end line."""


Head = ProgramHead | FunctionHead | SubroutineHead | BlockData
Specification = (
    Dimension | Common | Equivalence | External | TypeStatement | Implicit | Namelist | Data | Format | Entry
)  # fmt: skip
Executable = (
    Assignment | Assign | GoTo | AssignedGoTo | ComputedGoTo | ArithmeticIf | LogicalIf | Call | Return | Continue
    | Stop | Pause | Do | Transfer | MemoryTransfer | Auxiliary
)  # fmt: skip
Construct = Head | Specification | Executable | Overlay | End


class Statement(Node):
    """A statement with its label (0: none), the card's sequence number, and which statement of that card it is."""

    construct: Construct
    label: int = 0
    sequence: str = field(default="", compare=False)
    ordinal: int = field(default=1, compare=False)
    label_place: Place = field(default=NOWHERE, compare=False, repr=False)


class Unit(Node):
    """9.1: a program unit; a main program may have no head."""

    head: Head | None
    statements: tuple[Statement, ...]


class Deck(Node):
    """9.1: an executable program: its units in the order of the cards; (CDC) its data (None: a mark), more programs."""

    units: tuple[Unit, ...]
    data: tuple[str | None, ...] = field(default=(), compare=False, repr=False)
    following: tuple[Deck, ...] = ()

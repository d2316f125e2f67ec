"""The external procedures of the informal Algol, and what they keep during a run.

The listing calls them "external" and does not show them. They are the editor's:

    initialize(a, b, …)      sets variables and all elements of arrays to 0 or FALSE
    set tables(a, b, …)      fills arrays from the tape "tables": for each, its name, its upper bounds, its elements
    READ IN(a, …)            the next values of the tape; a BOOL is 0 or 1. Without a tape a BOOL tells whether there
                             is a tape "status"
    READ STATUS INTO(a)      fills an array from the tape "status"
    PRINT RESULT             prints a solution: its number and what each box holds
    PRINT(e, …), PRINT LINE  print numbers, and end the line
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from interpreters.ir.host import Host, HostFunction, HostHalt, HostTrap, Library
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.language import Options, Tapes
from interpreters.source.errors import Complaint, nearest, rendered
from interpreters.source.position import SourceText

MANY = 10**6
TOKEN = re.compile(r"[^\s,;]+")
NUMBER = re.compile(r"[+-]?\d+")
HEAD = re.compile(r"^[ \t]*([^\d\s+-][^\d\n]*?)(?=[ \t]*(?:[\d+-]|$))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class External:
    """An external procedure: how many arguments, whether they are variables, and whether arrays."""

    least: int
    most: int
    variables: bool = True
    arrays: bool = False


EXTERNALS: dict[str, External] = {
    "initialize": External(1, MANY),
    "set tables": External(1, MANY, arrays=True),
    "READ IN": External(1, MANY),
    "READ STATUS INTO": External(1, 1, arrays=True),
    "PRINT RESULT": External(0, 0),
    "PRINT": External(1, MANY, variables=False),
    "PRINT LINE": External(0, 0),
}


class Tape:
    """A tape of numbers and names, read token by token; faults point at its text."""

    def __init__(self, text: SourceText) -> None:
        self.text, self.position = text, 0

    def token(self, wanted: str) -> re.Match[str]:
        """Return the next token."""
        found = TOKEN.search(self.text.text, self.position)
        if found is None:
            end = len(self.text.text.rstrip())
            self.fault(max(0, end - 1), end, f"the tape {self.text.name} ends too early", wanted)
        self.position = found.end()
        return found

    def number(self, wanted: str) -> int:
        """Return the next token as an integer."""
        token = self.token(wanted)
        if not NUMBER.fullmatch(token.group()):
            self.fault(token.start(), token.end(), f"{token.group()} is not a number", wanted)
        value = int(token.group()) if len(token.group()) < 25 else 2**63
        if abs(value) >= 2**63:
            self.fault(token.start(), token.end(), f"{token.group()} is too large", wanted)
        return value

    def find_table(self, name: str) -> None:
        """Go to the head of a table, wherever it stands on the tape."""
        heads = list(HEAD.finditer(self.text.text))
        named = [head for head in heads if " ".join(head[1].split()) == name]
        if not named:
            known = [" ".join(head[1].split()) for head in heads]
            length = len(self.text.text.split("\n", 1)[0])
            self.fault(
                0, length, f"the tape has no table {name}", f"a line that begins with {name}", nearest(name, known)
            )
        if len(named) > 1:
            self.fault(
                named[1].start(1), named[1].end(1), f"the table {name} stands here a second time", "one of each name"
            )
        self.position = named[0].end(1)

    def fault(self, start: int, end: int, message: str, wanted: str = "", near: str = "") -> NoReturn:
        """End the run, pointing at a stretch of the tape."""
        complaint = Complaint(self.text.place(start, end), message, wanted, near)
        raise HostTrap("the tape is wrong\n" + rendered(self.text, complaint))


@dataclass
class Session:
    """The tapes of a run and how many solutions were printed."""

    tapes: dict[str, Tape] = field(default_factory=dict)
    solutions: int = 0
    stop_at: int = 0


def session(tapes: Tapes, options: Options) -> Session:
    """Begin a run's input and output."""
    given = {name: Tape(text) for name, text in tapes.items()}
    return Session(given, stop_at=int(options.settings["stop_at_solution"]))


def tape(host: Host, name: str) -> Tape:
    """Return a tape; without it the run ends."""
    found: Tape | None = host.state.tapes.get(name)
    if found is None:
        raise HostTrap(f"there is no tape {name!r} to read from")
    return found


def table_begin(host: Host, name: int) -> None:
    """Find the head of the table of this name."""
    tape(host, "tables").find_table(host.texts[name])


def table_extent(host: Host, expected: int) -> int:
    """Read an upper bound; where it is declared (not FLEX, -1) it must be that."""
    tables = tape(host, "tables")
    value = tables.number("an upper bound")
    if expected not in (-1, value):
        tables.fault(tables.position - len(str(value)), tables.position, f"the upper bound is {value}", str(expected))
    return value


def table_fill(host: Host, address: int, words: int) -> None:
    """Read the elements of a table, the last subscript running fastest; - leaves one without value."""
    filled(host, tape(host, "tables"), address, words)


def filled(host: Host, source: Tape, address: int, words: int) -> None:
    """Read elements into memory."""
    cells = host.memory.ints
    for index in range(address >> 3, (address >> 3) + words):
        token = source.token(f"{words} numbers")
        if token.group() == "-":
            cells[index] = UNDEFINED_INT
            continue
        source.position = token.start()
        cells[index] = source.number(f"{words} numbers")
        host.tape_read += 1


def read_number(host: Host) -> int:
    """READ IN of an INT: the next number of the tape."""
    host.tape_read += 1
    return tape(host, "tape").number("a number")


def read_truth(host: Host) -> int:
    """READ IN of a BOOL: 0 or 1 on the tape; without a tape, whether there is a status to go on from."""
    if "tape" not in host.state.tapes:
        return int("status" in host.state.tapes)
    value = read_number(host)
    if value not in (0, 1):
        raise HostTrap(f"READ IN finds {value} for a BOOL, which is 0 or 1")
    return value


def read_array(host: Host, address: int, words: int) -> None:
    """READ IN of an array."""
    filled(host, tape(host, "tape"), address, words)


def read_status(host: Host, address: int, words: int) -> None:
    """READ STATUS INTO an array."""
    filled(host, tape(host, "status"), address, words)


def print_result(host: Host, address: int, words: int) -> None:
    """PRINT RESULT: the solution's number and the pieces in the boxes, in the boxes' order."""
    state: Session = host.state
    state.solutions += 1
    boxes = host.memory.ints[address >> 3 : (address >> 3) + words]
    host.output.write(f"{state.solutions}:{''.join(f' {piece}' for piece in boxes)}\n")
    if state.solutions == state.stop_at:
        raise HostHalt(f"stopped at solution {state.solutions}")


def print_number(host: Host, value: int) -> None:
    """PRINT: a number behind a blank."""
    host.output.write(f" {value}")


def print_line(host: Host) -> None:
    """PRINT LINE."""
    host.output.write("\n")


INT = Type.INT
LIBRARY: Library = {
    "table_begin": HostFunction((INT,), None, table_begin),
    "table_extent": HostFunction((INT,), INT, table_extent),
    "table_fill": HostFunction((INT, INT), None, table_fill),
    "read_number": HostFunction((), INT, read_number),
    "read_truth": HostFunction((), INT, read_truth),
    "read_array": HostFunction((INT, INT), None, read_array),
    "read_status": HostFunction((INT, INT), None, read_status),
    "print_result": HostFunction((INT, INT), None, print_result),
    "print_number": HostFunction((INT,), None, print_number),
    "print_line": HostFunction((), None, print_line),
}

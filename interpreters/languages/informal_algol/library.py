"""The external procedures of the informal Algol, and what they keep during a run.

The listing calls them "external" and does not show them. They are the editor's:

    initialize(a, b, …)      sets variables and all elements of arrays to 0 or FALSE
    set tables(a, b, …)      fills arrays from the tape "tables": for each, its name, its upper bounds, its elements;
                             what must hold between tables is checked (tables.py)
    READ IN(a, …)            the next values of the tape; a BOOL is 0 or 1. Without a tape a BOOL tells whether there
                             is a tape "status"
    READ STATUS INTO(a)      fills an array from the tape "status", whose last number is how many solutions were printed
    PRINT RESULT             prints a solution: its number and what each box holds; not again the one that the status is
    PRINT(e, …), PRINT LINE  print numbers, and end the line
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from interpreters.ir.host import Host, HostFunction, HostHalt, HostTrap, Library
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.language import Options, Tapes
from interpreters.languages.informal_algol.tables import Table, check_tables
from interpreters.source.diagnostics import Diagnostic, nearest, rendered
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
        diagnostic = Diagnostic(self.text.place(start, end), message, wanted, near)
        raise HostTrap("the tape is wrong\n" + rendered(self.text, diagnostic))


@dataclass
class Session:
    """The tapes of a run, the tables read, the status it goes on from, and how many solutions were printed."""

    tapes: dict[str, Tape] = field(default_factory=dict)
    solutions: int = 0
    stop_at: int = 0
    status: list[int] | None = None
    tables: dict[str, Table] = field(default_factory=dict)
    spans: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    name: str = ""
    extents: list[int] = field(default_factory=list)


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
    host.state.name, host.state.extents = host.strings[name], []
    tape(host, "tables").find_table(host.strings[name])


def table_extent(host: Host, expected: int) -> int:
    """Read an upper bound; where it is declared (not FLEX, -1) it must be that."""
    tables = tape(host, "tables")
    value = tables.number("an upper bound")
    if expected not in (-1, value):
        tables.fault(tables.position - len(str(value)), tables.position, f"the upper bound is {value}", str(expected))
    if not 0 < value <= MANY:
        tables.fault(tables.position - len(str(value)), tables.position, f"the upper bound is {value}", f"1 to {MANY}")
    host.state.extents.append(value)
    return value


def table_fill(host: Host, address: int, words: int) -> None:
    """Read the elements of a table, the last subscript running fastest; - leaves one without value."""
    state: Session = host.state
    source = tape(host, "tables")
    state.spans[state.name] = filled(host, source, address, words, state.name)
    following = TOKEN.search(source.text.text, source.position)
    if following is not None and (following.group() == "-" or NUMBER.fullmatch(following.group())):
        message = f"the table {state.name} has more than {words} numbers"
        source.fault(following.start(), following.end(), message, "the name of a table, or the end")
    cells = host.memory.ints[address >> 3 : (address >> 3) + words]
    elements = [None if cell == UNDEFINED_INT else cell for cell in cells]
    state.tables[state.name] = Table(tuple(state.extents), elements)


def tables_end(host: Host) -> None:
    """Check what must hold between the tables."""
    state: Session = host.state

    def fault(name: str, index: int, message: str, wanted: str) -> None:
        spans = state.spans[name]
        state.tapes["tables"].fault(*spans[min(index, len(spans) - 1)], message, wanted)

    check_tables(state.tables, fault)


def filled(host: Host, source: Tape, address: int, words: int, what: str) -> list[tuple[int, int]]:
    """Read elements into memory; return where on the tape each stands."""
    cells, spans = host.memory.ints, list[tuple[int, int]]()
    for index in range(address >> 3, (address >> 3) + words):
        wanted = f"{words} numbers for {what}"
        token = source.token(wanted)
        spans.append(token.span())
        if token.group() == "-":
            cells[index] = UNDEFINED_INT
            continue
        source.position = token.start()
        cells[index] = source.number(wanted)
        host.tape_read += 1
    return spans


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
    filled(host, tape(host, "tape"), address, words, "an array")


def read_status(host: Host, address: int, words: int) -> None:
    """READ STATUS INTO an array: what each box held when the run was stopped, and how many solutions were printed.

    Where the sites are known, each piece must lie on one of its own.
    """
    state: Session = host.state
    source = tape(host, "status")
    spans = filled(host, source, address, words, "the boxes")
    boxes = host.memory.ints[address >> 3 : (address >> 3) + words]
    held: dict[int, list[int]] = {}
    for box, piece in enumerate(boxes, 1):
        if piece < 0:
            source.fault(*spans[box - 1], f"box {box} cannot hold this", "a piece, or 0 for none")
        held.setdefault(piece, []).append(box)
    site, number = state.tables.get("site"), state.tables.get("number of site")
    if site is not None and number is not None:
        for piece, mine in held.items():
            if piece > site.extents[0]:
                pieces = site.extents[0]
                source.fault(*spans[mine[0] - 1], f"box {mine[0]} cannot hold piece {piece}", f"1 to {pieces}, or 0")
            places = range(1, (number.elements[piece - 1] or 0) + 1) if piece else ()
            sites = [[box for box in site.row(piece, place) if box is not None] for place in places]
            if piece and mine not in sites:
                listed = " ".join(map(str, mine))
                source.fault(*spans[mine[0] - 1], f"piece {piece} lies on {listed}, which is none of its sites")
    state.solutions = source.number("how many solutions were printed")
    state.status = list(boxes)
    following = TOKEN.search(source.text.text, source.position)
    if following is not None:
        source.fault(following.start(), following.end(), f"the status goes on with {following.group()}", "its end")


def status_end(host: Host, address: int, words: int) -> None:
    """At the end of a run that went on from a status every box must be empty: else the search never came there."""
    if host.state.status is None:
        return
    for box, piece in enumerate(host.memory.ints[address >> 3 : (address >> 3) + words], 1):
        if piece != 0:
            message = f"the status is one that no search reaches: at the end box {box} still holds piece {piece}"
            raise HostTrap(message)


def print_result(host: Host, address: int, words: int) -> None:
    """PRINT RESULT: the solution's number and the pieces in the boxes, in the boxes' order."""
    state: Session = host.state
    boxes = host.memory.ints[address >> 3 : (address >> 3) + words].tolist()
    if boxes == state.status:
        return
    state.solutions += 1
    host.output.write(f"{state.solutions}: {' '.join(map(str, boxes))}\n")
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
    "tables_end": HostFunction((), None, tables_end),
    "read_number": HostFunction((), INT, read_number),
    "read_truth": HostFunction((), INT, read_truth),
    "read_array": HostFunction((INT, INT), None, read_array),
    "read_status": HostFunction((INT, INT), None, read_status),
    "status_end": HostFunction((INT, INT), None, status_end),
    "print_result": HostFunction((INT, INT), None, print_result),
    "print_number": HostFunction((INT,), None, print_number),
    "print_line": HostFunction((), None, print_line),
}

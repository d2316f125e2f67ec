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
from functools import lru_cache
from itertools import islice

from getallenband.durable.names import nearest
from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.ir.host import ELEMENT, Host, HostFunction, HostHalt, HostTrap, Library, printer, put
from getallenband.interpreters.ir.types import UNDEFINED_INT, Type
from getallenband.interpreters.language import Options, Tapes
from getallenband.interpreters.languages.informal_algol.tables import Table, check_tables
from getallenband.interpreters.lowering.tape import INTEGER, TOKEN, Tape, tape_of, tapes_of

MANY = 10**6
HEAD = re.compile(r"^[ \t]*([^\d\s+-][^\d\n+-]*)", re.MULTILINE)

Span = tuple[int, int]


def heads_of(text: str) -> list[tuple[str, Span]]:
    """Return the names of the tables on a tape, their words with single blanks, and where each is written."""
    found = [(head[1].rstrip(), head.start(1)) for head in HEAD.finditer(text)]
    return [(" ".join(written.split()), (start, start + len(written))) for written, start in found]


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


@dataclass
class Session:
    """The tapes of a run, the tables read, the status it continues from, and how many solutions were printed.

    `name` and `extents` are those of the table that is being read, `begins` where the elements of each are on the tape.
    """

    tapes: dict[str, Tape]
    stop_at: int
    solutions: int = 0
    status: list[int] | None = None
    tables: dict[str, Table] = field(default_factory=dict)
    begins: dict[str, int] = field(default_factory=dict)
    name: str = ""
    extents: list[int] = field(default_factory=list)


def session(tapes: Tapes, options: Options) -> Session:
    return Session(tapes_of(tapes), int(options.settings["stop_at_solution"]))


# --- tables ------------------------------------------------------------------------------------------------------


def table_begin(host: Host, name: int) -> None:
    """Go to the head of the table of this name, anywhere on the tape."""
    tape, wanted = tape_of(host, "tables"), host.strings[name]
    host.state.name, host.state.extents = wanted, []
    text = tape.text.text
    heads = heads_of(text)
    spans = [span for known, span in heads if known == wanted]
    if not spans:
        near = nearest(wanted, [known for known, _ in heads])
        first = (0, len(text.split("\n", 1)[0]))
        tape.fault(*first, f"the tape has no table {wanted}", f"a line that begins with {wanted}", near)
    if len(spans) > 1:
        tape.fault(*spans[1], f"the table {wanted} is given twice", "one of each name")
    tape.position = spans[0][1]


def table_extent(host: Host, expected: int) -> int:
    """Read an upper bound; where it is declared (not FLEX, -1) it must be that."""
    tape = tape_of(host, "tables")
    value = tape.integer(host, IEEE754.greatest, "an upper bound", counted=False)
    if expected not in (-1, value) or not 0 < value <= MANY:
        wanted = f"1 to {MANY}" if expected == -1 else str(expected)
        tape.fault(tape.position - len(str(value)), tape.position, f"the upper bound is {value}", wanted)
    host.state.extents.append(value)
    return value


def table_fill(host: Host, address: int, words: int, truths: int) -> None:
    """Read the elements of a table, the last subscript running fastest; - leaves one without value."""
    state: Session = host.state
    tape = tape_of(host, "tables")
    state.begins[state.name] = tape.position
    read_elements(host, tape, address, words, state.name, truths)
    following = TOKEN.search(tape.text.text, tape.position)
    if following is not None and (following.group() == "-" or INTEGER.fullmatch(following.group())):
        message = f"the table {state.name} has more than {words} numbers"
        tape.fault(*following.span(), message, "the name of a table, or the end")
    cells = host.memory.ints[address >> 3 : (address >> 3) + words]
    elements = [None if cell == UNDEFINED_INT else cell for cell in cells]
    state.tables[state.name] = Table(tuple(state.extents), elements)


def tables_end(host: Host) -> None:
    """Check the conditions between the tables."""
    state: Session = host.state

    def fault(name: str, index: int, message: str, wanted: str) -> None:
        tape, last = state.tapes["tables"], len(state.tables[name].elements) - 1
        tape.fault(*element_span(tape, state.begins[name], min(index, last)), message, wanted)

    check_tables(state.tables, fault)


def read_elements(host: Host, tape: Tape, address: int, words: int, what: str, truths: int) -> None:
    """Read elements into memory; `truths` tells that they are BOOL."""
    host.charge(ELEMENT * words)
    cells, wanted = host.memory.ints, f"{words} numbers for {what}"
    for index in range(address >> 3, (address >> 3) + words):
        host.charge(0)  # a large table takes seconds: an interrupt ends it
        token = tape.token(wanted)
        if token.group() == "-":
            cells[index] = UNDEFINED_INT
        else:
            tape.position = token.start()
            cells[index] = value = tape.integer(host, IEEE754.greatest, wanted)
            if truths:
                check_truth(tape, value)


def element_span(tape: Tape, begin: int, index: int) -> Span:
    """Return where on the tape an element is, by its number (from 0) among those that begin at a position."""
    return next(islice(TOKEN.finditer(tape.text.text, begin), index, None)).span()


# --- reading -----------------------------------------------------------------------------------------------------


def read_number(host: Host) -> int:
    """READ IN of an INT."""
    return tape_of(host).integer(host, IEEE754.greatest)


def read_truth(host: Host) -> int:
    """READ IN of a BOOL: 0 or 1 on the tape; without a tape, whether there is a status to go on from."""
    if "tape" not in host.state.tapes:
        return int("status" in host.state.tapes)
    value = read_number(host)
    check_truth(tape_of(host), value)
    return value


def check_truth(tape: Tape, value: int) -> None:
    """Check the value that was read last."""
    if value not in (0, 1):
        tape.fault(tape.position - len(str(value)), tape.position, f"{value} is not a BOOL", "0 or 1")


def read_array(host: Host, address: int, words: int, truths: int) -> None:
    """READ IN of an array."""
    read_elements(host, tape_of(host), address, words, "an array", truths)


def read_status(host: Host, address: int, words: int, truths: int) -> None:
    """READ STATUS INTO an array: what each box held when the run was stopped, and how many solutions were printed.

    Where the sites are known, each piece must lie on one of its own.
    """
    state: Session = host.state
    tape = tape_of(host, "status")
    begin = tape.position
    read_elements(host, tape, address, words, "the boxes", truths)
    state.status = host.memory.ints[address >> 3 : (address >> 3) + words].tolist()
    check_status(state, tape, begin)
    state.solutions = tape.integer(host, IEEE754.greatest, "how many solutions were printed", counted=False)
    following = TOKEN.search(tape.text.text, tape.position)
    if following is not None:
        tape.fault(
            *following.span(), f"the status does not end here: {following.group()} follows", "the end of the tape"
        )


def check_status(state: Session, tape: Tape, begin: int) -> None:
    """Check that each box holds a piece, and each piece lies on one of its sites, where they are known."""
    held: dict[int, list[int]] = {}
    for box, piece in enumerate(state.status or (), 1):
        if piece < 0:
            tape.fault(*element_span(tape, begin, box - 1), f"box {box} cannot hold this", "a piece, or 0 for none")
        held.setdefault(piece, []).append(box)
    site, number = state.tables.get("site"), state.tables.get("number of site")
    if site is None or number is None or len(site.extents) != 3:
        return
    held.pop(0, None)
    for piece, mine in held.items():
        pieces = site.extents[0]
        if piece > pieces:
            span = element_span(tape, begin, mine[0] - 1)
            tape.fault(*span, f"box {mine[0]} cannot hold piece {piece}", f"1 to {pieces}, or 0")
        places = range(1, (number.elements[piece - 1] or 0) + 1)
        if mine not in [[box for box in site.row(piece, place) if box is not None] for place in places]:
            span = element_span(tape, begin, mine[0] - 1)
            tape.fault(*span, f"piece {piece} lies on {' '.join(map(str, mine))}, which is not one of its sites")


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
    host.charge(8 * words)
    state: Session = host.state
    boxes = host.memory.ints[address >> 3 : (address >> 3) + words].tolist()
    if boxes == state.status:
        return
    state.solutions += 1
    host.output.write(f"{state.solutions}:{''.join(map(shown, boxes))}\n")
    if state.solutions == state.stop_at:
        raise HostHalt(f"stopped at solution {state.solutions}")


@lru_cache(1024)  # boxes hold a few small numbers
def shown(value: int) -> str:
    return f" {value}"


def number(_host: Host, value: int) -> str:
    """PRINT: a blank and a number."""
    return f" {value}"


def line(_host: Host) -> str:
    """PRINT LINE."""
    return "\n"


INT = Type.INT
LIBRARY: Library = {
    "table_begin": HostFunction((INT,), None, table_begin),
    "table_extent": HostFunction((INT,), INT, table_extent),
    "table_fill": HostFunction((INT, INT, INT), None, table_fill),
    "tables_end": HostFunction((), None, tables_end),
    "read_number": HostFunction((), INT, read_number),
    "read_truth": HostFunction((), INT, read_truth),
    "read_array": HostFunction((INT, INT, INT), None, read_array),
    "read_status": HostFunction((INT, INT, INT), None, read_status),
    "status_end": HostFunction((INT, INT), None, status_end),
    "print_result": HostFunction((INT, INT), None, print_result),
    "print_number": printer((INT,), number, put, put),
    "print_line": printer((), line, put, put),
}

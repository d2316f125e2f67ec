"""The devices of a run: tapes to read, the printer, and the tape punch."""

from __future__ import annotations

from dataclasses import dataclass, field

from getallenband.interpreters.ir.host import Host, Output
from getallenband.interpreters.language import Tapes
from getallenband.interpreters.lowering.tape import Tape, tape_of, tapes_of

PRINTER, PUNCH = 0, 1
WIDTH, PAGE, TABULATION = (144, 150), 60, 8
"""Places on a line of the printer and of punched tape (MR 81, 7.3), lines on a page, distance of tabulator stops."""


@dataclass
class Position:
    """Where a device is: column and line count from 0."""

    column: int = 0
    line: int = 0


@dataclass
class State:
    """The library's state: its tapes, the devices' positions, what was punched, and the last random number.

    `separate` tells whether a single blank separates numbers on the tape, `joined` what one has joined; `time` is that
    of the day, in seconds; `operator` is the word that the operator has set.
    """

    tapes: dict[str, Tape]
    separate: bool = False
    time: float = 0.0
    joined: str = ""
    positions: tuple[Position, Position] = field(default_factory=lambda: (Position(), Position()))
    punched: Output | None = None
    random: int = 1
    operator: int | None = None


def session(separate: bool, time: float, tapes: Tapes) -> State:
    return State(tapes_of(tapes), separate, time)


def finish(host: Host) -> None:
    """Save what was punched as a file."""
    state: State = host.state
    if state.punched is not None:
        host.files["PUNCH"] = state.punched.text


def channel_tape(host: Host, channel: int) -> Tape:
    """Return the tape of a channel: the one named by its number, else the one named "tape"."""
    return tape_of(host, str(channel) if str(channel) in host.state.tapes else "tape")


def write(host: Host, text: str, device: int = PRINTER) -> None:
    """Write text unchanged, and update the device's position."""
    state: State = host.state
    if device == PUNCH and state.punched is None:
        state.punched = Output(host.output.limit)
    (host.output if device == PRINTER or state.punched is None else state.punched).write(text)
    position, last = state.positions[device], text.rfind("\n")
    if last < 0:
        position.column += len(text)
    else:
        position.line = (position.line + text.count("\n")) % PAGE
        position.column = len(text) - last - 1


def place_number(host: Host, text: str, device: int = PRINTER) -> None:
    """Write a number; one that does not fit on the line goes to the next."""
    if host.state.positions[device].column + len(text) > WIDTH[device]:
        write(host, "\n", device)
    write(host, text, device)


def put(host: Host, text: str) -> bool:
    """Print what several calls print, where no line of the printer gets full; return whether that is so."""
    first, *others = text.split("\n")
    longest = max(host.state.positions[PRINTER].column + len(first), *map(len, others), 0)
    if longest >= WIDTH[PRINTER]:
        return False
    write(host, text)
    return True

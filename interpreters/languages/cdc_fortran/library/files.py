"""Units and their files: records, the tape, the printer's carriage control (ANSI X3.9-1966, 7.1.3.3).

INPUT is the tape (cards of 80 columns); OUTPUT is the program's output, where the first character of each record moves
the paper; other units are files in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreters.ir.host import Host, HostTrap
from interpreters.language import Tapes
from interpreters.languages.cdc_fortran.library.words import Words

CARD = 80
INPUT, OUTPUT, PUNCH = -1, -2, -3
SYSTEM_UNITS = {INPUT: "INPUT", OUTPUT: "OUTPUT", PUNCH: "PUNCH"}
"""Numbers that stand for the system's own files in the IR."""

ItemValue = float | bool
Record = str | list[ItemValue]
"""A formatted record is a string, an unformatted one a list of words."""


@dataclass(slots=True)
class File:
    """A unit in memory: its records, and which is next."""

    name: str
    records: list[Record] = field(default_factory=list)
    position: int = 0


@dataclass(slots=True)
class Session:
    """The library's state: the files, the names of units by number, what it keeps of FORMATs and the transfer."""

    words: Words
    carriage: str
    names: Mapping[int, str]
    files: dict[str, File]
    layouts: dict[int, Any] = field(default_factory=dict)
    transfer: Any = None
    printed: bool = False


def session(words: Words, carriage: str, names: Mapping[int, str], tapes: Tapes) -> Session:
    """Make the state of a run: every tape is a file of its name, "tape" is INPUT."""
    files = {"INPUT": File("INPUT")}
    for name, source in tapes.items():
        title = "INPUT" if name == "tape" else name.upper()
        files[title] = File(title, [*source.text.splitlines()])
    return Session(words, carriage, names, files)


def file_of(host: Host, unit: int) -> File:
    """Return the file of a unit number; one that was never mentioned is TAPE and its number."""
    state: Session = host.state
    name = SYSTEM_UNITS.get(unit) or state.names.get(unit) or f"TAPE{unit}"
    if unit not in SYSTEM_UNITS and not 0 <= unit <= 99:
        raise HostTrap(f"unit {unit} is outside 0:99")
    return state.files.setdefault(name, File(name))


def next_record(file: File, *, formatted: bool) -> Record:
    """Take the next record of a file."""
    if file.position >= len(file.records):
        count = len(file.records)
        raise HostTrap(f"{file.name} ends after {count} record{'s' * (count != 1)}")
    record = file.records[file.position]
    file.position += 1
    if isinstance(record, str) != formatted:
        raise HostTrap(f"record {file.position} of {file.name} was written {'without' if formatted else 'by'} a FORMAT")
    return record.ljust(CARD) if isinstance(record, str) else record


def deliver(host: Host, file: File, record: Record) -> None:
    """Give a finished record to its file."""
    if file.name == "OUTPUT" and isinstance(record, str):
        print_record(host, record.rstrip(" "))
        return
    del file.records[file.position :]
    file.records.append(record)
    file.position += 1
    if isinstance(record, str):
        host.files[file.name] = "".join(f"{line.rstrip(' ')}\n" for line in file.records if isinstance(line, str))


# --- the printer -------------------------------------------------------------------------------------------------


def print_record(host: Host, record: str) -> None:
    """Print a record: its first character moves the paper before the rest is printed, unless control is raw."""
    state: Session = host.state
    if state.carriage == "raw":
        host.output.write(record + "\n")
        return
    control, line = record[:1], record[1:]
    if control == "+" and state.printed:
        below = host.output.pieces.pop()
        host.output.used -= len(below)
        line = overprint(below.rstrip("\n"), line)
    elif control == "0":
        host.output.write("\n")
    elif control == "1" and state.printed:
        host.output.write("\f")
    state.printed = True
    host.output.write(line.rstrip(" ") + "\n")


def overprint(below: str, above: str) -> str:
    """Print a line over another: what is blank above shows what is below."""
    width = max(len(below), len(above))
    pairs = zip(below.ljust(width), above.ljust(width), strict=True)
    return "".join(low if high == " " else high for low, high in pairs)


# --- REWIND, BACKSPACE, ENDFILE ----------------------------------------------------------------------------------


def rewind(host: Host, unit: int) -> None:
    """Go back to the first record."""
    file_of(host, unit).position = 0


def backspace(host: Host, unit: int) -> None:
    """Go back by one record."""
    file = file_of(host, unit)
    file.position = max(0, file.position - 1)


def endfile(host: Host, unit: int) -> None:
    """End a file at its current position."""
    file = file_of(host, unit)
    del file.records[file.position :]

"""Units and their files: records, the tape, the printer's carriage control (ANSI X3.9-1966, 7.1.3.3).

INPUT is the tape (cards of 80 columns); OUTPUT is the program's output, where the first character of each record moves
the paper; other units are files in memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.language import Tapes
from getallenband.interpreters.languages.cdc_fortran.library.words import Words
from getallenband.interpreters.source.diagnostics import counted
from getallenband.interpreters.source.position import SourceText

CARD = 80
WORD = 8
"""Bytes of a word in a file without a FORMAT."""
INPUT, OUTPUT, PUNCH = -1, -2, -3
GREATEST_UNIT = 99
SYSTEM_UNITS = {INPUT: "INPUT", OUTPUT: "OUTPUT", PUNCH: "PUNCH"}
"""Numbers that stand for the system's own files in the IR."""

MOVES = {"0": "\n", "1": "\f"}
"""How characters that begin a record move the paper before it is printed; the first page of a run begins without."""

ItemValue = float | bool
Record = str | list[ItemValue]
"""A formatted record is a string, an unformatted one a list of words."""
MARK = re.compile(r"\*EO[RF]\b")
"""How a card of a tape begins that stands for an end-of-file mark."""


@dataclass(slots=True)
class File:
    """A unit in memory: its records, and which is next; None is an end-of-file mark.

    A READ that meets the end passes it, as it passes a mark: `position` is one beyond the last record and its end then.
    """

    name: str
    records: list[Record | None] = field(default_factory=list)
    position: int = 0
    ended: bool = False
    memory: MemoryRecords | None = None
    written: bool = False


@dataclass(frozen=True, slots=True)
class MemoryRecords:
    """Where ENCODE puts its records: from a word up to another, each of `length` characters, in reals or integers."""

    first: int
    limit: int
    length: int
    real: bool


@dataclass(frozen=True, slots=True)
class System:
    """What a deck settles: words, settings, names of units, whether it asks for the end of a file, its data."""

    words: Words
    settings: Mapping[str, str]
    names: Mapping[int, str]
    ends: bool
    data: Sequence[str | None]


@dataclass(slots=True)
class Session:
    """The library's state: files, what it keeps of FORMATs and the transfer, random numbers, questions, lights.

    `met` is what ended the last READ early: "END" of the file, or "ERR" in the data; `missed` tells whether that was
    before its only value was read.
    """

    system: System
    files: dict[str, File]
    seed: int
    layouts: dict[int, Any] = field(default_factory=dict)
    transfer: Any = None
    met: str = ""
    missed: bool = False
    array_layout: Any = None
    listed: list[Any] = field(default_factory=list)
    printed: bool = False
    asked: int = 0
    lights: set[int] = field(default_factory=set)
    numbers: dict[int, str] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        """Return how characters are packed in words."""
        return self.system.words


FIRST_SEED = 0o1274321477413155
"""With what RANF begins in the 6600's library."""


def session(system: System, before: Session | None, tapes: Tapes) -> Session:
    """Make the state of a run: every tape is a file of its name, "tape" is INPUT in place of the deck's own data.

    Files are as a program `before` this one on the deck left them; INPUT is the program's own data, where it has some.
    """
    if before is None:
        named = {"INPUT" if name == "tape" else name.upper(): source for name, source in tapes.items()}
        files = {title: File(title, records_of(source)) for title, source in named.items()}
    else:
        files = {name: replace(file, records=list(file.records), memory=None) for name, file in before.files.items()}
    if "tape" not in tapes and (system.data or before is None):
        files["INPUT"] = File("INPUT", list(system.data))
    return Session(system, files, first_seed(system), printed=before is not None and before.printed)


def first_seed(system: System) -> int:
    """Return with what RANF begins, which is odd."""
    seed = int(system.settings["random"])
    return 2 * seed + 1 if seed else FIRST_SEED


def records_of(tape: SourceText) -> list[Record | None]:
    """Return the lines of a tape; those that begin with *EOF or *EOR are end-of-file marks."""
    return [None if MARK.match(line) else line for line in tape.text.splitlines()]


def file_of(host: Host, unit: int) -> File:
    """Return the file of a unit number; one that was never mentioned is TAPE and its number."""
    state: Session = host.state
    known = SYSTEM_UNITS.get(unit) or state.numbers.get(unit)
    name = known or state.system.names.get(unit) or f"TAPE{unit}"
    if name not in state.files:
        state.files[name] = File(name)
    return state.files[name]


NAMED = -1000
"""From here down are the numbers of files that a program names."""


def unit_named(host: Host, name: int) -> int:
    """Return the number of a file that is given by its name."""
    return numbered(host.state, host.strings[name])


def unit_in_word(host: Host, word: int) -> int:
    """Return the number of a file whose name is in a word; a small word is a unit number itself."""
    state: Session = host.state
    words = state.words
    if 0 <= word <= GREATEST_UNIT:
        return word
    name = words.unpacked(word & words.ones).rstrip(" :\0")
    if not name.isalnum():
        raise HostTrap(f"the word {name!r} is no name of a file")
    return numbered(state, name)


def numbered(state: Session, name: str) -> int:
    """Return the number that represents a file's name: its unit's, where it has one."""
    if name.startswith("TAPE") and name[4:].isdigit() and int(name[4:]) <= GREATEST_UNIT:
        return int(name[4:])
    number = next((one for one, known in state.numbers.items() if known == name), NAMED - len(state.numbers))
    state.numbers[number] = name
    return number


def next_record(host: Host, file: File, *, formatted: bool, at_end: bool) -> Record | None:
    """Take the next record of a file, or return None at an end-of-file mark and after the last record.

    That is a trap unless the READ says where to go then (`at_end`), or the program asks for it before the next READ.
    """
    if file.memory is not None:
        record: Record | None = record_held(host, file.memory, file.position)
    elif file.ended:
        raise HostTrap(f"the READ before met the end of {file.name}: IF (EOF(unit)) or END= asks for that")
    else:
        record = file.records[file.position] if file.position < len(file.records) else None
        file.position = min(file.position, len(file.records))
    file.position += 1
    if record is None:
        if not at_end and not host.state.system.ends:
            raise HostTrap(ending(file))
        file.ended = not at_end
    elif isinstance(record, str) != formatted:
        raise HostTrap(f"record {file.position} of {file.name} was written {'without' if formatted else 'by'} a FORMAT")
    return record.ljust(CARD) if isinstance(record, str) else record


def ending(file: File) -> str:
    """Describe the end of file just passed: after how many records, and on a tape of several files, which one."""
    before = [index for index, record in enumerate(file.records[: file.position - 1]) if record is None]
    count = file.position - 1 - (before[-1] + 1 if before else 0)
    which = f"file {len(before) + 1} of {file.name}" if before else file.name
    return f"{which} ends after {counted(count, 'record')}"


def deliver(host: Host, file: File, record: Record) -> None:
    """Write a finished record to its file."""
    if file.name == "OUTPUT" and isinstance(record, str):
        print_record(host, record.rstrip(" "))
        return
    put(file, record)
    if file.memory is not None:
        put_record(host, file.memory, len(file.records) - 1, record)
        return
    host.output.charge(len(record) * (1 if isinstance(record, str) else WORD))
    file.written = file.written or isinstance(record, str)


def put(file: File, record: Record | None) -> None:
    """Write a record or a mark at the current position; it becomes the last one of the file."""
    del file.records[file.position :]
    file.records.append(record)
    file.position, file.ended = len(file.records), False


def finish(host: Host) -> None:
    """Save the files that were written with a FORMAT; a mark between two files is *EOF, as on a tape."""
    state: Session = host.state
    for file in state.files.values():
        if file.written:
            lines = ["*EOF" if record is None else record for record in file.records if not isinstance(record, list)]
            if file.records[-1] is None:
                del lines[-1]
            host.files[file.name] = "".join(f"{line.rstrip(' ')}\n" for line in lines)


# --- records in memory -------------------------------------------------------------------------------------------


def put_record(host: Host, where: MemoryRecords, number: int, record: Record) -> None:
    """Store a record that ENCODE made in words; trap where it is too long, or beyond the variable."""
    assert isinstance(record, str)
    words = host.state.words
    text = record.rstrip(" ") if len(record) > where.length else record.ljust(where.length)
    if len(text) > where.length:
        raise HostTrap(f"ENCODE makes a record of {len(text)} characters, its length is {where.length}")
    span = -(-where.length // words.size)
    first = where.first + number * span
    if 8 * (first + span) > where.limit:
        raise HostTrap("ENCODE goes beyond the end of its variable")
    for index in range(span):
        piece = text[index * words.size : (index + 1) * words.size]
        if fault := words.fault(piece):
            raise HostTrap(fault)
        bits = words.pattern(piece)
        if where.real:
            host.memory.reals[first + index] = words.real(bits)
        else:
            host.memory.ints[first + index] = words.number(bits)


def record_held(host: Host, where: MemoryRecords, number: int) -> Record:
    """Return a record that DECODE reads, the last one perhaps in part; trap beyond the variable and what follows it."""
    memory, words = host.memory, host.state.words
    span = -(-where.length // words.size)
    first = where.first + number * span
    held = range(first, min(first + span, where.limit // 8))
    if not held:
        raise HostTrap("DECODE goes beyond the end of its variable")
    return "".join(characters_of(words, memory.ints[word]) for word in held)[: where.length]


def characters_of(words: Words, cell: int) -> str:
    """Return the characters in a cell of memory; trap where it holds none, but a real number or no value."""
    bits = words.in_cell(cell)
    if bits is None:
        raise HostTrap("these words hold a real number or no value, not characters")
    return words.unpacked(bits)


# --- the printer -------------------------------------------------------------------------------------------------


def print_record(host: Host, record: str) -> None:
    """Print a record, over the last line where its first character is +, unless control is raw."""
    output = host.output
    if record[:1] == "+" and output.pieces and host.state.system.settings["carriage"] != "raw":
        below = output.pieces.pop()
        output.used -= len(below.encode("utf-8"))
        record = " " + overprint(below.rstrip("\n"), record[1:]).rstrip(" ")
    print_lines(host, record + "\n")


def print_lines(host: Host, text: str) -> None:
    """Print records, each with a new line: their first characters move the paper, unless control is raw."""
    state: Session = host.state
    if state.system.settings["carriage"] != "raw":
        text = "\n".join([MOVES.get(record[:1], "") + record[1:] for record in text.split("\n")])
        text = text if state.printed else text.removeprefix("\f")
        state.printed = True
    # the last line by itself: another may be printed over it
    last = max(text.rfind("\n", 0, -1), text.rfind("\f")) + 1
    if last:
        host.output.write(text[:last])
    host.output.write(text[last:])


def put_lines(host: Host, text: str) -> bool:
    """Print what several calls print, where no record is printed over another; return whether that is so."""
    if text.startswith("+") or "\n+" in text:
        return False
    print_lines(host, text)
    return True


def overprint(below: str, above: str) -> str:
    """Print a line over another: what is blank above shows what is below."""
    width = max(len(below), len(above))
    pairs = zip(below.ljust(width), above.ljust(width), strict=True)
    return "".join(low if high == " " else high for low, high in pairs)


# --- REWIND, BACKSPACE, ENDFILE ----------------------------------------------------------------------------------


def rewind(host: Host, unit: int) -> None:
    """Go back to the first record."""
    file = file_of(host, unit)
    file.position, file.ended = 0, False


def backspace(host: Host, unit: int) -> None:
    """Go back by one record, or over the end-of-file mark or the end that was passed last."""
    file = file_of(host, unit)
    file.position, file.ended = max(0, file.position - 1), False


def endfile(host: Host, unit: int) -> None:
    """Write an end-of-file mark; records after it are lost."""
    file = file_of(host, unit)
    check_direction(file, writing=True)
    put(file, None)


def check_direction(file: File, *, writing: bool) -> None:
    """Trap where INPUT is written or OUTPUT is read."""
    if file.name == ("INPUT" if writing else "OUTPUT"):
        raise HostTrap(f"{file.name} cannot be {'written' if writing else 'read'}")

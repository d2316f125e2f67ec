"""Input and output of FORTRAN programs: units, records, carriage control, and the procedures that IR calls.

A transfer is begun, given its items one by one, and ended; formatted ones walk through their FORMAT meanwhile.
INPUT is the tape (cards of 80 columns); OUTPUT is the program's output, where the first character of each record moves
the paper; other units are files in memory.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from interpreters.ir.host import Host, HostFunction, HostHalt, HostTrap, Library
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.language import Tapes
from interpreters.languages.cdc_fortran import formats
from interpreters.languages.cdc_fortran.words import Words

CARD = 80
KINDS = ("INTEGER", "REAL", "DOUBLEPRECISION", "COMPLEX", "LOGICAL")
INPUT, OUTPUT, PUNCH = -1, -2, -3
Value = float | bool
Binary = list[Value]


@dataclass(slots=True)
class File:
    """A unit in memory: its records (text, or words), where it stands, and whether an endfile is behind the last."""

    name: str
    records: list[str | Binary] = field(default_factory=list)
    position: int = 0
    ended: bool = False
    direction: str = ""


@dataclass(slots=True)
class Transfer:
    """A transfer under way: its FORMAT (None: unformatted), the record, and the column or word that is next."""

    file: File
    writing: bool
    steps: formats.Steps | None
    scale: int = 0
    text: str = ""
    words: Binary = field(default_factory=list)
    column: int = 0
    dry: bool = False


@dataclass(slots=True)
class Session:
    """The library's state: the units by number, FORMATs already read, and the transfer under way."""

    words: Words
    carriage: str
    names: dict[int, str]
    files: dict[str, File]
    layouts: dict[int, list[formats.Field]] = field(default_factory=dict)
    transfer: Transfer | None = None
    printed: bool = False


def session(words: Words, carriage: str, names: dict[int, str], tapes: Tapes) -> Session:
    """Make the state of a run: every tape is a file of its name, "tape" is INPUT."""
    files = {}
    for name, source in tapes.items():
        lines = source.text.splitlines()
        title = "INPUT" if name == "tape" else name.upper()
        files[title] = File(title, [*lines], ended=True)
    files.setdefault("INPUT", File("INPUT", ended=True))
    return Session(words, carriage, names, files)


def file_of(host: Host, unit: int) -> File:
    """Return the file of a unit number; one that was never mentioned is TAPE and its number."""
    state: Session = host.state
    special = {INPUT: "INPUT", OUTPUT: "OUTPUT", PUNCH: "PUNCH"}
    name = special.get(unit) or state.names.get(unit) or f"TAPE{unit}"
    if unit not in special and not 0 <= unit <= 99:
        raise HostTrap(f"{unit} is no unit number: it is between 0 and 99")
    return state.files.setdefault(name, File(name))


# --- the start and the end of a transfer -------------------------------------------------------------------------


def begin(host: Host, unit: int, writing: int, layout: int) -> None:
    """Begin a transfer; `layout` is the text of a FORMAT, -1 for none."""
    state: Session = host.state
    steps = None
    if layout >= 0:
        if layout not in state.layouts:
            state.layouts[layout] = formats.format_fields(host.strings[layout].split("|", 1)[1])
        steps = formats.Steps(state.layouts[layout])
    begun(host, unit, bool(writing), steps)


def begin_array(host: Host, unit: int, writing: int, address: int, limit: int) -> None:
    """Begin a transfer by a FORMAT that stands in an array, up to its last bracket."""
    state: Session = host.state
    text, depth = "", 0
    for word in range(address // 8, limit // 8):
        for sign in state.words.unpacked(host.memory.ints[word]):
            text += sign
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if depth == 0 and sign == ")":
                break
        if depth == 0 and text.strip():
            break
    try:
        steps = formats.Steps(formats.format_fields(text.strip()))
    except formats.FormatFault as fault:
        raise HostTrap(f"the array holds no FORMAT: {fault.message}: {text.strip()[:60]!r}") from None
    begun(host, unit, bool(writing), steps)


def begun(host: Host, unit: int, writing: bool, steps: formats.Steps | None) -> None:
    """Set the transfer under way, and fetch the first record to be read."""
    state: Session = host.state
    file = file_of(host, unit)
    if writing and file.name == "INPUT":
        raise HostTrap("INPUT cannot be written")
    if not writing and file.name == "OUTPUT":
        raise HostTrap("OUTPUT cannot be read")
    state.transfer = Transfer(file, writing, steps)
    if not writing:
        fetch(state.transfer)


def fetch(transfer: Transfer) -> None:
    """Take the next record of a file."""
    file = transfer.file
    if file.position >= len(file.records):
        raise HostTrap(f"{file.name} ends here: its records were {len(file.records)}")
    record = file.records[file.position]
    file.position += 1
    if isinstance(record, str) != (transfer.steps is not None):
        raise HostTrap(f"record {file.position} of {file.name} was written in the other form (with or without FORMAT)")
    if isinstance(record, str):
        transfer.text = record.ljust(CARD)
    else:
        transfer.words = record
    transfer.column = 0


def deliver(host: Host, transfer: Transfer, record: str | Binary) -> None:
    """Give a finished record to its file."""
    file = transfer.file
    if file.name == "OUTPUT" and isinstance(record, str):
        printed(host, record.rstrip(" "))
        return
    del file.records[file.position :]
    file.records.append(record)
    file.position += 1
    if isinstance(record, str):
        host.files[file.name] = "".join(f"{line.rstrip(' ')}\n" for line in file.records if isinstance(line, str))


def printed(host: Host, record: str) -> None:
    """Print a record: its first character moves the paper before the rest is printed, unless control is raw."""
    state: Session = host.state
    if state.carriage == "raw":
        host.output.write(record + "\n")
        return
    control, line = record[:1], record[1:]
    if control == "+" and state.printed:
        below = host.output.pieces.pop()
        host.output.used -= len(below)
        line = overprinted(below.rstrip("\n"), line)
    elif control == "0":
        host.output.write("\n")
    elif control == "1" and state.printed:
        host.output.write("\f")
    state.printed = True
    host.output.write(line.rstrip(" ") + "\n")


def overprinted(below: str, above: str) -> str:
    """Print a line over another: what is blank above shows what is below."""
    width = max(len(below), len(above))
    pairs = zip(below.ljust(width), above.ljust(width), strict=True)
    return "".join(low if high == " " else high for low, high in pairs)


def end(host: Host) -> None:
    """End a transfer: what stands in the FORMAT before the next field for an item is still done."""
    state: Session = host.state
    transfer = state.transfer
    assert transfer is not None
    if transfer.steps is not None:
        while (one := transfer.steps.next()) is not None and not isinstance(one, formats.Edit):
            control(host, transfer, one)
    if transfer.writing:
        deliver(host, transfer, transfer.text if transfer.steps is not None else transfer.words)
    state.transfer = None


# --- fields and items --------------------------------------------------------------------------------------------


def control(host: Host, transfer: Transfer, one: formats.Field) -> None:
    """Do what a field without an item says."""
    if isinstance(one, formats.Scale):
        transfer.scale = one.factor
    elif isinstance(one, formats.Slash):
        if transfer.writing:
            deliver(host, transfer, transfer.text)
            transfer.text = ""
        else:
            fetch(transfer)
    elif isinstance(one, formats.Literal):
        if transfer.writing:
            transfer.text += one.text
        else:
            one.text = taken(transfer, len(one.text))
    elif isinstance(one, formats.Blanks):
        if transfer.writing:
            transfer.text += " " * one.count
        else:
            taken(transfer, one.count)


def taken(transfer: Transfer, width: int) -> str:
    """Read the next columns of the record; behind its end there are blanks."""
    text = transfer.text[transfer.column : transfer.column + width].ljust(width)
    transfer.column += width
    return text


def next_edit(host: Host, transfer: Transfer) -> formats.Edit:
    """Walk to the next field that wants an item, round the end of the FORMAT where need be."""
    assert transfer.steps is not None
    while True:
        one = transfer.steps.next()
        if isinstance(one, formats.Edit):
            return one
        if one is not None:
            control(host, transfer, one)
        elif transfer.steps.revert():
            control(host, transfer, formats.Slash())
        else:
            raise HostTrap("the list has items, but the FORMAT has no field for them")


def write_item(host: Host, kind: str, value: Value) -> None:
    """Write one value (a part of a COMPLEX is a REAL)."""
    transfer: Transfer = host.state.transfer
    if transfer.steps is None:
        transfer.words.append(value)
        return
    edit = next_edit(host, transfer)
    words: Words = host.state.words
    if edit.letter == "A":
        transfer.text += formats.characters_written(edit, words.unpacked(value))
        return
    mismatch(edit, kind)
    if edit.letter == "L":
        transfer.text += ("T" if value else "F").rjust(edit.width)
    elif edit.letter != "I" and not math.isfinite(value):
        raise HostTrap(f"a real number without end for {edit}")
    else:
        transfer.text += formats.written(edit, transfer.scale, value)


def read_item(host: Host, kind: str) -> Value:
    """Read one value."""
    transfer: Transfer = host.state.transfer
    host.tape_read += transfer.file.name == "INPUT"
    if transfer.steps is None:
        return read_word(transfer, kind)
    edit = next_edit(host, transfer)
    words: Words = host.state.words
    text = taken(transfer, edit.width)
    try:
        if edit.letter == "A":
            held = formats.characters_read(edit, text, words.size)
            if missing := words.missing(held):
                raise HostTrap(f"the character {missing!r} has no code on this machine")
            return words.packed_real(held) if kind in ("REAL", "DOUBLEPRECISION") else words.packed(held)
        mismatch(edit, kind)
        if edit.letter == "L":
            return formats.logical_read(edit, text)
        if edit.letter == "I":
            number = formats.integer_read(edit, text)
            if abs(number) > words.system.greatest:
                raise HostTrap(f"{number} is too large for an integer (at most {words.system.greatest})")
            return number
        return formats.real_read(edit, transfer.scale, text)
    except formats.FormatFault as fault:
        raise HostTrap(fault.message) from None


def read_word(transfer: Transfer, kind: str) -> Value:
    """Read one word of an unformatted record."""
    if transfer.column >= len(transfer.words):
        raise HostTrap(f"the list wants more words than the record has: {len(transfer.words)}")
    value = transfer.words[transfer.column]
    transfer.column += 1
    if isinstance(value, float) != (kind in ("REAL", "DOUBLEPRECISION")):
        raise HostTrap(f"word {transfer.column} of the record is no {kind}")
    return value


def mismatch(edit: formats.Edit, kind: str) -> None:
    """Trap where a field does not go with the type of its item."""
    fitting = {"I": ("INTEGER",), "L": ("LOGICAL",)}.get(edit.letter, ("REAL", "DOUBLEPRECISION"))
    if kind not in fitting:
        raise HostTrap(f"the field {edit} is for {fitting[0]}, the item is {kind}")


def write_array(host: Host, address: int, count: int, kind: int) -> None:
    """Write `count` elements from an address on."""
    name = KINDS[kind]
    step = 2 if name in ("DOUBLEPRECISION", "COMPLEX") else 1
    for index in range(count):
        word = address // 8 + index * step
        for part in range(2 if name == "COMPLEX" else 1):
            real = name not in ("INTEGER", "LOGICAL")
            value: float = host.memory.reals[word + part] if real else host.memory.ints[word]
            if value == UNDEFINED_INT or value != value:
                raise HostTrap(f"element {index + 1} of the array in the list has no value")
            write_item(host, "REAL" if name == "COMPLEX" else name, value)


def read_array(host: Host, address: int, count: int, kind: int) -> None:
    """Read `count` elements into memory."""
    name = KINDS[kind]
    step = 2 if name in ("DOUBLEPRECISION", "COMPLEX") else 1
    for index in range(count):
        word = address // 8 + index * step
        for part in range(2 if name == "COMPLEX" else 1):
            value = read_item(host, "REAL" if name == "COMPLEX" else name)
            if name in ("INTEGER", "LOGICAL"):
                host.memory.ints[word] = int(value)
            else:
                host.memory.reals[word + part] = float(value)
        if name == "DOUBLEPRECISION":
            host.memory.reals[word + 1] = 0.0


# --- files, STOP and PAUSE ---------------------------------------------------------------------------------------


def rewind(host: Host, unit: int) -> None:
    """Go back to the first record."""
    file_of(host, unit).position = 0


def backspace(host: Host, unit: int) -> None:
    """Go back by one record."""
    file = file_of(host, unit)
    file.position = max(0, file.position - 1)


def endfile(host: Host, unit: int) -> None:
    """End a file where it stands."""
    file = file_of(host, unit)
    del file.records[file.position :]
    file.ended = True


def stop(host: Host, digits: int) -> None:
    """End the run by STOP with digits."""
    raise HostHalt(f"STOP {host.strings[digits]}")


def integer_power(host: Host, base: int, exponent: int) -> int:
    """Raise an integer to an integer."""
    greatest = host.state.words.system.greatest
    if exponent < 0:
        if base == 0:
            raise HostTrap(f"division by zero: 0 ** {exponent}")
        return 0 if abs(base) > 1 else base ** (exponent % 2)
    if abs(base) > 1 and exponent >= 64:
        raise HostTrap(f"integer overflow: {base} ** {exponent} is beyond {greatest}")
    value: int = base ** (exponent if abs(base) > 1 else exponent % 2 + 2 * (exponent > 1))
    if abs(value) > greatest:
        raise HostTrap(f"integer overflow: {base} ** {exponent} is beyond {greatest}")
    return value


INT, REAL = Type.INT, Type.REAL
LIBRARY: Library = {
    "begin": HostFunction((INT, INT, INT), None, begin),
    "begin_array": HostFunction((INT, INT, INT, INT), None, begin_array),
    "end": HostFunction((), None, end),
    "write_integer": HostFunction((INT,), None, lambda host, value: write_item(host, "INTEGER", value)),
    "write_real": HostFunction((REAL,), None, lambda host, value: write_item(host, "REAL", value)),
    "write_logical": HostFunction((INT,), None, lambda host, value: write_item(host, "LOGICAL", value)),
    "write_array": HostFunction((INT, INT, INT), None, write_array),
    "read_integer": HostFunction((), INT, lambda host: int(read_item(host, "INTEGER"))),
    "read_real": HostFunction((), REAL, lambda host: float(read_item(host, "REAL"))),
    "read_logical": HostFunction((), INT, lambda host: int(read_item(host, "LOGICAL"))),
    "read_array": HostFunction((INT, INT, INT), None, read_array),
    "rewind": HostFunction((INT,), None, rewind),
    "backspace": HostFunction((INT,), None, backspace),
    "endfile": HostFunction((INT,), None, endfile),
    "stop": HostFunction((INT,), None, stop),
    "integer_power": HostFunction((INT, INT), INT, integer_power),
}

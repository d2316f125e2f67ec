"""READ and WRITE as the IR calls them: a transfer is begun, given its items one by one, and ended (7.1.3).

Formatted transfers walk through their FORMAT meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.ir.ops.memory import WORK_UNIT
from getallenband.interpreters.ir.types import UNDEFINED_INT
from getallenband.interpreters.languages.cdc_fortran.library import fields, formats, free
from getallenband.interpreters.languages.cdc_fortran.library.fields import DataFault
from getallenband.interpreters.languages.cdc_fortran.library.files import (
    WORD,
    File,
    ItemValue,
    MemoryRecords,
    Session,
    characters_of,
    check_direction,
    deliver,
    file_of,
    next_record,
)
from getallenband.interpreters.languages.cdc_fortran.library.words import MINUS_ZERO, Words

MOST = 150
"""Characters of a record in memory."""
KINDS = ("INTEGER", "REAL", "DOUBLEPRECISION", "COMPLEX", "LOGICAL")
REAL_KINDS = ("REAL", "DOUBLEPRECISION")
TWO_WORDS = ("DOUBLEPRECISION", "COMPLEX")


NOTHING = iter(())


@dataclass(slots=True)
class TransferState:
    """A transfer under way: its FORMAT (None: none, or *), the record, and the column or word that is next.

    `joined`: what was written last are characters without a FORMAT, which others may follow directly. In a list without
    a FORMAT, `omitted` says that the last value was left out, and its item keeps its value; `slash`, that / ended the
    list; `comma`, that a comma that comes next follows another, or is the first: before it a value is left out;
    `imaginary` is the second part of a complex number that was read last.
    """

    file: File
    writing: bool
    steps: formats.Steps | None
    scale: int = 0
    text: str = ""
    words: list[ItemValue] = field(default_factory=list)
    column: int = 0
    free: bool = False
    at_end: bool = False
    at_fault: bool = False
    joined: bool = False
    omitted: bool = False
    imaginary: float = 0.0
    slash: str = ""
    comma: bool = True
    values: Iterator[str] = NOTHING
    line: StringIO = field(default_factory=StringIO)
    """What was read from a record without a FORMAT, and what is written on one."""

    @property
    def formatted(self) -> bool:
        """Return whether records are characters."""
        return self.steps is not None or self.free

    def place(self, text: str) -> None:
        """Write characters at the next column; columns passed over are blank."""
        column = self.column
        if column < len(self.text):
            self.text = self.text[:column] + text + self.text[column + len(text) :]
        else:
            self.text = self.text.ljust(column) + text
        self.column += len(text)

    def add(self, host: Host, text: str) -> None:
        """Write characters without a FORMAT after all others, as long as there is room for the record."""
        self.column += self.line.write(text)
        host.output.check(self.column)

    def take(self, width: int) -> str:
        """Read the next columns of the record; after its end there are blanks."""
        text = self.text[self.column : self.column + width].ljust(width)
        self.column += width
        return text


# --- the start and the end of a transfer -------------------------------------------------------------------------


NO_LAYOUT, LIST_DIRECTED, LAYOUT_IN_ARRAY = -1, -2, -3
"""What stands for a FORMAT that is not a string of the program."""
LONGEST_LAYOUT = 10_000
"""Characters of a FORMAT in an array: what comes after them is not looked at."""


def begin(host: Host, unit: int, writing: int, layout: int, at_end: int, at_fault: int) -> None:
    """Begin a transfer; `layout` is the string of a FORMAT.

    With `at_end` the end of the file is no fault, with `at_fault` neither is data that cannot be read.
    """
    file = file_of(host, unit)
    check_direction(file, writing=bool(writing))
    start(host, file, bool(writing), layout, at_end=bool(at_end), at_fault=bool(at_fault))


def begin_memory(host: Host, address: int, limit: int, length: int, real: int, writing: int, layout: int) -> None:
    """Begin ENCODE or DECODE of records of `length` characters at an address."""
    verb = "ENCODE" if writing else "DECODE"
    if not 1 <= length <= MOST:
        raise HostTrap(f"{verb} of records of {length} characters, outside 1:{MOST}")
    where = MemoryRecords(address // 8, limit, length, bool(real))
    file = File(verb, memory=where)
    start(host, file, bool(writing), layout)


def start(host: Host, file: File, writing: bool, layout: int, *, at_end: bool = False, at_fault: bool = False) -> None:
    """Set the transfer under way, and fetch the first record to be read."""
    if host.state.transfer is not None:
        raise HostTrap("a function in the list of a transfer reads or writes")
    free = layout == LIST_DIRECTED
    transfer = TransferState(file, writing, steps_of(host, layout), free=free, at_end=at_end, at_fault=at_fault)
    host.state.transfer, host.state.met = transfer, ""
    if not writing:
        fetch(host, transfer)


def steps_of(host: Host, layout: int) -> formats.Steps | None:
    """Return the fields of a FORMAT in the order of their use."""
    state: Session = host.state
    if layout == LAYOUT_IN_ARRAY:
        return formats.Steps(state.array_layout)
    if layout < 0:
        return None
    if layout not in state.layouts:
        state.layouts[layout] = formats.format_fields(host.strings[layout].split("|", 1)[1])
    return formats.Steps(state.layouts[layout])


def layout_in_array(host: Host, address: int, limit: int) -> None:
    """Take a FORMAT that is in an array, up to its last parenthesis, for the transfer that begins next."""
    state: Session = host.state
    text, depth, first = "", 0, address // 8
    for word in range(first, min(limit // 8, first + LONGEST_LAYOUT // state.words.size)):
        host.charge(WORK_UNIT)
        for character in characters_of(state.words, host.memory.ints[word]):
            text += character
            depth += {"(": 1, ")": -1}.get(character, 0)
            if depth == 0 and character == ")":
                break
        if depth == 0 and text.strip():
            break
    try:
        state.array_layout = formats.format_fields(text.strip())
    except formats.FormatFault as fault:
        raise HostTrap(f"the array does not hold a FORMAT: {fault.message}: {text.strip()[:60]!r}") from None


def fetch(host: Host, transfer: TransferState) -> None:
    """Read the next record of the file; where it ends there, the READ is over."""
    record = next_record(host, transfer.file, formatted=transfer.formatted, at_end=transfer.at_end)
    if record is None:
        host.state.met = "END"
    elif isinstance(record, str):
        transfer.text = record
    else:
        transfer.words = record
    transfer.column = 0


def read_one(host: Host, kind: str, unit: int, layout: int, at_end: int, at_fault: int) -> ItemValue:
    """Read a list of one value; 0 where that is missed, since the READ is over before or the data omit it."""
    begin(host, unit, 0, layout, at_end, at_fault)
    state: Session = host.state
    value = 0 if state.met else read_item(host, kind)
    state.missed = bool(state.met) or state.transfer.omitted
    if state.met:
        state.transfer = None
    else:
        end(host)
    return value


def over(host: Host) -> int:
    """Return whether the current READ met the end of its file or invalid data, which ends it."""
    if host.state.met:
        host.state.transfer = None
    return int(bool(host.state.met))


def end(host: Host) -> None:
    """End a transfer: what is in the FORMAT before the next field for an item is still done."""
    transfer: TransferState = host.state.transfer
    if transfer.steps is not None:
        while (one := transfer.steps.next()) is not None and not isinstance(one, formats.Edit):
            if isinstance(one, formats.Colon):
                break
            control(host, transfer, one)
    if transfer.writing:
        text = transfer.line.getvalue() if transfer.free else transfer.text
        deliver(host, transfer.file, text if transfer.formatted else transfer.words)
    host.state.transfer = None


# --- fields and items --------------------------------------------------------------------------------------------


def control(host: Host, transfer: TransferState, one: formats.Field) -> None:
    """Execute a field without an item."""
    host.charge(WORK_UNIT)
    match one:
        case formats.Scale(factor):
            transfer.scale = factor
        case formats.Slash() if transfer.writing:
            deliver(host, transfer.file, transfer.text)
            transfer.text, transfer.column = "", 0
        case formats.Slash():
            fetch(host, transfer)
        case formats.Literal(text) if transfer.writing:
            transfer.place(text)
        case formats.Literal(text):
            one.text = transfer.take(len(text))
        case formats.Blanks(count):
            transfer.column += count
        case formats.Tabulator(column):
            transfer.column = column - 1
        case formats.Colon():
            pass


def next_edit(host: Host, transfer: TransferState) -> formats.Edit:
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


def write_item(host: Host, kind: str, value: ItemValue) -> None:
    """Write one value; a part of a COMPLEX is a REAL, except without a FORMAT, see write_complex."""
    transfer: TransferState = host.state.transfer
    host.charge(WORK_UNIT)
    if transfer.free:
        check_number(host, value, LIST)
        transfer.add(host, " " + free.written(kind, value))
        transfer.joined = False
        return
    if transfer.steps is None:
        transfer.words.append(value)
        host.output.check(WORD * len(transfer.words))
        return
    edit, words = next_edit(host, transfer), host.state.words
    if edit.letter in fields.WORD_LETTERS:
        check_has_bits(edit, kind)
        transfer.place(fields.write_word(edit, words, value))
    else:
        check_kind(edit, kind)
        check_number(host, value, f"the field {edit}")
        transfer.place(fields.write(edit, transfer.scale, 0 if value == MINUS_ZERO else value))


def write_complex(host: Host, real: float, imaginary: float) -> None:
    """Write a complex number without a FORMAT."""
    transfer: TransferState = host.state.transfer
    host.charge(WORK_UNIT)
    for part in (real, imaginary):
        check_number(host, part, LIST)
    transfer.add(host, " " + free.written_complex(real, imaginary))
    transfer.joined = False


def write_characters(host: Host, text: int) -> None:
    """Write characters that are an item without a FORMAT: no blank divides them from others before them."""
    transfer: TransferState = host.state.transfer
    host.charge(WORK_UNIT)
    transfer.add(host, " " * (not transfer.joined) + host.strings[text])
    transfer.joined = True


def read_item(host: Host, kind: str) -> ItemValue:
    """Read one value; trap on invalid data, unless the statement has a label for that."""
    transfer: TransferState = host.state.transfer
    host.charge(WORK_UNIT)
    host.tape_read += transfer.file.name == "INPUT"
    try:
        return item_read(host, transfer, kind)
    except DataFault:
        if not transfer.at_fault:
            raise
        host.state.met = "ERR"
        return 0


def item_read(host: Host, transfer: TransferState, kind: str) -> ItemValue:
    """Read one value: by the FORMAT's next field, from a list, or a word."""
    if transfer.free:
        return read_free(host, transfer, kind)
    if transfer.steps is None:
        return read_word(transfer, kind)
    words: Words = host.state.words
    edit = next_edit(host, transfer)
    text = transfer.take(edit.width)
    if edit.letter in fields.WORD_LETTERS:
        check_has_bits(edit, kind)
        bits = fields.read_word(edit, words, text)
        return words.real(bits) if kind in REAL_KINDS else words.number(bits)
    check_kind(edit, kind)
    return fields.read(edit, transfer.scale, text, words)


def read_free(host: Host, transfer: TransferState, kind: str) -> ItemValue:
    """Read the next value of a list without a FORMAT, from the next record where this one is used up.

    Where it is left out (`,,`, `3*`, or after /), its item keeps its value (FORTRAN Extended 4, list directed input).
    """
    transfer.omitted = False
    while (value := next(transfer.values, None)) is None and not transfer.slash:
        host.charge(WORK_UNIT)
        if transfer.column:
            fetch(host, transfer)
        text, transfer.slash, _ = transfer.text.upper().strip().partition("/")
        transfer.values = free.values(text if transfer.comma else text.removeprefix(","))
        transfer.comma = text.endswith(",") if text else transfer.comma
        transfer.column = len(transfer.text)
        if host.state.met:
            return 0
    transfer.omitted = not value
    if not value:
        return 0
    found = free.parts_of(kind, value, host.state.words)
    transfer.imaginary = found[-1]
    return found[0]


def read_word(transfer: TransferState, kind: str) -> ItemValue:
    """Read one word of an unformatted record."""
    if transfer.column >= len(transfer.words):
        raise DataFault(f"the list has more items than the record has words: {len(transfer.words)}")
    value = transfer.words[transfer.column]
    transfer.column += 1
    if isinstance(value, float) != (kind in REAL_KINDS):
        raise DataFault(f"word {transfer.column} of the record is not {kind}")
    return value


def check_kind(edit: formats.Edit, kind: str) -> None:
    """Trap where a field does not go with the type of its item."""
    fitting = {"I": ("INTEGER",), "L": ("LOGICAL",)}.get(edit.letter, REAL_KINDS)
    if kind not in fitting:
        raise HostTrap(f"the field {edit} is for {fitting[0]}, the item is {kind}")


def check_has_bits(edit: formats.Edit, kind: str) -> None:
    """Trap where an item for the bits of a word is LOGICAL, which holds a truth value only."""
    if kind == "LOGICAL":
        raise HostTrap(f"the field {edit} is for INTEGER or REAL, the item is LOGICAL")


LIST = "a list without a FORMAT"


def check_number(host: Host, value: ItemValue, what: str) -> None:
    """Trap where a REAL that is written as a number holds characters."""
    if isinstance(value, float) and value <= host.state.words.words_end:
        raise HostTrap(fields.for_numbers(what))


# --- whole arrays ------------------------------------------------------------------------------------------------


def write_array(host: Host, address: int, count: int, kind: int) -> None:
    """Write `count` elements from an address on."""
    for number, word, name in parts(host, address, count, kind):
        cell, words = host.memory.ints[word], host.state.words
        value: float = words.in_integer(cell) if name in ("INTEGER", "LOGICAL") else words.in_real(cell)
        imaginary = words.in_real(host.memory.ints[word + 1]) if name == "COMPLEX" else 0.0
        if value == UNDEFINED_INT or value != value or imaginary != imaginary:
            raise HostTrap(f"element {number} of the array in the list has no value yet")
        if name == "COMPLEX":
            write_complex(host, value, imaginary)
        else:
            write_item(host, name, value)


def read_array(host: Host, address: int, count: int, kind: int) -> None:
    """Read `count` elements into memory."""
    for _, word, name in parts(host, address, count, kind):
        value = read_item(host, name)
        if host.state.met:
            return
        if host.state.transfer.omitted:
            continue
        if name in ("INTEGER", "LOGICAL"):
            host.memory.ints[word] = int(value)
        else:
            host.memory.reals[word] = float(value)
        if name in TWO_WORDS:
            host.memory.reals[word + 1] = host.state.transfer.imaginary if name == "COMPLEX" else 0.0


def parts(host: Host, address: int, count: int, kind: int) -> Iterator[tuple[int, int, str]]:
    """Yield for each item of an array the number of its element, its word and its type."""
    name, first = KINDS[kind], address // 8
    if name == "COMPLEX" and not host.state.transfer.free:
        return ((part // 2 + 1, first + part, "REAL") for part in range(2 * count))
    step = 2 if name in TWO_WORDS else 1
    return ((index + 1, first + index * step, name) for index in range(count))

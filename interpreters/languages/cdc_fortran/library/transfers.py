"""READ and WRITE as the IR calls them: a transfer is begun, given its items one by one, and ended (7.1.3).

Formatted transfers walk through their FORMAT meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreters.ir.host import Host, HostTrap
from interpreters.ir.types import UNDEFINED_INT
from interpreters.languages.cdc_fortran.library import fields, formats
from interpreters.languages.cdc_fortran.library.files import File, ItemValue, Session, deliver, file_of, next_record
from interpreters.languages.cdc_fortran.library.words import Words

KINDS = ("INTEGER", "REAL", "DOUBLEPRECISION", "COMPLEX", "LOGICAL")
REAL_KINDS = ("REAL", "DOUBLEPRECISION")


@dataclass(slots=True)
class TransferState:
    """A transfer under way: its FORMAT (None: unformatted), the record, and the column or word that is next."""

    file: File
    writing: bool
    steps: formats.Steps | None
    scale: int = 0
    text: str = ""
    words: list[ItemValue] = field(default_factory=list)
    column: int = 0

    def fetch(self) -> None:
        """Read the next record of the file."""
        record = next_record(self.file, formatted=self.steps is not None)
        if isinstance(record, str):
            self.text = record
        else:
            self.words = record
        self.column = 0

    def take(self, width: int) -> str:
        """Read the next columns of the record; after its end there are blanks."""
        text = self.text[self.column : self.column + width].ljust(width)
        self.column += width
        return text


# --- the start and the end of a transfer -------------------------------------------------------------------------


def begin(host: Host, unit: int, writing: int, layout: int) -> None:
    """Begin a transfer; `layout` is the string of a FORMAT, -1 for none."""
    state: Session = host.state
    steps = None
    if layout >= 0:
        if layout not in state.layouts:
            state.layouts[layout] = formats.format_fields(host.strings[layout].split("|", 1)[1])
        steps = formats.Steps(state.layouts[layout])
    start(host, unit, bool(writing), steps)


def begin_array(host: Host, unit: int, writing: int, address: int, limit: int) -> None:
    """Begin a transfer by a FORMAT that is in an array, up to its last parenthesis."""
    state: Session = host.state
    text, depth = "", 0
    for word in range(address // 8, limit // 8):
        for character in state.words.unpacked(host.memory.ints[word]):
            text += character
            depth += {"(": 1, ")": -1}.get(character, 0)
            if depth == 0 and character == ")":
                break
        if depth == 0 and text.strip():
            break
    try:
        steps = formats.Steps(formats.format_fields(text.strip()))
    except formats.FormatFault as fault:
        raise HostTrap(f"the array does not hold a FORMAT: {fault.message}: {text.strip()[:60]!r}") from None
    start(host, unit, bool(writing), steps)


def start(host: Host, unit: int, writing: bool, steps: formats.Steps | None) -> None:
    """Set the transfer under way, and fetch the first record to be read."""
    file = file_of(host, unit)
    if file.name == ("INPUT" if writing else "OUTPUT"):
        raise HostTrap(f"{file.name} cannot be {'written' if writing else 'read'}")
    transfer = host.state.transfer = TransferState(file, writing, steps)
    if not writing:
        transfer.fetch()


def end(host: Host) -> None:
    """End a transfer: what is in the FORMAT before the next field for an item is still done."""
    transfer: TransferState = host.state.transfer
    if transfer.steps is not None:
        while (one := transfer.steps.next()) is not None and not isinstance(one, formats.Edit):
            control(host, transfer, one)
    if transfer.writing:
        deliver(host, transfer.file, transfer.text if transfer.steps is not None else transfer.words)
    host.state.transfer = None


# --- fields and items --------------------------------------------------------------------------------------------


def control(host: Host, transfer: TransferState, one: formats.Field) -> None:
    """Do what a field without an item says."""
    match one:
        case formats.Scale(factor):
            transfer.scale = factor
        case formats.Slash() if transfer.writing:
            deliver(host, transfer.file, transfer.text)
            transfer.text = ""
        case formats.Slash():
            transfer.fetch()
        case formats.Literal(text) if transfer.writing:
            transfer.text += text
        case formats.Literal(text):
            one.text = transfer.take(len(text))
        case formats.Blanks(count) if transfer.writing:
            transfer.text += " " * count
        case formats.Blanks(count):
            transfer.take(count)


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
    """Write one value (a part of a COMPLEX is a REAL)."""
    transfer: TransferState = host.state.transfer
    if transfer.steps is None:
        transfer.words.append(value)
        return
    edit, words = next_edit(host, transfer), host.state.words
    if edit.letter == "A":
        transfer.text += fields.write_characters(edit, words.unpacked(value))
    else:
        check_kind(edit, kind)
        transfer.text += fields.write(edit, transfer.scale, value)


def read_item(host: Host, kind: str) -> ItemValue:
    """Read one value."""
    transfer: TransferState = host.state.transfer
    host.tape_read += transfer.file.name == "INPUT"
    if transfer.steps is None:
        return read_word(transfer, kind)
    edit, words = next_edit(host, transfer), host.state.words
    text = transfer.take(edit.width)
    if edit.letter == "A":
        return read_characters(words, edit, text, kind)
    check_kind(edit, kind)
    return fields.read(edit, transfer.scale, text, words.system.greatest)


def read_characters(words: Words, edit: formats.Edit, text: str, kind: str) -> ItemValue:
    """Read characters into a word."""
    held = text[-words.size :] if edit.width >= words.size else text.ljust(words.size)
    if fault := words.fault(held):
        raise HostTrap(fault)
    return words.packed_real(held) if kind in REAL_KINDS else words.packed(held)


def read_word(transfer: TransferState, kind: str) -> ItemValue:
    """Read one word of an unformatted record."""
    if transfer.column >= len(transfer.words):
        raise HostTrap(f"the list has more items than the record has words: {len(transfer.words)}")
    value = transfer.words[transfer.column]
    transfer.column += 1
    if isinstance(value, float) != (kind in REAL_KINDS):
        raise HostTrap(f"word {transfer.column} of the record is not {kind}")
    return value


def check_kind(edit: formats.Edit, kind: str) -> None:
    """Trap where a field does not go with the type of its item."""
    fitting = {"I": ("INTEGER",), "L": ("LOGICAL",)}.get(edit.letter, REAL_KINDS)
    if kind not in fitting:
        raise HostTrap(f"the field {edit} is for {fitting[0]}, the item is {kind}")


# --- whole arrays ------------------------------------------------------------------------------------------------


def write_array(host: Host, address: int, count: int, kind: int) -> None:
    """Write `count` elements from an address on."""
    for number, word, name in parts(address, count, kind):
        value: float = host.memory.ints[word] if name in ("INTEGER", "LOGICAL") else host.memory.reals[word]
        if value == UNDEFINED_INT or value != value:
            raise HostTrap(f"element {number} of the array in the list has no value yet")
        write_item(host, name, value)


def read_array(host: Host, address: int, count: int, kind: int) -> None:
    """Read `count` elements into memory."""
    for _, word, name in parts(address, count, kind):
        value = read_item(host, name)
        if name in ("INTEGER", "LOGICAL"):
            host.memory.ints[word] = int(value)
        else:
            host.memory.reals[word] = float(value)
        if name == "DOUBLEPRECISION":
            host.memory.reals[word + 1] = 0.0


def parts(address: int, count: int, kind: int) -> list[tuple[int, int, str]]:
    """Return for each item of an array the number of its element, its word and its type."""
    name, first = KINDS[kind], address // 8
    if name == "COMPLEX":
        return [(part // 2 + 1, first + part, "REAL") for part in range(2 * count)]
    step = 2 if name == "DOUBLEPRECISION" else 1
    return [(index + 1, first + index * step, name) for index in range(count)]

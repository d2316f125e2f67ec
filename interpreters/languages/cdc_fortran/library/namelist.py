"""NAMELIST (CDC, IBM): variables that are read and written with their names.

A record begins with a blank and $ (or &) and the name of the list; then come NAME = value, …; the end is $ or $END.
An element is A(3) = 1.; an array takes as many values as are given, 3*0. being three of them. Characters are 5HABCDE.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.ir.ops.memory import WORK_UNIT
from getallenband.interpreters.ir.types import UNDEFINED_INT
from getallenband.interpreters.languages.cdc_fortran.library import fields, free
from getallenband.interpreters.languages.cdc_fortran.library.files import (
    File,
    check_direction,
    deliver,
    file_of,
    next_record,
)
from getallenband.interpreters.languages.cdc_fortran.library.formats import Edit

KINDS = ("INTEGER", "REAL", "DOUBLEPRECISION", "COMPLEX", "LOGICAL")


@dataclass(frozen=True, slots=True)
class ListVariable:
    """A variable of a list: its name, type and address; elements of an array, 0 for a variable."""

    name: str
    kind: str
    address: int
    elements: int

    @property
    def words(self) -> int:
        """Return the words of one element."""
        return 2 if self.kind in ("DOUBLEPRECISION", "COMPLEX") else 1


def variable(host: Host, name: int, kind: int, address: int, elements: int) -> None:
    """Note a variable of the list that is transferred next."""
    host.state.listed.append(ListVariable(host.strings[name], KINDS[kind], address, elements))


def transfer(host: Host, unit: int, writing: int, name: int, at_end: int, at_fault: int) -> None:
    """Write the variables that were noted, or read some of them; what the exits are for is as in transfers.begin."""
    listed, file = list(host.state.listed), file_of(host, unit)
    host.state.listed.clear()
    host.state.met = ""
    check_direction(file, writing=bool(writing))
    if writing:
        write(host, file, host.strings[name], listed)
        return
    try:
        read(host, file, host.strings[name], {one.name: one for one in listed}, at_end=bool(at_end))
    except fields.DataFault:
        if not at_fault:
            raise
        host.state.met = "ERR"


# --- writing -----------------------------------------------------------------------------------------------------


def write(host: Host, file: File, name: str, listed: list[ListVariable]) -> None:
    """Write a record for each variable."""
    deliver(host, file, f" ${name}")
    for one in listed:
        values = list[str]()
        for index in range(max(1, one.elements)):
            host.charge(WORK_UNIT)
            values.append(shown(host, one, index))
        deliver(host, file, f" {one.name:7}= {', '.join(values)},")
    deliver(host, file, " $END")


def shown(host: Host, one: ListVariable, index: int) -> str:
    """Write one value."""
    word, words = one.address // 8 + index * one.words, host.state.words
    if one.kind in ("INTEGER", "LOGICAL"):
        integer = words.in_integer(host.memory.ints[word])
        if integer == UNDEFINED_INT:
            raise HostTrap(f"{one.name} has no value yet")
        return free.written(one.kind, integer)
    parts = [words.in_real(host.memory.ints[word + part]) for part in range(2 if one.kind == "COMPLEX" else 1)]
    if any(part <= words.words_end for part in parts):
        raise HostTrap(fields.for_numbers(f"a NAMELIST that is written, as {one.name} is,"))
    if any(part != part for part in parts):
        raise HostTrap(f"{one.name} has no value yet")
    return free.written_complex(*parts) if one.kind == "COMPLEX" else free.written("REAL", parts[0])


# --- reading -----------------------------------------------------------------------------------------------------

ITEM = re.compile(r"([A-Z][A-Z0-9]*)\s*(?:\(\s*((?:\d\s*){1,9})\))?\s*=")
END = re.compile(r"[$&](END)?\s*$")
COUNT = re.compile(r"(?<![A-Z0-9.])(\d{1,2})H")
HIDDEN, SHOWN = str.maketrans("'=", "\ue000\ue001"), str.maketrans("\ue000\ue001", "'=")
"""What stands for the characters of a Hollerith constant that would end it between quotes, or begin a value."""


def read(host: Host, file: File, name: str, listed: dict[str, ListVariable], *, at_end: bool) -> None:
    """Read records until the end of the list; those before its beginning are passed over.

    Where the file ends before the list does, no variable gets a value.
    """
    pieces: list[str] = []
    while not pieces or not END.search(pieces[-1]):
        text = following(host, file, at_end=at_end)
        if text is None:
            return
        if pieces:
            pieces.append(text)
        elif re.match(rf"\s*[$&]{name}\b", text):
            pieces.append(text.strip()[len(name) + 1 :])
    set_variables(host, name, END.sub("", " ".join(pieces)), listed)


def following(host: Host, file: File, *, at_end: bool) -> str | None:
    """Return the next record, in capitals; None where the file ends."""
    host.charge(WORK_UNIT)
    record = next_record(host, file, formatted=True, at_end=at_end)
    if record is None:
        host.state.met = "END"
        return None
    assert isinstance(record, str)
    host.tape_read += file.name == "INPUT"
    return record.upper().rstrip()


def set_variables(host: Host, name: str, text: str, listed: dict[str, ListVariable]) -> None:
    """Assign variables the values in the text."""
    text = quoted(text)
    items = list(ITEM.finditer(text))
    if (items[0].start() if items else len(text)) and text[: items[0].start() if items else None].strip():
        expected = "a name and =, an element as A(5) = by its number in storage"
        raise HostTrap(f"{text.strip()[:40]!r} is no part of the NAMELIST {name}; expected: {expected}")
    ends = [item.start() for item in items[1:]] + [len(text)]
    for item, end in zip(items, ends, strict=True):
        one = listed.get(item[1])
        if one is None:
            raise HostTrap(f"{item[1]} is not in the NAMELIST {name}")
        first = int("".join(item[2].split())) if item[2] else 1
        for index, value in enumerate(free.values(text[item.end() : end]), start=first):
            host.charge(WORK_UNIT)
            if not 1 <= index <= max(1, one.elements):
                raise HostTrap(f"{one.name} has {max(1, one.elements)} elements, the NAMELIST gives number {index}")
            if value:
                put(host, one, index, value)


def quoted(text: str) -> str:
    """Return the text with its Hollerith constants between quotes."""
    kept, index = "", 0
    while count := COUNT.search(text, index):
        end = count.end() + int(count[1])
        kept += f"{text[index : count.start()]}'{text[count.end() : end].translate(HIDDEN)}'"
        index = end
    return kept + text[index:]


def put(host: Host, one: ListVariable, index: int, value: str) -> None:
    """Store one value in memory."""
    word = one.address // 8 + (index - 1) * one.words
    if one.kind in ("INTEGER", "REAL") and re.fullmatch("'[^']+'", value):
        put_characters(host, one, word, value[1:-1].translate(SHOWN))
        return
    found = free.parts_of(one.kind, value, host.state.words)
    for part, number in enumerate(found):
        if one.kind in ("INTEGER", "LOGICAL"):
            host.memory.ints[word] = int(number)
        else:
            host.memory.reals[word + part] = float(number)


def put_characters(host: Host, one: ListVariable, word: int, characters: str) -> None:
    """Store the characters of one word in memory."""
    words = host.state.words
    if len(characters) > words.size:
        raise fields.DataFault(f"{characters!r} has more than the {words.size} characters of a word")
    bits = fields.read_word(Edit("A", len(characters)), words, characters)
    if one.kind == "INTEGER":
        host.memory.ints[word] = words.number(bits)
    else:
        host.memory.reals[word] = words.real(bits)

"""C's library as far as programs of this kind use it: printf and its family, input, and what strings need.

    printf("%4d|", n)       becomes     Emit "format 1"("%4d|", n)

A pointer is a word: the object's number in its upper half, the offset in its lower. The table of objects lies in
memory, an entry of OBJECT bytes each: address and size.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from interpreters.ir.host import Host, HostFunction, HostHalt, HostTrap, Library
from interpreters.ir.types import Type, bits_real
from interpreters.language import Tapes
from interpreters.languages.c_subset.types import CHAR, INT, Function, Model, Pointer, Void
from interpreters.source.position import SourceText

OBJECT = 16
MOST_NUMBERS = 6
END_OF_FILE = -1
CONVERSION = re.compile(r"%(?:%|[^%a-zA-Z]*(?P<mark>[lL]?)[a-zA-Z])")


@dataclass
class Session:
    """The input, how far it is read, how much was printed, and where the table of objects is."""

    tape: SourceText | None
    table: int
    position: int = 0
    printed: int = 0


def session(tapes: Tapes, table: int) -> Session:
    """Begin a run's input and output."""
    return Session(tapes.get("tape"), table)


def put(host: Host, text: str) -> None:
    """Print text."""
    host.state.printed += len(text)
    host.output.write(text)


def formatted(host: Host, form: int, *values: int) -> None:
    """Print numbers with the text around them, by a form that Python's % understands."""
    text = host.strings[form]
    put(host, text % tuple(MARKS[mark](value) for value, mark in zip(values, marks(text), strict=True)))


MARKS: dict[str, Callable[[int], float]] = {
    "": lambda value: value,
    "l": lambda value: value % 2**64,
    "L": lambda value: bits_real(value % 2**64),
}
"""How a conversion takes the 64 bits of its number: with a sign; l: without one; L: as a double."""


@cache
def marks(form: str) -> tuple[str, ...]:
    """Return the marks of a form's conversions."""
    return tuple(found["mark"] for found in CONVERSION.finditer(form) if found["mark"] is not None)


def format_string(host: Host, spec: int, word: int) -> None:
    """Print a string by its conversion s."""
    put(host, host.strings[spec] % "".join(map(chr, string_at(host, word))))


def string_at(host: Host, word: int) -> list[int]:
    """Return the characters of the string that a pointer points at."""
    address, room = place_of(host, word)
    found: list[int] = []
    for index in range(room):
        code = host.memory.views["u8"][address + index]
        if code == 0:
            return found
        found.append(code)
    raise HostTrap("a string does not end inside its object")


def place_of(host: Host, word: int) -> tuple[int, int]:
    """Return the address that a pointer points at and the bytes from there to the object's end."""
    entry = host.state.table + (word >> 32) * OBJECT
    start, size = host.memory.ints[entry >> 3], host.memory.ints[(entry >> 3) + 1]
    offset = word & 0xFFFFFFFF
    if word >> 32 <= 0 or not 0 <= offset <= size:
        raise HostTrap("a pointer that points at nothing is given to the library")
    return start + offset, size - offset


def puts(host: Host, word: int) -> int:
    """Print a string and a new line."""
    put(host, "".join(map(chr, string_at(host, word))) + "\n")
    return 0


def printed(host: Host) -> int:
    """Return how many characters were printed so far: printf's value is a difference of two."""
    return int(host.state.printed)


# --- input -------------------------------------------------------------------------------------------------------


def getchar(host: Host) -> int:
    """Read a character, or EOF."""
    state: Session = host.state
    if state.tape is None or state.position >= len(state.tape.text):
        return END_OF_FILE
    state.position += 1
    host.tape_read += 1
    return ord(state.tape.text[state.position - 1]) & 255


def scan(host: Host, spec: int, word: int) -> int:
    """Read by one conversion of scanf into what a pointer points at; 1 if it matched, 0 if not, EOF at the end."""
    state: Session = host.state
    source = state.tape.text if state.tape else ""
    conversion = host.strings[spec]
    if conversion[-1] != "c":
        while state.position < len(source) and source[state.position].isspace():
            state.position += 1
    if state.position >= len(source):
        return END_OF_FILE
    start = end = state.position
    if conversion[-1] == "c":
        end += 1
    elif conversion[-1] == "s":
        while end < len(source) and not source[end].isspace():
            end += 1
    else:
        end += source[end] in "+-"
        while end < len(source) and source[end].isdecimal():
            end += 1
        if not source[start:end].strip("+-"):
            return 0
    state.position = end
    host.tape_read += 1
    stored(host, conversion, word, source[start:end])
    return 1


def stored(host: Host, conversion: str, word: int, found: str) -> None:
    """Put what a conversion of scanf read into memory."""
    address, room = place_of(host, word)
    if conversion[-1] in "cs":
        codes = [ord(sign) & 255 for sign in found] + ([0] if conversion[-1] == "s" else [])
        if len(codes) > room:
            raise HostTrap(f"scanf reads {len(codes)} bytes into {room}")
        host.memory.views["u8"][address : address + len(codes)] = bytes(codes)
        return
    kind = "i64" if "L" in conversion else "i32"
    size = 8 if kind == "i64" else 4
    if size > room or address % size:
        raise HostTrap(f"scanf reads {size} bytes into {room}")
    bits = 8 * size
    value = (int(found) + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)
    host.memory.views[kind][address // size] = value


# --- strings -----------------------------------------------------------------------------------------------------


def strlen(host: Host, word: int) -> int:
    """Count the characters of a string."""
    return len(string_at(host, word))


def strcmp(host: Host, left: int, right: int) -> int:
    """Compare two strings: -1, 0 or 1."""
    first, second = string_at(host, left), string_at(host, right)
    return (first > second) - (first < second)


def strcpy(host: Host, target: int, origin: int) -> int:
    """Copy a string; return the target."""
    codes = bytes([*string_at(host, origin), 0])
    address, room = place_of(host, target)
    if len(codes) > room:
        raise HostTrap(f"strcpy copies {len(codes)} bytes into {room}")
    host.memory.views["u8"][address : address + len(codes)] = codes
    return target


def leave(host: Host, status: int) -> None:
    """End the program: exit."""
    del host
    raise HostHalt("" if status == 0 else f"exit({status})")


def prototypes(model: Model) -> dict[str, Function]:
    """Return the types of the functions that need no more than a prototype."""
    string = Pointer(CHAR)
    return {
        "exit": Function(Void(), (INT,)), "getchar": Function(INT, ()), "puts": Function(INT, (string,)),
        "strlen": Function(model.size, (string,)), "strcmp": Function(INT, (string, string)),
        "strcpy": Function(string, (string, string)),
        **{name: Function(INT, (INT,))
           for name in ("putchar", "abs", "isdigit", "isalpha", "isspace", "toupper", "tolower")},
    }  # fmt: skip


WORD = Type.INT
LIBRARY: Library = {
    **{f"format {count}": HostFunction((WORD,) * (1 + count), None, formatted) for count in range(MOST_NUMBERS + 1)},
    "format_string": HostFunction((WORD, WORD), None, format_string),
    "puts": HostFunction((WORD,), WORD, puts),
    "printed": HostFunction((), WORD, printed),
    "getchar": HostFunction((), WORD, getchar),
    "scan": HostFunction((WORD, WORD), WORD, scan),
    "strlen": HostFunction((WORD,), WORD, strlen),
    "strcmp": HostFunction((WORD, WORD), WORD, strcmp),
    "strcpy": HostFunction((WORD, WORD), WORD, strcpy),
    "exit": HostFunction((WORD,), None, leave),
}

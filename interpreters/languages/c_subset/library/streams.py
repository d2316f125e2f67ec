"""Input and output, a character or a line at a time: the tape, what a program prints, and its files (C90, 7.9).

getc(host, word)        reads a character of the file that a FILE * points at; files.py opens it
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from getallenband.interpreters.ir.host import Host, HostHalt, HostTrap
from getallenband.interpreters.language import Tapes
from getallenband.interpreters.languages.c_subset.library.objects import bytes_at, coded, store, string_at

END_OF_FILE = -1
INPUT, OUTPUT, ERRORS = range(3)
"""The numbers of stdin, stdout and stderr; files that are opened have those above."""
NULL_FILE = "this file is a null pointer: fopen gives that where no tape has the name (--tape NAME=FILE)"


@dataclass
class Text:
    """A text and how far it is read, `ended` once more was wanted than there is; a scanf began to read at `begun`."""

    text: str
    position: int = 0
    ended: bool = False
    begun: int = 0

    @property
    def next(self) -> str:
        return self.text[self.position : self.position + 1]

    def take(self, count: int) -> str:
        """Read a number of characters, or those that are left."""
        found = self.text[self.position : self.position + count]
        self.position += len(found)
        self.ended = self.ended or len(found) < count
        return found


@dataclass
class Session:
    """The state of a run: the tapes, how much was printed, where the table of objects is, and what functions keep.

    `open` are files by their numbers: a text that is read, or the name of one that is written, whose pieces are in
    `written`. `text` collects what sprintf prints; `sink` is the file that the printf of a moment prints to, `source`
    the text that its scanf reads. Numbers of blocks are from `first_block` up to `objects`.
    """

    tapes: Tapes
    tape: Text
    table: int
    objects: int
    first_block: int
    open: dict[int, Text | str] = field(default_factory=dict)
    written: dict[str, list[str]] = field(default_factory=dict)
    printed: int = 0
    text: list[str] | None = None
    sink: int = OUTPUT
    source: Text = field(default_factory=lambda: Text(""))
    token: int = 0
    seed: int = 1
    heap: Any = field(default=None)


def session(tapes: Tapes, table: int, objects: int, first_block: int) -> Session:
    """Begin a run's input and output."""
    text = Text(tapes["tape"].text if "tape" in tapes else "")
    return Session(tapes, text, table, objects, first_block, {INPUT: text})


def number_of(host: Host, word: int) -> int:
    """Return the number of the file that a pointer points at."""
    if word == 0:
        raise HostTrap(NULL_FILE)
    return bytes_at(host, word, 1, "a FILE")[0]


# --- output ------------------------------------------------------------------------------------------------------


def put(host: Host, text: str) -> None:
    """Print text, or collect it for sprintf or a file; text for stderr is counted, and dropped."""
    state: Session = host.state
    state.printed += len(text)
    if state.text is not None:
        state.text.append(text)
    elif state.sink == OUTPUT:
        host.output.write(text)
    elif state.sink != ERRORS:
        host.output.charge(len(text))
        state.written[str(state.open[state.sink])].append(text)


def stream(host: Host, word: int) -> None:
    """Redirect output to a file; a null pointer is an error of the program."""
    number = number_of(host, word)
    if number not in (OUTPUT, ERRORS) and not isinstance(host.state.open.get(number), str):
        raise HostTrap("stdin cannot be written" if number == INPUT else "this file is not open to be written")
    host.state.sink = number


def print_to(host: Host, word: int, text: str) -> None:
    """Print text to a file."""
    stream(host, word)
    put(host, text)
    end_stream(host)


def end_stream(host: Host) -> None:
    """Redirect output to the usual output again."""
    host.state.sink = OUTPUT


def begin_text(host: Host) -> None:
    host.state.text = []


def end_text(host: Host, word: int) -> int:
    """Store what sprintf printed where a pointer points; return its length."""
    text, host.state.text = "".join(host.state.text), None
    store(host, word, coded(text) + b"\0", "sprintf")
    return len(text)


def printed(host: Host) -> int:
    """Return how many characters were printed so far: printf's value is a difference of two."""
    return int(host.state.printed)


def puts(host: Host, word: int) -> int:
    put(host, string_at(host, word).decode("latin-1") + "\n")
    return 0


def fputs(host: Host, word: int, file: int) -> int:
    print_to(host, file, string_at(host, word).decode("latin-1"))
    return 0


def putc(host: Host, code: int, file: int) -> int:
    print_to(host, file, chr(code & 255))
    return code & 255


def leave(host: Host, status: int) -> None:
    """End the program: exit."""
    del host
    raise HostHalt("" if status == 0 else f"exit({status})")


# --- input -------------------------------------------------------------------------------------------------------


def reading(host: Host, word: int) -> Text:
    """Return the text of a file that is open to be read."""
    found = host.state.open.get(number_of(host, word))
    if not isinstance(found, Text):
        raise HostTrap("this file is not open to be read")
    return found


def count(host: Host, text: Text, size: int = 1) -> None:
    """Count the characters read of the tape."""
    host.tape_read += size if text is host.state.tape else 0


def character(host: Host, text: Text) -> int:
    """Read a character, or EOF."""
    found = text.take(1)
    count(host, text, len(found))
    return coded(found)[0] if found else END_OF_FILE


def getchar(host: Host) -> int:
    return character(host, host.state.tape)


def getc(host: Host, file: int) -> int:
    return character(host, reading(host, file))


def ungetc(host: Host, code: int, file: int) -> int:
    """Take the last character back."""
    text = reading(host, file)
    if code == END_OF_FILE:
        return END_OF_FILE
    if text.position == 0 or ord(text.text[text.position - 1]) != code & 255:
        raise HostTrap("ungetc takes back only the character that was read last")
    text.position, text.ended = text.position - 1, False
    return code & 255


def line(host: Host, text: Text, most: int | None = None) -> str:
    """Read up to and including the end of a line, up to a limit of characters."""
    end = text.text.find("\n", text.position) + 1
    wanted = (end or len(text.text) + 1) - text.position
    found = text.take(wanted if most is None else min(wanted, most))
    count(host, text, len(found))
    return found


def gets(host: Host, word: int) -> int:
    found = line(host, host.state.tape)
    if found:
        store(host, word, coded(found.removesuffix("\n")) + b"\0", "gets")
    return word if found else 0


def fgets(host: Host, word: int, size: int, file: int) -> int:
    """Read a line, at most `size` - 1 characters; where these are 0, the end of the file is not looked for."""
    if size < 0:
        raise HostTrap(f"fgets has room for {size} characters: sizeof gives that of an array")
    found = line(host, reading(host, file), max(0, size - 1))
    if not found and size != 1:
        return 0
    store(host, word, coded(found) + b"\0", "fgets")
    return word

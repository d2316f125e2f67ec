"""Input and output: the tape that a program reads, what it prints, and text for sprintf (C90, 7.9)."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from typing import Any

from interpreters.ir.host import Host, HostHalt, HostTrap
from interpreters.language import Tapes
from interpreters.languages.c_subset.library.objects import place_of, store, string_at

END_OF_FILE = -1
INPUT, OUTPUT = 0, 1
NOT_READ = "only stdin can be read"
SPECIFICATION = re.compile(r"(?P<skipped>\*?)(?P<width>\d*)(?P<kind>\[\^?\]?[^\]]*\]|.):(?P<cell>\w*)", re.DOTALL)
NUMBERS = {
    "d": re.compile(r"[-+]?\d+"), "u": re.compile(r"[-+]?\d+"), "x": re.compile(r"[-+]?(?:0[xX])?[0-9a-fA-F]+"),
    "o": re.compile(r"[-+]?[0-7]+"), "i": re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|\d+)"),
    "f": re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"),
}  # fmt: skip
BASES = {"d": 10, "u": 10, "x": 16, "o": 8}
FORMS = {"i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q", "f32": "<f", "f64": "<d"}


@dataclass
class Text:
    """A text and how far it is read."""

    text: str
    position: int = 0

    @property
    def next(self) -> str:
        return self.text[self.position : self.position + 1]


@dataclass
class Session:
    """The state of a run: the tape, how much was printed, where the table of objects is, and what functions keep.

    `text` collects what sprintf prints; `sink` is the file that the printf of a moment prints to, `source` the text
    that its scanf reads, if it is not the tape. Numbers of blocks are from `first_block` up to `objects`.
    """

    tape: Text
    table: int
    objects: int
    first_block: int
    printed: int = 0
    text: list[str] | None = None
    sink: int = OUTPUT
    source: Text | None = None
    token: int = 0
    seed: int = 1
    heap: Any = field(default=None)


def session(tapes: Tapes, table: int, objects: int, first_block: int) -> Session:
    """Begin a run's input and output."""
    tape = tapes.get("tape")
    return Session(Text(tape.text if tape else ""), table, objects, first_block)


# --- output ------------------------------------------------------------------------------------------------------


def put(host: Host, text: str) -> None:
    """Print text, or keep it for sprintf; what goes to stderr is not kept."""
    state: Session = host.state
    state.printed += len(text)
    if state.text is not None:
        state.text.append(text)
    elif state.sink == OUTPUT:
        host.output.write(text)


def stream(host: Host, word: int) -> None:
    """Let what is printed next go to a file; a null pointer stands for the usual output."""
    host.state.sink = number_of(host, word) if word else OUTPUT
    if host.state.sink == INPUT:
        raise HostTrap("stdin cannot be written")


def number_of(host: Host, word: int) -> int:
    """Return the number of a file: 0 is stdin, 1 stdout, 2 stderr."""
    return int(host.memory.views["u8"][place_of(host, word)[0]])


def begin_text(host: Host) -> None:
    host.state.text = []


def end_text(host: Host, word: int) -> int:
    """Put what sprintf printed where a pointer points; return how long it is."""
    text, host.state.text = "".join(host.state.text), None
    store(host, word, text.encode("latin-1", "replace") + b"\0", "sprintf")
    return len(text)


def printed(host: Host) -> int:
    """Return how many characters were printed so far: printf's value is a difference of two."""
    return int(host.state.printed)


def puts(host: Host, word: int) -> int:
    put(host, string_at(host, word).decode("latin-1") + "\n")
    return 0


def fputs(host: Host, word: int, file: int) -> int:
    stream(host, file)
    put(host, string_at(host, word).decode("latin-1"))
    stream(host, 0)
    return 0


def putc(host: Host, code: int, file: int) -> int:
    stream(host, file)
    put(host, chr(code & 255))
    stream(host, 0)
    return code & 255


def leave(host: Host, status: int) -> None:
    """End the program: exit."""
    del host
    raise HostHalt("" if status == 0 else f"exit({status})")


# --- input -------------------------------------------------------------------------------------------------------


def getchar(host: Host) -> int:
    """Read a character, or EOF."""
    tape: Text = host.state.tape
    if not tape.next:
        return END_OF_FILE
    tape.position += 1
    host.tape_read += 1
    return ord(tape.text[tape.position - 1]) & 255


def getc(host: Host, file: int) -> int:
    if number_of(host, file) != INPUT:
        raise HostTrap(NOT_READ)
    return getchar(host)


def ungetc(host: Host, code: int, file: int) -> int:
    """Take the last character back."""
    tape: Text = host.state.tape
    if code == END_OF_FILE:
        return END_OF_FILE
    if number_of(host, file) != INPUT or tape.position == 0 or ord(tape.text[tape.position - 1]) & 255 != code & 255:
        raise HostTrap("ungetc takes back only the character that was read last")
    tape.position -= 1
    return code & 255


def line(host: Host, most: int | None = None) -> str:
    """Read up to and with the end of a line, at most so many characters."""
    tape: Text = host.state.tape
    end = tape.text.find("\n", tape.position) + 1 or len(tape.text)
    end = end if most is None else min(end, tape.position + most)
    found = tape.text[tape.position : end]
    tape.position = end
    host.tape_read += len(found)
    return found


def gets(host: Host, word: int) -> int:
    found = line(host)
    if found:
        store(host, word, found.removesuffix("\n").encode("latin-1", "replace") + b"\0", "gets")
    return word if found else 0


def fgets(host: Host, word: int, size: int, file: int) -> int:
    if number_of(host, file) != INPUT:
        raise HostTrap(NOT_READ)
    found = line(host, max(0, size - 1))
    if found:
        store(host, word, found.encode("latin-1", "replace") + b"\0", "fgets")
    return word if found else 0


def scan(host: Host, spec: int, word: int) -> int:
    """Read by one conversion of scanf; 1 if it stored, 2 if it matched and stores nothing, 0 if not, EOF at the end."""
    text: Text = host.state.source or host.state.tape
    match = SPECIFICATION.fullmatch(host.strings[spec])
    assert match is not None
    kind = match["kind"]
    if kind not in ("c", "n") and kind[0] != "[":
        while text.next.isspace():
            text.position += 1
    if kind == " ":
        return 2
    if kind != "n" and not text.next:
        return END_OF_FILE
    found = matched(text, kind, int(match["width"] or 0), match["cell"])
    if found is None:
        return 0
    host.tape_read += host.state.source is None
    if kind == "=" or match["skipped"]:
        return 2
    stored(host, kind, match["cell"], word, found)
    return 2 if kind == "n" else 1


def matched(text: Text, kind: str, width: int, cell: str) -> str | None:
    """Take what a conversion matches off a text; None where nothing does."""
    rest = text.text[text.position : text.position + (width or (1 if kind == "c" else len(text.text)))]
    if kind == "n":
        return str(text.position)
    if kind == "c":
        found = rest
    elif kind == "=":
        found = rest[:1] if rest[:1] == chr(int(cell)) else ""
    elif kind == "s":
        found = rest[: len(rest) - len(rest.lstrip())] or re.split(r"\s", rest, maxsplit=1)[0]
    elif kind[0] == "[":
        set_of = re.match(f"[{'^' if kind[1] == '^' else ''}{escaped(kind)}]*", rest)
        found = set_of.group() if set_of else ""
    else:
        number = NUMBERS["f" if kind in "eEfgG" else kind].match(rest)
        found = number.group() if number else ""
    text.position += len(found)
    return found or None


def escaped(kind: str) -> str:
    """Write the characters of a set for a pattern."""
    return re.sub(r"([\\\]\[^&~|])", r"\\\1", kind[1:-1].removeprefix("^"))


def stored(host: Host, kind: str, cell: str, word: int, found: str) -> None:
    """Put what a conversion of scanf read into memory."""
    if kind in "cs" or kind[0] == "[":
        store(host, word, found.encode("latin-1", "replace") + (b"" if kind == "c" else b"\0"), "scanf")
        return
    if cell[0] == "f":
        store(host, word, struct.pack(FORMS[cell], float(found)), "scanf")
        return
    base = BASES.get(kind, 0)
    if kind == "i" and re.match(r"[-+]?0\d", found):
        base = 8
    bits = int(cell[1:])
    value = (int(found, base or (0 if "x" in found.lower() else 10)) + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)
    store(host, word, struct.pack(FORMS[cell], value), "scanf")

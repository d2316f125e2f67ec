"""Files: those that a program reads are its tapes, those that it writes are left in the outcome (C90, 7.9.5 to 7.9.10).

open_file(host, name, mode)     the number of the file, 0 where there is none to read; a FILE * points at that number
"""

from __future__ import annotations

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.languages.c_subset.library.objects import bytes_at, coded, store, string_at
from getallenband.interpreters.languages.c_subset.library.streams import (
    ERRORS,
    Session,
    Text,
    count,
    number_of,
    print_to,
    reading,
)

MOST_FILES = 20
"""That are open at once, stdin, stdout and stderr among them: FOPEN_MAX, and the size of the array in prelude.py."""
FILE_SIZE = 512
"""Bytes that a file which is written may take in Python besides its text."""


def open_file(host: Host, name: int, mode: int) -> int:
    """Open a tape, or what the program wrote before, to be read; or a file to be written, from its beginning or end."""
    title, way = (string_at(host, word).decode("latin-1") for word in (name, mode))
    if way.replace("b", "", 1) not in ("r", "w", "a"):
        raise HostTrap(f'fopen with mode "{way}" is not supported: "r", "w" or "a"')
    state: Session = host.state
    number = next((number for number in range(ERRORS + 1, MOST_FILES) if number not in state.open), 0)
    before = contents(state, title)
    if number == 0 or (way[0] == "r" and before is None):
        return 0
    if way[0] == "r":
        state.open[number] = Text(before or "")
    else:
        host.output.charge(0 if title in state.written else FILE_SIZE + len(title))
        state.written[title] = [before] if before and way[0] == "a" else []
        state.open[number] = title
    return number


def contents(state: Session, name: str) -> str | None:
    """Return what was written to a file, its pieces joined once, or what is on a tape; None if there is neither."""
    if name not in state.written:
        return state.tapes[name].text if name in state.tapes else None
    state.written[name] = ["".join(state.written[name])]
    return state.written[name][0]


def finish(host: Host) -> None:
    """Save what the program wrote to files."""
    host.files.update({name: "".join(pieces) for name, pieces in host.state.written.items()})


def fclose(host: Host, file: int) -> int:
    """Close a file; stdin, stdout and stderr stay open."""
    number = number_of(host, file)
    if number > ERRORS and host.state.open.pop(number, None) is None:
        raise HostTrap("this file is not open")
    return 0


def feof(host: Host, file: int) -> int:
    """Return whether a read met the end of the file."""
    found = host.state.open.get(number_of(host, file))
    return int(isinstance(found, Text) and found.ended)


def clearerr(host: Host, file: int) -> None:
    """Clear the end-of-file indicator."""
    found = host.state.open.get(number_of(host, file))
    if isinstance(found, Text):
        found.ended = False


def fseek(host: Host, file: int, offset: int, origin: int) -> int:
    """Go on elsewhere in a file that is read: `offset` from its beginning, the place reached, or its end."""
    text = reading(host, file)
    if not 0 <= origin <= 2:
        return -1
    place = (0, text.position, len(text.text))[origin] + offset
    if not 0 <= place <= len(text.text):
        return -1
    text.position, text.ended = place, False
    return 0


def rewind(host: Host, file: int) -> None:
    fseek(host, file, 0, 0)


def ftell(host: Host, file: int) -> int:
    """Return the place reached in a file."""
    found = host.state.open.get(number_of(host, file))
    if isinstance(found, str):
        return len(contents(host.state, found) or "")
    return reading(host, file).position


def fread(host: Host, word: int, size: int, number: int, file: int) -> int:
    """Read elements of `size` bytes; return how many are whole."""
    text = reading(host, file)
    found = text.take(size * number)
    count(host, text, len(found))
    store(host, word, coded(found), "fread")
    return len(found) // size if size else 0


def fwrite(host: Host, word: int, size: int, number: int, file: int) -> int:
    """Write elements of `size` bytes."""
    print_to(host, file, bytes_at(host, word, size * number, "fwrite").decode("latin-1"))
    return number if size else 0

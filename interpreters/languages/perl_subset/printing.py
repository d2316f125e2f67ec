"""Printing, opening files and reading their lines, which compiled Perl leaves to Python."""

from __future__ import annotations

import struct

from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.ops.memory import WORK_UNIT
from getallenband.interpreters.languages.perl_subset import formats
from getallenband.interpreters.languages.perl_subset.library import (
    cell_of,
    exhausted,
    of_list,
    printing,
    procedure,
    stacked,
    string_of,
    waiting,
)
from getallenband.interpreters.languages.perl_subset.runtime import layout
from getallenband.interpreters.languages.perl_subset.values import text_of


def print_(host: Host, handle: int, start: int, end: int) -> int:
    return write(host, handle, "".join(map(text_of, stacked(host, start, end))))


def printf(host: Host, handle: int, start: int, end: int) -> int:
    return write(host, handle, formats.formatted(stacked(host, start, end), host.limits.memory))


def write(host: Host, handle: int, text: str) -> int:
    """Print to the output, or to a file that is open; return 1, or undef where that is not possible."""
    name = string_of(host, handle)
    if name == "STDOUT":
        host.output.write(text)
        return 1 << 1
    done = host.state.open.write(name, text, host.output.used, host.output.limit)
    return 1 << 1 if done else layout.UNDEF


def open_(host: Host, handle: int, start: int, end: int) -> int:
    given = [text_of(value) for value in stacked(host, start, end)]
    files = host.state.open
    opened = files.open(string_of(host, handle), given)
    if files.held > host.limits.memory:
        exhausted(host)
    return 1 << 1 if opened else layout.UNDEF


def close(host: Host, handle: int) -> int:
    return cell_of(host, 1 if host.state.open.close(string_of(host, handle)) else "")


def read_lines(host: Host, handle: int) -> int:
    found = list[str]()
    for line in iter(lambda: next_line(host, handle), None):
        host.charge(WORK_UNIT)
        found.append(line)
        if 40 * len(found) > host.limits.memory:
            exhausted(host)
    return waiting(host, found)


def read_line(host: Host, handle: int, address: int) -> int:
    """Put the next line at an address and return twice its length; return the cell of one that has no room there."""
    line = next_line(host, handle)
    if line is None or len(line) > layout.LONGEST_LINE or not line.isascii():
        return cell_of(host, line)
    host.memory.bytes[address : address + len(line)] = line.encode("ascii")
    return len(line) << 1


def next_line(host: Host, handle: int) -> str | None:
    """Return the next line; those of the main input count as consumed."""
    name = string_of(host, handle)
    line: str | None = host.state.open.line(name)
    host.tape_read += name == "STDIN" and line is not None
    return line


PIECE = struct.Struct("<6q")


def characters(_host: Host, length: int, *words: int) -> str:
    """Return the characters that words hold, a byte each."""
    return PIECE.pack(*words)[:length].decode("latin-1")


printing("print_integer", 1, lambda _host, value: str(value))
printing("print_bytes", 1 + PIECE.size // 8, characters)
procedure("print", 3, print_)
procedure("printf", 3, printf)
procedure("open", 3, open_)
procedure("read_line", 2, read_line)
procedure("read_lines", 1, read_lines)
procedure("close", 1, close)
of_list("sprintf", lambda host, given: formats.formatted(given, host.limits.memory))

r"""ECOL's input and output: numbers and symbols from the tape, formats, the printed line.

    write(host, 4, 0, 24.0)     # four digits, no point: width 4 + 0 + 2, "    24"

Widths are the report's: SCHRIJF (m, n) takes m + n + 2 places, with no point when n is 0; the setting `width` narrows
that to m places for n = 0, as another interpreter prints. A number that does not fit is printed as wide as it needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreters.ir.host import Host, HostFunction, HostTrap, Library
from interpreters.ir.types import Type
from interpreters.language import Options, Tapes
from interpreters.source.diagnostics import Diagnostic, rendered
from interpreters.source.position import SourceText

SYMBOLS = {
    **{str(digit): digit for digit in range(10)},
    **{chr(ord("a") + index): 10 + index for index in range(26)},
    **{chr(ord("A") + index): 40 + index for index in range(26)},
    ".": 70, ":": 72, ";": 73, "(": 78, ")": 79, "+": 80, "-": 81, "×": 82, "/": 83, "=": 84, "<": 85, ">": 86,
    "≤": 87, "≥": 88, "≠": 89, " ": 90, "\n": 91, "]": 99,
}  # fmt: skip
"""The internal values of symbols (report of 1973); a symbol that is not here reads as UNKNOWN."""

UNKNOWN = 98
VALUES = {value: symbol for symbol, value in SYMBOLS.items()}
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
SEPARATORS = re.compile(r"[\s,;]*")
WORD = re.compile(r"[^\s,;]+")


@dataclass
class Session:
    """The tape and how far it is read, the printed line and page, and the state of the random numbers."""

    tape: SourceText | None
    narrow: bool
    position: int = 0
    column: int = 0
    lines: int = 0
    random: int = 1969


def session(tapes: Tapes, options: Options) -> Session:
    """Begin a run's input and output."""
    return Session(tapes.get("tape"), options.settings["width"] == "narrow")


# --- the tape ----------------------------------------------------------------------------------------------------


def tape_of(host: Host, wanted: str) -> tuple[Session, SourceText]:
    """Return the session and its tape; trap where there is none."""
    state: Session = host.state
    if state.tape is None:
        raise HostTrap(f"there is no tape to read {wanted} from")
    return state, state.tape


def read(host: Host) -> float:
    """LEES: the next number of the tape."""
    state, tape = tape_of(host, "a number")
    start = SEPARATORS.match(tape.text, state.position).end()  # type: ignore[union-attr]
    word = WORD.match(tape.text, start)
    if word is None:
        raise HostTrap(f"{tape.name} ends: LEES finds no number after {host.tape_read}")
    number = NUMBER.fullmatch(word.group())
    if number is None:
        place = tape.place(start, word.end())
        said = rendered(tape, Diagnostic(place, f"{word.group()!r} is not a number", "a number"))
        raise HostTrap(f"LEES cannot read the tape\n{said}")
    state.position = word.end()
    host.tape_read += 1
    return float(word.group())


def read_symbol(host: Host) -> int:
    """LEESSYM: the value of the next symbol of the tape."""
    state, tape = tape_of(host, "a symbol")
    if state.position >= len(tape.text):
        raise HostTrap(f"{tape.name} ends: LEESSYM finds no symbol after {host.tape_read}")
    state.position += 1
    host.tape_read += 1
    return SYMBOLS.get(tape.text[state.position - 1], UNKNOWN)


def skip(host: Host) -> None:
    """SKIP: pass over the tape up to and including the end-of-text symbol ]."""
    state, tape = tape_of(host, "a symbol")
    found = tape.text.find("]", state.position)
    if found < 0:
        raise HostTrap(f"{tape.name} ends: SKIP finds no ]")
    state.position = found + 1


# --- the printed line --------------------------------------------------------------------------------------------


def printed(host: Host, text: str) -> None:
    """Print symbols on the current line."""
    host.state.column += len(text)
    host.output.write(text)


def write(host: Host, before: int, after: int, value: float) -> None:
    """SCHRIJF (before, after) := value."""
    printed(host, fixed(before, after, value, host.state.narrow))


def fixed(before: int, after: int, value: float, narrow: bool) -> str:
    """Format a number; -0 prints as 0."""
    width = before if narrow and after == 0 else before + after + 2
    text = f"{value:.{after}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")
    return text.rjust(width)


def write_free(host: Host, value: float) -> None:
    """SCHRIJF := value: (6, 0) for a whole number, else (6, 4)."""
    write(host, 6, 0 if value.is_integer() else 4, value)


def write_scientific(host: Host, value: float) -> None:
    """SCHRIJM := value: a mantissa between 0.1 and 1 of nine digits and a power of ten, both with their signs."""
    mantissa, exponent = f"{value:+.8e}".split("e")
    power = int(exponent) + 1 if value else 0
    printed(host, f" {mantissa[0]}.{mantissa[1]}{mantissa[3:]}E{power:+03d}")


def write_symbol(host: Host, value: int) -> None:
    """SCHRIJFSYM := value."""
    if value not in VALUES:
        raise HostTrap(f"no symbol has the value {value}")
    if value == SYMBOLS["\n"]:
        new_line(host, 1)
    else:
        printed(host, VALUES[value])


def text(host: Host, index: int) -> None:
    """TEKST := "…"."""
    printed(host, host.strings[index])


def new_line(host: Host, times: int) -> None:
    """NR(times); NR(0) goes back to the start of the line."""
    host.state.column = 0
    host.state.lines += times
    host.output.write("\n" * times if times else "\r")


def space(host: Host, times: int) -> None:
    """SPATIE(times)."""
    printed(host, " " * times)


def new_page(host: Host) -> None:
    """NP."""
    host.state.column = host.state.lines = 0
    host.output.write("\f")


def symbols_printed(host: Host) -> int:
    """PS: how many symbols stand on the current line."""
    return int(host.state.column)


def lines_printed(host: Host) -> int:
    """PP: how many lines of the page are complete."""
    return int(host.state.lines)


# --- random numbers ----------------------------------------------------------------------------------------------


def random_fraction(host: Host) -> float:
    """GOKC: a number in 0 … 1, from a multiplicative generator modulo 2**31 - 1; each run draws the same ones."""
    host.state.random = host.state.random * 16807 % (2**31 - 1)
    return float(host.state.random / (2**31 - 1))


def random_whole(host: Host, low: float, high: float) -> int:
    """GOK(low, high): a whole number between the rounded bounds, these included."""
    first, last = int((low + 0.5) // 1), int((high + 0.5) // 1)
    if first > last:
        raise HostTrap(f"GOK finds no number between {first} and {last}")
    return first + min(int(random_fraction(host) * (last - first + 1)), last - first)


INT, REAL = Type.INT, Type.REAL
LIBRARY: Library = {
    "read": HostFunction((), REAL, read),
    "read_symbol": HostFunction((), INT, read_symbol),
    "skip": HostFunction((), None, skip),
    "write": HostFunction((INT, INT, REAL), None, write),
    "write_free": HostFunction((REAL,), None, write_free),
    "write_scientific": HostFunction((REAL,), None, write_scientific),
    "write_symbol": HostFunction((INT,), None, write_symbol),
    "text": HostFunction((INT,), None, text),
    "new_line": HostFunction((INT,), None, new_line),
    "space": HostFunction((INT,), None, space),
    "new_page": HostFunction((), None, new_page),
    "symbols_printed": HostFunction((), INT, symbols_printed),
    "lines_printed": HostFunction((), INT, lines_printed),
    "random_fraction": HostFunction((), REAL, random_fraction),
    "random_whole": HostFunction((REAL, REAL), INT, random_whole),
}

r"""ECOL's input and output: numbers and symbols from the tape, formats, the printed line.

    written(host, 4, 0, 24.0)     # four digits, no point: width 4 + 0 + 2, "    24"

Widths are the report's: SCHRIJF (m, n) takes m + n + 2 places, with no point when n is 0; the setting `width` narrows
that to m places for n = 0, as another interpreter prints. A number that does not fit is printed as wide as it needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from getallenband.interpreters.arithmetic.rounding import nearest
from getallenband.interpreters.ir.host import Host, HostFunction, HostTrap, Library, printer
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.language import Options, Tapes
from getallenband.interpreters.lowering import numbers
from getallenband.interpreters.lowering.tape import Tape, tape_of, tapes_of

SYMBOLS = {
    **{str(digit): digit for digit in range(10)},
    **{chr(ord("a") + index): 10 + index for index in range(26)},
    **{chr(ord("A") + index): 40 + index for index in range(26)},
    ".": 70, ":": 72, ";": 73, "(": 78, ")": 79, "+": 80, "-": 81, "×": 82, "/": 83, "=": 84, "<": 85, ">": 86,
    "≤": 87, "≥": 88, "≠": 89, " ": 90, "\n": 91, "]": 99,
}  # fmt: skip
"""The internal values of symbols (report of 1973); a symbol that is not here reads as UNKNOWN."""

DECIMAL_COMMA = re.compile(r"[\s,;]*(?<![^\s;])([+\-−]?\d+,\d+(?:(?:₁₀|[⏨&eE])[+\-−]?\d+)?)(?=,*(?:[\s;]|\Z))")
"""Two whole numbers and a comma, by themselves: in a longer row of numbers, as on de Bruijn's tape, commas separate."""
UNKNOWN = 98
VALUES = {value: symbol for symbol, value in SYMBOLS.items()}


@dataclass
class Session:
    """The tapes, the printed line and page, and the state of the random numbers."""

    tapes: dict[str, Tape]
    narrow: bool
    column: int = 0
    lines: int = 0
    random: int = 1969


def session(tapes: Tapes, options: Options) -> Session:
    return Session(tapes_of(tapes), options.settings["width"] == "narrow")


# --- the tape ----------------------------------------------------------------------------------------------------


def read(host: Host) -> float:
    """LEES; a number that may have a decimal comma is a trap."""
    tape = tape_of(host)
    if found := DECIMAL_COMMA.match(tape.text.text, tape.position):
        tape.fault(
            *found.span(1), f"{found[1]!r} may be one number or two", "a decimal point, or a blank after the comma"
        )
    return tape.real(host)


def read_symbol(host: Host) -> int:
    """LEESSYM."""
    return SYMBOLS.get(tape_of(host).symbol(host), UNKNOWN)


def skip(host: Host) -> None:
    """SKIP: pass over the tape up to and including the end-of-text symbol ]."""
    tape = tape_of(host)
    found = tape.text.text.find("]", tape.position)
    if found < 0:
        tape.end("the symbol ]", "symbol")
    tape.position = found + 1


# --- the printed line --------------------------------------------------------------------------------------------


def print_symbols(host: Host, text: str) -> None:
    """Print symbols on the current line."""
    host.state.column += len(text)
    host.output.write(text)


def put(host: Host, text: str) -> bool:
    """Print what several calls print, new lines included."""
    if "\r" in text:
        return False
    lines = text.count("\n")
    host.state.lines += lines
    host.state.column = len(text) - text.rindex("\n") - 1 if lines else host.state.column + len(text)
    host.output.write(text)
    return True


def written(host: Host, before: int, after: int, value: float) -> str:
    """SCHRIJF (before, after) := value, rounded half away from zero; what rounds to zero has no sign."""
    width = before if host.state.narrow and after == 0 else before + after + 2
    if after == 0 <= value and value.is_integer():
        return str(int(value)).rjust(width)  # twice as fast as of a real number
    digits = numbers.fixed(value, after, rounding=numbers.ROUND_HALF_UP)
    return (digits if digits.strip("-0.") else digits.lstrip("-")).rjust(width)


def written_free(host: Host, value: float) -> str:
    """SCHRIJF := value: (6, 0) for a whole number, else (6, 4)."""
    return written(host, 6, 0 if value.is_integer() else 4, value)


def written_scientific(_host: Host, value: float) -> str:
    """SCHRIJM := value: a mantissa between 0.1 and 1 of nine digits and a power of ten, both signed."""
    digits, power = numbers.scientific(value, 9, rounding=numbers.ROUND_HALF_UP)
    return f" {'-' if value < 0 else '+'}.{digits}E{power + 1 if value else 0:+03d}"


def write_symbol(host: Host, value: int) -> None:
    """SCHRIJFSYM := value."""
    if value not in VALUES:
        raise HostTrap(f"no symbol has the value {value}")
    if value == SYMBOLS["\n"]:
        end_lines(host, "\n")
    else:
        print_symbols(host, VALUES[value])


def text(host: Host, index: int) -> str:
    """TEKST."""
    return host.strings[index]


def new_lines(_host: Host, times: int) -> str:
    """NR(times); NR(0) goes back to the start of the line."""
    return "\n" * times if times else "\r"


def end_lines(host: Host, text: str) -> None:
    """Print new lines, or a return to the start of the line."""
    host.state.column = 0
    host.state.lines += text.count("\n")
    host.output.write(text)


def space(_host: Host, times: int) -> str:
    """SPATIE."""
    return " " * times


def new_page(host: Host) -> None:
    """NP."""
    host.state.column = host.state.lines = 0
    host.output.write("\f")


def symbols_printed(host: Host) -> int:
    """PS: how many symbols are on the current line."""
    return int(host.state.column)


def lines_printed(host: Host) -> int:
    """PP: how many lines of the page are complete."""
    return int(host.state.lines)


# --- random numbers ----------------------------------------------------------------------------------------------


def random_fraction(host: Host) -> float:
    """GOKC: a number in 0 … 1, from a multiplicative generator modulo 2**31 - 1; each run draws the same ones."""
    host.state.random = host.state.random * 16807 % (2**31 - 1)
    return float(host.state.random / (2**31 - 1))


MOST = 2**53
"""How far the bounds of GOK are from zero: whole numbers beyond are not exact."""


def random_whole(host: Host, low: float, high: float) -> int:
    """GOK(low, high): a whole number between the rounded bounds, these included."""
    if (size := max(abs(low), abs(high))) > MOST:
        raise HostTrap(f"GOK is given {size:.12g}, which is beyond {MOST}")
    first, last = nearest(low), nearest(high)
    if first > last:
        raise HostTrap(f"GOK finds no number between {first} and {last}")
    return first + min(int(random_fraction(host) * (last - first + 1)), last - first)


INT, REAL = Type.INT, Type.REAL
LIBRARY: Library = {
    "read": HostFunction((), REAL, read),
    "read_symbol": HostFunction((), INT, read_symbol),
    "skip": HostFunction((), None, skip),
    "write": printer((INT, INT, REAL), written, print_symbols, put),
    "write_free": printer((REAL,), written_free, print_symbols, put),
    "write_scientific": printer((REAL,), written_scientific, print_symbols, put),
    "write_symbol": HostFunction((INT,), None, write_symbol),
    "text": printer((INT,), text, print_symbols, put),
    "new_line": printer((INT,), new_lines, end_lines, put),
    "space": printer((INT,), space, print_symbols, put),
    "new_page": HostFunction((), None, new_page),
    "symbols_printed": HostFunction((), INT, symbols_printed),
    "lines_printed": HostFunction((), INT, lines_printed),
    "random_fraction": HostFunction((), REAL, random_fraction),
    "random_whole": HostFunction((REAL, REAL), INT, random_whole),
}

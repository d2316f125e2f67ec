"""What the standard procedures do outside the program: printing, reading, and what needs more than machine words.

Two systems. The Modified Report's environmental block (its appendix 2): outinteger, outreal with the report's own
layout, inreal and so on. And the system of the Mathematical Centre, Amsterdam, for the EL-X8 (report MR 81, 1970):
FIXT, ABSFIXT and FLOT with fixed widths, a printer with lines of 144 places and pages of 60 lines, and a tape on
which one single space does not separate numbers, but a sign, two spaces or any other symbol does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import floor, isnan

from interpreters.ir.host import Host, HostFunction, HostTrap, Library
from interpreters.ir.messages import format_value
from interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL, Type
from interpreters.language import Tapes
from interpreters.lowering import arithmetic, numbers
from interpreters.lowering.tape import REAL as REAL_NUMBER
from interpreters.lowering.tape import Tape, tape_of, tapes_of

LINE, PAGE, TABULATION = 144, 60, 8
TEN = "₁₀"
DIGITS = 16
"""Digits that outreal prints: entier (1 - ln (epsilon) / ln (10))."""
SPACED = r"\d(?: ?\d)*"
SPACED_NUMBER = re.compile(
    rf"(?:[+\-−] ?)?(?:{SPACED}(?: ?\. ?{SPACED})?|\. ?{SPACED})(?: ?(?:₁₀|⏨|&|[eE]) ?[+\-−]? ?{SPACED})?"
)
EXPONENT_ALONE = re.compile(r"^([+\-−]?)(?=₁₀|[⏨&eE])")


@dataclass
class State:
    """The library's state: its tapes, and the position of the printer (column and line count from 0)."""

    tapes: dict[str, Tape]
    column: int = 0
    line: int = 0


def session(tapes: Tapes) -> State:
    return State(tapes_of(tapes))


def channel_tape(host: Host, channel: int) -> Tape:
    """Return the tape of a channel: the one named by its number, else the one named "tape"."""
    return tape_of(host, str(channel) if str(channel) in host.state.tapes else "tape")


def write(host: Host, text: str) -> None:
    """Print text as it is, and keep track of the position of the printer."""
    state: State = host.state
    host.output.write(text)
    if "\n" in text:
        state.line = (state.line + text.count("\n")) % PAGE
        state.column = len(text) - text.rindex("\n") - 1
    else:
        state.column += len(text)


# --- the Modified Report's environmental block ----------------------------------------------------------------------


def outstring(host: Host, channel: int, text: int) -> None:
    write(host, host.strings[text])


def outchar(host: Host, channel: int, text: int, position: int) -> None:
    """Print the character at a position (from 1) of a string."""
    string = host.strings[text]
    if not 1 <= position <= len(string):
        raise HostTrap(f"character {position} is not in a string of {len(string)}")
    write(host, string[position - 1])


def length(host: Host, text: int) -> int:
    return len(host.strings[text])


def outterminator(host: Host, channel: int) -> None:
    """Print what follows a number: a space."""
    write(host, " ")


def outinteger(host: Host, channel: int, value: int) -> None:
    """Print an integer and a terminator."""
    write(host, f"{value} ")


def outreal(host: Host, channel: int, value: float) -> None:
    """Print a real number and a terminator, in the layout of the report's own procedure."""
    write(host, real_text(value) + " ")


def real_text(value: float) -> str:
    """Write a real number with DIGITS digits: with an exponent where the point would lie outside them.

    >>> real_text(0.5), real_text(-1e20)
    ('0.5000000000000000', '-1.000000000000000₁₀20')
    """
    sign = "-" if value < 0 else ""
    digits, exponent = numbers.scientific(value, DIGITS)
    if value == 0:
        return "0.0"
    if exponent >= DIGITS or exponent < -2:
        return f"{sign}{digits[0]}.{digits[1:]}{TEN}{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    if exponent == DIGITS - 1:
        return sign + digits
    return f"{sign}{digits[: exponent + 1]}.{digits[exponent + 1 :]}"


def ininteger(host: Host, channel: int, greatest: int) -> int:
    tape = channel_tape(host, channel)
    value = tape.integer(host, greatest)
    skip_separator(tape)
    return value


def inreal(host: Host, channel: int) -> float:
    """Read a real number; an exponent part alone is one too (2.5.1)."""
    tape = channel_tape(host, channel)
    found = tape.token("a number")
    text = EXPONENT_ALONE.sub(r"\g<1>1", found.group())
    value = numbers.real(text) if REAL_NUMBER.fullmatch(text) else None
    if value is None:
        tape.fault(*found.span(), f"{found.group()!r} is not a number, or too large", "a number")
    tape.count(host, "number")
    skip_separator(tape)
    return value


def skip_separator(tape: Tape) -> None:
    """Pass over the blank, comma or semicolon after a number."""
    tape.position = min(len(tape.text.text), tape.position + 1)


def inchar(host: Host, channel: int, text: int) -> int:
    """Read a character; return its first position in a string, or 0."""
    return host.strings[text].find(channel_tape(host, channel).symbol(host)) + 1


def fault(host: Host, text: int, value: float) -> None:
    """End the run as the report's procedure does, with a string and a number."""
    raise HostTrap(f"fault: {host.strings[text].strip()} {real_text(value)}")


def elements_to_real(host: Host, address: int, size: int, greatest: int) -> None:
    """Turn the elements of an array, copied from an integer one, into reals; undefined ones stay undefined."""
    first = address >> 3
    for cell in range(first, first + size):
        value = host.memory.ints[cell]
        host.memory.reals[cell] = UNDEFINED_REAL if value == UNDEFINED_INT else float(value)


def elements_to_integer(host: Host, address: int, size: int, greatest: int) -> None:
    """Turn the elements of an array, copied from a real one, into integers; undefined ones stay undefined."""
    first = address >> 3
    for cell in range(first, first + size):
        value = host.memory.reals[cell]
        rounded = UNDEFINED_INT if isnan(value) else floor(value + 0.5)
        if not isnan(value) and abs(rounded) > greatest:
            raise HostTrap(f"{format_value(value)} is too large for an integer (at most {greatest})")
        host.memory.ints[cell] = rounded


# --- the EL-X8 system -----------------------------------------------------------------------------------------------


def place_number(host: Host, text: str) -> None:
    """Print a number; one that does not fit on the line goes to the next."""
    state: State = host.state
    if state.column + len(text) > LINE:
        write(host, "\n")
    write(host, text)


def fixed(before: int, after: int, value: float, sign: str) -> str:
    """Write a number with `before` places before the point and `after` after it, a sign place and a space.

    The width is before + 2, or before + after + 3 with a point. What does not fit is written as FLOT does.

    >>> fixed(3, 2, 1.5, "")
    '   1.50 '
    """
    text = numbers.fixed(abs(value), max(0, after), rounding=numbers.ROUND_HALF_UP)
    whole = text.partition(".")[0]
    if len(whole) > max(1, before):
        return floating(12, 3, value)
    if before == 0 and whole == "0":
        text = text[1:] or "0"
    width = before + 1 + (after + 1 if after > 0 else 0)
    return (sign + text).rjust(width) + " "


def floating(digits: int, power: int, value: float) -> str:
    """Write a number as sign, point, digits, ten, sign, power.

    >>> floating(4, 2, -12.5)
    '-.1250₁₀+ 2 '
    """
    written, exponent = numbers.scientific(value, max(1, digits))
    shifted = exponent + 1 if value else 0
    sign, power_sign = "-" if value < 0 else "+", "-" if shifted < 0 else "+"
    return f"{sign}.{written}{TEN}{power_sign}{str(abs(shifted)).rjust(power)} "


def fixt(host: Host, before: int, after: int, value: float) -> None:
    """Print a number with its sign."""
    place_number(host, fixed(before, after, value, "-" if value < 0 else "+"))


def absfixt(host: Host, before: int, after: int, value: float) -> None:
    """Print a number without a sign: with a space in its place."""
    place_number(host, fixed(before, after, value, ""))


def flot(host: Host, digits: int, power: int, value: float) -> None:
    """Print a number with mantissa and power of ten."""
    place_number(host, floating(digits, power, value))


def print_integer(host: Host, value: int) -> None:
    """Print an integer as `print` does."""
    fixt(host, 8, 0, value)


def print_real(host: Host, value: float) -> None:
    """Print a real number as `print` does."""
    flot(host, 12, 3, value)


def nlcr(host: Host) -> None:
    write(host, "\n")


def space(host: Host, count: int) -> None:
    write(host, " " * max(0, count))


def tab(host: Host) -> None:
    """Go to the next tabulator stop."""
    write(host, " " * (TABULATION - host.state.column % TABULATION))


def carriage(host: Host, count: int) -> None:
    write(host, "\n" * max(0, count))


def newpage(host: Host) -> None:
    write(host, "\f")
    host.state.line = host.state.column = 0


def printtext(host: Host, text: int) -> None:
    write(host, host.strings[text])


def linenumber(host: Host) -> int:
    """Return the line of the page that the printer is on, from 1."""
    line: int = host.state.line + 1
    return line


def read(host: Host) -> float:
    """Read the next number of the tape, wherever it is."""
    tape = tape_of(host)
    found = tape.token("a number", SPACED_NUMBER)
    value = numbers.real(found.group())
    if value is None:
        tape.fault(*found.span(), f"the number {found.group()} is too large")
    tape.count(host, "number")
    return value


INT, REAL = Type.INT, Type.REAL
LIBRARY: Library = {
    "outstring": HostFunction((INT, INT), None, outstring),
    "outchar": HostFunction((INT, INT, INT), None, outchar),
    "outsymbol": HostFunction((INT, INT, INT), None, outchar),
    "length": HostFunction((INT,), INT, length),
    "outterminator": HostFunction((INT,), None, outterminator),
    "outinteger": HostFunction((INT, INT), None, outinteger),
    "outreal": HostFunction((INT, REAL), None, outreal),
    "ininteger": HostFunction((INT, INT), INT, ininteger),
    "inreal": HostFunction((INT,), REAL, inreal),
    "inchar": HostFunction((INT, INT), INT, inchar),
    "insymbol": HostFunction((INT, INT), INT, inchar),
    "fault": HostFunction((INT, REAL), None, fault),
    "integer_power": arithmetic.integer_power("↑"),
    "elements_to_real": HostFunction((INT, INT, INT), None, elements_to_real),
    "elements_to_integer": HostFunction((INT, INT, INT), None, elements_to_integer),
    "fixt": HostFunction((INT, INT, REAL), None, fixt),
    "absfixt": HostFunction((INT, INT, REAL), None, absfixt),
    "flot": HostFunction((INT, INT, REAL), None, flot),
    "print_integer": HostFunction((INT,), None, print_integer),
    "print_real": HostFunction((REAL,), None, print_real),
    "nlcr": HostFunction((), None, nlcr),
    "space": HostFunction((INT,), None, space),
    "tab": HostFunction((), None, tab),
    "carriage": HostFunction((INT,), None, carriage),
    "newpage": HostFunction((), None, newpage),
    "printtext": HostFunction((INT,), None, printtext),
    "linenumber": HostFunction((), INT, linenumber),
    "read": HostFunction((), REAL, read),
}

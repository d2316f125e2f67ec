"""What the standard procedures do in the world outside: printing, reading, and what needs more than machine words.

Two systems. The Modified Report's environmental block (its appendix 2): outinteger, outreal with the report's own
layout, inreal and so on. And the system of the Mathematical Centre, Amsterdam, for the EL-X8 (report MR 81, 1970):
FIXT, ABSFIXT and FLOT with fixed widths, a printer with lines of 144 places and pages of 60 lines, and a tape on
which one single space does not separate numbers, but a sign, two spaces or any other symbol does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, localcontext
from math import floor, isnan

from interpreters.ir.host import Host, HostFunction, HostTrap, Library
from interpreters.ir.messages import format_value
from interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL, Type
from interpreters.language import Tapes
from interpreters.source.position import SourceText

LINE, PAGE, TABULATION = 144, 60, 8
TEN = "₁₀"
DIGITS = 16
"""Digits that outreal prints: entier (1 - ln (epsilon) / ln (10))."""
SPACED = r"\d(?: ?\d)*"
TAPE_NUMBER = re.compile(
    rf"(?P<sign>[+\-−] ?)?(?P<digits>{SPACED}(?: ?\. ?{SPACED})?|\. ?{SPACED})"
    rf"(?: ?(?:₁₀|⏨|&|[eE]) ?(?P<power>[+\-−]? ?{SPACED}))?"
)
NUMBER = re.compile(r"(?P<digits>[+\-−]?(?:\d+(?:\.\d+)?|\.\d+)?)(?:(?:₁₀|⏨|&|[eE])\s*(?P<power>[+\-−]?\d+))?")


@dataclass
class Reader:
    """A tape and how far it is read."""

    source: SourceText
    at: int = 0


@dataclass
class State:
    """The library's state: its tapes, and where the printer stands (column and line count from 0)."""

    tapes: Tapes
    column: int = 0
    line: int = 0
    readers: dict[str, Reader] = field(default_factory=dict)

    def reader(self, channel: int) -> Reader:
        """Return the tape of a channel: the one named by its number, else the one named "tape"."""
        name = str(channel) if str(channel) in self.tapes else "tape"
        if name not in self.tapes:
            raise HostTrap("there is no tape to read from")
        return self.readers.setdefault(name, Reader(self.tapes[name]))


def session(tapes: Tapes) -> State:
    """Make the state for a run."""
    return State(tapes)


def write(host: Host, text: str) -> None:
    """Print text as it is, and note where the printer stands."""
    state: State = host.state
    host.output.write(text)
    if "\n" in text:
        state.line = (state.line + text.count("\n")) % PAGE
        state.column = len(text) - text.rindex("\n") - 1
    else:
        state.column += len(text)


# --- the Modified Report's environmental block ----------------------------------------------------------------------


def outstring(host: Host, channel: int, text: int) -> None:
    """Print a string."""
    del channel
    write(host, host.strings[text])


def outchar(host: Host, channel: int, text: int, position: int) -> None:
    """Print the character at a position (from 1) of a string."""
    del channel
    string = host.strings[text]
    if not 1 <= position <= len(string):
        raise HostTrap(f"character {position} is not in a string of {len(string)}")
    write(host, string[position - 1])


def length(host: Host, text: int) -> int:
    """Count the characters of a string."""
    return len(host.strings[text])


def outterminator(host: Host, channel: int) -> None:
    """Print what stands behind a number: a space."""
    del channel
    write(host, " ")


def outinteger(host: Host, channel: int, value: int) -> None:
    """Print an integer and a terminator."""
    del channel
    write(host, f"{value} ")


def outreal(host: Host, channel: int, value: float) -> None:
    """Print a real number and a terminator, in the layout of the report's own procedure."""
    del channel
    write(host, real_text(value) + " ")


def real_text(value: float) -> str:
    """Write a real number with DIGITS digits: with an exponent where the point would lie outside them.

    >>> real_text(0.5), real_text(-1e20)
    ('0.5000000000000000', '-1.000000000000000₁₀20')
    """
    sign = "-" if value < 0 else ""
    mantissa, power = f"{abs(value):.{DIGITS - 1}e}".split("e")
    digits, exponent = mantissa.replace(".", ""), int(power)
    if value == 0:
        return "0.0"
    if exponent >= DIGITS or exponent < -2:
        return f"{sign}{mantissa}{TEN}{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    if exponent == DIGITS - 1:
        return sign + digits
    return f"{sign}{digits[: exponent + 1]}.{digits[exponent + 1 :]}"


def next_number(host: Host, channel: int, what: str) -> re.Match[str]:
    """Return the next number of a channel, with the blank, comma or semicolon behind it passed over."""
    reader = host.state.reader(channel)
    text = reader.source.text
    while reader.at < len(text) and text[reader.at].isspace():
        reader.at += 1
    if reader.at >= len(text):
        raise HostTrap(f"{what}: the tape is at its end, {host.tape_read} numbers were read")
    found = NUMBER.match(text, reader.at)
    assert found is not None
    behind = text[found.end() : found.end() + 1]
    if found.group() in ("", "+", "-", "−") or (behind and not behind.isspace() and behind not in ";,"):
        place = reader.source.place(found.end(), found.end() + 1)
        raise HostTrap(f"{what}: invalid character {behind!r} at {reader.source.name}:{place.line}:{place.column}")
    reader.at = min(len(text), found.end() + 1)
    host.tape_read += 1
    return found


def ininteger(host: Host, channel: int, greatest: int) -> int:
    """Read an integer."""
    found = next_number(host, channel, "ininteger")
    written = found.group().replace("−", "-")
    if not re.fullmatch(r"[+-]?\d+", written):
        raise HostTrap(f"ininteger: {written} is no integer")
    if abs(int(written)) > greatest:
        raise HostTrap(f"ininteger: {written} is beyond {greatest}")
    return int(written)


def inreal(host: Host, channel: int) -> float:
    """Read a real number."""
    found = next_number(host, channel, "inreal")
    value = real_value(found["digits"] or "1", found["power"])
    if value in (float("inf"), float("-inf")):
        raise HostTrap(f"inreal: {found.group()} is too large")
    return value


def real_value(digits: str, power: str | None) -> float:
    """Return the value of a number's digits and exponent; a sign alone stands for 1."""
    digits = digits.replace("−", "-").replace(" ", "")
    if digits in ("+", "-"):
        digits += "1"
    return float(digits + ("e" + power.replace("−", "-").replace(" ", "") if power else ""))


def inchar(host: Host, channel: int, text: int) -> int:
    """Read a character; return its first position in a string, or 0."""
    reader = host.state.reader(channel)
    if reader.at >= len(reader.source.text):
        raise HostTrap(f"inchar: the tape is at its end, {host.tape_read} items were read")
    sign = reader.source.text[reader.at]
    reader.at += 1
    host.tape_read += 1
    return host.strings[text].find(sign) + 1


def fault(host: Host, text: int, value: float) -> None:
    """End the run as the report's procedure does, with a string and a number."""
    raise HostTrap(f"fault: {host.strings[text].strip()} {real_text(value)}")


def integer_power(host: Host, base: int, exponent: int, greatest: int) -> int:
    """Raise an integer to a power exactly; beyond the range the run ends."""
    del host
    large = abs(base) > 1 and exponent > greatest.bit_length()
    result = 0 if large else int(base**exponent)
    if large or abs(result) > greatest:
        raise HostTrap(f"integer overflow: {base} ↑ {exponent} is beyond {greatest}")
    return result


def elements_to_real(host: Host, address: int, size: int, greatest: int) -> None:
    """Turn the elements of an array, copied from an integer one, into reals; undefined ones stay so."""
    del greatest
    first = address >> 3
    for cell in range(first, first + size):
        value = host.memory.ints[cell]
        host.memory.reals[cell] = UNDEFINED_REAL if value == UNDEFINED_INT else float(value)


def elements_to_integer(host: Host, address: int, size: int, greatest: int) -> None:
    """Turn the elements of an array, copied from a real one, into integers; undefined ones stay so."""
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


def fixed(before: int, behind: int, value: float, sign: str) -> str:
    """Write a number with `before` places before the point and `behind` after it, a sign place and a space.

    The width is before + 2, or before + behind + 3 with a point. What does not fit is written as FLOT does.

    >>> fixed(3, 2, 1.5, "")
    '   1.50 '
    """
    text = rounded(abs(value), max(0, behind))
    whole = text.partition(".")[0]
    if len(whole) > max(1, before):
        return floating(12, 3, value)
    if before == 0 and whole == "0":
        text = text[1:] or "0"
    width = before + 1 + (behind + 1 if behind > 0 else 0)
    return (sign + text).rjust(width) + " "


def rounded(value: float, behind: int) -> str:
    """Write a number with so many digits behind the point; a half is rounded away from zero."""
    with localcontext() as context:
        context.prec = 400
        return str(Decimal(value).quantize(Decimal(1).scaleb(-behind), ROUND_HALF_UP))


def floating(digits: int, power: int, value: float) -> str:
    """Write a number as sign, point, digits, ten, sign, power.

    >>> floating(4, 2, -12.5)
    '-.1250₁₀+ 2 '
    """
    sign = "-" if value < 0 else "+"
    mantissa, exponent = f"{abs(value):.{max(0, digits - 1)}e}".split("e")
    shifted = int(exponent) + 1 if value else 0
    places = str(abs(shifted)).rjust(power)
    return f"{sign}.{mantissa.replace('.', '')}{TEN}{'-' if shifted < 0 else '+'}{places} "


def fixt(host: Host, before: int, behind: int, value: float) -> None:
    """Print a number with its sign."""
    place_number(host, fixed(before, behind, value, "-" if value < 0 else "+"))


def absfixt(host: Host, before: int, behind: int, value: float) -> None:
    """Print a number without a sign: a space stands in its place."""
    place_number(host, fixed(before, behind, value, ""))


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
    """Go to a new line."""
    write(host, "\n")


def space(host: Host, count: int) -> None:
    """Print spaces."""
    write(host, " " * max(0, count))


def tab(host: Host) -> None:
    """Go to the next tabulator stop."""
    write(host, " " * (TABULATION - host.state.column % TABULATION))


def carriage(host: Host, count: int) -> None:
    """Go to a new line several times."""
    write(host, "\n" * max(0, count))


def newpage(host: Host) -> None:
    """Go to a new page."""
    write(host, "\f")
    host.state.line = host.state.column = 0


def printtext(host: Host, text: int) -> None:
    """Print a string."""
    write(host, host.strings[text])


def linenumber(host: Host) -> int:
    """Tell on which line of the page the printer stands, from 1."""
    line: int = host.state.line + 1
    return line


def read(host: Host) -> float:
    """Read the next number of the tape."""
    reader = host.state.reader(0)
    found = TAPE_NUMBER.search(reader.source.text, reader.at)
    if found is None:
        raise HostTrap(f"read: the tape has no more numbers, {host.tape_read} were read")
    reader.at = found.end()
    host.tape_read += 1
    sign = (found["sign"] or "").strip()
    return real_value(sign + found["digits"], found["power"])


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
    "integer_power": HostFunction((INT, INT, INT), INT, integer_power),
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

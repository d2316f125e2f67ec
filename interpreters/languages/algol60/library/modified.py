"""The Modified Report's environmental block (its appendix 2), outreal with the layout of the report's own procedure."""

from __future__ import annotations

import re
from math import isnan

from getallenband.interpreters.arithmetic.rounding import nearest
from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.ir.messages import format_value
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL
from getallenband.interpreters.languages.algol60.library.devices import channel_tape, write
from getallenband.interpreters.lowering import numbers
from getallenband.interpreters.lowering.tape import REAL as REAL_NUMBER
from getallenband.interpreters.lowering.tape import Tape

TEN = "₁₀"
DIGITS = 16
"""Digits that outreal prints: entier (1 - ln (epsilon) / ln (10))."""
EXPONENT_ALONE = re.compile(r"^([+\-−]?)(?=₁₀|[⏨&eE])")


def outstring(host: Host, channel: int, text: int) -> str:
    return host.strings[text]


def outchar(host: Host, channel: int, text: int, position: int) -> None:
    """Print the character at a position (from 1) of a string."""
    string = host.strings[text]
    if not 1 <= position <= len(string):
        raise HostTrap(f"character {position} is not in a string of {len(string)}")
    write(host, string[position - 1])


def length(host: Host, text: int) -> int:
    return len(host.strings[text])


def outterminator(host: Host, channel: int) -> str:
    """Return what follows a number: a space."""
    return " "


def outinteger(host: Host, channel: int, value: int) -> str:
    """Write an integer and a terminator."""
    return f"{value} "


def outreal(host: Host, channel: int, value: float) -> str:
    """Write a real number and a terminator, in the layout of the report's own procedure."""
    return real_text(value) + " "


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
        host.memory.ints[cell] = UNDEFINED_INT if isnan(value) else rounded(value, greatest)


def rounded(value: float, greatest: int) -> int:
    """Round to the nearest integer, as an assignment does (4.2.4)."""
    found = nearest(value)
    if abs(found) > greatest:
        raise HostTrap(f"{format_value(value)} is too large for an integer (at most {greatest})")
    return found

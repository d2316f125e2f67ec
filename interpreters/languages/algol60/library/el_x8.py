"""The system of the Mathematical Centre, Amsterdam, for the EL-X8 (report MR 81, 1970).

Numbers of fixed width, a printer with lines of 144 places and pages of 60 lines, a punch, and a tape on which one
single space does not separate numbers, but a sign, two spaces or any other symbol does (MR 81, section 8).
"""

from __future__ import annotations

import re
from functools import partial
from textwrap import shorten

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.languages.algol60.library.devices import (
    PAGE,
    PRINTER,
    PUNCH,
    TABULATION,
    WIDTH,
    State,
    write,
)
from getallenband.interpreters.languages.algol60.library.modified import TEN
from getallenband.interpreters.lowering import numbers
from getallenband.interpreters.lowering.tape import Tape, tape_of

LARGEST = 2**40
"""PRINT writes integers below this as such (MR 81, 7.3.1.11)."""
LEHMER = (16807, 2**31 - 1)
BITS = 2**27 - 1
SPACED = r"\d(?: ?\d)*"
SPACED_NUMBER = re.compile(
    rf"(?:[+\-−][ \t]*)?(?:{SPACED}(?: ?\. ?{SPACED})?|\. ?{SPACED})"
    rf"(?: ?(?:₁₀|⏨|&|[eE])[ \t]*(?:[+\-−][ \t]*)?{SPACED})?"
)
SINGLE_NUMBER = re.compile(r"[+\-−]?(?:\d+(?:\.\d+)?|\.\d+)(?:(?:₁₀|⏨|&|[eE])[+\-−]?\d+)?")
JOINED = re.compile(r"\d \d")
JOINING = """
  hint: {!r} on line {} of the tape was read as one number: a single blank separates none (MR 81, 8.2).
        Separate numbers by two blanks or commas, or let single blanks separate: --setting blanks=separate"""
OCTAL = re.compile(r"[0-7]+")
SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz\0ABCDEFGHIJKLMNOPQRSTUVWXYZ\0+-×/÷↑>≥=≤<≠¬∧∨⊃≡\0\0\0\0\0\0,.⏨:;\0 "
CODES: dict[int, str] = {
    **{code: symbol for code, symbol in enumerate(SYMBOLS) if symbol != "\0"},
    92: ":=", 98: "(", 99: ")", 100: "[", 101: "]", 102: "‘", 103: "’", 118: "\t", 119: "\n", 120: "'", 121: '"',
    122: "?", 126: "\u0332", 127: "|",
}  # fmt: skip
"""The internal representation of symbols (MR 81, table III)."""
NUMBERS = {symbol: code for code, symbol in CODES.items()} | {"*": 66, "−": 65, "`": 102, "@": 89, "\r": 119}


def fixed(before: int, after: int, value: float, sign: str) -> str:
    """Write a number with `before` places before the point and `after` after it, a sign place and a space.

    The width is before + 2, or before + after + 3 with a point. What does not fit is written as FLOT does.

    >>> fixed(3, 2, 1.5, "")
    '   1.50 '
    """
    # Python writes an integer twice as fast as a real number
    if after == 0 < before <= 15 and value.is_integer() and len(digits := str(abs(int(value)))) <= before:
        return (sign + digits).rjust(before + 1) + " "
    if before < 0 or after < 0 or before + after > 21:
        return floating(13, 3, value)
    text = numbers.fixed(abs(value), after, rounding=numbers.ROUND_HALF_UP)
    whole = text.partition(".")[0]
    if len(whole) > max(1, before):
        return floating(13, 3, value)
    if before == 0 and whole == "0":
        text = text[1:] or "0"
    width = before + 1 + (after + 1 if after > 0 else 0)
    return (sign + text).rjust(width) + " "


def floating(digits: int, power: int, value: float) -> str:
    """Write a number as sign, point, digits, ten, sign, power.

    >>> floating(4, 2, -12.5)
    '-.1250₁₀+ 2 '
    """
    if not (1 <= digits <= 13 and 1 <= power <= 3):
        return floating(13, 3, value)
    written, exponent = numbers.scientific(value, digits, rounding=numbers.ROUND_HALF_UP)
    shifted = exponent + 1 if value else 0
    if len(str(abs(shifted))) > power:
        return floating(13, 3, value)
    sign, power_sign = "-" if value < 0 else "+", "-" if shifted < 0 else "+"
    return f"{sign}.{written}{TEN}{power_sign}{str(abs(shifted)).rjust(power)} "


def sign_of(value: float) -> str:
    return "-" if value < 0 else "+"


def fixt(_host: Host, before: int, after: int, value: float) -> str:
    """Write a number with its sign."""
    return fixed(before, after, value, sign_of(value))


def absfixt(_host: Host, before: int, after: int, value: float) -> str:
    """Write a number without a sign: with a space in its place."""
    return fixed(before, after, value, "")


def flot(_host: Host, digits: int, power: int, value: float) -> str:
    """Write a number with mantissa and power of ten."""
    return floating(digits, power, value)


def number(_host: Host, value: float) -> str:
    """Write a number as PRINT does: in 21 places."""
    whole = abs(value) < LARGEST and value == int(value)
    return fixed(13, 0, value, sign_of(value)) + " " * 6 if whole else floating(13, 3, value)


def nlcr(_host: Host) -> str:
    return "\n"


def space(host: Host, count: int, device: int = PRINTER) -> None:
    """Print spaces; past the end of a line they go on in the next."""
    column, width = host.state.positions[device].column, WIDTH[device]
    count = max(0, count)
    lines, rest = (0, count) if column + count <= width else divmod(column + count, width)
    write(host, "\n" * min(lines, host.output.limit + 1) + " " * rest, device)


def spaces(_host: Host, count: int) -> str:
    """Return the spaces that fit on a line."""
    return " " * min(max(0, count), WIDTH[PRINTER])


def tab(host: Host) -> None:
    """Go to a tabulator stop at least two places on (MR 81, 7.3.1.3)."""
    column = host.state.positions[PRINTER].column
    space(host, (column + 1) // TABULATION * TABULATION + TABULATION - column)


def carriage(host: Host, count: int) -> None:
    """Print new lines (MR 81, 7.3.1.5)."""
    if count == -1:
        new_page(host)
    elif count < -1 or count > 31:
        write(host, "\n")
    else:
        write(host, "\n" * count)


def new_page(host: Host) -> None:
    write(host, "\f")
    position = host.state.positions[PRINTER]
    position.line = position.column = 0


def print_text(host: Host, text: str, device: int = PRINTER) -> None:
    """Print a string, starting a new line where one is full."""
    for line in re.split("(\n)", text) if "\n" in text else (text,):
        print_line(host, line, device)


def print_line(host: Host, text: str, device: int) -> None:
    room = WIDTH[device] - host.state.positions[device].column if device == PRINTER else len(text)
    while len(text) > room:
        write(host, text[: max(0, room)] + "\n", device)
        text, room = text[max(0, room) :], WIDTH[device]
    write(host, text, device)


def print_symbol(host: Host, code: int, device: int = PRINTER) -> None:
    """Print a symbol by its number; the line is full at 144 symbols."""
    if code not in CODES:
        raise HostTrap(f"{code} is the number of no symbol (MR 81, table III)")
    if code == 118 and device == PRINTER:
        tab(host)
    else:
        print_line(host, CODES[code], device)


def line_number(host: Host) -> int:
    """Return the line of the page that the printer is on, from 1."""
    line: int = host.state.positions[PRINTER].line % PAGE + 1
    return line


def read(host: Host, name: str = "tape") -> float:
    """Read the next number of a tape, wherever it is."""
    state: State = host.state
    tape = tape_of(host, name)
    try:
        found = tape.token("a number", SINGLE_NUMBER if state.separate else SPACED_NUMBER)
        value = numbers.real(found.group().replace("\t", ""))
        if JOINED.search(found.group()) and not state.joined:
            state.joined = JOINING.format(shorten(found.group(), 40, placeholder=" …"), line_of(tape, found))
        if value is None:
            tape.fault(*found.span(), f"the number {shorten(found.group(), 40, placeholder=' …')} is too large")
    except HostTrap as trap:
        raise HostTrap(f"{trap}{state.joined}") from None
    tape.count(host, "number")
    return value


def line_of(tape: Tape, found: re.Match[str]) -> int:
    return tape.text.place(*found.span()).line


def hand(host: Host, number: int) -> float:
    """Return the operator's next number, from the tape "hand"."""
    return read(host, "hand")


def read_symbol(host: Host) -> int:
    """Read a symbol; return its number."""
    symbol = tape_of(host).symbol(host)
    if symbol not in NUMBERS:
        tape: Tape = tape_of(host)
        tape.fault(tape.position - 1, tape.position, f"{symbol!r} is no symbol of the X8 (MR 81, table III)")
    return NUMBERS[symbol]


def read_heptad(host: Host) -> int:
    """Read a character as its number, as no tape of holes is here."""
    return ord(tape_of(host).symbol(host)) & 127


def punch_heptad(host: Host, code: int) -> None:
    """Punch a character by its number, of which the last seven bits count."""
    write(host, chr(code & 127), PUNCH)


def operate(host: Host, value: int) -> int:
    """Collate a number with the operator's word, the next octal number of the tape "xeen" (MR 81, 7.4.2)."""
    state: State = host.state
    if state.operator is None:
        state.operator = int(tape_of(host, "xeen").token("an octal number", OCTAL).group(), 8) & BITS
    bits = (value if value > 0 else ~abs(value) & BITS) & state.operator
    return bits if bits <= BITS >> 1 else -(~bits & BITS)


def stop_operating(host: Host) -> None:
    """Allow the operator to be asked for another word."""
    host.state.operator = None


def next_random(host: Host) -> float:
    """Return the next number of a sequence of Lehmer's."""
    state: State = host.state
    state.random = state.random * LEHMER[0] % LEHMER[1]
    return state.random / LEHMER[1]


def set_random(host: Host, value: float) -> None:
    """Begin the sequence anew, at a number that is at least 0 and below 1."""
    if not 0 <= value < 1:
        raise HostTrap(f"SETRANDOM is given {value}; expected: a number from 0 to below 1 (MR 81, 7.5.6)")
    host.state.random = int(value * (LEHMER[1] - 1)) + 1


def time_of_day(host: Host) -> float:
    """Return the time that a setting gives, so that every run gives the same."""
    state: State = host.state
    return state.time


punch_symbol, punch_space = partial(print_symbol, device=PUNCH), partial(space, device=PUNCH)

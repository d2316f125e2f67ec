"""What the free implementations of today print and read: GNU MARST, NASE, jff, and Racket's ALGOL 60."""

from __future__ import annotations

from math import isfinite, pi

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.languages.algol60.library.devices import channel_tape, write
from getallenband.interpreters.languages.algol60.library.modified import real_text

# --- NASE -----------------------------------------------------------------------------------------------------------


def vprint_integer(host: Host, value: int) -> str:
    return f"  {value:15d} "


def vprint_real(host: Host, value: float) -> str:
    return f"  {value:15.7e} "


def vprint_boolean(host: Host, value: int) -> str:
    return f" {'T' if value else 'F'} "


def print_formatted(host: Host, value: float, before: int, after: int) -> str:
    """Print a number with given numbers of places before and after its point."""
    before, after = (min(max(0, places), 400) for places in (before, after))
    return f" {value:{before + 1 + after}.{after}f} "


def outsymbol_from_0(host: Host, channel: int, text: int, position: int) -> None:
    """Print the character at a position (from 0) of a string, or the one with the number -position."""
    string = host.strings[text]
    if position >= len(string):
        raise HostTrap(f"character {position} (from 0) is not in a string of {len(string)}")
    if position >= 0:
        write(host, string[position])
    else:
        raw_out(host, channel, -position)


def insymbol_from_0(host: Host, channel: int, text: int) -> int:
    """Read a character; return its first position (from 0) in a string, or its number below 0."""
    symbol = channel_tape(host, channel).symbol(host)
    found = host.strings[text].find(symbol)
    return found if found >= 0 else -ord(symbol)


def circle(host: Host) -> float:
    return pi


# --- jff ------------------------------------------------------------------------------------------------------------


def newline(host: Host, channel: int) -> str:
    return "\n"


def space(host: Host, channel: int) -> str:
    return " "


def outreal_16_11(host: Host, channel: int, value: float) -> str:
    return f" {value:16.11f} "


def outreal_e_10(host: Host, channel: int, value: float) -> str:
    return f" {value:.10e} "


def raw_in(host: Host, channel: int) -> int:
    """Read a character as its number; -1 at the end of the tape."""
    tape = channel_tape(host, channel)
    return ord(tape.symbol(host)) if tape.position < len(tape.text.text) else -1


def raw_out(host: Host, channel: int, code: int) -> None:
    """Print the character with a number."""
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise HostTrap(f"{code} is the number of no character")
    write(host, chr(code))


def is_infinite(host: Host, value: float) -> int:
    return int(not isfinite(value))


# --- GNU MARST and Racket -------------------------------------------------------------------------------------------


def inchar_of_c(host: Host, channel: int, text: int) -> int:
    """Read a character; return its first position in a string that ends with the character 0, or 0."""
    return (host.strings[text] + "\0").find(channel_tape(host, channel).symbol(host)) + 1


def print_named(host: Host, name: int, value: int) -> str:
    """Print an integer on a separate line, after its name if it has one."""
    return f"{named(host, name)}{value}\n"


def print_named_real(host: Host, name: int, value: float) -> str:
    return f"{named(host, name)}{value:.12g}\n"


def print_named_boolean(host: Host, name: int, value: int) -> str:
    return f"{named(host, name)}{'true' if value else 'false'}\n"


def print_quoted(host: Host, text: int) -> str:
    return '"' + host.strings[text].replace('"', '\\"') + '"\n'


def named(host: Host, name: int) -> str:
    return f"{host.strings[name]} = " if host.strings[name] else ""


def print_line(host: Host, text: int) -> str:
    return host.strings[text] + "\n"


def print_plain(host: Host, value: int) -> str:
    return str(value)


def print_plain_real(host: Host, value: float) -> str:
    """Print a real number as outreal does, without the space."""
    return real_text(value)


def print_plain_line(host: Host, value: int) -> str:
    return f"{value}\n"


def print_plain_real_line(host: Host, value: float) -> str:
    return real_text(value) + "\n"

"""What a program may ask of the system (CDC): the clock, the date, random numbers, sense lights and switches, units.

Answers are fixed, so that two runs are the same: the settings `date` and `random` say others. The clock stands at noon
and every question for the time that was used is a millisecond later. RANF is the generator of the 6600's library:
x' = 44485709377909 x modulo 2**48, divided by 2**48.
"""

from __future__ import annotations

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.languages.cdc_fortran.library.files import Session, file_of
from getallenband.interpreters.languages.cdc_fortran.library.words import Words

MULTIPLIER, MODULUS = 0o1207264327301565, 2**48
LIGHTS = range(1, 7)


def random(host: Host) -> float:
    """Return the next random number between 0 and 1."""
    state: Session = host.state
    state.seed = MULTIPLIER * state.seed % MODULUS
    return state.seed / MODULUS


def set_random(host: Host, value: float) -> None:
    """Go on from a number between 0 and 1, or from a whole number (RANSET); the seed must be odd."""
    host.state.seed = int(abs(value) * (MODULUS if abs(value) < 1 else 1)) % MODULUS | 1


def last_random(host: Host) -> float:
    """Return the number that RANSET would take to go on from here (RANGET)."""
    seed: int = host.state.seed
    return seed / MODULUS


def second(host: Host) -> float:
    """Return the seconds used so far."""
    host.state.asked += 1
    return float(host.state.asked) / 1000


def date(host: Host) -> int:
    """Return the date as a word: MM/DD/YY."""
    state: Session = host.state
    day = state.system.settings["date"].rjust(6, "0")[-6:]
    return signed(state, f" {day[2:4]}/{day[4:]}/{day[:2]} ")


def time(host: Host) -> int:
    """Return the time of day as a word: HH.MM.SS."""
    return signed(host.state, " 12.00.00 ")


def signed(state: Session, text: str) -> int:
    """Return a word as a register holds it."""
    words = state.words
    bits = words.pattern(text[: words.size] if words.size == 10 else text.strip())
    return bits - 2**64 if bits >= 2**63 else bits


def shift(host: Host, word: int, count: int) -> int:
    """Shift a word: to the left and round, or to the right with its sign."""
    words: Words = host.state.words
    size, ones = words.size * words.bits, words.ones
    bits = word & ones
    if count < 0:
        number = bits - (ones + 1) if bits > ones // 2 else bits
        bits = (number >> min(-count, size)) & ones
    else:
        count %= size
        bits = (bits << count | bits >> (size - count)) & ones
    return bits - 2**64 if bits >= 2**63 else bits


def mask(host: Host, count: int) -> int:
    """Return a word with the given number of ones at its left."""
    words: Words = host.state.words
    size = words.size * words.bits
    if not 0 <= count <= size:
        raise HostTrap(f"MASK({count}) is outside 0:{size}")
    bits = words.ones ^ words.ones >> count
    return bits - 2**64 if bits >= 2**63 else bits


# --- units, lights and switches ----------------------------------------------------------------------------------


def end_of_file(host: Host, unit: int) -> float:
    """Return whether the last READ of a unit met its end, and allow it to be read again."""
    file = file_of(host, unit)
    ended, file.ended = file.ended, False
    return 1.0 if ended else 0.0


def unit_status(host: Host, unit: int) -> float:
    """Return 0 where the last READ met the end of a unit, else -1 (ready)."""
    return 0.0 if end_of_file(host, unit) else -1.0


def parity(host: Host, unit: int) -> int:
    """Return 0: no unit has errors of parity."""
    return 0


def set_light(host: Host, light: int) -> None:
    """Switch a sense light on; 0 switches all off."""
    if light == 0:
        host.state.lights.clear()
    else:
        host.state.lights.add(known_light(light))


def sense_light(host: Host, light: int) -> int:
    """Return whether a sense light is on, and turn it off."""
    on = known_light(light) in host.state.lights
    host.state.lights.discard(light)
    return int(on)


def sense_switch(host: Host, switch: int) -> int:
    """Return whether a sense switch is on: none is."""
    known_light(switch)
    return 0


def known_light(number: int) -> int:
    """Return the number of a light or switch; trap where there is none of this number."""
    if number not in LIGHTS:
        raise HostTrap(f"there is no sense light or switch {number}")
    return number


def no_overflow(host: Host) -> int:
    """Return 2, "no": an overflow or a division by zero would have ended the run."""
    return 2


def one_or_two(on: int) -> int:
    """Return 1 for on and 2 for off, as the subroutines report it."""
    return 1 if on else 2

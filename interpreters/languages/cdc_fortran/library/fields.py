"""Values as the characters of a field, and back: the conversions of FORMAT (ANSI X3.9-1966, 7.2.3).

write(Edit("F", 6, 2), 0, 3.14159)            # "  3.14"
read(Edit("F", 6, 2), 0, "   314", CDC_WORDS)  # 3.14

A number that does not fit its field fills it with asterisks. On input blanks after a digit are zeros.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isfinite, isinf

from getallenband.interpreters.ir.host import HostTrap
from getallenband.interpreters.languages.cdc_fortran.library.formats import Edit
from getallenband.interpreters.languages.cdc_fortran.library.words import Words
from getallenband.interpreters.lowering.numbers import fixed, integer, scientific


class DataFault(HostTrap):
    """The data do not fit the field or the item; ERR= may give a label to continue at."""


# --- output ------------------------------------------------------------------------------------------------------


def for_numbers(what: str) -> str:
    """Word the trap of writing characters in a REAL as a number: by a field, in a list, in a NAMELIST."""
    return f"{what} is for numbers, the item holds characters or bits"


def write(edit: Edit, scale: int, value: float) -> str:
    """Write a number or a logical value by I, L, F, E, D or G."""
    if edit.letter not in "IL" and not isfinite(value):
        raise HostTrap(f"a real number that is not finite for {edit}")
    return WRITERS[edit.letter](edit, scale, value)


def write_integer(edit: Edit, scale: int, value: float) -> str:
    return fit(str(value), edit.width)


def write_logical(edit: Edit, scale: int, value: float) -> str:
    return ("T" if value else "F").rjust(edit.width)


def fit(text: str, width: int) -> str:
    """Right-align characters in a field; if they do not fit, drop a 0 before the point first."""
    if len(text) > width and text.lstrip("-").startswith("0.") and not text.endswith("."):
        text = text.replace("0.", ".", 1)
    return text.rjust(width) if len(text) <= width else "*" * width


def write_fixed(edit: Edit, scale: int, value: float) -> str:
    """Write Fw.d."""
    text = fixed(value, edit.digits, scale=scale)
    if edit.digits == 0:
        text += "."
    return fit(text if value else text.removeprefix("-"), edit.width)


def write_exponent(edit: Edit, scale: int, value: float) -> str:
    """Write Ew.d or Dw.d with its scale factor."""
    significant = edit.digits + scale if scale <= 0 else edit.digits + 1
    if significant <= 0 or scale > edit.digits + 1:
        return "*" * edit.width
    mantissa, exponent = scientific(value, significant)
    power = exponent + 1 - scale if value else 0
    before = max(scale, 0)
    figures = "0" * max(0, -scale) + mantissa
    text = ("-" if value < 0 else "") + (figures[:before] or "0") + "." + figures[before:]
    letter = "D" if edit.letter == "D" else "E"
    return fit(text + (f"{letter}{power:+03d}" if abs(power) < 100 else f"{power:+04d}"), edit.width)


def write_general(edit: Edit, scale: int, value: float) -> str:
    """Write Gw.d: like F where the number has its digits about the point, else like E."""
    size = scientific(value, max(edit.digits, 1))[1] + 1 if value else 1
    if not 0 <= size <= edit.digits:
        return write_exponent(edit, scale, value)
    text = write_fixed(Edit("F", edit.width - 4, edit.digits - size), 0, value) if edit.width > 4 else "*"
    return "*" * edit.width if "*" in text else text + "    "


WRITERS: dict[str, Callable[[Edit, int, float], str]] = {
    "I": write_integer, "L": write_logical, "F": write_fixed, "E": write_exponent, "D": write_exponent,
    "G": write_general,
}  # fmt: skip


WORD_LETTERS = "AOR"
"""Fields for the bits of a word, whatever the type of the item."""


def write_word(edit: Edit, words: Words, value: float) -> str:
    """Write Aw: the leftmost characters of a word, or blanks before all; Rw: the rightmost; Ow: octal digits."""
    bits = words.bits_of(value)
    if bits is None:
        raise HostTrap(f"the field {edit} is for characters or bits, the item is the real number {value:.14G}")
    if edit.letter == "O":
        room = -(-words.size * words.bits // 3)
        return f"{bits:0{room}o}"[-edit.width :].rjust(edit.width)
    text = words.unpacked(bits)
    if edit.width >= len(text):
        return text.rjust(edit.width)
    return text[: edit.width] if edit.letter == "A" else text[-edit.width :]


# --- input -------------------------------------------------------------------------------------------------------


def read_word(edit: Edit, words: Words, text: str) -> int:
    """Read the bits of a word: Aw with blanks after its characters, Rw with zeros before them, Ow octal digits."""
    if edit.letter == "O":
        digits = text.replace(" ", "0").lstrip("0")
        sign, digits = (digits[0], digits[1:]) if digits[:1] in ("+", "-") else ("", digits)
        if digits.strip("01234567") or int(digits or "0", 8) > words.ones:
            raise DataFault(f"{text!r} is not a word of octal digits for {edit}")
        return int(digits or "0", 8) ^ (words.ones if sign == "-" else 0)
    held = text[-words.size :]
    if fault := words.fault(held):
        raise DataFault(fault)
    return words.pattern(held, "H" if edit.letter == "A" else "R")


MANTISSA = r"(?P<mantissa>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))"
EXPONENT = r"(?:E(?P<power>(?:[+-]?[0-9]+)?)|(?P<signed>[+-][0-9]+))"
REAL = re.compile(f"{MANTISSA}{EXPONENT}?")


def read(edit: Edit, scale: int, text: str, words: Words) -> float:
    """Read a value by I, L, F, E, D or G that a variable with these words can hold."""
    if edit.letter == "L":
        return read_logical(edit, text)
    digits = text.lstrip().replace(" ", "0")
    if not digits:
        return 0 if edit.letter == "I" else 0.0
    if edit.letter == "I":
        return read_integer(edit, text, digits, words.system.greatest)
    value = read_real(edit, scale, text, digits)
    if value <= words.words_end:
        raise DataFault(f"{text!r} is too large a number for {edit}")
    return value


def read_integer(edit: Edit, text: str, digits: str, greatest: int) -> int:
    """Read Iw."""
    size = digits.lstrip("+-")
    if not (size.isascii() and size.isdigit()) or len(digits) - len(size) > 1:
        raise DataFault(f"{text!r} is not a number for {edit}")
    number = integer(digits, 10**40 - 1)
    if number is None:
        count = len(size.lstrip("0"))
        raise DataFault(f"a number of {count} digits is too large for an integer (at most {greatest})")
    if abs(number) > greatest:
        raise DataFault(f"{number} is too large for an integer (at most {greatest})")
    return number


def read_real(edit: Edit, scale: int, text: str, digits: str) -> float:
    """Read Fw.d, Ew.d, Dw.d or Gw.d: the point may be left out, and so may the E before a signed exponent."""
    found = REAL.fullmatch(digits.replace("D", "E"))
    if not found:
        raise DataFault(f"{text!r} is not a number for {edit}")
    mantissa, power = found["mantissa"], found["power"] if found["signed"] is None else found["signed"]
    shift = (0 if "." in mantissa else -edit.digits) - (scale if power is None else 0)
    size = (power or "").lstrip("+-0")[:9]  # no number is as long as this power is great
    value = float(f"{mantissa}E{shift + int(size or 0) * (-1 if (power or '').startswith('-') else 1)}")
    if isinf(value):
        raise DataFault(f"{text!r} is too large a number for {edit}")
    return value


def read_logical(edit: Edit, text: str) -> bool:
    """Read Lw: T or F after blanks, then anything."""
    lead = text.lstrip()[:1]
    if lead not in ("T", "F"):
        raise DataFault(f"{text!r} is not a logical value for {edit}")
    return lead == "T"

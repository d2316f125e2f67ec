"""Characters in words: ten of six bits on the 6600, eight of eight bits otherwise, the first in the highest bits.

bits = CDC_WORDS.pattern("AB")   # the 60 bits of A, B and eight blanks in display code
CDC_WORDS.number(bits)           # the integer that has these bits
CDC_WORDS.unpacked(number)       # "AB        "

On the 6600 a word whose first bit is set is a negative integer in ones' complement. A REAL, which is a double, holds
characters as one of the numbers from -2**769 to -2**513, which no number that is computed or read may be then
(`WORDS_END`): so the two can be told apart. Only a word of zeros is both, as on the 6600: 0.0. Under ieee754 characters
fill the 64 bits of a double, and cannot be told from a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from getallenband.interpreters.arithmetic.cdc6600 import CDC6600, DISPLAY_CODE
from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.arithmetic.number_system import NumberSystem
from getallenband.interpreters.ir.types import bits_real, real_bits

REAL_KEY = 0xE7FF_FFFF_FFFF_FFFF
"""What turns the 60 bits of a word into those of its double, and back: ordered as the integers of the 6600 are."""
WORDS_END = -(2.0**513)
"""A REAL up to here holds a word, in a deck whose reals may hold any."""


@dataclass(frozen=True, slots=True)
class Words:
    """How characters are packed in a word of `size` characters of `bits` bits.

    A REAL that is at most `words_end` holds a word. `shared`: integers and reals share storage.
    """

    size: int
    bits: int
    codes: str
    system: NumberSystem
    words_end: float = -inf
    shared: bool = False

    def fault(self, text: str, *, words: int = 1) -> str:
        """Return why a number of words cannot hold these characters, or ""."""
        if len(text) > words * self.size:
            return f"{len(text)} characters do not fit in a word of {self.size}"
        missing = next((character for character in self.folded(text) if character not in self.codes), "")
        return f"the character {missing!r} has no code on this machine" if missing else ""

    def pattern(self, text: str, fill: str = "H") -> int:
        """Return the bits of a word: its characters and blanks, or zeros after (L) or before them (R)."""
        bits = 0
        for character in text[: self.size].ljust(self.size) if fill == "H" else text[: self.size]:
            bits = bits << self.bits | max(0, self.codes.find(self.folded(character)))
        return bits << self.bits * (self.size - len(text[: self.size])) if fill == "L" else bits

    def folded(self, text: str) -> str:
        """Return characters as the machine has them: the 6600 knows capitals only."""
        return text.upper() if self.system is CDC6600 else text

    @property
    def ones(self) -> int:
        """Return a word whose bits are all set."""
        return (1 << self.size * self.bits) - 1

    def octal_fault(self, digits: str) -> str:
        """Return why a word cannot hold an octal constant, or ""."""
        room = -(-self.size * self.bits // 3)
        return (
            ""
            if int(digits[-64:], 8) <= self.ones and len(digits) <= 64
            else (f"the octal constant {digits} is longer than a word of {room} octal digits")
        )

    def number(self, bits: int) -> int:
        """Return the bits of a word as an integer."""
        if bits <= self.ones // 2:
            return bits
        if self.system is not CDC6600:
            return bits - self.ones - 1
        return bits - self.ones or MINUS_ZERO

    def bits_of(self, value: float) -> int | None:
        """Return the bits of a word that an integer or a REAL holds; None of a REAL that holds a number."""
        if not isinstance(value, float):
            return (value - (value < 0 and self.system is CDC6600)) & self.ones
        if self.system is not CDC6600:
            return real_bits(value)
        if value == 0:
            return 0
        return real_bits(value) ^ REAL_KEY if value <= self.words_end else None

    def real(self, bits: int) -> float:
        """Return what a REAL holds that has the bits of a word."""
        return bits_real(bits ^ REAL_KEY if bits and self.system is CDC6600 else bits)

    def in_real(self, cell: int) -> float:
        """Return what a REAL holds, given its 64 bits as an integer; in shared storage it may hold an integer."""
        if self.shared and MINUS_ZERO <= cell <= self.system.greatest:
            return self.real(self.bits_of(cell) or 0)
        return bits_real(cell % 2**64)

    def in_integer(self, cell: int) -> int:
        """Return what an INTEGER holds; in shared storage its 64 bits may be those of characters in a REAL."""
        if not self.shared or MINUS_ZERO <= cell <= self.system.greatest:
            return cell
        word = self.bits_of(bits_real(cell % 2**64))
        return self.number(word) if word else cell

    def in_cell(self, cell: int) -> int | None:
        """Return the bits of the word in a cell, an INTEGER's or a REAL's; None where it holds a real number."""
        if self.system is not CDC6600 or MINUS_ZERO <= cell <= self.system.greatest:
            return self.bits_of(cell)
        return self.bits_of(bits_real(cell % 2**64))

    def unpacked(self, bits: int) -> str:
        """Return the characters of a word."""
        mask = 2**self.bits - 1
        codes = [bits >> self.bits * place & mask for place in reversed(range(self.size))]
        return "".join(self.codes[code] if code < len(self.codes) else "?" for code in codes)


MINUS_ZERO = -(2**60)
"""How a word of 60 ones is held, zero with a minus sign: as a number beyond all others."""

CDC_WORDS = Words(10, 6, DISPLAY_CODE, CDC6600)
IEEE_WORDS = Words(8, 8, "".join(map(chr, range(128))), IEEE754)


def words_of(arithmetic: str) -> Words:
    """Return the words of an arithmetic."""
    return CDC_WORDS if arithmetic == "cdc6600" else IEEE_WORDS

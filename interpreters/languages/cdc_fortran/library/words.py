"""Characters in words: ten of six bits on the 6600, eight of eight bits otherwise, the first in the highest bits.

bits = CDC_WORDS.pattern("AB")   # the 60 bits of A, B and eight blanks in display code
CDC_WORDS.number(bits)           # the integer that has these bits
CDC_WORDS.unpacked(number)       # "AB        "

On the 6600 a word whose first bit is set is a negative integer in ones' complement; a REAL variable holds the 60 bits
themselves.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from interpreters.arithmetic.cdc6600 import CDC6600, DISPLAY_CODE
from interpreters.arithmetic.ieee754 import IEEE754
from interpreters.arithmetic.number_system import NumberSystem


@dataclass(frozen=True, slots=True)
class Words:
    """How characters are packed in a word of `size` characters of `bits` bits."""

    size: int
    bits: int
    codes: str
    system: NumberSystem

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

    def bits_of(self, value: float) -> int:
        """Return the bits of a word that is given as an integer or a real number."""
        if isinstance(value, float):
            bits: int = struct.unpack("<Q", struct.pack("<d", value))[0]
            return bits & self.ones
        return (value - (value < 0 and self.system is CDC6600)) & self.ones

    def real(self, bits: int) -> float:
        """Return a word as a real number with the same bits."""
        value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
        return value

    def unpacked(self, value: float) -> str:
        """Return the characters of a word, given as an integer or a real number."""
        bits, mask = self.bits_of(value), 2**self.bits - 1
        codes = [bits >> self.bits * place & mask for place in reversed(range(self.size))]
        return "".join(self.codes[code] if code < len(self.codes) else "?" for code in codes)


MINUS_ZERO = -(2**60)
"""How a word of 60 ones is held, zero with a minus sign: as a number beyond all others."""

CDC_WORDS = Words(10, 6, DISPLAY_CODE, CDC6600)
IEEE_WORDS = Words(8, 8, "".join(map(chr, range(128))), IEEE754)


def words_of(arithmetic: str) -> Words:
    """Return the words of an arithmetic."""
    return CDC_WORDS if arithmetic == "cdc6600" else IEEE_WORDS

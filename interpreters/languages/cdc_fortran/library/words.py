"""Characters in words: ten of six bits on the 6600, eight of eight bits otherwise, the first in the highest bits.

CDC_WORDS.packed("AB")           # the integer whose 60 bits are A, B and eight blanks in display code
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
        """Say why this many words cannot hold these characters; return "" where they can."""
        if len(text) > words * self.size:
            return f"{len(text)} characters do not fit in a word of {self.size}"
        missing = next((character for character in text if character not in self.codes), "")
        return f"the character {missing!r} has no code on this machine" if missing else ""

    def pattern(self, text: str) -> int:
        """Return the bits of a word."""
        bits = 0
        for character in text[: self.size].ljust(self.size):
            bits = bits << self.bits | max(0, self.codes.find(character))
        return bits

    def packed(self, text: str) -> int:
        """Return a word as an integer."""
        bits = self.pattern(text)
        return bits if bits <= self.system.greatest else bits - (2 ** (self.size * self.bits) - 1)

    def packed_real(self, text: str) -> float:
        """Return a word as a real number with the same bits."""
        value: float = struct.unpack("<d", struct.pack("<Q", self.pattern(text)))[0]
        return value

    def unpacked(self, value: float) -> str:
        """Return the characters of a word, given as an integer or a real number."""
        if isinstance(value, float):
            bits: int = struct.unpack("<Q", struct.pack("<d", value))[0]
        else:
            bits = value if value >= 0 else value + 2 ** (self.size * self.bits) - 1
        mask = 2**self.bits - 1
        codes = [bits >> self.bits * place & mask for place in reversed(range(self.size))]
        return "".join(self.codes[code] if code < len(self.codes) else "?" for code in codes)


CDC_WORDS = Words(10, 6, DISPLAY_CODE, CDC6600)
IEEE_WORDS = Words(8, 8, "".join(map(chr, range(128))), IEEE754)


def words_of(arithmetic: str) -> Words:
    """Return the words of an arithmetic."""
    return CDC_WORDS if arithmetic == "cdc6600" else IEEE_WORDS

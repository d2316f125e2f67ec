r"""Sets of characters, as sorted ranges of their codes.

DIGITS.union(of("a", "f"))          # [0-9a-f]
of("a").with_both_cases()           # [Aa]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

LAST = 0x10FFFF
Range = tuple[int, int]


@dataclass(frozen=True)
class CharSet:
    """A set of characters: ranges of codes, ascending, with gaps between them."""

    ranges: tuple[Range, ...]

    def union(self, *others: CharSet) -> CharSet:
        """Return the characters of all these sets."""
        return merged(one for each in (self, *others) for one in each.ranges)

    @cached_property
    def complement(self) -> CharSet:
        """The characters that are not in the set."""
        found, begin = [], 0
        for low, high in self.ranges:
            if begin < low:
                found.append((begin, low - 1))
            begin = high + 1
        return CharSet((*found, (begin, LAST)) if begin <= LAST else tuple(found))

    def with_both_cases(self) -> CharSet:
        """Return the set with the other case of its letters, those of ASCII."""
        return self.union(*(of(chr(ord(letter) ^ 32)) for letter in LETTERS if letter in self))

    def overlaps(self, other: CharSet) -> bool:
        """Tell whether the sets have a character in common."""
        return any(low <= last and first <= high for low, high in self.ranges for first, last in other.ranges)

    def __contains__(self, character: str) -> bool:
        return any(low <= ord(character) <= high for low, high in self.ranges)


def merged(ranges: Iterable[Range]) -> CharSet:
    """Return the set of the characters in some ranges."""
    found: list[Range] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return CharSet(tuple(found))


def of(*items: str) -> CharSet:
    """Return the set of some characters and ranges of two."""
    return merged((ord(item[0]), ord(item[-1])) for item in items)


# letters of ASCII: beyond them case is not one to one, and depends on Unicode's tables
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
NONE = CharSet(())
ALL = NONE.complement
# as with the flag a of perlre: \d is 0 to 9, not every digit of Unicode
DIGITS, SPACE, WORD = of("09"), of("\t\r", " "), of("az", "AZ", "09", "_")
HORIZONTAL, VERTICAL = of(" ", "\t"), of("\n\r")
ESCAPED = {
    "d": DIGITS, "D": DIGITS.complement, "s": SPACE, "S": SPACE.complement, "w": WORD, "W": WORD.complement,
    "h": HORIZONTAL, "H": HORIZONTAL.complement, "v": VERTICAL, "V": VERTICAL.complement, "N": of("\n").complement,
}  # fmt: skip
"""The classes of patterns that a backslash begins; they are those of ASCII."""
NAMED = {
    "alpha": of("az", "AZ"), "digit": DIGITS, "alnum": of("az", "AZ", "09"), "upper": of("AZ"), "lower": of("az"),
    "space": SPACE, "word": WORD, "punct": of("!/", ":@", "[`", "{~"), "xdigit": of("09", "af", "AF"),
    "blank": HORIZONTAL, "cntrl": of("\0\x1f", "\x7f"), "print": of(" ~"), "graph": of("!~"), "ascii": of("\0\x7f"),
}  # fmt: skip
"""The classes in [: and :]."""

"""Perl's tr: characters replaced one by one, counted, deleted, squeezed.

Table("abc", "ABC", "").change("cabbage")       # ("CABBAge", 5): the text, and how many characters were found
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

KEPT, REMOVED = 0xFFFFFFFF, 0xFFFFFFFE
"""What stands in the runtime's table for a character that is not searched for, and for one that is deleted."""


@dataclass(frozen=True)
class Table:
    """What tr/searched/replaced/flags does: c takes the other characters, d deletes, s squeezes; r is the caller's."""

    searched: str
    replaced: str
    flags: str

    @property
    def only_counts(self) -> bool:
        """Tell whether every text stays as it is, so that constants may be looked at too."""
        if set(self.flags) & {"s", "d"}:
            return False
        return not self.replaced if "c" in self.flags else all(old == new for old, new in self.known.items())

    @cached_property
    def known(self) -> dict[str, str]:
        """What becomes of the characters searched for, "" where they are deleted; the first place of each counts."""
        found: dict[str, str] = {}
        for index, character in enumerate(self.searched):
            found.setdefault(character, self.replacement(index, character))
        return found

    @cached_property
    def excluded(self) -> list[str]:
        """The characters that the flag c leaves alone, in order."""
        return sorted(set(self.searched))

    def replacement(self, index: int, character: str) -> str:
        """Return what replaces the character with a place in the list; the last one stands for all that follow."""
        if index < len(self.replaced):
            return self.replaced[index]
        if "d" in self.flags:
            return ""
        return self.replaced[-1] if self.replaced else character

    def found(self, character: str) -> str | None:
        """Return what becomes of a character; None if it is not searched for."""
        if "c" not in self.flags:
            return self.known.get(character)
        index = bisect_left(self.excluded, character)
        if self.excluded[index : index + 1] == [character]:
            return None
        return self.replacement(ord(character) - index, character)

    @property
    def code(self) -> bytes:
        """The table for the runtime (runtime/patterns.py): whether it squeezes, and the first 256 characters."""
        entries = [self.found(chr(code)) for code in range(256)]
        return struct.pack(
            "<Q256I", "s" in self.flags, *(KEPT if new is None else ord(new) if new else REMOVED for new in entries)
        )

    def change(self, text: str) -> tuple[str, int]:
        """Return the text changed, and how many of its characters were searched for."""
        pieces: list[str] = []
        count, before = 0, ""
        for character in text:
            new = self.found(character)
            if new is None:
                pieces.append(character)
                before = ""
                continue
            count += 1
            if not ("s" in self.flags and new == before):
                pieces.append(new)
            before = new or before
        return "".join(pieces), count

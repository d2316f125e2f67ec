"""Perl's tr: characters replaced one by one, counted, deleted, squeezed.

small, capital = (range(97, 100),), (range(65, 68),)        # a-c, A-C
Table(small, capital, "").change("cabbage")                 # ("CABBAge", 5): the text, and how many were found
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Table:
    """What tr/searched/replaced/flags does: c takes the other characters, d deletes, s squeezes; r is the caller's."""

    searched: tuple[range, ...]
    replaced: tuple[range, ...]
    flags: str

    @property
    def only_counts(self) -> bool:
        """Tell whether every text stays as it is, so that constants may be looked at too."""
        if set(self.flags) & {"s", "d"}:
            return False
        return not self.replaced or ("c" not in self.flags and all(old == new for old, new in self.becomes.items()))

    @cached_property
    def becomes(self) -> dict[str, str]:
        """What each character of the first list becomes, "" where it is deleted; its first place in the list counts."""
        old, new = ([chr(code) for codes in listed for code in codes] for listed in (self.searched, self.replaced))
        if "d" not in self.flags:
            new = new or old
            new += new[-1:] * (len(old) - len(new))
        new += [""] * (len(old) - len(new))
        return dict(reversed(list(zip(old, new, strict=False))))

    def new(self, character: str) -> str | None:
        """Return what becomes of a character; None if it is not searched for."""
        if "c" not in self.flags:
            return self.becomes.get(character)
        if character in self.becomes:
            return None
        return "" if "d" in self.flags else chr(self.replaced[-1][-1]) if self.replaced else character

    def change(self, text: str) -> tuple[str, int]:
        """Return the text changed, and how many of its characters were searched for."""
        pieces: list[str] = []
        count, before = 0, ""
        for character in text:
            new = self.new(character)
            if new is None:
                pieces.append(character)
                before = ""
                continue
            count += 1
            if not ("s" in self.flags and new == before):
                pieces.append(new)
            before = new or before
        return "".join(pieces), count

"""Perl's tr: characters replaced one by one, counted, deleted, squeezed.

small, capital = (range(97, 100),), (range(65, 68),)        # a-c, A-C
Table(small, capital, "").change("cabbage")                 # ("CABBAge", 5): the text, and how many were found

The lists stay ranges, since a short one may stand for a million characters.
"""

from __future__ import annotations

import heapq
import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from interpreters.languages.perl_subset.texts import LAST_CHARACTER

KEPT, REMOVED, TABLE_ENTRIES = 0xFFFFFFFF, 0xFFFFFFFE, 8
"""The entries of the runtime's table for a character that is not searched for, and for one that is deleted; where they
begin in the table."""


@dataclass(frozen=True, slots=True)
class CharacterRun:
    """Characters that follow each other, by their codes, and the place in the list where the first of them stands."""

    codes: range
    place: int


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
        return not self.replaced or ("c" not in self.flags and all(map(self.stays, self.runs)))

    @cached_property
    def runs(self) -> list[CharacterRun]:
        """The characters that are searched for, in order, each once."""
        runs = list(first_places(self.searched))
        return list(others(runs)) if "c" in self.flags else runs

    @cached_property
    def starts(self) -> list[int]:
        return [run.codes.start for run in self.runs]

    @cached_property
    def replaced_places(self) -> list[int]:
        """The place in the list of what replaces at which each of its ranges begins, and that at which it ends."""
        return list(accumulate(map(len, self.replaced), initial=0))

    def replacement(self, place: int, character: str) -> str:
        """Return what replaces the character with a place in the list; the last one stands for all that follow."""
        if place < self.replaced_places[-1]:
            index = bisect_right(self.replaced_places, place) - 1
            return chr(self.replaced[index][place - self.replaced_places[index]])
        if "d" in self.flags:
            return ""
        return chr(self.replaced[-1][-1]) if self.replaced else character

    def stays(self, run: CharacterRun) -> bool:
        """Tell whether each of some characters is replaced by itself."""
        code = run.codes.start
        while code < run.codes.stop:
            place = run.place + code - run.codes.start
            if self.replacement(place, "") != chr(code):
                return False
            index = bisect_right(self.replaced_places, place)
            code += self.replaced_places[index] - place if index < len(self.replaced_places) else 1
        return True

    def found(self, character: str) -> str | None:
        """Return what becomes of a character, "" where it is deleted; None if it is not searched for."""
        code = ord(character)
        index = bisect_right(self.starts, code) - 1
        if index < 0 or code not in self.runs[index].codes:
            return None
        run = self.runs[index]
        return self.replacement(run.place + code - run.codes.start, character)

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


def first_places(listed: tuple[range, ...]) -> Iterator[CharacterRun]:
    """Give the characters of a list in order; of those that stand in it more than once the first place counts."""
    places = accumulate(map(len, listed), initial=0)
    waiting = sorted(zip(listed, places, strict=False), key=lambda entry: entry[0].start, reverse=True)
    begun: list[tuple[int, range]] = []  # by their places: the first is the one that counts
    code = 0
    while waiting or begun:
        if not begun:
            code = waiting[-1][0].start
        while waiting and waiting[-1][0].start <= code:
            codes, place = waiting.pop()
            heapq.heappush(begun, (place, codes))
        place, codes = begun[0]
        if codes.stop <= code:
            heapq.heappop(begun)
            continue
        # until the next range begins nothing comes before this one
        stop = min(codes.stop, waiting[-1][0].start) if waiting else codes.stop
        yield CharacterRun(range(code, stop), place + code - codes.start)
        code = stop


def others(runs: list[CharacterRun]) -> Iterator[CharacterRun]:
    """Give the characters that are not among some, which are in order."""
    code = place = 0
    for start, stop in [*((run.codes.start, run.codes.stop) for run in runs), (LAST_CHARACTER + 1, 0)]:
        if code < start:
            yield CharacterRun(range(code, start), place)
            place += start - code
        code = stop

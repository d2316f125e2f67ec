"""Stropping: the ways in which programs mark the words that are symbols of the language, and how to recognise them.

    representation("'begin' 'integer' k; …", "begin")      # "quoted"
    bold = BoldWords("underlined", {"begin": "BEGIN", "if": "IF", "not": "NOT"})
    bold.at("_b_e_g_i_n x", 0)                              # [Bold("BEGIN", 0, 10)]

plain      begin integer k;     the words are reserved, in small letters
upper      BEGIN INTEGER k;     the words are reserved, in capitals
quoted     'begin' 'INTEGER'    between apostrophes, in either case, or "BEGIN" as CDC's printers have it
underlined _b_e_g_i_n, b̲e̲g̲i̲n̲    a low line before each letter, or a combining one after it
exclaimed  !begin !integer k;   an exclamation mark before each word
mixed      all of these at once but the last, and Begin
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

REPRESENTATIONS = ("plain", "upper", "quoted", "underlined", "exclaimed", "mixed")
COMBINING = "\u0332"
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)*")
"""A word, and one that may hold low lines."""
SECOND = re.compile(r"\s+([A-Za-z][A-Za-z0-9_]*)")
QUOTED = re.compile(r"'\s*([A-Za-z][A-Za-z\s]*|/|10)\s*'")
UNDERLINED = re.compile(r"(?:_[A-Za-z]|_ |[A-Za-z]" + COMBINING + "+)+")
EXCLAIMED = re.compile(r"!([A-Za-z]+)")


@dataclass(frozen=True, slots=True)
class Bold:
    """A symbol that is written as a word: its name, and its position in the text."""

    name: str
    start: int
    end: int


def representation(text: str, word: str) -> tuple[str, int] | None:
    """Tell how a text writes its symbols, by the way it first writes one of them, and where that stands.

    Later words may be in strings, in comments or identifiers, and are not looked at.
    """
    low_lines, combined = "".join("_" + letter for letter in word), "".join(letter + COMBINING for letter in word)
    ways = {
        "quoted": rf"(?i:'\s*{word}\s*'|\"{word}\")",
        "underlined": f"{low_lines}|{combined}",
        "exclaimed": rf"!(?i:{word})\b",
        "plain": rf"(?<![A-Za-z0-9]){word.lower()}(?![A-Za-z0-9])",
        "upper": rf"(?<![A-Za-z0-9]){word.upper()}(?![A-Za-z0-9])",
        "mixed": rf"\b(?i:{word})\b",
    }
    first_uses = [(way, match.start()) for way, pattern in ways.items() if (match := re.search(pattern, text))]
    return min(first_uses, key=lambda use: use[1], default=None)


def doubled(text: str, word: str) -> bool:
    """Return whether a text has double quotes for apostrophes: they are around this word where it is first quoted."""
    first = re.search(rf"(['\"])\s*{word}\s*\1", text, re.IGNORECASE)
    return first is not None and first[1] == '"'


class BoldWords:
    """Find the words of a language at a place of a text.

    `words` maps spellings in small letters to names; one with a blank in it may be written as two words. Those of
    `marked` are symbols only between apostrophes or underlined. `reserved` are the words that no identifier can be.
    """

    def __init__(self, representation: str, words: Mapping[str, str], marked: Mapping[str, str] | None = None) -> None:
        self.representation = representation
        self.words = {word.replace(" ", ""): name for word, name in {**(marked or {}), **words}.items()}
        self.longest = max(map(len, self.words))
        self.reserved: dict[str, str] = {}
        if representation in ("plain", "upper", "mixed"):
            cased = {word.upper() if representation == "upper" else word: name for word, name in words.items()}
            self.reserved = {word: name for word, name in cased.items() if " " not in word}
            self.pairs = {tuple(word.split()): name for word, name in cased.items() if " " in word}
            self.first = {pair[0] for pair in self.pairs}

    def at(self, text: str, start: int) -> list[Bold]:
        """Return the words that begin at `start` (several only where underlined words touch), or nothing."""
        if self.representation in ("quoted", "exclaimed"):
            return self.quoted(text, start)
        if self.representation == "underlined":
            return self.underlined(text, start)
        if self.representation == "mixed" and (words := self.quoted(text, start) or self.underlined(text, start)):
            return words
        return self.plain(text, start)

    def quoted(self, text: str, start: int) -> list[Bold]:
        match = (EXCLAIMED if self.representation == "exclaimed" else QUOTED).match(text, start)
        word = "".join(match.group(1).lower().split()) if match else ""
        return [Bold(self.words[word], start, match.end())] if match and word in self.words else []

    def underlined(self, text: str, start: int) -> list[Bold]:
        match = UNDERLINED.match(text, start)
        return self.split(match) if match else []

    def plain(self, text: str, start: int) -> list[Bold]:
        """Return the reserved word at a place, which may be two: go to."""
        match = NAME.match(text, start)
        if not match:
            return []
        word = self.folded(match.group())
        if name := self.reserved.get(word):
            return [Bold(name, start, match.end())]
        second = SECOND.match(text, match.end()) if word in self.first else None
        name = self.pairs.get((word, self.folded(second.group(1)))) if second else None
        return [Bold(name, start, second.end())] if second and name else []

    def folded(self, word: str) -> str:
        return word.lower() if self.representation == "mixed" else word

    def split(self, match: re.Match[str]) -> list[Bold]:
        """Cut a run of underlined letters into words, the longest first; letters that make no word end the run."""
        places = [(match.start() + at, letter.lower()) for at, letter in enumerate(match.group()) if letter.isalpha()]
        ends = [at for at, _ in places[1:]] + [match.end()]
        letters = "".join(letter for _, letter in places)
        before = COMBINING not in match.group()
        words: list[Bold] = []
        at = 0
        while at < len(letters):
            for length in range(min(self.longest, len(letters) - at), 0, -1):
                if letters[at : at + length] in self.words:
                    break
            else:
                break
            name = self.words[letters[at : at + length]]
            first, last = places[at][0] - before, at + length - 1
            words.append(Bold(name, first, places[last][0] + 1 if before else ends[last]))
            at += length
        return words

    def near(self, text: str, start: int) -> tuple[str, int] | None:
        """Return what is written like a symbol at `start` but is not one, with its end."""
        pattern = {"quoted": QUOTED, "underlined": UNDERLINED, "exclaimed": EXCLAIMED}.get(self.representation)
        match = pattern.match(text, start) if pattern else None
        return (match.group(), match.end()) if match else None

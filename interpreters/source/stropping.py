"""How a program shows which words are symbols of its language: four ways, and how to tell them apart.

    representation("'begin' 'integer' k; …", "begin")      # "quoted"
    bold = BoldWords("underlined", {"begin": "BEGIN", "if": "IF", "not": "NOT"})
    bold.at("_b_e_g_i_n x", 0)                              # [Bold("BEGIN", 0, 10)]

plain      begin integer k;     the words are reserved, in small letters
upper      BEGIN INTEGER k;     the words are reserved, in capitals
quoted     'begin' 'INTEGER'    between apostrophes, in either case
underlined _b_e_g_i_n, b̲e̲g̲i̲n̲    a low line before each letter, or a combining one after it
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

REPRESENTATIONS = ("plain", "upper", "quoted", "underlined")
COMBINING = "\u0332"
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
QUOTED = re.compile(r"'\s*([A-Za-z][A-Za-z\s]*|/|10)\s*'")
UNDERLINED = re.compile(r"(?:_[A-Za-z]|_ |[A-Za-z]" + COMBINING + ")+")


@dataclass(frozen=True, slots=True)
class Bold:
    """A symbol that is written as a word: its name, and where it stands in the text."""

    name: str
    start: int
    end: int


def representation(text: str, word: str) -> str:
    """Tell how a text writes its symbols, by the way it writes one of them; plain where that one is not found."""
    if re.search(rf"'\s*{word}\s*'", text, re.IGNORECASE):
        return "quoted"
    low_lines, combined = "".join("_" + sign for sign in word), "".join(sign + COMBINING for sign in word)
    if low_lines in text or combined in text:
        return "underlined"
    small = re.search(rf"(?<![A-Za-z0-9]){word.lower()}(?![A-Za-z0-9])", text)
    capital = re.search(rf"(?<![A-Za-z0-9]){word.upper()}(?![A-Za-z0-9])", text)
    if capital and (not small or capital.start() < small.start()):
        return "upper"
    return "plain"


class BoldWords:
    """Find the words of a language at a place of a text; `words` maps spellings in small letters to names."""

    def __init__(self, representation: str, words: Mapping[str, str]) -> None:
        self.representation = representation
        self.words = dict(words)
        self.cased = {word.upper() if representation == "upper" else word: name for word, name in words.items()}
        self.longest = max(map(len, words))

    def at(self, text: str, start: int) -> list[Bold]:
        """Return the words that begin at `start` (several only where underlined words touch), or nothing."""
        if self.representation == "quoted":
            found = QUOTED.match(text, start)
            word = "".join(found.group(1).lower().split()) if found else ""
            return [Bold(self.words[word], start, found.end())] if found and word in self.words else []
        if self.representation == "underlined":
            found = UNDERLINED.match(text, start)
            return self.split(found) if found else []
        found = WORD.match(text, start)
        name = self.cased.get(found.group()) if found else None
        return [Bold(name, start, found.end())] if found and name else []

    def split(self, found: re.Match[str]) -> list[Bold]:
        """Cut a run of underlined letters into words, the longest first; letters that make no word end the run."""
        places = [(found.start() + at, sign.lower()) for at, sign in enumerate(found.group()) if sign.isalpha()]
        letters = "".join(sign for _, sign in places)
        width = 2 if COMBINING in found.group() else 1
        words: list[Bold] = []
        at = 0
        while at < len(letters):
            for length in range(min(self.longest, len(letters) - at), 0, -1):
                if letters[at : at + length] in self.words:
                    break
            else:
                break
            name = self.words[letters[at : at + length]]
            first = places[at][0] - (width == 1)
            words.append(Bold(name, first, places[at + length - 1][0] + width))
            at += length
        return words

    def near(self, text: str, start: int) -> tuple[str, int] | None:
        """Return what is written like a symbol at `start` but is not one, with its end."""
        pattern = {"quoted": QUOTED, "underlined": UNDERLINED}.get(self.representation)
        found = pattern.match(text, start) if pattern else None
        return (found.group(), found.end()) if found else None

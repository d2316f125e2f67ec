"""The editor's prose: figures are inserted by name, none is typed.

placeholders("{this.published}, {run:full.lines}")                   # ["this.published", "run:full.lines"]
fill("There are {this.value}.", lambda name: "2,339")              # "There are 2,339."
typed_numbers("in 174 calls, line 60, of 1969")                      # ["174"]
number_words("a seventh of the time; the two programs")             # ["a seventh"]
"""

from __future__ import annotations

import re
from collections.abc import Callable

PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|`[^`]*`")
NAMED = (
    "section", "sections", "line", "lines", "card", "cards", "figure", "figures", "fig", "table", "page", "pages",
    "label", "labels", "piece", "pieces", "row", "rows", "column", "columns", "field", "fields", "cell", "cells",
    "step", "steps", "plakje", "plakjes", "program", "format", "volume", "number", "mr", "nr", "étage",
)  # fmt: skip
"""Words after which a number is a name: "line 60", "lines 65, 68 and 71 to 74"."""
NUMBER = r"[A-Z]?\d[\d.,:]*\d|[A-Z]?\d"
BETWEEN = r"\s*(?:,|and|to|or|–|-)\s*"
LISTED = re.compile(
    rf"\b(?:{'|'.join(NAMED)})\b\.?\s+(?:{NUMBER})(?:(?:{BETWEEN})+(?:{NUMBER})(?!\s*%))*",
    re.IGNORECASE,
)
MACHINE = re.compile(r"\b[A-Z]{2,}[- ][A-Z]?\d[\d-]*")
"""EL-X8, CDC 6600, FACOM 270-20."""
DATE = re.compile(r"\b(?:1[6-9]|20)\d\d(?:s\b|/\d\d\b|\b)(?![,.]\d)")
TYPED = re.compile(rf"(?<![\w.])(?:{NUMBER})\b")
UNITS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
    "|nineteen"
)
TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
WORD = rf"(?:(?:{TENS})(?:-(?:{UNITS}))?|{UNITS})"
TRANSLATED = re.compile(
    rf"“[^”]*”,? \(?(?:(?:about|some) )?(?:an?|half|hundred|{WORD})\b[^,.;()]{{0,40}}[,.;)]", re.IGNORECASE
)
"""A quotation, and right after it what it says in English: “3.5秒” (three and a half seconds)."""
PART = "third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth|thousandth|millionth"
MORE = "as|more|less|fewer|longer|shorter|faster|slower|higher|lower|larger|smaller|greater|rarer"
LONGER = "minute|hour|day|week|month|year"
COUNTS = (
    rf"(?:an?|one) (?:{PART})(?= of\b| (?:{MORE})\b|\s*[.,;:)]|\s*$)",
    rf"{WORD} (?:{PART})s",
    r"(?:about|nearly|almost|over|than|by|to) half\b(?! a)|half (?:as|the)(?= \w)",
    r"(?<!upper )(?<!lower )(?<!first )(?<!second )half of",
    rf"(?:{WORD}|half an?|an?) per ?cent",
    rf"(?:{WORD}|hundred|thousand) times (?:the|{MORE})|(?:twice|double|half) as|(?:two|three|four|five|six|ten)fold",
    rf"(?:an?|half an?|some|several|{WORD}) (?:dozen|hundred|thousand|million|billion)s?",
    rf"(?:{WORD}|half an?)(?: and a half)? (?:second|{LONGER})s?|(?:most of )?an? (?:{LONGER})",
    rf"{WORD} out of {WORD}|one in {WORD}(?= of\b| is\b| times\b|\s*[.,;:)])",
)
"""How a quantity is said in words: a part, a share, a multiple, a round number, a time, a chance. Plain small counts,
"two programs", are not looked for: prose is full of them, and few are results."""
WORDS = re.compile("|".join(rf"\b(?:{count})\b" for count in COUNTS), re.IGNORECASE)


def placeholders(text: str) -> list[str]:
    """Return the names in braces; raise ValueError for an unmatched brace."""
    names = []
    for match in PLACEHOLDER.finditer(text):
        if match[0] in ("{", "}"):
            raise ValueError(
                f"{match[0]!r} alone; expected a name in braces, or {match[0] * 2!r} for the character itself"
            )
        if match[1] is not None:
            names.append(match[1])
    return names


def fill(text: str, value_of: Callable[[str], str]) -> str:
    """Return the text with each name in braces replaced."""
    return PLACEHOLDER.sub(lambda match: value_of(match[1]) if match[1] is not None else match[0][0], text)


def typed_numbers(text: str) -> list[str]:
    """Return the numbers that are neither inserted, quoted, a date, a machine's nor that of a line or piece."""
    rest = PLACEHOLDER.sub(" ", text)
    for allowed in (QUOTED, MACHINE, LISTED, DATE):
        rest = allowed.sub(" ", rest)
    return TYPED.findall(rest)


def number_words(text: str) -> list[str]:
    """Return the quantities in words that are neither quoted nor the translation of what is quoted before them."""
    rest = PLACEHOLDER.sub(" ", " ".join(text.split()))
    for allowed in (TRANSLATED, QUOTED):
        rest = allowed.sub(" ", rest)
    return WORDS.findall(rest)

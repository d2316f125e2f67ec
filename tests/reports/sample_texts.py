"""The part of a small edition's data that is about its text: two witnesses, a variant, an emendation."""

from __future__ import annotations

from dataclasses import asdict

from getallenband.originals.witnesses import Witness

TEXTS = {
    "paper": "A <title>",
    "year_from": 1970,
    "witnesses": [
        asdict(
            Witness("A", "The <copy>", "a | library", file="a.txt", damage="It loses *signs*.", texts=("a",))
        ),
        asdict(Witness("B", "A card deck", extent="its first card", texts=("a",))),
    ],
    "year_reason": "It bears <no> date.",
    "rights_statement": "http://rightsstatements.org/vocab/InC/1.0/",
    "added": "",
    "bibliography": [
        {"entry": "A. Author: A <title>, 1970.", "read": "its *first* page"},
        {"entry": "B. Author: Another.", "read": ""},
    ],
    "searches": [
        {
            "where": "https://example.org/?q=a&b=1", "when": "2026-11-28", "words": ["a | <b>", "c"],
            "result": "*Nothing*.",
        }
    ],
    "unknown": ["scan of witness A"],
    "variants": [
        {
            "identifier": "two", "text": "a", "file": "a.txt", "line": 4, "base": "A", "old": "x | y",
            "witnesses": ["B"], "new": "", "reason": "A word less.",
        }
    ],
    "texts": [{"name": "a", "role": "program", "language": "ecol", "file": "a.txt", "witness": "scan", "sha256": "0"}],
    "apparatus": [
        {
            "identifier": "one", "text": "a", "file": "a.txt", "line": 3, "old": "x | y", "new": "x < y",
            "cause": "copy", "certainty": "certain", "need": "certain", "reason": "So it is.",
        }
    ],
}  # fmt: skip

"""The part of a small edition's data that is about its text: two witnesses, a variant, an emendation."""

from __future__ import annotations

from originals.witnesses import Witness
from reports.publishing.data import WitnessEntry
from reports.runs.rows import row_of

TEXTS = {
    "paper": "A <title>",
    "year_from": 1970,
    "witnesses": [
        row_of(
            WitnessEntry,
            Witness("A", "The <copy>", "a | library", file="a.txt", damage="It loses *signs*.", texts=("a",)),
        ),
        row_of(WitnessEntry, Witness("B", "A card deck", texts=("a",))),
    ],
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

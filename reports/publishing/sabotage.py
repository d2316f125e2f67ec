"""What can be altered in an edition without `check` noticing: the record that `make mutants` leaves, for a page.

    sabotage()["kinds"]["published figure, alone"]       # {"killed": 137, "survived": 2}

The record is not made again for each report: that takes as long as many reports.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TypedDict

FILE = "mutants.json"


class Sabotage(TypedDict):
    """How many alterations of each kind had which outcome; the survivors' places by the reason, with how many each."""

    kinds: dict[str, dict[str, int]]
    survivors: dict[str, dict[str, int]]


OUTCOMES = {
    "killed": "noticed",
    "survived": "not noticed: nobody could",
    "hole": "not noticed: a hole",
    "unexplained": "not noticed, and we do not know why",
    "long": "not judged: needs a long run",
}
"""The outcomes, in the words of the page."""


def sabotage() -> Sabotage | None:
    """Return the record; None if `make mutants` has left none."""
    path = files("getallenband.reports.publishing").joinpath(FILE)
    if not path.is_file():
        return None
    found: Sabotage = json.loads(path.read_text(encoding="utf-8"))
    return found


def noticed(found: Sabotage) -> str:
    """Return how many alterations had which outcome, as a sentence."""
    said = {
        "killed": "were noticed", "survived": "could not be noticed by anybody",
        "hole": "should have been noticed and were not", "unexplained": "were not noticed, and we do not know why",
        "long": "were not judged, since that needs a long run",
    }  # fmt: skip
    parts = [f"{total(found, key):,} {said[key]}" for key in outcomes(found)]
    return f"Of {total(found):,} alterations {', '.join(parts)}."


def outcomes(found: Sabotage) -> dict[str, str]:
    """Return the outcomes that occur, with their words."""
    return {key: words for key, words in OUTCOMES.items() if total(found, key)}


def total(found: Sabotage, outcome: str = "") -> int:
    """Return how many alterations of all kinds had an outcome, or how many there were."""
    return sum(counts.get(outcome, 0) if outcome else sum(counts.values()) for counts in found["kinds"].values())

"""Hold the forms that a run prints, each three numbers added to that of its first cell, against geometry.

observe = "printed_forms"
with = { puzzle = "rug", steps = [1, 0, 8], standardised = "Y" }
"""

from __future__ import annotations

import re

from reports.checking.numbering import forms_by_numbers
from reports.checking.observed import Context, Observed


def observe(context: Context, *, puzzle: str, steps: list[int], standardised: str, run: str = "") -> Observed:
    """Return how many forms there are; or, in words, which are missing or no forms of the puzzle's pieces.

    Of the standardised piece not all forms need be there.
    """
    problem = context.oracle.puzzle(puzzle).problem
    lines = context.record(run)["output"].splitlines()
    printed = [tuple(sorted(map(int, re.findall(r"-?\d+", line)))) for line in lines]
    wrong = [form for form in printed if form not in forms_by_numbers(problem, steps)]
    missing = forms_by_numbers(problem, steps, without=standardised) - set(printed)
    if wrong or missing:
        return Observed(f"{len(wrong)} wrong, {len(missing)} missing")
    return Observed(
        len(set(printed)), f"{len(printed)} lines, no form twice" if len(set(printed)) == len(printed) else ""
    )

"""Tries that were made by lot, and the squares that a search looks at with each."""

from __future__ import annotations

import math
import re
from statistics import median

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer

FEWEST = 30
"""The numbers that a median needs for its error to mean anything."""


@observer
def ratio_of_medians(context: Context, *, over: re.Pattern[str], under: re.Pattern[str], run: str = "") -> Observed:
    r"""Divide the median of the numbers that a pattern captures in the output by the median of those of another.

    observe = "ratio_of_medians"
    with = { over = '^16 first: (\d+)$', under = '^1 first: (\d+)$' }

    Return the quotient.

    Facts: per_cent (of the difference), error (of it, a standard error), over and under (least, median and greatest, in
    words), tries (how many numbers each pattern captures).
    """
    lines = context.record(run)["output"].splitlines()
    above, below = (
        sorted(int(match[1]) for line in lines if (match := pattern.search(line))) for pattern in (over, under)
    )
    if min(len(above), len(below)) < FEWEST:
        raise UserError(
            f"the patterns capture {len(above)} and {len(below)} numbers; expected at least {FEWEST} of each"
        )
    context.sampled()
    ratio = median(above) / median(below)
    error = ratio * math.hypot(error_of_median(above), error_of_median(below))
    facts = {
        "per_cent": round(100 * (ratio - 1), 1),
        "error": round(100 * error, 1),
        "over": extremes(above),
        "under": extremes(below),
        "tries": len(above),
    }
    return Observed(round(ratio, 3), f"± {error:.3f}", judged=True, facts=facts)


def error_of_median(numbers: list[int]) -> float:
    """Return the standard error of a median, as a share of it: from the numbers one deviation of rank away."""
    middle, step = len(numbers) / 2, math.sqrt(len(numbers)) / 2
    low, high = numbers[math.floor(middle - step)], numbers[min(math.ceil(middle + step), len(numbers) - 1)]
    return (high - low) / 2 / median(numbers)


def extremes(numbers: list[int]) -> str:
    """Return the least, the middle and the greatest of numbers in order, in words."""
    return f"{numbers[0]:,} to {numbers[-1]:,}, half of them below {round(median(numbers)):,}"

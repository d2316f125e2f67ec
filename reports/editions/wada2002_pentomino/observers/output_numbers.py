"""List the numbers that a run printed.

observe = "output_numbers"
with = { skip = 1 }
"""

from __future__ import annotations

import re

from pydantic import NonNegativeInt

from reports.checking.observed import Context, Observed


def observe(context: Context, *, skip: NonNegativeInt = 0, run: str = "") -> Observed:
    """Return the numbers in their order, the first `skip` left out. Facts: skipped."""
    numbers = [int(digits) for digits in re.findall(r"\d+", context.record(run)["output"])]
    return Observed(numbers[skip:], facts={"skipped": numbers[:skip]})

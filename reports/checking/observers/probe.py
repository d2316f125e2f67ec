"""Look into a probe: how often a variable had a value when a statement was reached, its extremes, its whole histogram.

observe = "probe"
with = { name = "placements", value = 12 }
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from reports.checking.observed import Context, Observed

Aspect = Literal["times", "sum", "least", "greatest", "histogram", "list", "values"]


def observe(
    context: Context, *, name: str, value: int | None = None, aspect: Aspect = "times", run: str = ""
) -> Observed:
    """Return an aspect of the histogram.

    times      how often the variable had `value`, or (without it) how often the probe was reached
    sum        the sum of the values
    least, greatest   the extreme values
    histogram  {value: times}; list: the times in ascending order of the values; values: the values themselves
    """
    return Observed(aspect_of(context.probe(name, run), value, aspect))


def aspect_of(histogram: Mapping[int, int], value: int | None, aspect: Aspect) -> Any:
    match aspect:
        case "times":
            return sum(histogram.values()) if value is None else histogram.get(value, 0)
        case "sum":
            return sum(key * times for key, times in histogram.items())
        case "least":
            return min(histogram, default=None)
        case "greatest":
            return max(histogram, default=None)
        case "histogram":
            return {str(key): times for key, times in sorted(histogram.items())}
        case "list":
            return [times for _, times in sorted(histogram.items())]
        case "values":
            return sorted(histogram)

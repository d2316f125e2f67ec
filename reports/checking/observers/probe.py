"""Look into a probe: how often a variable had a value when a statement was reached, its extremes, its whole histogram.

observe = "probe"
with = { name = "placements", value = 12 }
"""

from __future__ import annotations

from typing import Any, Literal

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed

Aspect = Literal["times", "sum", "least", "greatest", "histogram", "list"]


def observe(
    context: Context, *, name: str, value: int | None = None, aspect: Aspect = "times", run: str = ""
) -> Observed:
    """Return an aspect of the histogram.

    times      how often the variable had `value`, or (without it) how often the probe was reached
    sum        the sum of the values
    least, greatest   the extreme values
    histogram  {value: times}; list: the times in ascending order of the values
    """
    probes = context.record(run)["probes"]
    if name not in probes:
        raise UserError(f"the run has no probe {name!r}; it has: {', '.join(probes) or 'none'}")
    histogram = {int(key): times for key, times in probes[name].items()}
    return Observed(aspect_of(histogram, value, aspect))


def aspect_of(histogram: dict[int, int], value: int | None, aspect: Aspect) -> Any:
    """Return the aspect; raise UserError for one that is not there."""
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
    raise UserError(f"unknown aspect {aspect!r} of a probe")

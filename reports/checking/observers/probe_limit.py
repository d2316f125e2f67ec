"""Find the greatest value that several probes saw, and hold it against a limit.

observe = "probe_limit"
with = { names = ["fields_tested_1", "fields_tested_2"], at_most = 77 }
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(context: Context, *, names: Sequence[str], at_most: int, run: str = "") -> Observed:
    """Return the greatest value, which agrees if it is at most `at_most`; raise UserError for an unknown probe."""
    probes = context.record(run)["probes"]
    for name in names:
        if name not in probes:
            raise UserError(f"the run has no probe {name!r}; it has: {', '.join(probes) or 'none'}")
    greatest = max((int(value) for name in names for value in probes[name]), default=None)
    return Observed(greatest, greatest is not None and greatest <= at_most, f"the limit is {at_most}")

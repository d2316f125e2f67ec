"""Find the greatest value that several probes saw.

observe = "probe_limit"
with = { names = ["fields_tested_1", "fields_tested_2"] }
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(context: Context, *, names: Sequence[str], run: str = "") -> Observed:
    """Return the greatest value; raise UserError for an unknown probe, or if none saw any."""
    probes = context.record(run)["probes"]
    for name in names:
        if name not in probes:
            raise UserError(f"the run has no probe {name!r}; it has: {', '.join(probes) or 'none'}")
    values = [int(value) for name in names for value in probes[name]]
    if not values:
        raise UserError("the probes saw nothing")
    return Observed(max(values))

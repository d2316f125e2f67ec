"""Find the greatest value that several probes saw.

observe = "probe_limit"
with = { names = ["fields_tested_1", "fields_tested_2"] }
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(context: Context, *, names: Sequence[str], run: str = "") -> Observed:
    """Return the greatest value; raise UserError if none saw any."""
    values = [value for name in names for value in context.probe(name, run)]
    if not values:
        raise UserError("the probes saw nothing")
    return Observed(max(values))

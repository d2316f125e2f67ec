"""Claims that cannot be checked."""

from __future__ import annotations

from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer


@observer
def none(_context: Context) -> Observed:
    """Observe nothing: the claim cannot be checked, and says why.

    Return nothing.
    """
    return Observed(None)

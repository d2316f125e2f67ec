"""Observe nothing: the claim cannot be checked, and says why itself."""

from __future__ import annotations

from reports.checking.observed import Context, Observed


def observe(_context: Context) -> Observed:
    """Return that nothing can be told."""
    return Observed(None)

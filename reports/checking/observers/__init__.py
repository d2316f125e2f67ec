"""The observers that serve every edition, one file each; those of one edition stand in reports/editions.

run_observer("count", context, {"statement": "86"})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.checking.observed import Context, Observed
from reports.running.by_folder import ByFolder

OBSERVERS = ByFolder("observer", "observe", __name__)


def run_observer(name: str, context: Context, parameters: Mapping[str, Any]) -> Observed:
    """Observe; raise UnknownNameError for an unknown observer, UserError for wrong parameters."""
    seen: Observed = OBSERVERS.call(name, context.edition, context, parameters)
    return seen

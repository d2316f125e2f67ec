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
    """Observe; raise UnknownNameError for an unknown observer, UserError for wrong parameters.

    An observer that calls functions of modern computes independently, whether it asks the oracle or not.
    """
    observe, checked = OBSERVERS.find(name, context.edition, parameters)
    if any(str(getattr(used, "__module__", "")).startswith("modern.") for used in observe.__globals__.values()):
        context.parts.add(("modern", ""))
    seen: Observed = observe(context, **checked)
    return seen

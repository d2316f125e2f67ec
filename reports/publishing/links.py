"""Where the pages lead from a claim: to the runs that it rests on, and to the statements of a listing that it counts.

links(checker, runs)["2339-solutions"]      # {"runs": ["full"], "statements": [("ecol", "86")]}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getallenband.originals.claims import Claim
from getallenband.originals.edition import Edition
from getallenband.originals.runs import Run
from getallenband.reports.checking.check import Checker
from getallenband.reports.publishing.data import ClaimLinks
from getallenband.reports.publishing.evidence import STATEMENTS, listed


def links(checker: Checker, runs: Sequence[Run]) -> dict[str, ClaimLinks]:
    """Return where each claim that was judged leads; runs that are not in the report are left out."""
    there = {run.name for run in runs}
    return {
        name: {
            "runs": sorted(run for kind, run in parts if kind == "run" and run in there),
            "statements": list(dict.fromkeys(statements(checker.found, checker.claims[name]))),
        }
        for name, (_, parts) in checker.seen.items()
    }


def statements(found: Edition, claim: Claim) -> Iterator[tuple[str, str]]:
    """Yield text and label of each statement that a claim counts, or probes."""
    if not claim.run:
        return
    run = found.runs[claim.run]
    for key in STATEMENTS:
        yield from ((run.text, label) for label in listed(claim.parameters.get(key)))
    for name in listed(claim.parameters.get("name")) + listed(claim.parameters.get("names")):
        if name in run.probes:
            yield run.text, run.probes[name].statement

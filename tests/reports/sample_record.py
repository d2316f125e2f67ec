"""What came of a run, and the context of a claim about it."""

from __future__ import annotations

from getallenband.interpreters import SourceText
from getallenband.originals.machines import MachineTime
from getallenband.reports.checking.observed import Context
from getallenband.reports.runs.oracle import Oracle

RECORD = {
    "output": "   1:  2  6\n   2:  2 22\n",
    "counts": {"60": 100, "75": 20, "86": 2},
    "probes": {"levels": {"1": 10, "2": 30, "12": 2}},
    "tape_read": 10,
    "seconds": {"build": 0.1, "run": 0.2},
}


def about(expected):
    """Return the context of a claim about RECORD."""
    return Context(
        edition="debruijn1972_pentomino",
        expected=expected,
        run="full",
        records=lambda _run: RECORD,
        inputs=lambda _run: {"tape": SourceText("tape", "6,7,8,14,1, 1,7,14,15,2,\n-3")},
        files=lambda _file: SourceText("lines", "1: 2 6\n\n2: 2 22"),
        solvers=Oracle(),
        machines={
            "test": MachineTime("test", "a machine", 0.5, "a test", "its manual", "read"),
            "add": MachineTime("add", "a machine", 1, "an addition", "its manual", "read"),
        },
    )

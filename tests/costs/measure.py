"""A plug-in of pytest that measures the processor's time of each test, with all processes that it starts.

Named by `pytest -p tests.costs.measure`. Each process of pytest-xdist measures its own tests; the reports carry the
times to the one that writes them, as JSON, to the file that COSTS names: {"tests/test_toml.py": [seconds, tests], …}.
What is made once for several tests, such as a fixture, counts for the first; the collection for none.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import descendants, seconds_of

VARIABLE = "COSTS"
last = 0.0
costs: dict[str, list[float]] = defaultdict(lambda: [0.0, 0])


def processor_time() -> float:
    """Return the seconds of this process, of those that it has waited for, and of those that run: a browser does."""
    return sum(os.times()[:4]) + sum(map(seconds_of, descendants(os.getpid())))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    global last
    last = processor_time()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """Put the time since the last report into this one."""
    global last
    report = yield
    now = processor_time()
    report.user_properties = [*report.user_properties, ("seconds", max(0.0, now - last))]
    last = now
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    cost = costs[report.nodeid.partition("::")[0]]
    cost[0] += sum(float(value) for name, value in report.user_properties if name == "seconds")
    cost[1] += report.when == "call"


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        Path(os.environ[VARIABLE]).write_text(json.dumps(costs), encoding="utf-8")

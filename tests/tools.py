"""Tools that are no packages of Python, which some tests need: tests are skipped, or fail where CI promises the tool.

@needs("gcc")
def test_gcc_prints_the_same(): …

The last lines of the suite say how many tests were skipped, for which tool, and how to get it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

PLAYGROUND = "the playground"
TOOLS = {
    "gcc": "apt-get install gcc",
    "gfortran": "apt-get install gfortran",
    "guile": "apt-get install guile-3.0",
    "perl": "apt-get install perl",
    "chromium": "apt-get install chromium",
    "node": "apt-get install nodejs",
    PLAYGROUND: "apt-get install npm; make site, with a network",
    "playwright": "make .venv/.ready",
    "axe": "make .venv/.ready",
}
"""How each tool is had; .ci/run installs them all."""
REASON = re.compile(r"needs (.+?)(?:: .*)?$", re.DOTALL)


def reason(tool: str, why: str = "") -> str:
    """Return the reason of a skip by which it is known what is missing."""
    assert tool in TOOLS
    return f"needs {tool}: {why}" if why else f"needs {tool}"


def needs(tool: str) -> pytest.MarkDecorator:
    """Return the mark of a test that needs a command."""
    return pytest.mark.skipif(shutil.which(tool) is None, reason=reason(tool))


def skip(tool: str, why: str = "") -> None:
    """Skip the test that runs: it needs a tool that is not there."""
    pytest.skip(reason(tool, why))


def missing(report: pytest.TestReport) -> str:
    """Return the tool for want of which a test was skipped, or ""."""
    if not report.skipped or not isinstance(report.longrepr, tuple):
        return ""
    found = REASON.fullmatch(report.longrepr[2].removeprefix("Skipped: "))
    return found[1] if found and found[1] in TOOLS else ""


def fail_where_promised(report: pytest.TestReport) -> None:
    """Make a skip a failure where CI is set."""
    if (tool := missing(report)) and os.environ.get("CI"):
        report.outcome, report.longrepr = "failed", f"{report.longrepr[2]}; CI is set, and .ci/run installs {tool}"


def summary(skipped: Iterable[pytest.TestReport]) -> Iterator[str]:
    """Say how many tests were skipped for which tool, and how to get it."""
    for tool, tests in Counter(filter(None, map(missing, skipped))).most_common():
        yield f"{tests} {'test' if tests == 1 else 'tests'} skipped: {tool} is missing ({TOOLS[tool]})"

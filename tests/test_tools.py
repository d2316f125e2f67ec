"""Tests that lack a tool are counted at the end of the suite, with how to get it; where CI is set they fail."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests import ROOT, tools

SAMPLE = """
import pytest
from tests import tools

@pytest.fixture
def playground():
    tools.skip(tools.PLAYGROUND, "npm ci failed:\\nno network")

def test_a(playground): pass
def test_b(playground): pass
@pytest.mark.skipif(True, reason=tools.reason("gcc"))
def test_c(): pass
def test_d(): pytest.skip("not for this puzzle")
def test_e(): pass
"""
LINES = [
    f"2 tests skipped: the playground is missing ({tools.TOOLS[tools.PLAYGROUND]})",
    "1 test skipped: gcc is missing (apt-get install gcc)",
]


def suite(folder, variables, *processes):
    """Run the sample as the suite is run; return the process, and its lines."""
    (folder / "test_sample.py").write_text(SAMPLE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", *processes, "test_sample.py"]
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, env=environment | variables, capture_output=True, text=True, check=False
    )  # fmt: skip
    return done, done.stdout.splitlines()


@pytest.mark.parametrize("processes", [[], ["-n", "2"]])
def test_the_last_lines_say_what_is_missing_and_how_to_get_it(tmp_path, processes):
    done, lines = suite(tmp_path, {}, *processes)
    assert done.returncode == 0, done.stdout
    assert [line for line in lines if "skipped:" in line] == LINES


def test_where_ci_is_set_a_missing_tool_is_a_failure(tmp_path):
    done, _ = suite(tmp_path, {"CI": "true"})
    assert done.returncode == 1
    assert "no network; CI is set, and .ci/run installs the playground" in done.stdout
    assert "\n1 passed, 1 skipped, 3 errors in " in done.stdout


def test_ci_installs_every_tool_that_is_no_package_of_python():
    """CI installs each by itself, `command:package` where the names differ."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (installed,) = re.findall("for tool in (.*); do", script)
    for tool, how in tools.TOOLS.items():
        if how.startswith("apt-get install"):
            package = how.split()[2].rstrip(";")
            assert package in re.split("[ :]", installed), tool

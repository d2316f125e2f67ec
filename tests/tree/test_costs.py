"""What the suite costs: each file has the time of its tests and their processes; the page says what was measured."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests import ROOT
from tests.costs import measure, record

BUSY = "sum(range(20_000_000))"
SLOW = f"""
import subprocess, sys
def test_here():
    {BUSY}
def test_in_a_process_that_is_waited_for():
    subprocess.run([sys.executable, "-c", "{BUSY}"], check=True)
"""
ASIDE = f"""
import subprocess, sys
def test_in_a_process_that_goes_on():
    running = subprocess.Popen([sys.executable, "-c", "{BUSY}; print(1, flush=True); input()"], stdin=-1, stdout=-1)
    running.stdout.readline()
"""
RUN: record.Run = {
    "wall": 240, "cores": 2, "where": "Linux", "release": "1.0.0", "since": "2026-11-27", "files": {
        "tests/a.py": {"seconds": 300.0, "tests": 1000, "guards": "A.", "noticed": 1, "mended": 2},
        "tests/b.py": {"seconds": 1.0, "tests": 2, "guards": "B.", "noticed": 3, "mended": 4},
        "tests/c.py": {"seconds": 0.5, "tests": 3, "guards": "C.", "noticed": 5, "mended": 6},
    },
}  # fmt: skip


@pytest.mark.parametrize("processes", [[], ["-n", "2"]])
def test_a_file_costs_what_its_tests_and_their_processes_do(tmp_path, processes):
    for name, text in {"slow": SLOW, "aside": ASIDE, "quick": "def test_nothing():\n    pass\n"}.items():
        (tmp_path / f"test_{name}.py").write_text(text)
    written = tmp_path / "costs.json"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.costs.measure", *processes, str(tmp_path)]
    variables = os.environ | {measure.VARIABLE: str(written), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    costs = json.loads(written.read_text())
    assert {file: tests for file, (_, tests) in costs.items()} == {
        "test_aside.py": 1,
        "test_quick.py": 1,
        "test_slow.py": 2,
    }
    assert costs["test_slow.py"][0] > costs["test_aside.py"][0] > costs["test_quick.py"][0]


def test_the_page_has_the_files_that_cost_most_and_the_others_together():
    assert record.shown(RUN).splitlines()[-6:] == [
        "302 CPU seconds, 240 s by the clock on 2 cores, 1,005 tests; Linux.",
        "",
        "| file | CPU s | part | tests | guards | noticed | mended |",
        "| --- | ---: | ---: | ---: | --- | ---: | ---: |",
        "| `tests/a.py` | 300.0 | 99.5% | 1,000 | A. | 1 | 2 |",
        "| 2 smaller files | 1.5 | 0.5% | 5 |  | 8 | 10 |",
    ]


def test_nothing_is_said_before_anything_was_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RESULTS", tmp_path / "suite.json")
    assert record.section() == ""
    record.keep(RUN)
    assert record.section() == record.shown(RUN)


@pytest.mark.parametrize(
    ("files", "tests"),
    [
        (["modern/a.py", "tests/modern/test_a.py", "docs/a.md"], {"tests/modern/test_a.py"}),
        (["tests/modern/test_a.py"], set()),
        (["interpreters/languages/ecol/cases/loops.case"], set()),
        (["interpreters/languages/ecol/lower.py", "interpreters/languages/ecol/cases/a.case"], {record.CASES_BY}),
    ],
)
def test_a_commit_mends_where_programs_and_tests_change_together(files, tests):
    assert record.tests_changed(files) == tests


def test_a_file_is_described_by_its_first_line():
    found = record.run_of({"tests/tree/test_costs.py": [1.234, 3]}, 10.4, "here")
    file = found["files"]["tests/tree/test_costs.py"]
    assert (file["seconds"], file["tests"], found["wall"]) == (1.2, 3, 10)
    assert file["guards"].startswith("What the suite costs: ")

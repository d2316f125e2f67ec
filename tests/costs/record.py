"""What the suite cost when it was last measured: docs/suite.json, and its section of docs/reliability.md."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict

from getallenband import durable
from tests import ROOT
from tests.code_mutants.record import results as changes_of_the_code

RESULTS = ROOT / "docs" / "suite.json"
RELEASE = re.compile(r"^## (\d\S*) — (\d{4}-\d\d-\d\d)$", re.MULTILINE)
TESTED = ("getallenband/", "interpreters/", "modern/", "originals/", "reports/")
CASES, CASES_BY = re.compile(r"/cases/.*\.case$"), "tests/interpreters/test_languages.py"
LEAST = 0.005
"""Files that cost a smaller part of the whole are one row together."""
HEAD = """
## What the test suite costs

`make costs` runs all tests as `make test` does, measures the CPU time of each file with the processes that it starts,
and writes this table.

| column | meaning |
| --- | --- |
| guards | the first line of the file |
| noticed | changes of [the code](code_mutants.md) that a test of this file was the first to notice |
| mended | commits since release {release} ({since}) that changed programs and this file (`test_languages.py`: a case) |

{seconds:,} CPU seconds, {wall:,} s by the clock on {cores} cores, {tests:,} tests; {where}.

| file | CPU s | part | tests | guards | noticed | mended |
| --- | ---: | ---: | ---: | --- | ---: | ---: |
"""


class File(TypedDict):
    """What a test file cost, in seconds of the processor, and what it is good for."""

    seconds: float
    tests: int
    guards: str
    noticed: int
    mended: int


class Run(TypedDict):
    """A run of the suite: seconds by the clock, on how many cores, where; since which release, of what day; files."""

    wall: float
    cores: int
    where: str
    release: str
    since: str
    files: dict[str, File]


def run_of(costs: Mapping[str, Sequence[float]], wall: float, where: str) -> Run:
    """Return a run by what each file cost, its seconds and its number of tests, and the seconds by the clock."""
    release, since = RELEASE.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")).groups()
    noticed = Counter(change["by"].partition("::")[0] for change in changes_of_the_code()["changes"])
    mended = commits_with(since)
    files: dict[str, File] = {
        file: {"seconds": round(seconds, 1), "tests": int(tests), "guards": first_line(file), "noticed": noticed[file],
               "mended": mended[file]}
        for file, (seconds, tests) in costs.items()
    }  # fmt: skip
    return {
        "wall": round(wall), "cores": os.cpu_count() or 1, "where": where, "release": release, "since": since,
        "files": files,
    }  # fmt: skip


def first_line(file: str) -> str:
    """Return the first line of a module's docstring, as a cell of a table."""
    said = ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8"))) or ""
    return said.partition("\n")[0].replace("|", "\\|")


def commits_with(since: str) -> Counter[str]:
    """Count, for each test file, the commits since a day that changed it and the programs."""
    command = ["git", "log", "--no-merges", f"--since={since}", "--name-only", "--format=%x00"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return Counter(file for commit in done.stdout.split("\0") for file in tests_changed(commit.split()))


def tests_changed(files: Sequence[str]) -> set[str]:
    """Return the test files that changed with the programs, given all files of a commit."""
    cases = {file for file in files if CASES.search(file)}
    programs = {file for file in files if file.startswith(TESTED) and file not in cases}
    if not programs:
        return set()
    return {CASES_BY if file in cases else file for file in files if file in cases or "/test_" in file}


def keep(run: Run) -> None:
    durable.write(RESULTS, json.dumps(run, ensure_ascii=False, indent=1) + "\n")


def section() -> str:
    """Return the section of the page, empty as long as nothing was measured."""
    if not RESULTS.exists():
        return ""
    return shown(json.loads(RESULTS.read_text(encoding="utf-8")))


def shown(run: Run) -> str:
    """Write a run as a section: the files that cost most, and the others together."""
    files = sorted(run["files"].items(), key=lambda each: -each[1]["seconds"])
    seconds = sum(file["seconds"] for _, file in files)
    large = [each for each in files if each[1]["seconds"] >= LEAST * seconds]
    small = [file for _, file in files[len(large) :]]
    rest: File = {
        "seconds": sum(file["seconds"] for file in small), "tests": sum(file["tests"] for file in small),
        "guards": "",
        "noticed": sum(file["noticed"] for file in small), "mended": sum(file["mended"] for file in small),
    }  # fmt: skip
    rows = [*((f"`{name}`", file) for name, file in large), (f"{len(small)} smaller files", rest)]
    tests = sum(file["tests"] for _, file in files)
    head = HEAD.format(**{**run, "seconds": round(seconds), "tests": tests})
    return head + "".join(
        f"| {name} | {file['seconds']:,.1f} | {file['seconds'] / seconds:.1%} | {file['tests']:,} | {file['guards']} "
        f"| {file['noticed']} | {file['mended']} |\n"
        for name, file in rows
    )

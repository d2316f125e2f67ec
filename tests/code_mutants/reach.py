"""Which tests enter which functions: a plugin of pytest that says so, and what it said.

python -m pytest -p tests.code_mutants.reach tests/test_toml.py     # with REACH=FILE: a line of JSON for each test
REACH_MOST=200 takes a sample of that many tests.

What runs in processes that a test starts is not seen, nor what is read and compiled and never run as Python: routines
of the IR, the solvers' kernels.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests import ROOT
from tests.code_mutants.draw import TOP

FOLDER = ROOT / "build" / "reach"
"""A file for each test file, which `make clean` removes."""
PRODUCTION = tuple(f"{ROOT}/{top}/" for top in TOP)


@dataclass(frozen=True)
class Reached:
    """A test, the seconds of CPU time that it took without being watched, and the functions that it entered."""

    test: str
    seconds: float
    functions: frozenset[tuple[str, int]]

    @property
    def file(self) -> str:
        return self.test.partition("::")[0]


class Watch:
    """Collects the code that is entered, in every thread."""

    def __init__(self) -> None:
        self.entered: dict[int, CodeType] = {}

    def start(self) -> None:
        self.entered.clear()
        threading.settrace(self.call)
        sys.settrace(self.call)

    def stop(self) -> dict[str, list[int]]:
        """Return, by file of ours, the lines where the functions begin that were entered."""
        sys.settrace(None)
        threading.settrace(None)
        found: dict[str, set[int]] = {}
        for code in list(self.entered.values()):
            if code.co_filename.startswith(PRODUCTION):
                file = Path(code.co_filename).resolve().relative_to(ROOT)
                found.setdefault(file.as_posix(), set()).add(code.co_firstlineno)
        return {file: sorted(lines) for file, lines in sorted(found.items())}

    def call(self, frame: FrameType, _event: str, _given: Any) -> None:
        # by identity: the hash of a code object is that of all its bytes
        code = frame.f_code
        self.entered[id(code)] = code


WATCH = Watch()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a sample, take so many tests of a file, evenly spread, and none in a browser."""
    if most := int(os.environ.get("REACH_MOST", "0")):
        items[:] = [item for item in items if "browser" not in getattr(item, "fixturenames", ())]
        items[:] = items[:: -(-len(items) // most) or 1]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    before = cpu()
    WATCH.start()
    yield
    functions = WATCH.stop()
    line = {"test": item.nodeid, "seconds": round(cpu() - before, 3), "functions": functions}
    with Path(os.environ["REACH"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def cpu() -> float:
    """Return the CPU time of this process and of those that it started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def reached() -> Iterator[Reached]:
    """Yield what was seen of each test."""
    for path in sorted(FOLDER.glob("**/*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            functions = ((file, start) for file, starts in one["functions"].items() for start in starts)
            yield Reached(one["test"], one["seconds"], frozenset(functions))

"""Try a change: in a copy of the project, against the tests that enter the changed function, until one fails.

with Copy() as copy:
    copy.tried(change, tests)       # Outcome("killed", "tests/test_toml.py::test_a_table", 12)
"""

from __future__ import annotations

import ast
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from zlib import crc32

from getallenband import durable
from tests import ROOT
from tests.code_mutants.changes import Change
from tests.code_mutants.draw import package_of
from tests.code_mutants.reach import Reached
from tests.processes import started
from tests.shares import VARIABLE
from tests.tree.tracked import copy_project, module_name, tracked

LONGEST = 40.0
"""Seconds of CPU time that the tests of one change may take when nothing is changed; the others are left out."""
UNKNOWN = 15.0
"""The seconds that a file of tests is taken to need if nobody has measured it."""
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", "-m", "not soak")
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What became of a change, by which test, and how many tests were asked to notice it.

    The outcome is open ("") where tests that nobody has measured do not end in time.
    """

    outcome: Literal["killed", "survived", ""]
    by: str
    tests: int


def guarding(change: Change, known: Sequence[Reached]) -> list[Reached]:
    """Return the tests to try: those that enter the function, else the module, and files not measured that import it.

    The first are the right ones for nearly all code. A table of a module, a kernel, a routine of the IR is no function
    that Python enters; where no test is known to enter the module, these are all that is known of the package. Those
    beside the package come first, then short files.
    """
    own = (change.file, change.function)
    measured = {test.file for test in known}
    near, whole = neighbours(package_of(change.file)), Counter[str]()
    found = [test for test in known if own in test.functions]
    found = found or [test for test in known if any(file == change.file for file, _ in test.functions)]
    found += [test for test in importing(change.file) if test.file not in measured]
    found = found or [test for test in known if test.test.startswith(near)]
    for test in found:
        whole[test.file] += test.seconds  # type: ignore[assignment]

    def order(test: Reached) -> tuple[bool, bool, float, str, int]:
        far, unmeasured = not test.test.startswith(near), test.file not in measured
        if unmeasured:
            return far, unmeasured, 0, "", 0
        # within a file at random: the shortest tests are often those of refused texts, and all alike
        return far, unmeasured, whole[test.file], test.file, crc32(test.test.encode())

    return within(sorted(found, key=order), LONGEST)


def importing(file: str) -> list[Reached]:
    """Return the test files that import a module, else those that import from its package: its namesake, small ones."""
    path = Path(file)
    module = module_name(path)
    for name in (module, module.rpartition(".")[0]):
        if found := [test for test, names in imports().items() if name in names]:
            found.sort(key=lambda test: (path.stem not in test.stem, test.stat().st_size))
            return [Reached(test.relative_to(ROOT).as_posix(), UNKNOWN, frozenset()) for test in found]
    return []


@cache
def imports() -> dict[Path, set[str]]:
    """Return the modules that each test file imports, and the names that it imports from them."""
    found: dict[Path, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        names = found[path] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
    return found


def within(tests: Sequence[Reached], seconds: float) -> list[Reached]:
    """Return the first of them that take together so long."""
    chosen: list[Reached] = []
    for test in tests:
        seconds -= test.seconds
        if seconds < 0 and chosen:
            break
        chosen.append(test)
    return chosen


def neighbours(package: str) -> tuple[str, ...]:
    """Return how the names of a package's tests begin: its folder; for a language its cases and its file."""
    top, *inner = package.split("/")
    if inner[:1] == ["languages"]:
        return f"tests/interpreters/test_languages.py::test_case[{inner[1]}/", f"tests/languages/test_{inner[1]}.py"
    if top == "getallenband":
        return ("tests/test_",) if inner[:1] == ["durable"] else ("tests/command_line/",)
    return (f"tests/{top}/",)


class Copy:
    """A copy of the project, in which one file at a time is changed."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    def __enter__(self) -> Copy:
        self.ending = ExitStack()
        self.home = Path(self.ending.enter_context(TemporaryDirectory())) / "copy"
        copy_project(self.root, self.home)
        # with what Python has compiled already; it goes by the times of the files
        for compiled in {path.parent / "__pycache__" for path in tracked(self.root) if path.suffix == ".py"}:
            if compiled.is_dir():
                shutil.copytree(compiled, self.home / compiled.relative_to(self.root))
        # a cache of its own: what changed code keeps must not be found by the user's own runs
        if shared := durable.cache_folder("grammars"):
            shutil.copytree(shared.parent, self.home / ".cache" / "getallenband")
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.close()

    def tried(self, change: Change, tests: Sequence[Reached]) -> Outcome:
        """Run the tests with the change, until one fails."""
        path = self.home / change.file
        before, times = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(change.applied(before), encoding="utf-8")
        try:
            by = self.first_failure(tests)
        finally:
            path.write_text(before, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        if by == TOO_LONG and tests[0].seconds == UNKNOWN:
            return Outcome("", "tests that nobody has measured do not end in time", len(tests))
        return Outcome("killed" if by else "survived", by or "", len(tests))

    def first_failure(self, tests: Sequence[Reached]) -> str | None:
        """Return the first test that fails, in words if it is no single one; None if all pass."""
        asked = self.home / "asked.txt"
        asked.write_text("".join(f"{test.test}\n" for test in tests), encoding="utf-8")
        environment = os.environ | {
            "PYTHONPATH": str(self.home), "PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": str(self.home / ".cache"),
            VARIABLE: "1",  # all examples and engines, where the suite takes turns
        }  # fmt: skip
        limit = int(2 * sum(test.seconds for test in tests)) + 20
        with started(
            [*PYTEST, f"@{asked}"],
            cwd=self.home, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (limit, limit)),
        ) as process:  # fmt: skip
            said, _ = process.communicate()
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return TOO_LONG
        if process.returncode in (0, NOTHING_LEFT):
            return None
        named = FAILED.search(said)
        return named[1] if named else WITHOUT_A_TEST


NOTHING_LEFT = 5
"""pytest's exit code where no test was run."""
TOO_LONG = "more than twice the time"
WITHOUT_A_TEST = "a crash, or an error before the tests begin"

"""Front ends and reference engine need no fcntl, no thread, no code generator: a page runs them, and Windows can."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.in_turn
ABSENT = ("fcntl", "llvmlite", "numba", "numpy", "pwd", "grp", "resource", "termios")
WITHOUT = f"""
import sys, threading
for name in {ABSENT}:
    sys.modules[name] = None  # importing it raises ImportError
def start(thread):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
"""
EVERY_LANGUAGE = """
from getallenband.interpreters.testing.cases import case_files, request_of, result, source_of
from getallenband.interpreters.language import ours
from getallenband.interpreters import SourceError, run
for name in ours():
    for case in case_files(name)[::60]:
        try:
            found = result(case, run(source_of(case), name, request_of(case, "machine"))).sections
        except SourceError as error:
            found = {"error": str(error)}
        for kind in ("output", "ending", "error"):
            if kind in case.sections:
                assert found.get(kind) == case.sections[kind], (case.label, kind, found)
    print(name)
"""
TOO_DEEP = """
from getallenband.interpreters import Request, SourceText, run
DEEP = "begin integer k; k := " + "(1+" * 5_000 + "1" + ")" * 5_000 + " end"
run(SourceText("deep.a60", DEEP), "algol60", Request(engine="machine"))
"""


@pytest.fixture
def python(tmp_path):
    """Run code in a Python without all that, and with an empty cache, which it fills."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}

    def run(code: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", WITHOUT + code]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    return run


def test_every_language_runs_its_cases_on_the_reference_engine(python) -> None:
    done = python(EVERY_LANGUAGE)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 7


def test_a_text_that_nests_too_deep_for_the_stack_there_is_gets_its_message(python) -> None:
    assert "the program is nested too deeply here" in python(TOO_DEEP).stderr


def test_the_library_and_its_command_line_are_imported_without_fcntl(python) -> None:
    done = python("import getallenband.main, getallenband.reports.api.running, getallenband; getallenband.run_text")
    assert done.returncode == 0, done.stderr

"""CDC FORTRAN beside gfortran, and its laws: cards, printing and reading back, engines that agree."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from interpreters import Limits, Options, Request, SourceText, run
from tests.cases import Case, case_files

CASES = case_files("cdc_fortran")
GFORTRAN = shutil.which("gfortran")
FLAGS = ["-std=legacy", "-w", "-O0", "-fdefault-real-8", "-fdefault-integer-8", "-fdefault-double-8", "-fno-automatic"]
OURS_ALONE = ("CDC", "gfortran", "setting", "cdc6600", "ieee754")


def common(case: Case) -> bool:
    """Tell whether a case ends well and is marked neither as CDC's own nor as a setting of ours."""
    return case.sections.get("ending") == "finished" and not any(word in case.reason for word in OURS_ALONE)


@pytest.mark.skipif(GFORTRAN is None, reason="gfortran is not installed: no second opinion on these cases")
@pytest.mark.parametrize("case", [case for case in CASES if common(case)], ids=lambda case: case.label)
def test_gfortran_prints_the_same(case: Case, tmp_path: Path) -> None:
    assert printed_by_gfortran(case.source, case.tapes.get("tape", ""), tmp_path) == printed(case)


def printed_by_gfortran(source: str, tape: str, folder: Path) -> list[str]:
    (folder / "case.f").write_text(re.sub(r"PROGRAM (\w+) *\(.*\)", r"PROGRAM \1", source))
    assert GFORTRAN is not None
    subprocess.run([GFORTRAN, *FLAGS, "case.f", "-o", "case"], cwd=folder, check=True, capture_output=True)
    done = subprocess.run([folder / "case"], cwd=folder, input=tape, capture_output=True, text=True, check=True)
    return [line.rstrip() for line in done.stdout.splitlines()]


def printed(case: Case) -> list[str]:
    tapes = {key: SourceText(key, text) for key, text in case.tapes.items()}
    request = Request(Options("cdc6600", {"carriage": "raw"}), tapes, Limits(statements=100_000), "machine")
    return [
        line.rstrip() for line in run(SourceText("case.f", case.source), "cdc_fortran", request).output.splitlines()
    ]

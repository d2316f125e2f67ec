"""Numba compiles the same kernels to code that counts and visits the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from getallenband.main import main
from modern.kernels.compiled import compiler


def solved(puzzle: str, algorithm: str, **environment: str) -> dict[str, object]:
    """Return what `solve` says of a puzzle, but for its times."""
    command = [sys.executable, "-m", "getallenband", "solve", puzzle, "--algorithm", algorithm, "--count", "--json"]
    found = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    answer: dict[str, object] = json.loads(found.stdout)
    return {name: value for name, value in answer.items() if "seconds" not in name}


def check(algorithm: str, puzzle: str) -> None:
    assert solved(puzzle, algorithm) == solved(puzzle, algorithm, GETALLENBAND_COMPILER="numba")


def test_two_compilers_give_the_same() -> None:
    check("first_hole", "rug")


@pytest.mark.parametrize("options", [["--workers", "2", "--every", "0", "--checkpoint", "state"], ["--json"]])
def test_an_unknown_compiler_is_refused_before_anything_is_written(options, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GETALLENBAND_COMPILER", "gcc")
    monkeypatch.setattr(sys, "argv", ["getallenband", "solve", "rug", *options])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "GETALLENBAND_COMPILER: there is no compiler 'gcc'; known: llvm, numba\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "expected"), [("", "llvm"), ("llvm", "llvm"), ("numba", "numba")])
def test_the_name_of_a_compiler(name, expected, monkeypatch):
    monkeypatch.setenv("GETALLENBAND_COMPILER", name)
    assert compiler() == expected


@pytest.mark.soak
@pytest.mark.parametrize("algorithm", ["bit_parallel", "dancing_cells", "dancing_links", "first_hole", "frontier"])
def test_all_solvers_by_two_compilers(algorithm: str) -> None:
    check(algorithm, "rug")
    check(algorithm, "pentominoes-5x12")

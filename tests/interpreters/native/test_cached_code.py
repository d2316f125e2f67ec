"""Machine code is cached between commands: found by what it was made from, compiled again where it is damaged."""

import os
import subprocess
import sys

import pytest

from getallenband.interpreters.ir import ops
from getallenband.interpreters.native import compile as compiling
from tests import ROOT
from tests.interpreters.native.programs import performed, started


@pytest.fixture
def compilations(monkeypatch, tmp_path):
    """Begin with an empty cache; list the levels at which something is compiled."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    levels, compiled = [], compiling.compiled
    monkeypatch.setattr(compiling, "compiled", lambda text, level: levels.append(level) or compiled(text, level))
    return levels


def printed(number=2.0):
    """Run a program that calls Python, and C's library through a symbol."""
    program, build = started()
    build.defer("real", build.do(ops.RealFunction, "exp", (build.real(number),)))
    build.defer("int", build.host("same_int", build.int(7)))
    build.end(ops.Return)
    execution, host = performed(program)
    return execution.ending, execution.counts, host.output.text


def entries(tmp_path):
    return sorted((tmp_path / "getallenband" / compiling.FOLDER).iterdir())


def test_the_second_run_compiles_nothing(compilations):
    first = printed()
    assert first[2] == "7.38905609893065\n7\n"
    assert (printed(), compilations) == (first, [2])


@pytest.mark.parametrize("damage", [lambda _: b"", lambda code: code[:-1], lambda code: code[:-9] + bytes(9)])
def test_a_damaged_entry_is_compiled_again(compilations, tmp_path, damage):
    first = printed()
    (entry,) = entries(tmp_path)
    whole = entry.read_bytes()
    entry.write_bytes(damage(whole))
    assert (printed(), len(compilations), entry.read_bytes()) == (first, 2, whole)


def test_what_was_compiled_for_another_processor_is_not_used(compilations, monkeypatch):
    first = printed()
    monkeypatch.setattr(compiling, "processor", lambda: ("generic", ""))
    assert (printed(), len(compilations)) == (first, 2)


def test_programs_that_share_an_entry_take_turns(compilations, monkeypatch, tmp_path):
    monkeypatch.setattr(compiling, "ENTRIES", 1)
    outputs = [printed(number)[2] for number in (0.0, 2.0, 0.0)]
    assert outputs == ["1.0\n7\n", "7.38905609893065\n7\n", "1.0\n7\n"]
    assert (len(compilations), len(entries(tmp_path))) == (3, 1)


def test_large_code_is_not_cached(compilations, monkeypatch, tmp_path):
    monkeypatch.setattr(compiling, "LARGEST", 100)
    assert (printed() == printed(), compilations, entries(tmp_path)) == (True, [2, 2], [])


def test_a_program_has_the_same_assembly_in_every_process():
    command = [sys.executable, "-m", "getallenband", "run", "wada2002_pentomino/full", "--show", "llvm"]
    texts = {
        subprocess.run(
            command, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in "12"
    }
    assert len(texts) == 1

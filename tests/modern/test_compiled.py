"""Kernels: what they compute, what they refuse, and that a later process finds them ready."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from getallenband.modern.kernels import by_numba, compiled
from getallenband.modern.kernels.arrays import Numbers, Words
from getallenband.modern.kernels.bits import ones
from getallenband.modern.kernels.compiled import kernel

STEP = np.uint64(3)


@kernel
def stepped(word: np.uint64) -> np.uint64:
    return word + STEP


@kernel
def total(words: Words, counts: Numbers, first: int) -> int:
    found = 0
    for i in range(first, len(words)):
        counts[i] = ones(stepped(words[i]))
        found += counts[i]
    return found


@kernel
def has_ones(words: Words) -> bool:
    return ones(words[0]) > 0


def test_a_kernel_calls_kernels_and_writes_to_its_arrays():
    words = np.array([2**64 - 1, 4, 12], np.uint64)
    counts = np.zeros(3, np.int64)
    assert total(words, counts, 1) == 7
    assert counts.tolist() == [0, 3, 4]
    assert has_ones(words) is True
    assert has_ones(np.zeros(1, np.uint64)) is False


def test_other_arrays_are_refused():
    with pytest.raises(TypeError, match="Words"):
        has_ones(np.zeros(1, np.int64))
    with pytest.raises(TypeError, match="Words"):
        has_ones(np.zeros((2, 2), np.uint64))
    with pytest.raises(TypeError, match="Words"):
        has_ones(np.zeros(8, np.uint64)[::2])


@kernel
def slow_echo(turns: int, number: int) -> int:
    mixed = number
    for turn in range(turns):
        mixed = (mixed * 3 + turn) & 0xFFFF
    return number if mixed >= 0 else -1


def test_threads_keep_their_results_apart():
    def echoed(number):
        return {slow_echo(3000, number) for _ in range(5000)}

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(echoed, range(3))) == [{0}, {1}, {2}]


def test_machine_code_is_kept_and_a_damaged_file_is_made_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    first = compiled.load(has_ones.function)
    (file,) = tmp_path.iterdir()
    kept = file.read_bytes()
    monkeypatch.setattr(by_numba, "compile_kernel", None)
    assert compiled.load(has_ones.function) == first
    monkeypatch.undo()
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    for damaged in (kept[:-5], b"", kept.replace(b"has_ones", b"\xffas_ones")):
        file.write_bytes(damaged)
        assert compiled.load(has_ones.function) == first
        assert file.read_bytes() == kept
    file.unlink()
    os.mkfifo(file)
    assert compiled.load(has_ones.function) == first
    assert file.read_bytes() == kept
    file.unlink()
    file.mkdir()
    assert compiled.load(has_ones.function) == first
    assert capsys.readouterr().err == f"{file}: Is a directory: machine code is not cached\n"


def test_where_there_is_no_room_machine_code_is_not_kept(tmp_path, monkeypatch, capsys):
    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    monkeypatch.setattr("os.replace", full)
    assert b"has_ones" in compiled.load(has_ones.function)
    assert capsys.readouterr().err == f"{tmp_path}: No space left on device: machine code is not cached\n"
    assert not list(tmp_path.iterdir())


def test_a_changed_constant_or_callee_is_another_kernel():
    def key():
        return list(compiled.ingredients(total.function))

    before = key()
    globals()["STEP"] = np.uint64(4)
    try:
        assert key() != before
    finally:
        globals()["STEP"] = np.uint64(3)
    assert key() == before


def test_nothing_is_kept_where_nothing_can_be_written(monkeypatch):
    monkeypatch.setattr(compiled, "FOLDER", None)
    assert b"has_ones" in compiled.load(has_ones.function)


def test_a_second_process_does_not_import_numba():
    program = (
        "import sys; from getallenband.modern.puzzle_files import read_puzzle; "
        "from getallenband.modern.solvers import bit_parallel as solver; "
        "solutions = solver.solve(read_puzzle('pentominoes-3x20').problem).solutions; "
        "print(solutions, 'numba' in sys.modules)"
    )
    outputs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in "12"
    ]
    assert outputs[1].stdout.split() == ["8", "False"]

"""Kernels as machine code: the same functions run by Python are the reference."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from getallenband.modern.kernels.arrays import Bytes, Ints, Numbers, Words
from getallenband.modern.kernels.bits import ones, zeros_below
from getallenband.modern.kernels.compiled import Kernel, kernel
from getallenband.modern.puzzle_files import read_puzzle
from getallenband.modern.solvers import solver

LIMIT = 7


@kernel
def arithmetic(a: int, b: int, found: Numbers) -> None:
    """Divide, shift, compare; a tuple is assigned at once."""
    found[0], found[1] = a // b, a % b
    found[2] = (a << 3) ^ (b >> 1) | ~a & -b
    found[3] = min(a, b, LIMIT) - max(a, b)
    found[4] = a if a < b <= LIMIT else b
    found[5] = (a > 0 and b > 0) + (not (a == b or a != 3))
    a, b = b, a
    found[6] = a * 100 + b


@kernel
def loops(start: int, end: int, found: Numbers) -> int:
    """Count up and down, in loops that end early; the body may assign to what counts."""
    turns = 0
    for i in range(start, end):
        if i == LIMIT:
            break
        for j in range(end, start, -2):
            if (i + j) % 3 == 0:
                continue
            found[j & 7] += i
            j = 0
            turns += 1 + j
    while True:
        turns -= 1
        if turns < 0 or turns % 5 == 4:
            return turns
        found[0] -= 1


@kernel
def entries(words: Words, ints: Ints, bytes_: Bytes, turn: int) -> bool:
    """Fetch and put entries of each kind."""
    for i in range(len(words)):
        words[i] = (words[i] >> np.uint64(turn)) + np.uint64(ints[i] & 255)
        ints[i] -= bytes_[i]
        bytes_[i] ^= 1
    return bool(bytes_[0])


@kernel
def counted(words: Words) -> int:
    return 100 * ones(words[0]) + zeros_below(words[0])


SMALL = st.integers(-50, 50)


@given(SMALL, SMALL.filter(bool))
def test_operators_are_those_of_python(a, b):
    made, expected = np.zeros(7, np.int64), np.zeros(7, np.int64)
    arithmetic(a, b, made)
    arithmetic.function(a, b, expected)
    assert made.tolist() == expected.tolist()


@given(SMALL, SMALL)
def test_loops_are_those_of_python(start, end):
    made, expected = np.zeros(8, np.int64), np.zeros(8, np.int64)
    assert loops(start, end, made) == loops.function(start, end, expected)
    assert made.tolist() == expected.tolist()


def test_entries_are_as_wide_as_their_array():
    def arrays():
        return np.array([2**64 - 1, 6], np.uint64), np.array([-1, 7], np.int32), np.array([255, 0], np.uint8)

    made, expected = arrays(), arrays()
    assert entries(*made, 1) == entries.function(*expected, 1)
    assert [array.tolist() for array in made] == [array.tolist() for array in expected]


@pytest.mark.parametrize(("word", "expected"), [(0b1011000, 303), (0, 64), (2**63, 163), (2**64 - 1, 6400)])
def test_instructions_count_bits(word, expected):
    words = np.array([word], np.uint64)
    assert (counted(words), counted.function(words)) == (expected, expected)


# not dancing_cells: Python's numpy does not widen entries of 32 bits, as a kernel does
@pytest.mark.parametrize("algorithm", ["bit_parallel", "dancing_links", "first_hole", "most_surrounded"])
@pytest.mark.parametrize("puzzle", ["rug", pytest.param("soma", marks=pytest.mark.soak)])
def test_searches_are_those_that_python_makes_of_the_same_text(puzzle, algorithm, monkeypatch):
    problem, search = read_puzzle(puzzle).problem, solver(algorithm)
    if search.refusal(problem) is not None:
        pytest.skip("not for this puzzle")
    made = search.solve(problem, limit=1)
    monkeypatch.setattr(Kernel, "__call__", lambda kernel, *arguments: kernel.function(*arguments))
    with np.errstate(over="ignore"):  # words wrap in both, and Python's numpy warns of it
        assert search.solve(problem, limit=1) == made

"""Kernels as machine code: the same functions run by Python are the reference."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modern.kernels.arrays import Bytes, Ints, Numbers, Words
from modern.kernels.bits import ones, zeros_below
from modern.kernels.compiled import compile_kernel, kernel

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


@kernel
def with_a_string() -> int:
    return len("five")


@kernel
def with_an_assertion(number: int) -> int:
    assert number
    return number


@kernel
def with_two_kinds(word: np.uint64, number: int) -> np.uint64:
    return word + number


@kernel
def with_a_stranger(number: int) -> int:
    return abs(number)


@kernel
def with_a_wrong_array(words: Words) -> int:
    return loops(0, 1, words)


@kernel
def with_a_list(words: Words) -> int:
    for word in words:
        return int(word)
    return 0


@pytest.mark.parametrize(
    ("refused", "line", "why"),
    [
        (with_a_string, 2, "expected an array"),
        (with_an_assertion, 2, "a kernel has no Assert"),
        (with_two_kinds, 2, "expected np.uint64, found int"),
        (with_a_stranger, 2, "abs is no kernel"),
        (with_a_wrong_array, 2, "expected Numbers, found Words"),
        (with_a_list, 2, "expected a loop over range"),
    ],
)
def test_what_a_kernel_cannot_hold_is_refused_with_its_place(refused, line, why):
    place = f"{__file__}:{refused.function.__code__.co_firstlineno + line}: {refused.__name__}: "
    with pytest.raises(TypeError) as caught:
        compile_kernel(refused.function)
    assert str(caught.value).startswith(place + why)

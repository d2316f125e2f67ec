"""The examples of each language print the numbers that Python finds in another way."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import factorial, gcd, isqrt

import pytest

from getallenband.interpreters.language import ours
from getallenband.interpreters.testing.cases import Case, folder_of_cases, read_cases

SORTED = [31, 4, 15, 92, 65, 35, 8, 9]
NUMBER = re.compile(r"\d+(?:\.\d+)?")


@cache
def placings() -> list[tuple[int, ...]]:
    """Return the placings of eight queens, found among all permutations."""
    return [
        row
        for row in permutations(range(1, 9))
        if len({c + r for r, c in enumerate(row)}) == len({c - r for r, c in enumerate(row)}) == 8
    ]


def cubes(last: int) -> list[int]:
    return [n for n in range(last + 1) if n == sum(int(digit) ** 3 for digit in str(n))]


def slabs(length: int) -> int:
    return 1 if length == 0 else sum(slabs(length - slab) for slab in (1, 2, 3) if slab <= length)


def collatz(number: int) -> list[int]:
    return [number, *([] if number == 1 else collatz(3 * number + 1 if number % 2 else number // 2))]


def dominoes(free: frozenset[tuple[int, int]]) -> int:
    """Return in how many ways the free squares can be covered."""
    if not free:
        return 1
    x, y = min(free)
    return sum(dominoes(free - {(x, y), other}) for other in ((x + 1, y), (x, y + 1)) if other in free)


def root_of_two() -> list[str]:
    """Return Newton's first six approximations, in fractions, rounded to eight places."""
    x, found = Fraction(2), []
    for _ in range(6):
        x = (x + 2 / x) / 2
        whole = (2 * 10**8 * x.numerator + x.denominator) // (2 * x.denominator)
        found.append(f"{whole // 10**8}.{whole % 10**8:08d}")
    return found


FIBONACCI = [1, 1]
while len(FIBONACCI) < 15:
    FIBONACCI.append(sum(FIBONACCI[-2:]))
FACTORIALS = [number for n in range(1, 11) for number in (n, factorial(n))]
MOVES = [int(digit) for digit in "13123213212313"]
"""From and to of the seven moves: the smallest disc goes 1, 3, 2, 1 …, each other move is the only legal one."""
DWELLINGS = next(
    floors
    for floors in permutations(range(1, 6))
    for baker, cooper, fletcher, miller, smith in [floors]
    if baker != 5 and cooper != 1 and fletcher not in (1, 5) and miller > cooper
    if abs(smith - fletcher) != 1 and abs(fletcher - cooper) != 1
)
TRIPLES = [c for c in combinations_with_replacement(range(1, 21), 3) if c[0] ** 2 + c[1] ** 2 == c[2] ** 2]
EXPECTED = {
    "hello": [],
    "numbers": [19, 7, 1974],
    "sum_of_a_tape": [3 + 8 + 1 + 20 + 10],
    "sum_of_a_list": [3 + 8 + 1 + 20 + 10],
    "primes": [n for n in range(2, 51) if all(n % d for d in range(2, isqrt(n) + 1))],
    "factorial": FACTORIALS,
    "greatest_common_divisor": [gcd(1071, 462)],
    "eight_queens": [*placings()[0], len(placings())],
    "sorting": sorted(SORTED),
    "fibonacci": FIBONACCI,
    "towers_of_hanoi": [*MOVES, 7],
    "ecol/towers_of_hanoi": [number for n in range(1, 9) for number in (n, 2**n - 1, 2**n - 1)],
    "square_root": root_of_two(),
    "slabs_from_a_tape": [slabs(10)],
    "ways_to_lay_a_path": [slabs(10)],
    "picture_on_a_tape": [],
    "while_a_condition_holds": [*(n * n for n in range(1, isqrt(150) + 1)), isqrt(150)],
    "deck_of_cards": [1968, 1969, 2002],
    "computed_go_to": collatz(6),
    "dominoes": [dominoes(frozenset((x, y) for x in range(4) for y in range(4)))],
    "man_or_boy": [67],  # minus 67 is what Knuth expected (ALGOL Bulletin 17); NUMBER takes no sign
    "jensens_device": [f"{float(sum(Fraction(1, k) for k in range(1, 101))):.6f}", sum(k * k for k in range(11))],
    "cdc_fortran/sum_of_digits": cubes(200)[1:],
    "informal_algol/sum_of_digits": cubes(999),
    "pointers": [2, 1],
    "binary": [text for n in range(1, 11) for text in (n, f"{n:04b}")],
    "words": [2, 2, 2, 2, 4],
    "patterns": [24, 12, 1969, "24.12", 1969, 1, 4, 1968, "1.4", 1968],
    "amb_scheme/eight_queens": placings()[0],
    "dwelling_puzzle": DWELLINGS,
    "pythagorean_triples": [number for triple in TRIPLES for number in triple],
}


FILES = {"why_here": 2, "examples": 8}
"""The files of examples, and how many each has at least."""


def examples(name: str) -> list[Case]:
    return [case for file in FILES for case in read_cases(name, folder_of_cases(name) / f"{file}.case")]


@pytest.mark.parametrize("name", ours())
@pytest.mark.parametrize(("file", "least"), FILES.items())
def test_each_language_has_enough_each_with_two_lines_of_explanation(name: str, file: str, least: int) -> None:
    text = (folder_of_cases(name) / f"{file}.case").read_text(encoding="utf-8")
    explained = re.findall(r"^\[case \w+\]\n# .*\n# .*\n(?!# )", text, re.MULTILINE)
    assert len(explained) == text.count("[case ") >= least


@pytest.mark.parametrize("case", [case for name in ours() for case in examples(name)], ids=lambda case: case.label)
def test_python_finds_the_same_numbers(case: Case) -> None:
    expected = EXPECTED.get(f"{case.language}/{case.name}", EXPECTED.get(case.name))
    printed = case.sections["output"].partition(";;;")[0]  # what Scheme says at the end repeats the text
    assert NUMBER.findall(printed) == [str(number) for number in expected or []]
    assert case.sections["ending"] == "finished"
    if case.name == "hello":
        assert printed.lower().rstrip("\n") == "hello, world"

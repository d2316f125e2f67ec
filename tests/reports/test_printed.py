"""What a run printed beside what is published: lines, words, numbers, and what the reason says."""

from __future__ import annotations

import pytest

from getallenband.reports.checking.observed import run_observer
from getallenband.reports.checking.observers.printed import in_order
from tests.reports.sample_record import about

LAYOUT = '; the {0} are the same, in the same order: with compare = "{0}" the layout does not count'


@pytest.mark.parametrize(
    ("parameters", "published", "value"),
    [
        ({"compare": "words"}, "1: 2\n6 2: 2 22", ["1:", "2", "6", "2:", "2", "22"]),
        ({"compare": "words", "first": 1}, "1:\n2 6", ["1:", "2", "6"]),
        ({"compare": "numbers"}, "+1 no. +02, 6.0 (2) .2E1 22", ["1", "2", "6", "2", "2", "22"]),
    ],
)
def test_words_and_numbers_are_compared_in_their_order(parameters, published, value):
    seen = run_observer("output", about(published), parameters)
    assert seen.value == seen.expected == value


def test_the_first_difference_is_said():
    seen = run_observer("output", about("   1:  2  6\n   2:  2 23\n"), {})
    assert (seen.value[0], seen.value[1] == seen.expected[1]) == (seen.expected[0], False)
    assert seen.why == "line 2: published '···2:··2·23', printed '···2:··2·22'"


def test_what_is_missing_is_a_difference():
    seen = run_observer("output", about("   1:  2  6\n   2:  2 22\n   3:"), {})
    assert seen.why == "line 3: published '···3:', printed nothing"


@pytest.mark.parametrize(
    ("published", "compare", "why"),
    [
        ("1: 2 6 2: 2 22", "words", "6 words, all as published; the layout differs"),
        ("1: 2 6\n2: 2 22", "words", "6 words, all as published"),
        ("1 2 6 +2 2 22", "numbers", "6 numbers, all as published; the layout differs"),
        ("1 2 6 -2 2 22", "numbers", "number 4: published '-2', printed '2'"),
        ("1: 2 6 2: 2", "words", "word 6: published nothing, printed '22'"),
        ("1: 2 6 2: 2 22", "text", LAYOUT.format("words")),
        ("+1: +2 6 2: 2 22", "text", LAYOUT.format("numbers")),
        ("1: 2 6 3: 2 22", "text", ""),
        ("1, 2 6 2, 2 22", "text", ""),
    ],
)
def test_a_difference_of_layout_is_called_that(published, compare, why):
    """ "1 5 8 6" on paper and "+1 +5 +8 +6" from the program contradicted one another."""
    seen = run_observer("output", about(published), {"compare": compare})
    assert seen.why == why if compare != "text" else seen.why.endswith(why or "printed '···1:··2··6'")
    assert (seen.value == seen.expected) == ("all as published" in why)


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("5-8 (-5) x=-5 −5", ["5", "8", "-5", "-5", "-5"]),
        ("1.2.3 x4 0x1f 1..5", ["1.2", "0.3", "4", "0", "1", "1", "0.5"]),
        ("1D+03 1.50E-2 -0 00 .5", ["1000", "0.015", "0", "0", "0.5"]),
        ("12345678901234567890123456789012345678901234567890", ["12345678901234567890123456789012345678901234567890"]),
        ("1E999 1E+9999", ["1E+999", "1E+999", "9"]),
    ],
)
def test_every_digit_belongs_to_a_number(line, numbers):
    assert in_order([line], "numbers") == numbers

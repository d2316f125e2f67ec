"""What must not matter does not: dead code, an unused string or array, a print, a probe, another name."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from getallenband.interpreters.testing.cases import Case, case_files
from tests.generators.samples import MAKERS, sample
from tests.generators.variants import CHANGES, is_whole, variants
from tests.interpreters.variants import differences

pytestmark = pytest.mark.usefixtures("plain_code")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name == "perl_subset" else name for name in MAKERS]
)
def test_what_must_not_matter_does_not(name: str) -> None:
    assert list(differences(sample(name, 3), strict=True)) == []


@pytest.mark.parametrize("name", MAKERS)
def test_what_must_not_matter_does_not_in_a_case(name: str) -> None:
    case = Random(1).choice([case for case in case_files(name) if "finished" in case.sections.get("ending", "")])
    assert list(differences(case, strict=False)) == []


@pytest.mark.parametrize("name", MAKERS)
def test_every_change_is_made(name: str) -> None:
    made = {variant.name for number in range(5) for variant in variants(sample(name, number), Random(number))}
    assert made == {*CHANGES[name], "another name"}


@pytest.mark.parametrize(
    ("deck", "whole"),
    [
        ("      DATA X51 /1./\n      Y = X51", True),
        ("      DATAX51/1./\n      Y = X51", False),
        ("      Y = X 51 + X51", False),
        ("      Y = X5\n     11 + X51", False),
    ],
)
def test_a_name_of_fortran_is_changed_only_if_each_place_of_it_is_found(deck: str, whole: bool) -> None:
    """DATAX51 was no place of X51: the changed program had no value for it, as if the engines had lost it."""
    assert is_whole("X51", deck) == whole


def test_the_code_of_a_character_is_no_name() -> None:
    """A variant had another name in place of e9."""
    case = Case("perl_subset", Path("x.case"), "x", 'print "\\x{e9}";')
    assert "another name" not in {variant.name for variant in variants(case, Random(1))}

"""What random programs reach is measured for every language."""

from __future__ import annotations

import pytest

from tests.coverage.measure import measure
from tests.generators.samples import MAKERS


@pytest.mark.parametrize("name", MAKERS)
def test_a_program_reaches_a_part_of_its_grammar_and_of_its_library(name: str) -> None:
    parts = measure(name, 1)
    assert parts["alternatives"].reached
    assert parts["procedures"].reached <= parts["procedures"].all

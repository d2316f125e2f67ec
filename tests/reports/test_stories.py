"""Each edition's story: its figures come by name, each name has one, and the pages show it."""

from __future__ import annotations

import pytest

from originals import edition
from originals.prose import placeholders, typed_numbers
from reports.checking.check import story
from reports.running.oracle import Oracle
from reports.running.records import Records

STORIES = ("debruijn1972_pentomino", "hitotumatu1968_rug")


@pytest.mark.parametrize("name", STORIES)
def test_no_figure_is_typed_and_every_name_has_one(name):
    written = edition(name).story
    assert 500 <= len(written.split()) <= 900
    assert placeholders(written)
    assert not typed_numbers(written)
    told = story(name, Records(), Oracle())
    assert not placeholders(told)
    assert len(typed_numbers(told)) > 5

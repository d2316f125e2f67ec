"""Each edition's story: its figures come by name, and each name has one."""

from __future__ import annotations

import pytest

from originals.edition import edition, editions
from originals.prose import placeholders, typed_numbers
from reports.checking.check import Checker
from reports.running.oracle import Oracle
from reports.running.records import Records


@pytest.mark.parametrize("name", editions())
def test_no_figure_is_typed_and_every_name_has_one(name):
    written = edition(name).story
    assert 500 <= len(written.split()) <= 900
    assert placeholders(written)
    assert not typed_numbers(written)
    told = Checker(edition(name), Records(), Oracle()).story()
    assert not placeholders(told)
    assert typed_numbers(told)

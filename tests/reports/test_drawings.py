"""Each picture of each edition has its drawing, and its gallery: pages are made anew too seldom to find out there."""

from __future__ import annotations

import pytest

from originals.edition import edition, editions
from originals.presentation import presentation
from reports.runs.by_folder import DRAWINGS, GALLERIES

PICTURES = [(name, picture) for name in editions() for picture in presentation(edition(name)).pictures]


@pytest.mark.parametrize(("name", "picture"), PICTURES, ids=lambda value: getattr(value, "name", value))
def test_each_picture_finds_what_draws_it(name, picture):
    assert picture.drawing in DRAWINGS.functions(name)
    assert not picture.gallery or picture.drawing in GALLERIES.functions(name)

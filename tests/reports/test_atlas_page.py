"""The page of the atlas, in a browser: rows are chosen by text, lattice, pieces, cells and verdict."""

from __future__ import annotations

import pytest

from getallenband.modern.puzzle_files.atlas import atlas
from getallenband.reports.publishing.silhouettes import silhouette
from getallenband.reports.publishing.site import atlas_page
from tests.browser import violations

SQUARE = '<svg class="board" viewBox="0 0 18 18" aria-hidden="true"><path d="{}"/></svg>'


@pytest.fixture
def page(browser, tmp_path):
    path = tmp_path / "atlas.html"
    path.write_text(atlas_page()["atlas.html"], encoding="utf-8")
    opened = browser.new_page(viewport={"width": 390, "height": 900})
    opened.goto(path.as_uri())
    yield opened
    opened.close()


def test_rows_are_chosen(page):
    said = page.locator("output")
    assert said.text_content() == f"{len(atlas())} of {len(atlas())}"
    page.fill("input[name=text]", "A359885")
    assert said.text_content() == f"3 of {len(atlas())}"
    page.select_option("select[name=verdict]", "different")
    assert page.locator("tr[data-cells]:visible code").all_text_contents() == [
        "bent-tricubes-2x2x6-a359885", "bent-tricubes-2x2x9-a359885",
    ]  # fmt: skip
    page.fill("input[name=most]", "24")
    assert said.text_content() == f"1 of {len(atlas())}"
    page.select_option("select[name=lattice]", "triangular")
    assert said.text_content() == f"0 of {len(atlas())}"
    assert page.locator("section:visible").count() == 0


def test_nothing_bars_the_way(page):
    page.fill("input[name=text]", "soma")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_the_page_is_not_heavy():
    assert len(atlas_page()["atlas.html"].encode()) < 400_000


@pytest.mark.parametrize(
    ("cells", "path"),
    [
        ([(y, x) for y in range(3) for x in range(3)], "M0 0v18h18v-18z"),
        ([(y, x) for y in range(3) for x in range(3) if (y, x) != (1, 1)], "M0 0v18h18v-18zM6 6v6h6v-6z"),
    ],
)
def test_a_board_is_one_path_with_its_holes(cells, path):
    assert silhouette("square", cells) == SQUARE.format(path)

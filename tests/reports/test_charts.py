"""Charts and galleries: what they show, that they are drawn alike each time, and that pages have them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from getallenband.reports.publishing.charts import (
    comparison_chart,
    duration,
    edition_charts,
    lines_chart,
    overview_charts,
    times_chart,
    tree_chart,
)
from getallenband.reports.publishing.gallery import draw_gallery, gallery_file
from getallenband.reports.publishing.plot import plot
from getallenband.reports.publishing.site import index, pages
from tests.reports.test_reports import DATA

ROWS = [
    {"quantity": "placements", "level": at, "original": 10**at, "modern": 10**at, "equal": True, "differs": None}
    for at in range(1, 5)
] + [
    {"quantity": "tests", "level": at, "original": 5, "modern": 6, "equal": False, "differs": "So."}
    for at in range(1, 5)
]
COMPARISON = {
    "edition": "x1970_y", "comparison": "whole", "title": "The whole", "run": "full", "axis": "level", "puzzle": "rug",
    "algorithm": "first_hole", "order": "x", "beside": None, "rows": ROWS, "equal": True,
}  # fmt: skip
GALLERY = {
    "name": "p", "run": "full", "lattice": "square", "pieces": {"A": "I", "B": "L"},
    "cells": [[0, 0], [0, 1], [1, 0], [1, 1]],
    "boards": [["1: 3 4 5", "AABB"], ["2: 3 5 4", "BBAA"], ["3: 9 1 1", "ABAB"]],
}  # fmt: skip
EDITION = {**DATA, "comparisons": [COMPARISON], "galleries": [GALLERY]}


def test_a_comparison_has_one_line_for_what_both_count_alike():
    chart = comparison_chart(COMPARISON)
    assert [series["name"] for series in chart["series"]] == ["placements, both", "tests, full", "tests, first_hole"]
    assert chart["series"][0]["points"] == [[1, 10], [2, 100], [3, 1000], [4, 10000]]
    assert comparison_chart({**COMPARISON, "rows": ROWS[:2]}) is None


def test_the_busiest_lines_have_their_share():
    rows = [
        {"line": number, "text": f"x := {number}", "statements": [{"label": "", "column": 1, "count": number}]}
        for number in range(1, 21)
    ]
    chart = lines_chart(DATA, {**DATA["listings"][0], "rows": rows})
    assert chart["series"][0]["labels"][0] == "20: x := 20"
    assert chart["series"][0]["points"][0] == [0, pytest.approx(100 * 20 / 210)]
    assert lines_chart(DATA, DATA["listings"][0]) is None


def test_a_line_of_perl_is_no_formula():
    rows = [
        {"line": number, "text": "$board{$i}", "statements": [{"label": "", "column": 1, "count": number}]}
        for number in range(1, 21)
    ]
    assert "20: $board{$i}" in plot(lines_chart(DATA, {**DATA["listings"][0], "rows": rows}))


def test_words_are_a_tree():
    boards = [[f"{number}: {1 + number // 60} {number % 3} 7 8", ""] for number in range(120)]
    chart = tree_chart(DATA, {**GALLERY, "boards": boards})
    assert chart["series"][0]["points"] == [[0, 60], [60, 60]]
    assert chart["series"][1]["labels"] == ["0", "1", "2"] * 2
    assert tree_chart(DATA, GALLERY) is None
    assert tree_chart(DATA, {**GALLERY, "boards": boards[:1] * 120}) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("5 h 40 min without printing", 20400), ("3.5 s for the search", 3.5), ("6 min for the first 24 solutions", 360),
     ("not published", 0)],
)  # fmt: skip
def test_published_times_are_read(text, seconds):
    assert duration(text) == seconds


def test_times_then_and_now():
    assert times_chart(DATA["programs"]) is None
    chart = times_chart([{**DATA["programs"][0], "then": "2 h"}])
    assert chart["series"][0]["points"] == [[1970, 7200], [0, 0.0305]]


def test_charts_are_drawn_alike_each_time():
    timed = [{**DATA["programs"][0], "then": "2 h"}]
    for chart in [*edition_charts(EDITION), *overview_charts([EDITION, EDITION], timed)]:
        drawn = plot(chart)
        assert drawn == plot(chart)
        assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
        assert "<dc:date>" not in drawn
        assert "text{fill:#e4e2dd}" in drawn.partition("(prefers-color-scheme: dark)")[2]


def test_pages_show_their_charts():
    assert '<img src="x1970_y-whole.svg" alt="The whole: placements, both' in pages([EDITION])["x1970_y.html"]
    timed = [{**DATA["programs"][0], "then": "2 h"}]
    html = index([EDITION], timed)["programs.html"]
    assert '<img src="times.svg"' in html


def test_a_form_is_drawn_once():
    drawn = draw_gallery(GALLERY)
    assert drawn.symbols.count("<g id=") == 4
    assert [uses.count("<use") for _, _, uses, _ in drawn.boards] == [2, 2, 2]
    assert [images for *_, images in drawn.boards] == [[2], [1], []]
    assert (drawn.width, drawn.height) == ("24", "24")
    assert drawn.twins == 2
    html = pages([EDITION])[gallery_file(EDITION, GALLERY)]
    assert "<h1>All 3 printed solutions</h1>" in html
    assert "2 of these boards are the turned or mirrored image of another" in html

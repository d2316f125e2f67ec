"""What the page of a puzzle says of its programs (reports/publishing/site.py)."""

from __future__ import annotations

from getallenband.reports.publishing.site import solutions_of


def test_the_programs_for_a_puzzle_stand_by_the_number_that_they_find():
    rows = [
        ("c", "rug", 4),
        ("a", "rug", 3),
        ("x", "soma", 3),
        ("b", "rug", 3),
        ("d", "rug", None),
        ("y", "soma", None),
    ]
    programs = [{"name": name, "puzzle": puzzle, "solutions": found} for name, puzzle, found in rows]
    assert solutions_of("rug", programs) == [(3, ["a", "b"]), (4, ["c"])]

"""What observers make of a run's counts (reports/checking/observers/counts.py)."""

from __future__ import annotations

import pytest

from getallenband.reports.checking.observers.counts import aspect_of

HISTOGRAM = {3: 2, -1: 5, 7: 1}
"""A variable had the value 3 twice, -1 five times, 7 once."""


@pytest.mark.parametrize(
    ("value", "aspect", "seen"),
    [
        (None, "times", 8),
        (3, "times", 2),
        (4, "times", 0),
        (None, "sum", 8),
        (None, "least", -1),
        (None, "greatest", 7),
        (None, "histogram", {"-1": 5, "3": 2, "7": 1}),
        (None, "list", [5, 2, 1]),
        (None, "values", [-1, 3, 7]),
    ],
)
def test_every_aspect_of_a_probe(value, aspect, seen):
    assert aspect_of(HISTOGRAM, value, aspect) == seen


@pytest.mark.parametrize(("aspect", "seen"), [("times", 0), ("sum", 0), ("least", None), ("greatest", None)])
def test_a_probe_that_was_never_reached(aspect, seen):
    assert aspect_of({}, None, aspect) == seen

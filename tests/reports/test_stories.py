"""Each edition's story: its figures come by name, and each name has one."""

from __future__ import annotations

import re

import pytest

from getallenband.originals.edition import edition, editions
from getallenband.originals.prose import placeholders, typed_numbers
from getallenband.reports.checking.check import Checker
from getallenband.reports.checking.prose import UNKNOWN
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records

SLOW = ("wada2002_pentomino",)
"""Their stories tell of a run that takes over ten seconds."""


@pytest.mark.parametrize("name", editions())
def test_no_figure_is_typed_and_every_name_is_of_a_claim_or_run(name):
    found = edition(name)
    assert 500 <= len(found.story.split()) <= 1200
    assert not typed_numbers(found.story)
    known = {claim.identifier for claim in found.claims} | {f"run:{run}" for run in found.runs}
    named = {re.split(r"[.[]", placeholder)[0] for placeholder in placeholders(found.story)}
    assert named
    assert named <= known


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.soak] if name in SLOW else []) for name in editions()]
)
def test_every_name_has_a_figure(name):
    told = Checker(edition(name), Records(), Oracle()).story()
    assert not placeholders(told)
    assert UNKNOWN not in told, "a sentence must read well where a text is not here"
    assert typed_numbers(told)

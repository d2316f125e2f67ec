"""Deep programs of the informal Algol run, and both engines agree on random ones."""

from __future__ import annotations

from random import Random

import pytest

from interpreters import ASSERTING, Limits, Request, SourceText, run
from tests.generators.informal_algol_programs import Maker

LIMITS = Limits(statements=400, output=2000, memory=1 << 20, depth=50)

DEEP = {
    "parentheses": "PRINT(" + "(" * 1000 + "1" + ")" * 1000 + ")",
    "terms": "PRINT(1" + " + 0" * 10_000 + ")",
    "conditions": "IF " + "NOT (" * 1000 + "TRUE" + ")" * 1000 + " THEN PRINT(1)",
    "blocks": "BEGIN INT k; k := 1; " * 500 + "PRINT(k)" + " END" * 500,
    "loops": "FOR i=1...1 DO " * 500 + "PRINT(i)",
    "choices": "IF TRUE THEN " * 500 + "PRINT(1)",
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_programs(name: str) -> None:
    done = run(SourceText("x.kawai", f"BEGIN {DEEP[name]} END"), "informal_algol", Request())
    assert done.output == " 1"


def agree(seed: int) -> None:
    """Run a random program on both engines."""
    text = SourceText("x.kawai", Maker(Random(seed)).program())
    fast, slow = (
        run(text, "informal_algol", Request(limits=LIMITS, engine=engine)) for engine in ("native", ASSERTING)
    )
    assert fast.same_as(slow), text.text


@pytest.mark.parametrize("seed", range(10))
def test_engines_agree(seed: int) -> None:
    agree(seed)

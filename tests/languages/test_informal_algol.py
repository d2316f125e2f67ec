"""Deep programs of the informal Algol run; both engines and a model agree on random ones."""

from __future__ import annotations

from random import Random

import pytest

from getallenband.interpreters import ASSERTING, Limits, Options, Request, SourceText, run
from getallenband.interpreters.languages.informal_algol import LANGUAGE
from tests.generators.informal_algol_model import run_model
from tests.generators.informal_algol_programs import TAPES, Maker, written
from tests.shares import one_in

TAPE = {name: SourceText(f"{name}.txt", text) for name, text in TAPES.items()}
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


def agree(source: str, plain: str) -> None:
    """Run a program on both engines and in a model; `plain` is the same without comments, and in usual signs."""
    text = SourceText("x.kawai", source)
    tree, same = (LANGUAGE.parse(each, Options("ieee754", {})) for each in (text, SourceText("x.kawai", plain)))
    assert tree == same, source
    fast, slow = (
        run(text, "informal_algol", Request(tapes=TAPE, limits=LIMITS, engine=engine))
        for engine in ("native", ASSERTING)
    )
    assert fast.same_as(slow), text.text
    printed, ending = run_model(tree, TAPES)
    if ending != "spent" and slow.ending.kind != "exhausted" and "deep" not in slow.ending.message:
        assert (slow.output, slow.ending.kind) == (printed, ending), text.text


@pytest.mark.parametrize("seed", one_in(3, range(10)))
def test_engines_and_model_agree(seed: int) -> None:
    agree(*two_ways(seed))


def two_ways(seed: int) -> tuple[str, str]:
    """Return a random program in other signs, with comments, and as it was made."""
    random = Random(seed)
    plain = Maker(random).program()
    return written(random, plain), plain

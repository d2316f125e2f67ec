"""Deep programs of the informal Algol run."""

from __future__ import annotations

import pytest

from interpreters import Request, SourceText, run

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

"""A function that calls itself and returns what that returns begins again; nothing else may be seen of it."""

from __future__ import annotations

import pytest

from interpreters import ASSERTING, Options, Request, SourceText, lower, run
from interpreters.native.tail_calls import tail_calls
from interpreters.outcome import Limits
from interpreters.transform.simplification import simplify

PROGRAM = """
#include <stdio.h>
char here[9];
int down(int n, char *p) {{ int k; {body} }}
int main(void) {{ printf("%d\\n", down(30, here)); return 0; }}
"""
BODIES = [
    ("if (n == 0) return *p; return down(n - 1, p);", 1),
    ("if (n > 20) return down(n - 2, p + 1 - 1); if (n > 0) return down(n - down(n / 2, p) - 1, p); return 0;", 2),
    ("if (n == 0) return k; k = n; return down(n - 1, p);", 1),
    ("if (n == 9) k = 1 / (n - 9); return n ? down(n - 1, p++) : 0;", 1),
    ("if (n == 0) return 0; p = p + 1; return down(n - 1, p);", 1),
    ("if (n == 0) return 0; return 1 + down(n - 1, p);", 0),
    ("if (n == 0) return 0; k = down(n - 1, p); n = k; return k;", 0),
]


@pytest.mark.parametrize(("body", "expected"), BODIES)
def test_tail_calls_are_found(body: str, expected: int) -> None:
    lowered = lower(SourceText("case.c", PROGRAM.format(body=body)), "c_subset", Options("lp64"))
    assert len(tail_calls(simplify(lowered.program).functions["down"])) == expected


@pytest.mark.parametrize("body", [body for body, _ in BODIES])
@pytest.mark.parametrize("limits", [Limits(), Limits(depth=31), Limits(depth=30), Limits(depth=4), Limits(61)])
def test_tail_calls_are_calls_to_all_who_look(body: str, limits: Limits) -> None:
    source = SourceText("case.c", PROGRAM.format(body=body))
    seen = [
        (outcome.ending, outcome.output, outcome.counts)
        for engine in ("native", ASSERTING)
        for outcome in [run(source, "c_subset", Request(Options("lp64"), limits=limits, engine=engine))]
    ]
    assert seen[0] == seen[1]

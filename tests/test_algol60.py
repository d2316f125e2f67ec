"""ALGOL 60 beyond its cases: Man-or-Boy, deep recursion, representations, random programs."""

from __future__ import annotations

import pytest

from interpreters import Limits, Options, Outcome, Request, SourceText, run

MAN_OR_BOY = """
begin
  real procedure A(k, x1, x2, x3, x4, x5); value k; integer k;
  begin
    real procedure B;
    begin k := k - 1; B := A := A(k, B, x1, x2, x3, x4) end;
    if k <= 0 then A := x4 + x5 else B
  end;
  outinteger(1, A(%d, 1, -1, -1, 1, 0))
end
"""
KNUTH = [1, 0, -2, 0, 1, 0, 1, -1, -10, -30, -67, -138, -291]


def ran(text: str, engine: str = "native", limits: Limits | None = None, **settings: str) -> Outcome:
    arithmetic = settings.pop("arithmetic", "ieee754")
    request = Request(Options(arithmetic, settings), {}, limits or Limits(), engine)
    return run(SourceText("test.a60", text), "algol60", request)


@pytest.mark.parametrize("engine", ["machine", "native"])
@pytest.mark.parametrize("k", range(13))
def test_man_or_boy(k: int, engine: str) -> None:
    outcome = ran(MAN_OR_BOY % k, engine)
    assert outcome.ending.kind == "finished"
    assert int(outcome.output) == KNUTH[k]

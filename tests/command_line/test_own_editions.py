"""What newcomers ran into with editions of their own: each message says what is wrong and what to do."""

from __future__ import annotations

import json

import pytest

PROGRAM = 'begin integer k; k := 42; outinteger(1, k); outstring(1, ": it") end\n'


@pytest.fixture(autouse=True)
def listing(tmp_path, monkeypatch):
    """Write a program, and go there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it.a60").write_text(PROGRAM)
    return tmp_path


def test_a_difference_in_blanks_only_is_called_that(call, listing):
    """It was said that blanks do not count; but where one side has none they did."""
    (listing / "paper.txt").write_text("42: it\n")
    assert call("new", "edition", "mine", "it.a60", "--printed", "paper.txt")[0] == 0
    (verdict,) = json.loads(call("check", "mine", "--json")[1])
    assert "printed '42·:·it'; they differ in blanks only: with spacing = \"removed\" no" in verdict["why"]
    claims = listing / "mine" / "claims.toml"
    claims.write_text(claims.read_text().replace('spacing = "ignored"', 'spacing = "removed"'))
    assert call("seal", "mine")[1] == "claim it-output: awaiting-evidence is now reproduced\n"
    claims.write_text(claims.read_text().replace('"reproduced"', '"awaiting-evidence"'))
    (listing / "mine" / "it-prints.transcription").write_text("43: it\n")
    assert "blanks only" not in "".join(call("seal", "mine")[1:])

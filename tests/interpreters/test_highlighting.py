"""The lexers that colour listings: any text is taken, and the tokens joined are the text."""

from __future__ import annotations

import tomllib
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name

from getallenband.interpreters.highlighting import OURS, lexer_for
from getallenband.interpreters.language import languages
from tests import ROOT

CASES = {
    "ecol": "57 ALS x ≤ 3 DAN 59 ANDERS STOP\n 58 NAAR 57\n",
    "algol60": "l: begin comment c; 'if' x := 1₁₀3; _e_n_d end; b̲e̲\n",
    "informal_algol": "FOR b=1... WHILE group[n]≠0 DO {find} used &:= TRUE;\n",
    "cdc_fortran": "C  NOTE\n10 DO 10 I= 1,3$ IF (K .EQ. 2HAB) GO TO 5          11200\n",
}


@pytest.mark.parametrize("name", OURS)
@given(data=st.data())
def test_tokens_joined_are_the_text(name, data):
    lines = st.lists(st.one_of(st.sampled_from(CASES[name].split(" ")), st.text(max_size=8)), max_size=12)
    text = " ".join(data.draw(lines))
    found = list(lexer_for(name).get_tokens_unprocessed(text))
    assert "".join(value for _, _, value in found) == text
    starts = [start for start, _, _ in found]
    assert starts == sorted(starts)


@pytest.mark.parametrize("name", OURS)
def test_what_the_language_has_is_known(name):
    kinds = {kind for _, kind, _ in lexer_for(name).get_tokens_unprocessed(CASES[name])}
    assert Error not in kinds
    assert {Keyword, Name.Variable} <= kinds


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("ecol", "57", Name.Label),
        ("ecol", " 58", Name.Label),
        ("algol60", "_e_n_d", Keyword),
        ("algol60", "'if'", Keyword),
        ("algol60", "comment c;", Comment),
        ("informal_algol", "{find}", Comment),
        ("cdc_fortran", "C  NOTE", Comment),
        ("cdc_fortran", "          11200", Comment.Special),
    ],
)
def test_tokens_have_their_kind(name, text, kind):
    assert (kind, text) in [(kind, value) for _, kind, value in lexer_for(name).get_tokens_unprocessed(CASES[name])]


def test_every_language_has_a_lexer():
    assert [name for name in languages() if lexer_for(name).name == "Text only"] == []


def test_lexers_are_registered():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = project["entry-points"]["pygments.lexers"]
    found = [
        getattr(import_module(module), name) for module, _, name in (each.partition(":") for each in named.values())
    ]
    assert found == [type(lexer_for(name)) for name in OURS]

"""Laws of the Perl subset: any text gives a message or a run, and finished cases print what Perl itself prints."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreters import Limits, Options, Request, SourceError, SourceText, run
from tests.cases import Case, case_files

REQUEST = Request(Options("ieee754"), limits=Limits(statements=400, output=2000, memory=1 << 24, depth=100))
WORDS = """
    my $x @a %h $_ @_ = == + - * / . , ; ; ( ) [ ] { } foreach if unless while next last sub f return print map grep
    sort join split /:/ substr exists 0 1 2 'ab' "$x" .. and or not => -> \\ $#a $h{ $a[ eq ne =~ /^[A-L]+$/ ITEM:
"""


def ending_of(text: str) -> str:
    try:
        return run(SourceText("case.pl", text), "perl_subset", REQUEST).ending.kind
    except SourceError as error:
        return "refused" if str(error).startswith("case.pl:") else "refused without a place"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=25).map(" ".join))
def test_any_words_give_a_message_or_a_run(text: str) -> None:
    assert ending_of(text) in ("refused", "finished", "trap", "exhausted")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_any_text_gives_a_message_or_a_run(text: str) -> None:
    assert ending_of(text) in ("refused", "finished", "trap", "exhausted")


FINISHED = [case for case in case_files("perl_subset") if case.sections.get("ending") == "finished"]


@pytest.mark.skipif(shutil.which("perl") is None, reason="perl is not installed")
@pytest.mark.parametrize("case", FINISHED, ids=lambda case: case.name)
def test_perl_prints_the_same(case: Case, tmp_path: Path) -> None:
    found = subprocess.run(["perl", "-"], input=case.source, capture_output=True, text=True, cwd=tmp_path, timeout=20)
    assert found.stdout.rstrip("\n") == case.sections.get("output", "")

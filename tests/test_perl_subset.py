"""Laws of the Perl subset: any text gives a message or a run, and finished cases print what Perl itself prints."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreters import Limits, Options, Request, SourceError, SourceText, run
from tests.cases import Case, case_files, request_of, source_of

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


ALL = case_files("perl_subset")
FINISHED = [case for case in ALL if case.sections.get("ending") == "finished"]
PERL = pytest.mark.skipif(shutil.which("perl") is None, reason="perl is not installed")


def perl(text: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["perl", *options, "-"], input=text, capture_output=True, text=True, errors="replace", cwd=folder, timeout=20
    )


@PERL
@pytest.mark.parametrize("case", FINISHED, ids=lambda case: case.name)
def test_perl_prints_the_same(case: Case, tmp_path: Path) -> None:
    theirs = perl(case.source, tmp_path)
    ours = run(source_of(case), "perl_subset", request_of(case, "machine"))
    assert theirs.stdout == ours.output
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == ours.files


NOT_WRONG_TO_PERL = {
    "file_nowhere_opened": "prints nothing and goes on",
    "sort_by_my_variables": "compares the same value with itself",
    "character_code_too_great": "has characters beyond Unicode",
    "surrogate": "has halves of characters",
    "reading_a_file": "reads files",
    "deepest_recursion": "goes deeper",
}
WRONG = [
    case
    for case in ALL
    if case.path.stem.startswith("wrong")
    and case.name not in NOT_WRONG_TO_PERL
    and "not in this subset" not in case.sections.get("error", "")
    and case.sections.get("ending", "").split(" ")[0] in ("", "trap")
    and not case.options
]


@PERL
@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.name)
def test_perl_refuses_it_too(case: Case, tmp_path: Path) -> None:
    """What is called wrong, and not only left out, is wrong to Perl: before the run or in it."""
    assert perl(case.source, tmp_path).returncode != 0


def test_no_reason_comes_twice() -> None:
    reasons = [case.reason for case in ALL]
    assert len(reasons) == len(set(reasons))

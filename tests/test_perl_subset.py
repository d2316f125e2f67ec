"""Laws of the Perl subset: any text gives a message or a run, and finished cases print what Perl itself prints."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreters import Limits, Options, Request, SourceError, SourceText, language, read, run
from tests.cases import Case, case_files, request_of, source_of
from tests.random_perl_programs import Maker

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
    "sort_inside_sort": "goes deeper",
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


@pytest.mark.parametrize("text", ["(" * 3000 + "1" + ")" * 3000, "[" * 3000 + "]" * 3000, "1 + " * 9000 + "1"])
def test_what_is_nested_too_deep_is_pointed_at(text: str) -> None:
    with pytest.raises(SourceError, match=r"^case.pl:1:\d+: the program is nested too deep here"):
        read(SourceText("case.pl", f"my $x = {text};"), "perl_subset")


def test_no_reason_comes_twice() -> None:
    reasons = [case.reason for case in ALL]
    assert len(reasons) == len(set(reasons))


def check_random_program(seed: int, folder: Path) -> None:
    """Run a random program here and in Perl, unless that breaks down itself, or something is left out here."""
    text = Maker(Random(seed)).program()
    try:
        theirs = perl(text, folder)
    except subprocess.TimeoutExpired:
        return
    try:
        tree = read(SourceText("case.pl", text), "perl_subset")
    except SourceError:
        assert theirs.returncode != 0, text
        return
    printed = language("perl_subset").unparse(tree)
    assert read(SourceText("case.pl", printed), "perl_subset") == tree, text
    ours = run(SourceText("case.pl", text), "perl_subset", Request(limits=Limits(statements=100_000)))
    if theirs.returncode < 0 or ours.ending.kind in ("unsupported", "exhausted"):
        return
    assert (theirs.stdout, theirs.returncode == 0) == (ours.output, ours.ending.kind == "finished"), text


@PERL
@pytest.mark.parametrize("block", range(4))
def test_random_programs(block: int, tmp_path: Path) -> None:
    for seed in range(20 * block, 20 * (block + 1)):
        check_random_program(seed, tmp_path)


@pytest.mark.soak
@PERL
@pytest.mark.parametrize("block", range(20))
def test_many_random_programs(block: int, tmp_path: Path) -> None:
    for seed in range(1000 + 250 * block, 1000 + 250 * (block + 1)):
        check_random_program(seed, tmp_path)

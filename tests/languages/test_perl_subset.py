"""Laws of the Perl subset: any text gives a message or a run, and finished cases print what Perl itself prints."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband import main as command_line
from getallenband.interpreters import Limits, Options, Request, SourceError, SourceText, lower, run, run_lowered
from getallenband.interpreters.languages.perl_subset.transliteration import Table
from getallenband.interpreters.testing.cases import (
    ENGINES,
    Case,
    case_files,
    faults,
    request_of,
    shown_output,
    source_of,
)
from tests.generators import perl_boundaries
from tests.generators.perl_programs import Maker
from tests.processes import PATIENCE, started
from tests.shares import one_in
from tests.tools import needs
from tests.versions import NESTED_CALLS

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


@settings(max_examples=150)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=25).map(" ".join))
def test_any_words_give_a_message_or_a_run(text: str) -> None:
    assert ending_of(text) in ("refused", "finished", "trap", "exhausted", "unsupported")


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_any_text_gives_a_message_or_a_run(text: str) -> None:
    assert ending_of(text) in ("refused", "finished", "trap", "exhausted", "unsupported")


ALL = case_files("perl_subset")
FINISHED = [case for case in ALL if case.sections.get("ending") == "finished"]
PERL = needs("perl")


def perl(text: str, folder: Path, *options: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program; where it is given an input, the program's own text lies in a file meanwhile."""
    (folder / "given.pl").write_text(text, encoding="utf-8")
    try:
        return perl_of(folder, *options, *(["given.pl"] if given else ["-"]), given=given or text)
    finally:
        (folder / "given.pl").unlink()


def perl_of(folder: Path, *options: str, given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", 'ulimit -t 20; exec perl "$@"', "perl", *options],
        input=given,
        capture_output=True,
        text=True,
        errors="replace",
        cwd=folder,
        timeout=PATIENCE,
    )


@PERL
@pytest.mark.in_turn
@pytest.mark.parametrize("case", FINISHED, ids=lambda case: case.name)
def test_perl_prints_the_same(case: Case, tmp_path: Path) -> None:
    theirs = perl(case.source, tmp_path, given=case.tapes.get("tape", ""))
    assert shown_output(theirs.stdout) == case.sections["output"]
    files = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    if files or "open" in case.source:
        assert files == run(source_of(case), "perl_subset", request_of(case, "machine")).files


NOT_WRONG_TO_PERL = {
    "file_nowhere_opened": "prints nothing and goes on",
    "sort_by_my_variables": "compares the same value with itself",
    "character_code_too_great": "has characters beyond Unicode",
    "surrogate": "has halves of characters",
    "files_by_a_pattern": "searches folders for files",
    "sub_called_before_it_stands": "takes the name for a text",
}
WRONG = [
    case
    for case in ALL
    if case.path.stem.startswith("wrong")
    and case.name not in NOT_WRONG_TO_PERL
    and "not supported" not in case.sections.get("error", "")
    and case.sections.get("ending", "").split(" ")[0] in ("", "trap")
    and not case.options
]


@PERL
@pytest.mark.in_turn
@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.name)
def test_perl_refuses_it_too(case: Case, tmp_path: Path) -> None:
    """What is called wrong, and not only left out, is wrong to Perl: before the run or in it."""
    assert perl(case.source, tmp_path).returncode != 0


@NESTED_CALLS
@pytest.mark.parametrize("text", ["(" * 3000 + "1" + ")" * 3000, "- " * 1000 + "1"])
def test_text_of_any_depth_runs(text: str) -> None:
    assert run(SourceText("case.pl", f"print {text};"), "perl_subset", Request()).output == "1"


def test_no_reason_comes_twice() -> None:
    reasons = [case.reason for case in ALL]
    assert len(reasons) == len(set(reasons))


SUB = re.compile(r"\bf(\d+)\b")
"""The names of subs in random programs."""
TOGETHER = 24


def check_random_programs(seeds: Sequence[int], folder: Path) -> None:
    check_programs(random_programs(seeds), folder)


def random_programs(seeds: Sequence[int]) -> dict[int, str]:
    """Make random programs, and one about values at the boundaries of this implementation."""
    texts = {seed: Maker(Random(seed)).program() for seed in seeds}
    return texts | {seeds[-1] + 1: perl_boundaries.program(Random(seeds[0]), 40)}


def check_programs(texts: Mapping[int, str], folder: Path) -> None:
    """Run programs here and in Perl.

    Those that Perl runs to their end are run as one, which is faster; each alone where that goes otherwise.
    """
    finished = {seed for seed, text in texts.items() if perl(text, folder, "-CO").returncode == 0}
    joined = "".join(SUB.sub(rf"f{seed}_\1", texts[seed]) for seed in finished)
    done = ends_alike(joined, folder, 100_000 * len(finished))
    for seed in texts:
        assert (done and seed in finished) or ends_alike(texts[seed], folder, 100_000) is not None, texts[seed]
    assert done is not None, joined


def ends_alike(text: str, folder: Path, statements: int) -> bool | None:
    """Run a program here and in Perl; return None for a difference, True where both run it to the end.

    It is no difference where Perl breaks down or prints otherwise each time, or something is left out here.
    """
    theirs = perl(text, folder, "-CO")  # what is printed here is UTF-8
    source, limits = SourceText("case.pl", text), Limits(statements=statements)
    try:
        lowered = lower(source, "perl_subset", Options("ieee754"))
    except SourceError:
        return None if theirs.returncode == 0 else False
    ours, other = (run_lowered(source, lowered, Request(limits=limits, engine=engine)) for engine in ENGINES)
    if not ours.same_as(other):
        return None
    if theirs.returncode < 0 or ours.ending.kind in ("unsupported", "exhausted"):
        return False
    ended = ours.ending.kind == "finished"
    if (theirs.stdout, theirs.returncode == 0) == (ours.output, ended):
        return ended
    changes = perl(text, folder, "-CO").stdout != theirs.stdout  # an address, which no two runs have in common
    return False if changes else None


SEEDS = (0, 2, 9, 10, 11, 12, 14, 15, 17, 20, 25, 37, 38, 39, 40, 44, 45, 48, 57, 59, 61, 65, 66, 67, 77)
"""Of the first eighty programs these have every line of the parser and the lowering that all eighty have."""
FINISHING = (37, 44)
"""Programs that finish: one that does not has all of them run twice, joined and alone."""


@PERL
@pytest.mark.parametrize(
    "seeds",
    one_in(4, [FINISHING, SEEDS[:6], SEEDS[6:11], SEEDS[11:]]),
    ids=str,
)
def test_random_programs(seeds: tuple[int, ...], tmp_path: Path) -> None:
    check_random_programs(seeds, tmp_path)


# --- as users see it ---------------------------------------------------------------------------------------------


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    """Run a program in a file by the command line; return (exit code, standard output, standard error)."""

    def called(text: str, *options: str) -> tuple[object, str, str]:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "x.pl").write_text(text, encoding="utf-8")
        monkeypatch.setattr(sys, "argv", ["getallenband", "run", "x.pl", *options])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        return ended.value.code or 0, *capsys.readouterr()

    return called


SEEN = [
    ("print 'a', \"b\\n\";", [], 0, "ab\n", ""),
    ("print 1; exit 3; print 2;", [], 0, "1", ""),
    ("print 1; $x = ;", [], 2, "", "x.pl:1:15: unexpected ;"),
    ("print 1; print 2 / 0;", [], 3, "1", "x.pl:1:16: trap: Illegal division by zero: 2 / 0"),
    ("print 1; die 'no room';", [], 3, "1", "x.pl:1:10: trap: no room"),
    ("print 1; my $p = \"a\\n)\"; print 2 if 'b' =~ /$p/;", [], 2, "1", "x.pl:1:44: not built: the pattern /a␊)/ is "
     "wrong: a ) has no ( before it"),
    ("print 1; print chr(0xDC00);", [], 2, "1", "x.pl:1:16: not built: there is no character with the code 0xdc00"),
    ("while (1) { print 'on' }", ["--max-statements", "10"], 4, "on" * 9, "x.pl:1:13: exhausted: the budget of "
     "10 statements is used up"),
    ("while (1) { print 'on' }", ["--max-output", "7"], 4, "ononono", "x.pl:1:13: exhausted: the budget of 7 bytes of "
     "output is used up"),
    ("my @a; push @a, 'x' x 1000 while 1;", ["--max-memory", "2000000"], 4, "", "x.pl:1:8: exhausted: the memory of "
     "2000000 bytes is used up"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "code", "out", "message"), SEEN)
def test_what_users_see(call, text, options, code, out, message):
    found, printed, err = call(text, *options)
    assert (found, printed, err.split("\n")[0]) == (code, out, message)
    assert not message or err.split("\n")[1] == f"    1 | {text}"


def test_files_go_where_users_ask(call, tmp_path):
    assert call("print 1; open OUT, '>one.txt'; print OUT \"two\\n\"; close OUT;")[:2] == (0, "1")
    assert not (tmp_path / "one.txt").exists()
    assert call((tmp_path / "x.pl").read_text(encoding="utf-8"), "--files", "here")[:2] == (0, "1")
    assert (tmp_path / "here" / "one.txt").read_text(encoding="utf-8") == "two\n"


def test_the_output_is_not_lost_where_a_file_is_refused(call):
    code, out, err = call("print 'important'; open(F, '>../f') || die; close F;", "--files", "here")
    assert (code, out) == (2, "important")
    assert "the program wrote a file '../f', which leads out of here" in err


def test_a_budget_of_output_counts_files_too(call, tmp_path):
    code, out, err = call("open OUT, '>f'; print 'abc'; print OUT 'abc' while 1;", "--max-output", "10", "--files", ".")
    assert (code, out) == (4, "abc")
    assert "x.pl:1:30: exhausted: the budget of 10 bytes of output is used up" in err
    assert (tmp_path / "f").read_text(encoding="utf-8") == "abcabc"


def test_a_profile_counts_every_line(call):
    lines = [
        "foreach my $i (1 .. 3) {",
        "next if $i == 2;",
        "f($i); }",
        "sub f {",
        "return if $_[0] == 1;",
        "print 'x'; }",
    ]
    code, out, err = call("\n".join(lines), "--profile")
    assert (code, out) == (0, "x")
    cells = [line.split("|")[0].split() for line in err.splitlines() if "|" in line]
    assert cells == [["1", "1"], ["3", "2"], ["2", "3"], [], ["2", "5"], ["1", "6"]]


ENDLESS = {
    "recursion": "sub f { $_[0] ? f($_[0] - 1) + f($_[0] - 1) : 1 } f(60);",
    "pattern": "('a' x 200) =~ /^a*a*a*a*a*a*a*a*b/;",
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_endless_run_is_interrupted(kind, tmp_path):
    path = tmp_path / "endless.pl"
    path.write_text(f"print 'on'; {ENDLESS[kind]}\n", encoding="utf-8")
    command = [sys.executable, "-m", "getallenband", "run", str(path), "--trace"]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        shown = [process.stderr.readline() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out) == (130, "on")
    assert shown[1].partition(" ")[2].startswith("statement 1:")
    assert err.endswith(f"{path}: interrupted\n")


CODES = st.builds(lambda start, size: range(start, start + size), st.integers(60, 90), st.integers(1, 9))
LISTS = st.lists(CODES, max_size=5).map(tuple)


@given(LISTS, LISTS, st.sets(st.sampled_from("cds")), st.text(st.characters(min_codepoint=58, max_codepoint=100)))
def test_transliteration_is_what_its_lists_say_written_out(searched, replaced, flags, text):
    if "c" in flags:
        replaced = () if "d" in flags else tuple(codes[:1] for codes in replaced[:1])
    old, new = ([chr(code) for codes in listed for code in codes] for listed in (searched, replaced))
    if "c" in flags:
        old = [chr(code) for code in range(200) if chr(code) not in old]
    new = new if "d" in flags else [*(new or old), *new[-1:] * (len(old) - len(new))]
    expected = list[str]()
    before, count = "", 0
    for character in text:
        place = old.index(character) if character in old else None
        by = character if place is None else "".join(new[place : place + 1])
        count += place is not None
        if place is None or not (by and by == before and "s" in flags):
            expected.append(by)
        before = "" if place is None else by or before
    table = Table(searched, replaced, "".join(sorted(flags)))
    assert table.change(text) == ("".join(expected), count)
    assert not table.only_counts or table.change(text)[0] == text


def test_a_program_of_thousands_of_subs_is_lowered_at_once() -> None:
    """Each sub is lowered once, and what is checked of it grows with its own text only."""
    text = "".join(f"sub f{n} {{ return {n} }}\n" for n in range(3_000)) + "print f7();"
    outcome = run(SourceText("case.pl", text), "perl_subset", Request(engine="machine"))
    assert (outcome.ending.kind, outcome.output) == ("finished", "7")


@pytest.mark.parametrize("terms", [2_000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_a_sum_of_thousands_of_terms_is_accepted(terms: int) -> None:
    text = f"my $one = 1; print $one{' + $one' * (terms - 1)};"
    assert run(SourceText("case.pl", text), "perl_subset", Request()).output == str(terms)


@pytest.mark.usefixtures("plain_code")
@pytest.mark.parametrize("case", one_in(6, ALL[::8]), ids=lambda case: case.label)
def test_long_programs_do_what_short_ones_do(monkeypatch, case: Case) -> None:
    """In long programs the runtime's small routines are called, not written out."""
    monkeypatch.setattr("getallenband.interpreters.languages.perl_subset.lower.LONG", 0)
    assert list(faults(case)) == []

"""Laws of Perl's patterns: what is not refused matches as in Perl, on both engines."""

from __future__ import annotations

import re
import subprocess
from random import Random

import pytest

from getallenband.interpreters import ASSERTING, Request, SourceText, run
from getallenband.interpreters.languages.perl_subset import matching
from getallenband.interpreters.languages.perl_subset.regex import UnsupportedPattern, compiled
from getallenband.interpreters.languages.perl_subset.searching import search
from tests.generators.perl_patterns import text, with_reference
from tests.processes import PATIENCE
from tests.shares import one_in
from tests.tools import needs

PERL = needs("perl")
LONE_CARET = re.compile(r"(?:\(\?i?:)*\^\)*")
"""To split by it means by the beginnings of lines."""
PROGRAM = """
foreach my $case (@cases) {
    my ($pattern, $subject, $groups) = @$case;
    my @found = $subject =~ /$pattern/g;
    (my $changed = $subject) =~ s/$pattern/<$&>/g;
    my @fields = split /$pattern/, $subject;
    print join('|', scalar @found, $groups ? map { defined $_ ? "($_)" : '-' } @found, @fields : ()), " $changed\\n";
}
"""


def perl(program: str) -> list[str]:
    run = subprocess.run(["perl", "-"], input=program, capture_output=True, text=True, timeout=PATIENCE, check=True)
    return run.stdout.splitlines()


def quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def keeps_groups(pattern: str) -> bool:
    """Tell whether Perl's groups are well defined: not inside (?!…)."""
    return "(?!" not in pattern


def is_accepted(pattern: str) -> bool:
    try:
        compiled(pattern, "")
    except UnsupportedPattern:
        return False
    return True


def search_all(block: int, count: int) -> str:
    """Return a program that searches for random patterns, those that are not refused, in random texts."""
    random = Random(block)
    made = [with_reference(random) for _ in range(count)]
    patterns = [f"(?{random.choice(('', 'i'))}:{pattern})" for pattern in made if not LONE_CARET.fullmatch(pattern)]
    cases = [
        f"[{quoted(pattern)}, {quoted(text(random))}, {int(keeps_groups(pattern))}]"
        for pattern in filter(is_accepted, patterns)
    ]
    assert len(cases) > count / 4
    return f"my @cases = ({', '.join(cases)});\n{PROGRAM}"


@PERL
@pytest.mark.parametrize("block", one_in(3, range(3)))
def test_perl_finds_the_same(block: int) -> None:
    program = search_all(block, 600)
    assert run(SourceText("case.pl", program), "perl_subset", Request()).output.splitlines() == perl(program)


def test_both_engines_find_the_same() -> None:
    program = SourceText("case.pl", search_all(100, 60))
    native, machine = (run(program, "perl_subset", Request(engine=engine)) for engine in ("native", ASSERTING))
    assert native.same_as(machine)


ENDLESS = [r"^(?:a+)+$", r"(?:a*)*b", r"(?:(?:a*)*)*b", r"(?:x+x+)+y", r"^(?:\w+\s?)*$", r"(?:.*?,){20}P"]


@pytest.mark.parametrize("pattern", ENDLESS)
def test_what_would_take_for_ever_is_refused(pattern: str) -> None:
    assert not is_accepted(pattern)


def test_what_is_accepted_is_a_pattern_of_python() -> None:
    assert compiled(r"^(\w+)\s*=$", "i") == re.compile(r"\A(\w+)\s*=(?=\n?\Z)", re.ASCII | re.IGNORECASE)


def test_a_search_in_its_own_process_finds_what_a_quick_one_does() -> None:
    assert search(re.compile("(?:a|b)+"), "xab ba", 0) == [[(1, 3)], [(4, 6)]]
    assert search(re.compile("[ab]+|(c)"), "xab ba", 1) == [[(1, 3), (-1, -1)]]


def test_a_search_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(TimeoutError):
        search(re.compile("(?:a|a)*b"), "a" * 40, 1, seconds=0.05)
    assert search(re.compile("(?:a|a)*b"), "aab", 1) == [[(0, 3)]]


def test_a_run_ends_where_a_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def given_up(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(matching, "search", given_up)
    ending = run(SourceText("case.pl", 'print 1; print 2 if "aaa" =~ /^(?:a|a)*b/;'), "perl_subset", Request()).ending
    assert ending.kind == "exhausted"
    assert ending.message == 'a search by a pattern takes more than 5 s: "aaa"'

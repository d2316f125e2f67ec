"""Laws of Perl's patterns: the matcher finds what Perl finds, on both engines, and takes no longer than its budget."""

from __future__ import annotations

import re
import shutil
import subprocess
from random import Random

import pytest

from interpreters import ASSERTING, Limits, Request, SourceText, run
from interpreters.languages.perl_subset.regex import WrongPattern, compile_pattern
from interpreters.outcome import Outcome
from tests.generators.perl_patterns import text, with_reference
from tests.processes import PATIENCE

PERL = pytest.mark.skipif(shutil.which("perl") is None, reason="perl is not installed")
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
    """Tell whether Perl's groups are well defined: not inside a repetition that was undone, nor inside (?!…)."""
    return "(?!" not in pattern and not re.search(r"\)[*+?{]", pattern)


def is_right(pattern: str) -> bool:
    try:
        compile_pattern(pattern, "")
    except WrongPattern:
        return False
    return True


def search_all(block: int, count: int) -> tuple[list[str], str]:
    """Return random patterns, and a program that searches in random texts for those that are right."""
    random = Random(block)
    made = [with_reference(random) for _ in range(count)]
    # to split a lone ^ means the beginnings of lines
    patterns = [f"(?{random.choice(('', 'i', 'm', 's'))}:{pattern})" for pattern in made if pattern != "^"]
    cases = [
        f"[{quoted(pattern)}, {quoted(text(random))}, {int(keeps_groups(pattern))}]"
        for pattern in patterns
        if is_right(pattern)
    ]
    return patterns, f"my @cases = ({', '.join(cases)});\n{PROGRAM}"


@PERL
@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=pytest.mark.soak) for block in (1, 2))])
def test_perl_finds_the_same(block: int) -> None:
    patterns, program = search_all(block, 300)
    accepted = perl("\n".join(f"print defined eval {{ qr/$_/ }} ? 1 : 0, qq(\\n) for {quoted(p)};" for p in patterns))
    assert [line == "1" for line in accepted] == [is_right(pattern) for pattern in patterns]
    assert run(SourceText("case.pl", program), "perl_subset", Request()).output.splitlines() == perl(program)


def test_both_engines_find_the_same() -> None:
    program = SourceText("case.pl", search_all(100, 60)[1])
    native, machine = (run(program, "perl_subset", Request(engine=engine)) for engine in ("native", ASSERTING))
    assert native.same_as(machine)


ENDLESS = [
    r"^(a+)+$", r"(a|a)*b", r"(a|aa)+$", r"(a*)*b", r"((a*)*)*b", r"(a?){64}a{64}b", r"(x+x+)+y", r"a*a*a*a*a*a*b",
    r"^(\w+\s?)*$", r"(?:a|ab|b)*c", r"(?=(a+)+$)b", r"(a{0,9}){0,9}b", r"(.*?,){20}P",
]  # fmt: skip


def search_long(pattern: str, size: int, **limits: int) -> Outcome:
    """Search in so many letters and a sign; a search may take 64 steps for each statement of the budget."""
    program = f"print 'found' if (('a' x {size}) . '!') =~ /{pattern}/;"
    return run(SourceText("case.pl", program), "perl_subset", Request(limits=Limits(**limits)))


@pytest.mark.parametrize("pattern", ENDLESS)
def test_time_grows_with_the_length(pattern: str) -> None:
    """A search that fails takes steps in proportion to the text, not to its square, whatever the pattern."""
    outcome = search_long(pattern, 20_000, statements=312_500)  # 1,000 steps for each letter
    assert (outcome.ending.kind, outcome.output) == ("finished", "")


def test_backreferences_end_with_the_budget() -> None:
    assert search_long(r"^(a+)+\1b", 60, statements=1000).ending.kind == "exhausted"


def test_memory_is_claimed() -> None:
    assert search_long("(a|b)*c", 100_000, memory=1 << 22).ending.kind == "exhausted"

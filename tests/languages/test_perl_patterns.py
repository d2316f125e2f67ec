"""Laws of Perl's patterns: both searches find what Perl finds, and none of them takes forever."""

from __future__ import annotations

import re
import shutil
import subprocess
from random import Random

import pytest

from interpreters.languages.perl_subset import regex
from interpreters.languages.perl_subset.regex import Regex, Spans, WrongPattern, compile_pattern
from tests.generators.perl_patterns import text, with_reference
from tests.processes import PATIENCE

PERL = pytest.mark.skipif(shutil.which("perl") is None, reason="perl is not installed")


class Steps:
    """A meter that counts, and ends a search that takes too long."""

    def __init__(self, most: int = 10**9) -> None:
        self.turns, self.memory, self.most = 0, 0, most

    def turn(self) -> None:
        self.turns += 1
        if self.turns > self.most:
            raise TimeoutError

    def charge(self, size: int) -> None:
        self.memory += size


def everywhere(found: Regex, subject: str) -> list[Spans]:
    return list(found.matches(subject, Steps()))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search be Python's."""
    monkeypatch.setattr(regex, "AFFORDABLE", 0)


def perl_matches(cases: list[tuple[str, str, str]]) -> list[str]:
    """Return what Perl finds: each match and its groups, or that the pattern is wrong."""
    program = []
    for pattern, flags, subject in cases:
        shown, quoted = subject.replace("\n", "\\n"), pattern.replace("\\", "\\\\")
        program.append(f"""{{ my ($s, $p, @r) = ("{shown}", '{quoted}'); my $q = eval {{ qr/$p/{flags} }};
            while (defined $q && $s =~ /$q/g) {{
                push @r, join ',', map {{ defined $-[$_] ? "$-[$_]-$+[$_]" : '' }} 0 .. $#- }}
            print defined $q ? join(';', @r) : 'wrong', "\\n"; }}""")
    run = subprocess.run(
        ["perl", "-"], input="\n".join(program), capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return run.stdout.splitlines()


def shown(found: list[Spans], groups: bool) -> str:
    """Write matches as `perl_matches` does."""
    lines = []
    for spans in found:
        parts = [f"{begin}-{end}" if begin >= 0 else "" for begin, end in spans]
        lines.append(",".join(parts).rstrip(",") if groups else parts[0])
    return ";".join(lines)


def keeps_groups(pattern: str) -> bool:
    """Tell whether Perl's groups are well defined: not inside a repetition that was undone, nor inside (?!…)."""
    return "(?!" not in pattern and not re.search(r"\)[*+?{]", pattern)


@PERL
@pytest.mark.parametrize("block", range(3))
def test_perl_finds_the_same(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(block)
    cases = [(with_reference(random), random.choice(("", "i", "m", "s")), text(random)) for _ in range(300)]
    for (pattern, flags, subject), theirs in zip(cases, perl_matches(cases), strict=True):
        if theirs == "wrong":
            with pytest.raises(WrongPattern):
                compile_pattern(pattern, flags)
            continue
        found, groups = compile_pattern(pattern, flags), keeps_groups(pattern)
        wanted = theirs if groups else ";".join(one.split(",")[0] for one in theirs.split(";"))
        for affordable in (0, 10**8):
            monkeypatch.setattr(regex, "AFFORDABLE", affordable)
            assert shown(everywhere(found, subject), groups) == wanted, (pattern, flags, subject, affordable)


@pytest.mark.parametrize("block", range(3))
def test_both_searches_find_the_same(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(100 + block)
    for _ in range(500):
        pattern, subject = with_reference(random), text(random)
        try:
            found = compile_pattern(pattern, "")
        except WrongPattern:
            continue
        quick = everywhere(found, subject)
        with monkeypatch.context() as patch:
            patch.setattr(regex, "AFFORDABLE", 0)
            assert everywhere(found, subject) == quick, (pattern, subject)


ENDLESS = [
    r"^(a+)+$", r"(a|a)*b", r"(a|aa)+$", r"(a*)*b", r"((a*)*)*b", r"(a?){64}a{64}b", r"(x+x+)+y", r"a*a*a*a*a*a*b",
    r"^(\w+\s?)*$", r"(?:a|ab|b)*c", r"(?=(a+)+$)b", r"(a{0,9}){0,9}b", r"(.*?,){20}P",
]  # fmt: skip


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("pattern", ENDLESS)
def test_time_grows_with_the_length(pattern: str) -> None:
    """A search that fails takes steps in proportion to the text, whatever the pattern."""
    turns = []
    for size in (1000, 4000):
        meter = Steps(2000)
        assert compile_pattern(pattern, "").search("a" * size + "!", 0, 0, meter) is None
        turns.append(meter.turns + 1)
    assert turns[1] <= 5 * turns[0] + 5


@pytest.mark.parametrize("pattern", [r"^(a+)+$", r"(a|a)*b", r"(x+x+)+y", r"(a|b|ab)*c", r"(\w+\s?)*;"])
def test_python_searches_nothing_without_a_bound(pattern: str) -> None:
    assert compile_pattern(pattern, "").ways is None


@pytest.mark.parametrize(
    ("pattern", "power"),
    [(r"\d+(?:,\d+)*", 0), (r"^(\w+)\s*=\s*(.*)$", 1), (r"(a|b)*c", 0), (r"\s+$", 1), (r'"(?:[^"\\]|\\.)*"', 0),
     (r".*foo", 1), (r"(?:x|xy)z", 0), (r"^[A-L]+$", 0)],
)  # fmt: skip
def test_ways_of_common_patterns(pattern: str, power: int) -> None:
    assert getattr(compile_pattern(pattern, "").ways, "power", None) == power


def test_backreferences_end_with_the_budget() -> None:
    with pytest.raises(TimeoutError):
        compile_pattern(r"^(a+)+\1b", "").search("a" * 60, 0, 0, Steps(100))


@pytest.mark.usefixtures("slow")
def test_memory_is_claimed() -> None:
    meter = Steps()
    compile_pattern(r"(a|b)*c", "").search("ab" * 50_000, 0, 0, meter)
    assert meter.memory >= 100_000

"""What docs/perl_subset.md and messages say to write instead of what is refused, and the functions there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from getallenband.interpreters import Options, Request, SourceError, SourceText, run
from getallenband.interpreters.languages.perl_subset import quoted, regex, words
from tests import ROOT
from tests.languages.test_perl_subset import PERL, perl

PAGE = (ROOT / "docs" / "perl_subset.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(.+)` \| `(.+)` \|$", PAGE, re.MULTILINE)
REQUEST = Request(Options("ieee754"), engine="machine")


def ending(text: str) -> tuple[str, str]:
    """Run a program; return how it ends, and what it prints or why it is refused."""
    try:
        outcome = run(SourceText("case.pl", f"{text}\n"), "perl_subset", REQUEST)
    except SourceError as error:
        return "refused", str(error)
    return outcome.ending.kind, outcome.output


def test_there_is_a_table() -> None:
    assert len(ROWS) >= 25


@pytest.mark.parametrize("says", [says for says, _ in ROWS])
def test_what_a_script_says_is_refused_with_its_place(says: str) -> None:
    kind, message = ending(says)
    assert kind in ("refused", "unsupported")
    assert kind == "unsupported" or message.startswith("case.pl:1:")


@PERL
@pytest.mark.parametrize("instead", [instead for _, instead in ROWS])
def test_what_to_write_runs_here_and_in_perl(instead: str, tmp_path: Path) -> None:
    theirs = perl(instead, tmp_path)
    assert theirs.returncode == 0
    assert ending(instead) == ("finished", theirs.stdout)


@PERL
@pytest.mark.parametrize("letter", quoted.INSTEAD)
def test_what_to_write_for_an_escape_prints_the_same_as_perl(letter: str, tmp_path: Path) -> None:
    theirs = perl(f"my $x = 'aBC'; print \"\\{letter}$x\";", tmp_path)
    instead = quoted.INSTEAD[letter].replace("…", "$x")
    assert ending(f"my $x = 'aBC'; print \"{instead}\";") == ("finished", theirs.stdout)


@PERL
@pytest.mark.parametrize("letter", "RhHvVN")
def test_what_to_write_for_an_escape_of_a_pattern_finds_the_same_as_perl(letter: str, tmp_path: Path) -> None:
    program = r'print join ",", map { ord } "a \t\n\r\fb" =~ /(?:§)/g;'
    theirs = perl(program.replace("§", f"\\{letter}"), tmp_path)
    assert ending(program.replace("§", regex.INSTEAD[letter])) == ("finished", theirs.stdout)


ARGUMENTS = {
    **dict.fromkeys(("exists", "delete"), "$h{a}"), **dict.fromkeys(("keys", "values"), "%h"),
    **dict.fromkeys(("push", "unshift"), "@a, 1"), **dict.fromkeys(("splice", "shift", "pop"), "@a"),
    **dict.fromkeys(("index", "rindex", "substr", "join"), "1, 1"), **dict.fromkeys(("chomp", "undef"), "$x"),
    "open": "F, 'f'", "close": "F",
}  # fmt: skip


@pytest.mark.parametrize("word", sorted(words.NULLARY | words.UNARY - {"each"} | words.LISTS))
def test_every_function_has_a_rule(word: str) -> None:
    """A case of its own lowers it, or the library performs it; `each` is part of a loop."""
    given = ARGUMENTS.get(word, "" if word in words.NULLARY | {"return"} else "1")
    program = f"use v5.10; open(F, 'f'); my ($x, @a, %h) = 1; sub f {{ return {word}({given}) }}"
    kind, message = ending(f"{program} my $value = f(); my @list = f();")
    assert kind in ("finished", "trap"), message


def test_every_function_is_told() -> None:
    listed = re.search(r"^- Functions:(.*?)\. `sprintf`", PAGE, re.MULTILINE | re.DOTALL)
    assert listed is not None
    known = words.NULLARY | words.UNARY | words.LISTS | words.BLOCKS
    assert set(re.findall(r"`(\w+)`", listed[1])) == known

"""Probes of Perl: what a name means at the statement, on both engines; wrong ones are told; nothing else changes."""

from __future__ import annotations

import pytest

from getallenband.interpreters import Limits, ProbeRequest, Request, SourceText, run
from getallenband.interpreters.ir.types import UNDEFINED_INT
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.interpreters.testing.cases import ENGINES
from tests.shares import one_in

TEXT = """use strict;
my @list = (3, '5.7 km', 8);
my %of = (a => 1, 'b' => "12abc");
sub half {
  my ($x) = @_;
  my $y = $x * 2.5;
  return $y;
}
my $all = 0;
foreach my $item (@list) {
  $all += half($item);
  shift @list if $item == 8;
  print $all;
}
foreach (1 .. 3) {
  my $none;
  print $_;
}
"""
SEEN = [
    ("5", "@_", {1: 3}),
    ("6", "$x", {3: 1, 5: 1, 8: 1}),
    ("7", "$y", {7: 1, 14: 1, 20: 1}),
    ("7", "depth", {1: 3}),
    ("7", "@list", {3: 3}),
    ("7", "$of{b}", {12: 3}),
    ("11", "$all", {0: 1, 7: 1, 21: 1}),
    ("11", "$list[-1]", {8: 3}),
    ("11", "$list[7]", {UNDEFINED_INT: 3}),
    ("11", "$of{b}", {12: 3}),
    ("13", "$item", {3: 1, 5: 1, UNDEFINED_INT: 1}),
    ("13", "@list", {3: 2, 2: 1}),
    ("17", "$_", {1: 1, 2: 1, 3: 1}),
    ("17", "%of", {2: 3}),
    ("17", "$none", {UNDEFINED_INT: 3}),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_probes_see_what_the_statement_sees(engine: str) -> None:
    wanted = {f"{variable} at {statement}": ProbeRequest(statement, variable) for statement, variable, _ in SEEN}
    probed = run(SourceText("x.pl", TEXT), "perl_subset", Request(engine=engine, probes=wanted))
    assert probed.probes == {f"{variable} at {statement}": found for statement, variable, found in SEEN}
    plain = run(SourceText("x.pl", TEXT), "perl_subset", Request(engine=engine))
    assert (plain.ending, plain.output, plain.counts) == (probed.ending, probed.output, probed.counts)


COLLECTS = """my ($o, @of) = (5, [1, 2], [3, 4]);
foreach my $i (1 .. 2000) {
  my @new = ($i, $o);
  my $long = "$i " x 20;
}
my @late = map { [$_, 7] } 1 .. 9;
print join(' ', map { @$_ } @of);
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("value", one_in(3, (5, 1, 7)))
def test_no_probe_disturbs_the_collection_of_memory(value: int, engine: str) -> None:
    text = SourceText("x.pl", COLLECTS.replace("5", str(value), 1))
    request = Request(engine=engine, probes={"p": ProbeRequest("3", "$o")}, limits=Limits(memory=1 << 20))
    assert run(text, "perl_subset", request).output == "1 2 3 4"


EXPECTED = r"expected: \$name, \$name\[0\], \$name\{key\}, @name, %name or depth"


@pytest.mark.parametrize(
    ("statement", "variable", "message"),
    [
        ("7", "$z", r"no variable '\$z' is known at the statement; nearest: '\$y'"),
        ("7", "$all", r"no variable '\$all' is known at the statement"),
        ("7", "$item", r"no variable '\$item' is known at the statement"),
        ("11", "$1", r"no variable '\$1' is known at the statement"),
        ("6", "$x + 1", rf"'\$x \+ 1' is no variable; {EXPECTED}"),
        ("6", "half(1)", rf"'half\(1\)' is no variable; {EXPECTED}"),
        ("6", "x", f"'x' is no variable; {EXPECTED}"),
        ("6", "$of{", rf"'\$of\{{' is no variable; {EXPECTED}"),
        ("99", "$x", "the program has no statement '99'"),
    ],
)
def test_wrong_probes_are_told(statement: str, variable: str, message: str) -> None:
    request = Request(probes={"p": ProbeRequest(statement, variable)})
    with pytest.raises(UserError, match=f"^probe p: {message}"):
        run(SourceText("x.pl", TEXT), "perl_subset", request)

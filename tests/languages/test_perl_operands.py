"""Each kind of operand with each operator that changes one or goes through it: a message, or a run as perl's."""

from __future__ import annotations

import subprocess

import pytest

from getallenband.interpreters import Request, SourceError, SourceText, run
from tests.processes import PATIENCE
from tests.shares import one_in
from tests.tools import needs

OPERANDS = r"""
$x | ($x) | ($x, $y) | (($x, $y), @a) | @a | (@a) | %h | @a[0, 1] | @a[0] | @h{'a', 'b'} | $a[0] | $h{a} | $#a
my $p | (my $p) | my ($p, $q) | my @p | our $o | undef | (undef) | undef $x | ((undef), $x) | () | ($x, $y = 1)
($x = 1) | (my ($p) = 1) | (@a = 1) | @$r | @{$r}[0, 1] | $$r[0] | $r->[0] | $#{$r} | substr($x, 0) | $1 | $_ | @_
$_[0] | f() | 1 | 'a' | "a$x" | -$x | $x + 1 | ($x ? $x : $y) | $x && $y | [1] | do { $x } | map { $_ } 1 | keys %h
(1, 2)[0] | $x++ | ++$x | \@a | (1 .. 3) | $x x 2 | (1) x 2 | sort @a | /1/ | s/1/2/ | qw(a b) | shift | pop @a
lc $x
"""
OPERATORS = """
{} =~ s/1/2/ | {} =~ tr/1/2/ | {} =~ /1/ | {}++ | --{} | {} .= 1 | {} ||= 1 | {} = 1 | {} = (1, 2)
({}, $x) = (1, 2) | (({}), $x) = (1, 2) | ($x, $y) = {} | chomp({}) | push {}, 1 | splice {}, 1 | undef {}
undef({}) | delete {} | exists {} | for ({}) {{ $_ = 1 }} | for ({}, 1) {{ $y .= $_ }} | for ({}, 1) {{ $x .= $_ }}
while ({}) {{ last }} | print {} | $y = join(',', {}) | @a = sort {} | @a = sort({}) | map {{ $_ = 1 }} {} | f({})
$x = [{}] | $x = {{ {} => 1 }} | ({})[0] | {}->[0] = 1 | @{{{}}} = 1 | substr({}, 0, 1, 2)
"""
PROGRAM = """
my ($x, $y, @a, %h) = (1, 21, 3, 1); my $r = [1, 2]; our $o; sub f {{ 1 }}
{};
@a = (@a, '/', @$r, '/', map {{ ($_, $h{{$_}}) }} sort keys %h);
print join('|', map {{ defined($_) ? $_ : 'u' }} ($x, $y, @a)), "\\n";
"""


def each(text: str) -> list[str]:
    return [item for line in text.strip().split("\n") for item in line.split(" | ")]


@needs("perl")
@pytest.mark.parametrize("operand", one_in(16, each(OPERANDS)))
def test_what_runs_prints_what_perl_prints(operand: str) -> None:
    different = []
    for operator in each(OPERATORS):
        text = PROGRAM.format(operator.format(operand))
        try:
            ours = run(SourceText("x.pl", text), "perl_subset", Request(engine="machine"))
        except SourceError:
            continue
        command = ["perl", "-X", "-e", text]
        theirs = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        both_end = ours.ending.kind == "finished" and theirs.returncode == 0
        if both_end and "(0x" not in theirs.stdout and ours.output != theirs.stdout:
            different.append((operator.format(operand), ours.output, theirs.stdout))
    assert different == []

"""Printing a million times, and reading a million numbers, in each language: CPU seconds without building."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import FEW_TIMES, Row, interleaved, spread
from getallenband.interpreters import Limits, Options, Request, SourceText, run

TIMES = 1_000_000
PRINTING = {
    "algol60": ("ieee754", "begin integer i; for i := 1 step 1 until {n} do begin ABSFIXT(7, 0, i); NLCR end end"),
    "c_subset": ("lp64", 'int main(void) {{ int i; for (i = 0; i < {n}; i++) printf("line %d\\n", i); return 0; }}'),
    "cdc_fortran": ("cdc6600", "      DO 10 I=1,{n}\n   10 PRINT 20,I\n   20 FORMAT(1X,I10)\n      END\n"),
    "ecol": ("ieee754", "START\nMET 1, i := 1, {n}\nSCHRIJF (6,0) := i\nNR (1)\nHERHAAL\nKLAAR\n"),
    "informal_algol": ("ieee754", "BEGIN\nFOR i=1...{n} DO BEGIN PRINT(i); PRINT LINE END\nEND\n"),
    "perl_subset": ("ieee754", 'for my $i (1 .. {n}) {{ print "line $i\\n"; }}\n'),
}
"""For each language an arithmetic, and a program that prints a number and a new line {n} times."""
READING = {
    "algol60": ("ieee754", "begin integer i; real x; for i := 1 step 1 until {n} do x := read end"),
    "c_subset": ("lp64", 'int main(void) {{ int i, n; n = 0; while (scanf("%d", &i) == 1) n++; return n != {n}; }}'),
    "cdc_fortran": ("cdc6600", "      DO 10 I=1,{n}\n   10 READ 20,K\n   20 FORMAT(I10)\n      END\n"),
    "ecol": ("ieee754", "START\nMET 1, i := 1, {n}\nx := LEES\nHERHAAL\nKLAAR\n"),
    "informal_algol": ("ieee754", "BEGIN INT x;\nFOR i=1...{n} DO READ IN(x)\nEND\n"),
    "perl_subset": ("ieee754", "my $s = 0; while (my $line = <STDIN>) {{ $s += $line; }}\n"),
}


def rows() -> list[Row]:
    """Measure."""
    tape = "".join(f"{number}\n" for number in range(TIMES))
    work = {f"{name}: {TIMES:,} numbers printed, s": running(name, *PRINTING[name]) for name in PRINTING}
    work |= {f"{name}: {TIMES:,} numbers read, s": running(name, *READING[name], tape) for name in READING}
    measured = interleaved(list(work.values()), FEW_TIMES)
    return [
        Row(what, spread(seconds, 2), "1.5" if "printed" in what else "2")
        for what, seconds in zip(work, measured, strict=True)
    ]


def running(language: str, arithmetic: str, program: str, tape: str = "") -> Callable[[], float]:
    """Return what measures the run of a program."""
    tapes = {"tape": SourceText("tape", tape)} if tape else {}

    def seconds() -> float:
        text = SourceText(language, program.format(n=TIMES))
        outcome = run(text, language, Request(Options(arithmetic), tapes, Limits()))
        assert outcome.ending.kind == "finished", outcome.ending
        return outcome.run

    return seconds

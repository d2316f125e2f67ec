"""ALGOL 60: de Bruijn's program and Man-or-Boy beside gcc, and how fast a long program is read."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.measure import best, compiled
from interpreters import Limits, Options, Outcome, Request, SourceText, lower, run
from originals.edition import edition

TIMES = 9
MAN_OR_BOY = """
begin
  integer procedure A(k, x1, x2, x3, x4, x5); value k; integer k; integer x1, x2, x3, x4, x5;
  begin
    integer procedure B; begin k := k - 1; B := A := A(k, B, x1, x2, x3, x4) end;
    if k ≤ 0 then A := x4 + x5 else B
  end;
  outinteger(1, A(20, 1, -1, -1, 1, 0))
end
"""
PIECE = """
begin
  integer i, j, k; real x, y; integer array a[1:10, 0:9]; Boolean b;
  real procedure f(n, z); value n; integer n; real z;
    f := if n = 0 then z else f(n - 1, z × 2 + n);
  for i := 1 step 1 until 10 do
    for j := 0 step 1 until 9 do
      a[i, j] := if i > j then i × j else i + j ÷ 2;
  x := 0; b := false;
loop:
  x := x + f(3, a[1, 2] / 2); k := entier(x);
  if x < 1000 ∧ ¬b then
    begin y := sqrt(x); b := y > 30; goto loop end
  else k := k - 1;
  for k := k, k - 1 while k > 0, 5 do
    begin
      i := k - k ÷ 10 × 10;
      if i > 0 then a[i, 0] := k else a[1, 1] := -k
    end;
end"""


def fastest(text: str, request: Request) -> Outcome:
    """Run a program several times; return the outcome with the least run time."""
    outcomes = [run(SourceText("program", text), "algol60", request) for _ in range(TIMES)]
    return min(outcomes, key=lambda outcome: outcome.run)


def long_program(lines: int) -> str:
    """Make a program of so many lines."""
    pieces = lines // (PIECE.count("\n") + 1)
    return "begin" + ";".join([PIECE] * pieces) + "\nend\n"


def rows() -> list[tuple[str, str, str]]:
    """Measure; each row is what, measured, target."""
    full = edition("debruijn1972_pentomino").run("algol-full")
    tapes = {name: SourceText(name, text) for name, text in full.tapes.items()}
    options = Options(full.arithmetic, full.settings)
    pentomino = fastest(full.reading, Request(options, tapes, Limits()))
    man_or_boy = fastest(MAN_OR_BOY, Request(Options("ieee754", {}), limits=Limits()))
    text = SourceText("long", long_program(2000))
    begin = time.perf_counter()
    lower(text, "algol60")
    reading = time.perf_counter() - begin
    found = [
        ("parse and lower a program of 2000 lines, seconds", f"{reading:.2f}", "2"),
        ("ALGOL full, native: building, seconds", f"{pentomino.build:.3f}", ""),
    ]
    peer, closures = compiled("debruijn.c"), compiled("man_or_boy.c")
    if peer is None or closures is None:
        return [*found, ("beside gcc -O2", "no gcc here", "")]
    with tempfile.NamedTemporaryFile("w", suffix=".tape", delete=False) as tape:
        tape.write(full.tapes["tape"])
    c, _ = best([peer, tape.name], TIMES)
    Path(tape.name).unlink()
    answers = [subprocess.run([closures, "20"], capture_output=True, text=True, check=True) for _ in range(TIMES)]
    c_closures = min(float(answer.stdout.split()[1]) for answer in answers)
    return [
        ("gcc -O2 of the hand translation, seconds", f"{c:.3f}", ""),
        ("ALGOL full, native: running ÷ gcc", f"{pentomino.run / c:.2f}", "2.0"),
        ("Man-or-Boy, k = 20, in C with closures, seconds", f"{c_closures:.3f}", ""),
        ("Man-or-Boy, k = 20, native: running ÷ gcc", f"{man_or_boy.run / c_closures:.2f}", "3"),
        ("Man-or-Boy, k = 20: what came out", f"{man_or_boy.output} {man_or_boy.ending.message}", "-175416"),
        *found,
    ]

"""ALGOL 60: de Bruijn's program and Man-or-Boy beside gcc, and how fast a long program is read."""

from __future__ import annotations

import tempfile
import time

from benchmarks.long_programs import long_program
from benchmarks.measure import Row, compiled, interleaved, ratio, running, spread
from getallenband.interpreters import Limits, Options, Request, SourceText, lower, run
from getallenband.originals.edition import edition

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


def rows() -> list[Row]:
    """Measure."""
    full = edition("debruijn1972_pentomino").run("algol-full")
    tapes = {name: SourceText(name, text) for name, text in full.tapes.items()}
    request = Request(Options(full.arithmetic, full.settings), tapes, Limits(), cached_code=False)
    boy = Request(Options("ieee754"), limits=Limits())
    built = list[float]()

    def pentomino() -> float:
        outcome = run(SourceText("pentomino", full.reading), "algol60", request)
        built.append(outcome.build)
        return outcome.run

    def man_or_boy() -> float:
        return run(SourceText("man_or_boy", MAN_OR_BOY), "algol60", boy).run

    text = SourceText("long", long_program("algol60", 2000))

    def reading() -> float:
        begin = time.process_time()
        lower(text, "algol60")
        return time.process_time() - begin

    (read,) = interleaved([reading])
    found = [Row("parse and lower 2000 lines of ALGOL, s", spread(read), "2")]
    peer, closures = compiled("debruijn.c"), compiled("man_or_boy.c")
    if peer is not None and closures is not None:
        with tempfile.NamedTemporaryFile("w", suffix=".tape") as tape:
            tape.write(full.tapes["tape"])
            tape.flush()
            found.append(
                Row("de Bruijn ALGOL ÷ gcc -O2", ratio(*interleaved([pentomino, running([peer, tape.name])])), "1.5")
            )
        found.append(Row("de Bruijn ALGOL: building, s", spread(built)))
        ours, theirs = interleaved([man_or_boy, running([closures, "20"])])
        found.append(Row("Man-or-Boy, k = 20 ÷ gcc -O2 with closures", ratio(ours, theirs), "3"))
    return found

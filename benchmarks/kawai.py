"""Kawai's program beside gcc: Tetrihex and Tetra to the end, and the reference engine to the 100th solution."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import FEW_TIMES, ROOT, TIMES, Row, compiled, interleaved, ratio, running, spread
from getallenband.interpreters import Limits, Options, Request, SourceText, run
from getallenband.originals.edition import edition


def rows() -> list[Row]:
    """Measure."""
    (machine,) = interleaved([seconds("tetrihex", "100", "machine")], 1)
    found = [Row("Tetrihex to the 100th solution, machine engine, s", spread(machine, 1), "60")]
    peer = compiled("kawai.c")
    if peer is not None:
        for puzzle, times in (("tetrihex", TIMES), ("tetra", FEW_TIMES)):
            c = running([peer, puzzle, str(ROOT / f"originals/kawai_hamekomi/inputs/{puzzle}.tables")])
            measured = ratio(*interleaved([seconds(puzzle, "0", "native"), c], times))
            found.append(Row(f"Kawai {puzzle} to the end ÷ gcc -O2", measured, "1.5"))
    return found


def seconds(puzzle: str, stop: str, engine: str) -> Callable[[], float]:
    """Return what measures a run to a solution (0: to the end) without its building."""
    chosen = edition("kawai_hamekomi").run(puzzle)
    tapes = {name: SourceText(name, text) for name, text in chosen.tapes.items()}
    request = Request(Options(settings={"stop_at_solution": stop}), tapes, Limits(), engine)
    return lambda: run(SourceText(puzzle, chosen.reading), chosen.language, request).run

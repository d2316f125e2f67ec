"""Kawai's program beside gcc: Tetrihex and Tetra to the end, and the reference engine to the 100th solution."""

from __future__ import annotations

import time

from benchmarks.measure import ROOT, best, compiled
from interpreters import Limits, Options, Outcome, Request, SourceText, run
from originals.edition import edition


def rows() -> list[tuple[str, str, str]]:
    """Measure; each row is what, measured, target."""
    _, machine = seconds("tetrihex", "100", "machine")
    found = [("Tetrihex to the 100th solution, machine engine, seconds", f"{machine:.1f}", "60")]
    peer = compiled("kawai.c")
    if peer is None:
        return [*found, ("beside gcc -O2", "no gcc here", "")]
    for puzzle, times in (("tetrihex", 5), ("tetra", 1)):
        c, _ = best([peer, puzzle, str(ROOT / f"originals/kawai_hamekomi/inputs/{puzzle}.tables")], times)
        native = min(whole(puzzle) for _ in range(times))
        found.append((f"{puzzle} to the end, gcc -O2 without checks, seconds", f"{c:.3f}", ""))
        found.append((f"{puzzle} to the end, native ÷ gcc", f"{native / c:.2f}", "1.7"))
    return found


def whole(puzzle: str) -> float:
    """Return the processor time of a whole run without that of building it."""
    _, begun = seconds(puzzle, "1", "native")
    _, ended = seconds(puzzle, "0", "native")
    return ended - begun


def seconds(puzzle: str, stop: str, engine: str) -> tuple[Outcome, float]:
    """Run to a solution (0: to the end); return the outcome and the processor time of it all."""
    chosen = edition("kawai_hamekomi").run(puzzle)
    tapes = {name: SourceText(name, text) for name, text in chosen.tapes.items()}
    request = Request(Options(settings={"stop_at_solution": stop}), tapes, Limits(), engine)
    started = time.process_time()
    outcome = run(SourceText(puzzle, chosen.reading), chosen.language, request)
    return outcome, time.process_time() - started

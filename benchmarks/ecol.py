"""De Bruijn's ECOL program beside gcc: running, the whole command, building, memory."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.measure import best, command, compiled
from interpreters import Limits, Options, Request, SourceText, run
from originals.edition import edition

TIMES = 9


def rows() -> list[tuple[str, str, str]]:
    """Measure; each row is what, measured, target."""
    full = edition("debruijn1972_pentomino").run("full")
    source = SourceText("ecol", full.reading)
    tapes = {name: SourceText(name, text) for name, text in full.tapes.items()}
    request = Request(Options(), tapes, Limits())
    outcomes = [run(source, "ecol", request) for _ in range(TIMES)]
    running, building = min(o.run for o in outcomes), min(o.build for o in outcomes)
    whole, memory = best(command("run", "debruijn1972_pentomino/full"), TIMES)
    found = [
        ("ECOL full, native: building, seconds", f"{building:.3f}", "0.4"),
        ("ECOL full, whole command: peak memory, MB", f"{memory / 1024:.0f}", "250"),
    ]
    peer = compiled("debruijn.c")
    if peer is None:
        return [*found, ("beside gcc -O2", "no gcc here", "")]
    with tempfile.NamedTemporaryFile("w", suffix=".tape", delete=False) as tape:
        tape.write(full.tapes["tape"])
    c, _ = best([peer, tape.name], TIMES)
    Path(tape.name).unlink()
    return [
        ("gcc -O2 of the hand translation, seconds", f"{c:.3f}", ""),
        ("ECOL full, native: running ÷ gcc", f"{running / c:.2f}", "1.5"),
        ("ECOL full, whole command ÷ gcc", f"{whole / c:.2f}", "5"),
        *found,
    ]

"""De Bruijn's ECOL program beside gcc: running, the whole command, building, memory."""

from __future__ import annotations

import tempfile

from benchmarks.measure import Row, best, command, compiled, interleaved, ratio, running, spread
from getallenband.interpreters import Limits, Options, Request, SourceText, run
from getallenband.originals.edition import edition


def rows() -> list[Row]:
    """Measure."""
    full = edition("debruijn1972_pentomino").run("full")
    tapes = {name: SourceText(name, text) for name, text in full.tapes.items()}
    built = list[float]()

    def ours() -> float:
        request = Request(Options(), tapes, Limits(), cached_code=False)
        outcome = run(SourceText("ecol", full.reading), "ecol", request)
        built.append(outcome.build)
        return outcome.run

    whole = command("run", "debruijn1972_pentomino/full")
    found = [Row("ECOL full, whole command: peak memory, MB", f"{best(whole)[1] / 1024:.0f}", "250")]
    peer = compiled("debruijn.c")
    if peer is None:
        return found
    with tempfile.NamedTemporaryFile("w", suffix=".tape") as tape:
        tape.write(full.tapes["tape"])
        tape.flush()
        here, all_of_it, c = interleaved([ours, running(whole), running([peer, tape.name])])
    return [
        Row("de Bruijn ECOL ÷ gcc -O2", ratio(here, c), "1.5"),
        Row("de Bruijn ECOL, whole command ÷ gcc -O2", ratio(all_of_it, c), "5"),
        Row("de Bruijn ECOL: building, s", spread(built), "0.2"),
        *found,
    ]

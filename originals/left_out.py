"""An edition's run with one of its emendations left out: what the text as received would have done.

found = edition("debruijn1972_pentomino")
leave_out(found, run_with(found, "plakje-1"), "plakje-1").tapes["tape"]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from getallenband.originals.changes import apply_changes, insert_code
from getallenband.originals.edition import Edition
from getallenband.originals.lines import lines_of
from getallenband.originals.runs import Run, Stop


def run_with(found: Edition, identifier: str) -> Run | None:
    """Return the run in which an emendation is tried: the first one without experiments, if there is one.

    None if no run has it that takes less than minutes.
    """
    runs = [run for run in found.runs.values() if identifier in run.emendations and not run.soak]
    return min(runs, key=lambda run: bool(run.experiments), default=None)


def leave_out(found: Edition, run: Run, identifier: str) -> Run:
    """Return the run without this emendation; raise EditionError where what the editor adds does not fit any more."""
    kept = [
        change
        for change in found.emendations
        if change.identifier in run.emendations and change.identifier != identifier
    ]
    experiments = [change for name in run.experiments for change in found.experiments[name]]

    def reading(name: str) -> str:
        emended = apply_changes(found.texts[name].transcription, [change for change in kept if change.text == name])
        return apply_changes(emended, [change for change in experiments if change.text == name])

    text = insert_code(reading(run.text), run.insertions)
    return replace(
        run,
        name=f"{run.name} without {identifier}",
        reading=text,
        stop=moved(run.stop, lines_of(run.reading), lines_of(text)) if run.stop else None,
        tapes={
            name: reading(run.inputs[name]) if run.inputs[name] in found.texts else tape
            for name, tape in run.tapes.items()
        },
        emendations=tuple(change.identifier for change in kept),
    )


def moved(stop: Stop, before: Sequence[str], after: Sequence[str]) -> Stop | None:
    """Return where a run stops if its text has other lines; None if the statement's own line is among them."""
    line, colon, column = stop.statement.partition(":")
    if len(before) == len(after) or not line.isdecimal():
        return stop
    head, tail = common(before, after), common(before[::-1], after[::-1])
    if int(line) <= head:
        return stop
    if int(line) <= len(before) - tail:
        return None
    return replace(stop, statement=f"{int(line) + len(after) - len(before)}{colon}{column}")


def common(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many lines two texts have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))

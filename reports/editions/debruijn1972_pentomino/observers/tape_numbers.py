"""Count the numbers on an input.

observe = "tape_numbers"
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed


def observe(context: Context, *, tape: str = "tape", consumed: bool = False, run: str = "") -> Observed:
    """Return how many numbers are on the tape; with `consumed`, how many of them the run read."""
    return Observed(context.record(run)["tape_read"] if consumed else len(context.numbers(tape, run)))

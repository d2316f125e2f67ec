"""See whether listed turns are what their names say: 180° is twice 90°, 90° + 120° the latter and then the former.

observe = "named_turns"
with = { file = "tetra-turns.transcription", units = [90, 120] }
"""

from __future__ import annotations

import re

from interpreters.source.diagnostics import UserError
from modern.geometry import Cell
from reports.checking.observed import Context, Observed
from reports.editions.kawai_hamekomi.motions import Operation, listed, operated

SAMPLE: Cell = (1, 2, 3)
"""No operation but the identity leaves it where it is."""


def observe(context: Context, *, file: str, units: list[int]) -> Observed:
    """Return how many of the listed operations are the repeated turns by a unit that their names say.

    Facts: listed (how many there are).
    """
    turns = dict(listed(context.text(file)))
    missing = [unit for unit in units if f"{unit}°" not in turns]
    if missing:
        raise UserError(f"{file} has no turn by {missing[0]}°; it has: {', '.join(turns)}")
    wrong = [name for name, turn in turns.items() if made(name, units, turns) != operated(turn, SAMPLE)]
    return Observed(
        len(turns) - len(wrong), f"wrong: {', '.join(wrong)}" if wrong else "", facts={"listed": len(turns)}
    )


def made(name: str, units: list[int], turns: dict[str, Operation]) -> Cell:
    """Return where the sample goes by repeated turns by a unit."""
    cell = SAMPLE
    for angle in reversed([int(digits) for digits in re.findall(r"\d+", name)]):
        unit = next((unit for unit in units if angle % unit == 0), None)
        if unit is None:
            raise UserError(f"{angle}° is no multiple of {' or '.join(map(str, units))}°")
        for _ in range(angle // unit):
            cell = operated(turns[f"{unit}°"], cell)
    return cell

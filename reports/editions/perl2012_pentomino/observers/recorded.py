"""Look up a figure of a search too long for every day, as it was recorded when the search was made.

observe = "recorded"
with = { file = "inputs/whole.toml", search = "unique", figure = "boards printed" }
with = { file = "inputs/whole.toml", search = "all", figure = "boards printed", under = "unique" }

The file is written, and written again to be compared, by the edition's soak test.
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(context: Context, *, file: str, search: str, figure: str, under: str = "") -> Observed:
    """Return the figure; with `under`, its quotient by that of another search."""
    value = context.figures(file, search)[figure]
    return Observed(quotient(value, context.figures(file, under)[figure]) if under else value)


def quotient(over: int, under: int) -> float:
    """Return over / under; raise UserError if that cannot be."""
    if under == 0:
        raise UserError("the divisor is zero")
    return over / under

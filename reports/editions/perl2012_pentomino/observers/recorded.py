"""Look up a figure of a search too long for every day, as it was recorded when the search was made.

observe = "recorded"
with = { file = "inputs/whole.toml", search = "unique", figure = "boards printed" }
with = { file = "inputs/whole.toml", search = "all", figure = "boards printed", under = "unique" }

The file is written, and written again to be compared, by the edition's soak test.
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed
from reports.running.figures import Figures, figures


def observe(
    context: Context, *, file: str, search: str, figure: str, under: str = "", at_least: int | None = None
) -> Observed:
    """Return the figure; with `under`, its quotient by that of another search; with `at_least`, judge by that alone."""
    value = recorded(context, file, search)[figure]
    if under:
        return context.compared(value / recorded(context, file, under)[figure])
    if at_least is not None:
        return Observed(value, value >= at_least, judged=True)
    return context.compared(value)


def recorded(context: Context, file: str, search: str) -> Figures:
    """Return the figures of one search; raise UnknownNameError for one that is not there."""
    return figures(context.text(file), file, search)

"""List the lines that a run wrote to a file.

observe = "file_lines"
with = { file = "pento_all.dat", first = 3 }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed


def observe(context: Context, *, file: str, first: int | None = None, run: str = "") -> Observed:
    """Return the first lines of the file, or all; raise UserError if the run wrote no such file."""
    lines = context.written(file, run).splitlines()
    if first is not None and len(lines) < first:
        return Observed(lines, f"the run wrote only {len(lines)} lines")
    return Observed(lines[:first])

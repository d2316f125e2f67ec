"""Name the rows and columns on which a shape cannot begin: what %piece leaves out.

observe = "excluded_cells"
with = { program = "unique.transcription", shapes = ["01:02:03:04"] }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import CELLS, COLUMNS, ROWS, pieces_of, placed


def observe(context: Context, *, program: str, shapes: list[str]) -> Observed:
    """Return for each shape the rows and the columns that are left out as a whole; and other cells, if any are.

    Raise UserError for a shape that the program does not have.
    """
    known = {shape for row in pieces_of(context.text(program)) for shape in row}
    found: dict[str, dict[str, list[int]]] = {}
    for shape in shapes:
        if shape not in known:
            raise UserError(f"the program has no shape {shape!r}")
        begins = {divmod(cell, COLUMNS) for cell in range(CELLS) if placed(shape, cell)}
        rows = [row for row in range(ROWS) if all(row != at for at, _ in begins)]
        columns = [column for column in range(COLUMNS) if all(column != at for _, at in begins)]
        found[shape] = {"rows": rows, "columns": columns}
        cells = {divmod(cell, COLUMNS) for cell in range(CELLS)} - begins
        others = [10 * row + column for row, column in cells if row not in rows and column not in columns]
        if others:
            found[shape]["cells"] = sorted(others)
    return Observed(found)

"""The Rug with some of its cells numbered as the program numbers them.

    drawing = "numbered"
    with = { cells = [9, 17, 18, 24, 25] }

To its right a cell has the number that is one higher; the two cells below have numbers higher by seven and eight.
"""

from __future__ import annotations

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry import Cell
from getallenband.reports.checking.observed import Context
from getallenband.reports.runs.by_folder import drawing

ROWS = ((9, 6), (17, 5), (24, 6), (32, 5), (39, 6))
"""First cell and length of each row."""


@drawing("numbered")
def draw(_context: Context, *, cells: list[int]) -> dict[Cell, str]:
    """Return the number on each of the cells asked for, and nothing on the others; raise UserError for no cell."""
    laid: dict[Cell, str] = {}
    for row, (first, length) in enumerate(ROWS):
        for number in range(first, first + length):
            x = number - first - row // 2
            laid[x, -x - row, row] = str(number) if number in cells else ""
    if missing := set(cells) - {int(name) for name in laid.values() if name}:
        raise UserError(f"the Rug has no cell {min(missing)}")
    return laid

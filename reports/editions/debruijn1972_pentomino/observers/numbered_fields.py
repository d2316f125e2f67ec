"""Number the fields of a board with its border, and hold the numbers against a printed table of them.

observe = "numbered_fields"
with = { rows = 6 }
"""

from __future__ import annotations

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed


def observe(context: Context, *, rows: PositiveInt) -> Observed:
    """Return the table's lines with the right numbers where it prints any: column by column, the border below too."""
    printed = [line.split("\t") for line in str(context.expected).splitlines()]
    numbered = [
        "\t".join(str(column * (rows + 1) + line + 1) if cell else "" for column, cell in enumerate(cells))
        for line, cells in enumerate(printed)
    ]
    return Observed(numbered, expected=["\t".join(cells) for cells in printed])

"""The node statistics of a comparison as CSV: a line for each quantity and level.

    quantity,level,original,modern,equal
    attempts,1,434,434,yes
    solutions,,2339,2339,yes

A total has no level.
"""

from __future__ import annotations

import csv
from io import StringIO

from getallenband.reports.comparing.compare import ComparisonRecord

COLUMNS = ("quantity", "level", "original", "modern", "equal")


def statistics_file(comparison: ComparisonRecord) -> str:
    """Return the path of a comparison's statistics in the report."""
    return f"data/{comparison['edition']}-{comparison['comparison']}.csv"


def statistics(comparison: ComparisonRecord) -> str:
    """Return the rows of a comparison as CSV."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in comparison["rows"]:
        level = "" if row["level"] is None else row["level"]
        table.writerow([row["quantity"], level, row["original"], row["modern"], "yes" if row["equal"] else "no"])
    return text.getvalue()

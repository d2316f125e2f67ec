"""Hold a tape's tables site, sort and box to site against the definitions of section 2.3.

observe = "table_laws"
run = "tetra-100"

(a) the elements of a site ascend; (b) sort[p, 1, e], sort[p, 2, e], … name all sites of p so that their element e
ascends (two sites may have the same); (c) box to site[p, b, e] is the first place at which that element is b, or 0.
"""

from __future__ import annotations

from itertools import pairwise

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.editions.kawai_hamekomi.observers.site_table import head, numbers

Table = list[list[int]]


def observe(context: Context, *, tape: str = "tables", run: str = "") -> Observed:
    """Return how many entries are not as defined. Facts: looked_at."""
    lines = context.input(tape, run).text.splitlines()
    counts = numbers(lines, "number of site", 1)[0]
    sites, order, first = (by_piece(lines, name, len(counts)) for name in ("site", "sort", "box to site"))
    faults = looked_at = 0
    for piece, count in enumerate(counts):
        mine, sort = sites[piece][:count], order[piece][:count]
        faults += sum(site != sorted(set(site)) for site in mine)
        for element in range(len(mine[0])):
            named = [row[element] for row in sort]
            if sorted(named) != list(range(1, count + 1)):
                raise UserError(f"sort of piece {piece + 1} does not name each of its {count} sites once")
            boxes = [mine[site - 1][element] for site in named]
            faults += sum(left > right for left, right in pairwise(boxes))
            begins = [boxes.index(box) + 1 if box in boxes else 0 for box in range(1, len(first[piece]) + 1)]
            faults += sum(row[element] != begin for row, begin in zip(first[piece], begins, strict=True))
            looked_at += count + len(begins)
        looked_at += count
    return Observed(faults, facts={"looked_at": looked_at})


def by_piece(lines: list[str], name: str, pieces: int) -> list[Table]:
    """Return a table of three dimensions, piece by piece."""
    rows = int(lines[head(lines, name)].split()[-2])
    table = numbers(lines, name, pieces * rows)
    return [table[piece * rows : (piece + 1) * rows] for piece in range(pieces)]

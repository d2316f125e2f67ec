"""See whether the rows of the table of solutions are whole: their names in order, and a sign for each cell.

observe = "table_rows"
with = { table = "classification", names = "CJLNOPSTZ", emended = true }

A row is the name of a pair of pieces at the beginning, in the middle and at the end of its first half, and at the
beginning of its second; each half has a sign for each pair that has no piece in common with the row's.
"""

from __future__ import annotations

from itertools import combinations

from reports.checking.observed import Context, Observed
from reports.editions.kawai_hamekomi.observers.classification import code_of


def observe(context: Context, *, table: str, names: str, emended: bool = False) -> Observed:
    """Return how many rows are whole."""
    text = context.emended(table) if emended else context.text(f"{table}.transcription")
    signs = set("0123456789").union(code_of(text))
    pairs = ["".join(pair) for pair in combinations(names, 2)]
    lines = [line.split("\t") for line in text.splitlines() if line.count("\t") == 3][-len(pairs) :]
    wrong = [pair for pair, fields in zip(pairs, lines, strict=False) if not whole(pair, pairs, fields, signs)]
    return Observed(len(lines) - len(wrong), f"not whole: {', '.join(wrong)}" if wrong else "")


def whole(pair: str, pairs: list[str], fields: list[str], signs: set[str]) -> bool:
    """Tell whether a row has its name in its places and a sign for each cell."""
    first, left, second, right = fields
    cells = sum(set(pair).isdisjoint(other) for other in pairs)
    halves = [left.removesuffix(pair).replace(".", ""), right.replace(".", "")]
    named = first == second == pair and left.endswith(pair)
    return named and all(len(half) == cells and signs.issuperset(half) for half in halves)

"""A listing as HTML: syntax colours, and a mark on what the editor changed in a line.

for row, html in zip(listing["rows"], coloured(listing), strict=True):
    …                       # <span class="k">ALS</span> x <mark>…</mark>
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from operator import itemgetter

from markupsafe import Markup, escape

from getallenband.reports.publishing.colours import Run, lines_of
from getallenband.reports.publishing.data import Listing, ListingRow


def coloured(listing: Listing) -> list[Markup]:
    """Return the reading text of each row with its colours and marks."""
    lines = [row["text"] for row in listing["rows"] if row["line"]]
    tokens = lines_of(listing["language"], "\n".join(lines))
    return [html_of(next(tokens), changed(row)) if row["line"] else Markup("") for row in listing["rows"]]


def changed(row: ListingRow) -> tuple[int, int]:
    """Return where the reading text differs from the transcription: what begins and ends alike is left out."""
    new, old = row["text"], row["transcribed"]
    if not row["changes"] or not row["source"]:
        return 0, 0
    start = next(
        (at for at, (left, right) in enumerate(zip(new, old, strict=False)) if left != right), min(len(new), len(old))
    )
    most = min(len(new), len(old)) - start
    tail = next((at for at in range(most) if new[-1 - at] != old[-1 - at]), most)
    return start, len(new) - tail


def html_of(runs: Sequence[Run], marked: tuple[int, int]) -> Markup:
    """Return one line; `marked` is where a mark begins and ends. Neighbours of one colour are one."""
    pieces: list[Markup] = []
    at = 0
    for name, group in groupby(runs, itemgetter(0)):
        text = "".join(part for _, part in group)
        cuts = sorted({0, len(text), *(min(max(place - at, 0), len(text)) for place in marked)})
        for start, end in pairwise(cuts):
            piece = between_tags(text[start:end])
            if name:
                piece = Markup('<span class="{}">{}</span>').format(name, piece)
            inside = marked[0] <= at + start < marked[1]
            pieces.append(Markup("<mark>{}</mark>").format(piece) if inside else piece)
        at += len(text)
    return Markup("").join(pieces)


def between_tags(text: str) -> Markup:
    """Return text as HTML between tags: quotation marks need no escape there."""
    return Markup(str(escape(text)).replace("&#39;", "'").replace("&#34;", '"'))


def snippet(row: ListingRow, column: int) -> str:
    """Return the beginning of the statement at a column, to tell it from others in its line."""
    rest = row["text"][column - 1 :].split(";")[0].strip()
    return rest if len(rest) <= 16 else rest[:15].rstrip() + "…"

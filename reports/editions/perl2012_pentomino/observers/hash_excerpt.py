"""Check the printed excerpt of %piece entry by entry.

observe = "hash_excerpt"
with = { file = "excerpt.transcription", program = "unique.transcription" }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import pieces_of, placed

TOKEN = re.compile(r"(?P<entry>(?P<key>\d\d) => \[(?P<cells>[^\]]*)\])|(?P<open>(?P<number>\d+) => \{)|(?P<close>\})")


def observe(context: Context, *, file: str, program: str) -> Observed:
    """Return the entries that the program does not make, as piece, shape, key and cells: none, if all is well."""
    pieces = pieces_of(context.text(program))
    path: list[int] = []
    wrong: list[str] = []
    entries = 0
    for match in TOKEN.finditer(context.text(file)):
        if match["close"]:
            del path[-1:]
        elif match["open"]:
            path.append(int(match["number"]))
        else:
            piece, shape = path
            entries += 1
            made = placed(pieces[piece][shape], int(match["key"]))
            shown = re.findall(r"\d\d", match["cells"])
            if made is None or sorted(map(int, shown)) != sorted(made):
                wrong.append(f"{piece}, {shape}, {match['key']}: {' '.join(shown)}")
    return Observed(wrong, f"{entries} entries read")

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
            entries += 1
            shown = re.findall(r"\d\d", match["cells"])
            if sorted(map(int, shown)) != made(pieces, path, int(match["key"])):
                wrong.append(f"{', '.join(map(str, path))}, {match['key']}: {' '.join(shown)}")
    return Observed(wrong, f"{entries} entries read")


def made(pieces: list[list[str]], path: list[int], cell: int) -> list[int]:
    """Return the cells of the piece and shape that the path names, ascending; none where the program has none."""
    if len(path) != 2 or path[0] >= len(pieces) or path[1] >= len(pieces[path[0]]):
        return []
    return sorted(placed(pieces[path[0]][path[1]], cell) or [])

"""What a puzzle file says of copies, holes and fixed cells, read for the checker without anything from the solvers.

often({"copies": {"I": "0-3"}}, {"I": 2, "V": 3}, cells=9) == [(0, 3), (1, 1)]
"""

import re
from typing import Any

from getallenband.modern.proof.certificate_file import need

HOLE = "."
Cell = tuple[int, ...]
Often = tuple[int, int]


def often(puzzle: dict[str, Any], sizes: dict[str, int], cells: int) -> list[Often]:
    """Return how often each piece may be placed, beside what the others must and can fill."""
    copies, holes = puzzle.get("copies", {}), puzzle.get("holes")
    each = copies if isinstance(copies, dict) else dict.fromkeys(sizes, copies)
    bounds = [numbers(each.get(name, 1), cells) for name in sizes if name != HOLE]
    if holes is not None:
        number, most = (holes.get("number", "any"), len(holes["cells"])) if isinstance(holes, dict) else (holes, cells)
        bounds.append(numbers(number, most))
    least = sum(low * size for (low, _), size in zip(bounds, sizes.values(), strict=True))
    most = sum(high * size for (_, high), size in zip(bounds, sizes.values(), strict=True))
    need(least <= cells <= most, f"the pieces have {least if least > cells else most} cells, the board has {cells}")
    bounds = [(low, min(high, cells // size)) for (low, high), size in zip(bounds, sizes.values(), strict=True)]
    most = sum(high * size for (_, high), size in zip(bounds, sizes.values(), strict=True))
    tighter = [
        (max(low, high - (most - cells) // size), min(high, low + (cells - least) // size))
        for (low, high), size in zip(bounds, sizes.values(), strict=True)
    ]
    possible = all(low <= high for low, high in tighter)
    return [(low, max(1, high)) for low, high in (tighter if possible else bounds)]


def in_use(puzzle: dict[str, Any], shapes: dict[str, Any]) -> dict[str, Any]:
    """Return the pieces of which there is any copy."""
    copies = puzzle.get("copies", {})
    if not isinstance(copies, dict):
        return shapes
    need(copies.keys() <= shapes.keys(), "there are copies of a piece that the puzzle has not")
    none = {name for name, number in copies.items() if number == "0-0" or (type(number) is int and number == 0)}
    need(none < shapes.keys(), "there are no copies of any piece")
    return {name: shape for name, shape in shapes.items() if name not in none}


def numbers(given: Any, cells: int) -> Often:
    """Return the ends of a range."""
    if given == "any":
        return 0, cells
    found = re.fullmatch(r"(\d{1,4})-(\d{1,4})", given, re.ASCII) if isinstance(given, str) else None
    ends = (int(found[1]), int(found[2])) if found else (given, given)
    need(found is not None or type(given) is int, f"{given!r:.80} is no number of copies")
    need(ends[0] <= ends[1] and 0 < ends[1] <= cells, f"{given!r:.80} is no number of copies")
    return ends


def fix(owner: dict[int, int], pieces: list[set[Cell]], bounds: list[Often]) -> list[set[Cell]]:
    """Return the placements that cover the cells of their piece, and none of another's."""
    left = []
    for piece, sites in enumerate(pieces):
        own = {cell for cell, its in owner.items() if its == piece}
        must = own if bounds[piece][1] == 1 else set()
        left.append({s for s in sites if must <= set(s) and all(owner.get(cell, piece) == piece for cell in s)})
        covered = {cell for site in left[-1] for cell in site}
        need(own <= covered, "no placement of a piece covers the cells that are fixed for it")
    return left

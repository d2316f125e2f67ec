"""The pieces of a puzzle file: by name, by enumeration, or both, each checked against the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modern.geometry.lattices import Lattice
from modern.geometry.polyforms import Shape, Sides, at_origin, canonical_form, polyforms
from modern.puzzle_files import boards
from modern.puzzle_files.cells import read_cells
from modern.puzzle_files.errors import Source

LARGEST = 8


def read_pieces(data: Mapping[str, Any], lattice: Lattice, sides: Sides, source: Source) -> dict[str, Shape]:
    """Return the pieces by name, each at the origin."""
    enumerated = _enumerate(data.get("polyforms", []), lattice, sides, source)
    if "pieces" not in data:
        if not enumerated:
            raise source.error("the key 'pieces' is missing")
        return {f"{len(shape)}.{number}": shape for number, shape in enumerate(enumerated, 1)}
    shapes: dict[str, Shape] = {}
    for name, given in data["pieces"].items():
        try:
            cells = read_cells(given, lattice)
        except (TypeError, ValueError) as error:
            raise source.error(f"invalid piece {name!r}: {error}", name) from None
        if not cells or len(set(cells)) < len(cells):
            raise source.error(f"the piece {name!r} has {'the same cell twice' if cells else 'no cells'}", name)
        alike = lattice.name == "triangular" and len(set(map(sum, cells))) == 1
        if alike and (len(cells) > 1 or sides == "fixed"):  # a step that no triangles make would seem to fit them
            raise source.error(f"the triangles of the piece {name!r} all point the same way", name)
        shapes[name] = at_origin(cells)
    if enumerated:
        _check_complete(shapes, enumerated, lattice, sides, source)
    return shapes


def read_copies(data: Mapping[str, Any], shapes: Mapping[str, Shape], source: Source) -> tuple[int, ...]:
    """Return how many there are of each piece."""
    source.check_keys(data, shapes, "copies")
    for name, count in data.items():
        if type(count) is not int or not 1 <= count <= boards.LARGEST:
            raise source.error(f"expected 1 to {boards.LARGEST} copies of {name!r}, not {count!r}", "copies")
    return tuple(data.get(name, 1) for name in shapes)


def _enumerate(data: Any, lattice: Lattice, sides: Sides, source: Source) -> list[Shape]:
    found: list[Shape] = []
    for entry in data:
        source.check_keys(entry, ("size", "planar"), "polyforms")
        if not 1 <= entry["size"] <= LARGEST:
            raise source.error(f"only polyforms of 1 to {LARGEST} cells are enumerated", "polyforms")
        with source.blaming("polyforms"):
            found += polyforms(lattice, entry["size"], sides, entry.get("planar", False))
        if len(found) > boards.LARGEST:
            raise source.error(f"there are more than {boards.LARGEST} polyforms", "polyforms")
    return found


def _check_complete(
    shapes: Mapping[str, Shape], enumerated: list[Shape], lattice: Lattice, sides: Sides, source: Source
) -> None:
    """Compare the pieces with the enumeration: each polyform once, nothing else."""
    owner: dict[Shape, str] = {}
    for name, shape in shapes.items():
        form = canonical_form(shape, lattice, sides)
        if form in owner:
            raise source.error(f"the pieces {owner[form]!r} and {name!r} are the same polyform", name)
        if form not in enumerated:
            raise source.error(f"the piece {name!r} is not one of the {len(enumerated)} polyforms", name)
        owner[form] = name
    for form in enumerated:
        if form not in owner:
            raise source.error(f"the polyform {[list(cell) for cell in form]} is missing", "pieces")

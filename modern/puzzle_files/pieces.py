"""The pieces of a puzzle file: by name, by enumeration, or both, each checked against the other."""

from __future__ import annotations

from collections.abc import Mapping

from getallenband.durable.names import shown
from getallenband.modern.exact_cover.problem import HOLE
from getallenband.modern.geometry.lattices import Lattice
from getallenband.modern.geometry.polyforms import Shape, Sides, at_origin, canonical_form, polyforms
from getallenband.modern.puzzle_files import boards
from getallenband.modern.puzzle_files.cells import read_coloured
from getallenband.modern.puzzle_files.sides import SidesOf
from getallenband.modern.puzzle_files.values import Value

LARGEST = 8
IN_SPACE = ("cubic", "face-centred cubic")


def read_pieces(root: Mapping[str, Value], lattice: Lattice, sides: SidesOf) -> dict[str, Shape]:
    """Return the pieces by name, each at the origin; there are `pieces` or `polyforms`, or both."""
    enumerated = _enumerate(root["polyforms"], lattice, sides.general) if "polyforms" in root else []
    if "pieces" not in root:
        if not enumerated:
            raise root["polyforms"].error("there are no polyforms; expected a list such as [{ size = 5 }]")
        return {f"{len(shape)}.{number}": shape for number, shape in enumerate(enumerated, 1)}
    given = root["pieces"].table("a table of drawings or lists of cells by name")
    shapes: dict[str, Shape] = {}
    for name, piece in given.items():
        if isinstance(piece.content, dict) and "sides" in piece.content:
            raise piece.error(
                f'a piece is a drawing or a list of cells; its sides are said by sides = {{ {name} = "…" }}'
            )
        cells, said = [*read_coloured(piece, lattice)], shown(name)
        if name == HOLE:
            raise piece.error(f"the name {said} is that of holes")
        if not cells:
            raise piece.error(f"the piece {said} has no cells")
        alike = lattice.name == "triangular" and len(set(map(sum, cells))) == 1
        if alike and (
            len(cells) > 1 or sides.of(name) == "fixed"
        ):  # a step that no triangles make would seem to fit them
            raise piece.error(f"the triangles of the piece {said} all point the same way")
        shapes[name] = at_origin(cells, lattice.multiple)
    if enumerated:
        _check_complete(shapes, enumerated, lattice, sides.general, root["pieces"])
    return shapes


def _enumerate(given: Value, lattice: Lattice, sides: Sides) -> list[Shape]:
    found: list[Shape] = []
    for entry in given.elements("a list such as [{ size = 5 }]"):
        data = entry.fields(("size", "planar"), "polyforms", "a table such as { size = 5 }")
        if "size" not in data:
            raise entry.missing("size")
        planar = "planar" in data and data["planar"].flag()
        if planar and lattice.name not in IN_SPACE:
            raise data["planar"].error(f"planar polyforms are of the lattices {', '.join(IN_SPACE)}")
        size = data["size"].integer(1, LARGEST)
        if size == 1 and lattice.name == "triangular" and sides == "fixed":  # as `read_pieces` refuses its drawing
            raise data["size"].error("a single triangle points one way, and a fixed one must say which")
        try:
            found += polyforms(lattice, size, sides, planar)
        except ValueError as too_many:
            raise data["size"].error(str(too_many)) from None
        if len(found) > boards.LARGEST:
            raise given.error(f"there are more than {boards.LARGEST} polyforms")
    return found


def _check_complete(
    shapes: Mapping[str, Shape], enumerated: list[Shape], lattice: Lattice, sides: Sides, given: Value
) -> None:
    """Compare the pieces with the enumeration: each polyform once, nothing else."""
    owner: dict[Shape, str] = {}
    for name, shape in shapes.items():
        form = canonical_form(shape, lattice, sides)
        if form in owner:
            raise given.error(f"the pieces {shown(owner[form])} and {shown(name)} are the same polyform", name)
        if form not in enumerated:
            raise given.error(f"the piece {shown(name)} is not one of the {len(enumerated)} polyforms", name)
        owner[form] = name
    for form in enumerated:
        if form not in owner:
            raise given.error(f"the polyform {[list(cell) for cell in form]} is missing")

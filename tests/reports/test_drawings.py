"""Pictures of boards; each picture of each edition finds its drawing and gallery, since pages are seldom made anew."""

from __future__ import annotations

from itertools import combinations, product
from xml.etree import ElementTree

import pytest

from getallenband.modern.geometry.lattices import LATTICES, difference
from getallenband.originals.edition import edition, editions
from getallenband.originals.presentation import presentation
from getallenband.reports.publishing.pictures import COLOURS, colours_of, edges, scaled, svg, text
from getallenband.reports.runs.by_folder import DRAWINGS, GALLERIES

PICTURES = [(name, picture) for name in editions() for picture in presentation(edition(name)).pictures]


@pytest.mark.parametrize(("name", "picture"), PICTURES, ids=lambda value: getattr(value, "name", value))
def test_each_picture_finds_what_draws_it(name, picture):
    assert picture.drawing in DRAWINGS.functions(name)
    assert not picture.gallery or picture.drawing in GALLERIES.functions(name)


BOARD = {(0, 0): "A", (0, 1): "A", (1, 0): "B", (1, 1): "A"}


def test_the_picture_of_a_large_board_takes_no_time_to_speak_of():
    """Where each cell lies was found by looking at all others, layer by layer."""
    drawn = svg("cubic", {(layer, 0, 0): "A" for layer in range(4096)})
    assert drawn.count("z") > 4096


def test_pictures():
    drawing = ElementTree.fromstring(svg("square", BOARD, "Two <pieces>"))
    name = "{http://www.w3.org/2000/svg}"
    *pieces, path = drawing.iter(f"{name}path")
    assert [piece.attrib["d"] for piece in pieces] == [
        "M11.9 11.9h34v34h-34zM45.9 11.9h34v34h-34zM45.9 45.9h34v34h-34z", "M11.9 45.9h34v34h-34z",
    ]  # fmt: skip
    assert [label.text for label in drawing.iter(f"{name}text")] == ["A", "B"]
    assert drawing.findtext(f"{name}title") == "Two <pieces>"
    assert path.attrib["d"].count("M") == 8 + 2  # around the board, and where the two pieces meet


def test_text_drawings():
    assert text("square", BOARD) == "A A\nB A\n"
    assert text("square", {cell: {"A": "10", "B": "9"}[name] for cell, name in BOARD.items()}) == "B B\nA B\n"
    hexagon = {(0, 0, 0): "a", (1, -1, 0): "b", (0, -1, 1): "c", (-1, 0, 1): "d"}
    assert text("hexagonal", hexagon) == " a b\nd c\n"


def test_triangles_meet_where_their_cells_do():
    cells = [cell for cell in product(range(-2, 4), repeat=3) if sum(cell) in (0, 1)]
    shapes, _, _ = scaled("triangular", cells)
    meeting = {frozenset(owners) for owners in edges(shapes).values() if len(owners) == 2}
    near = LATTICES["triangular"].neighbours
    assert meeting == {frozenset(pair) for pair in combinations(cells, 2) if difference(*pair) in near}
    assert all(len(shape) == 3 for shape in shapes.values())
    assert text("triangular", dict.fromkeys(cells, "a")).count("a") == len(cells)


def test_sticks_are_bars_that_meet_where_they_turn():
    cells = [cell for cell in product(range(-2, 5), repeat=2) if LATTICES["sticks"].has(cell)]
    shapes, _, _ = scaled("sticks", cells)
    meeting = {frozenset(owners) for owners in edges(shapes).values() if len(owners) == 2}
    assert meeting == {frozenset(pair) for pair in combinations(cells, 2) if set(map(abs, difference(*pair))) == {1}}
    crossed = {(0, -1): "a", (0, 0): "a", (0, 1): "a", (-1, 0): "b"}
    *pieces, _ = ElementTree.fromstring(svg("sticks", crossed)).iter("{http://www.w3.org/2000/svg}path")
    assert [piece.attrib["d"].count("z") for piece in pieces] == [1, 2]


@pytest.mark.parametrize("lattice", ["cubic", "face-centred cubic", "face-centred cubic, triangular"])
def test_layers_do_not_overlap(lattice):
    laid = {(0, 0, 0): "a", (0, 1, 1): "b", (1, 1, 0): "c", (1, 0, 1): "d"}
    drawing = ElementTree.fromstring(svg(lattice, laid))
    *pieces, _ = drawing.iter("{http://www.w3.org/2000/svg}path")
    assert len({piece.attrib["d"] for piece in pieces}) == 4


def test_balls_in_space_cover_those_below_and_behind():
    laid = {(0, 0, 0): "top", (1, 0, 1): "middle", (1, 1, 0): "front", (0, 1, 1): "back"}
    drawing = ElementTree.fromstring(svg("face-centred cubic, in space", laid, "Balls"))
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}use"))) == 4
    labels = [label.text for label in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert labels == ["back", "middle", "front", "top"]


def test_a_numbered_piece_has_one_colour_in_all_pictures():
    """The first solution had other colours in its picture than in the player, where piece 1 is the first colour."""
    assert colours_of(["2", "17", "1"]) == {"2": COLOURS[1], "17": COLOURS[0], "1": COLOURS[0]}
    assert colours_of(["b", "a"]) == {"b": COLOURS[0], "a": COLOURS[1]}
    assert colours_of(["+", "1"]) == {"+": COLOURS[0], "1": COLOURS[1]}  # one square of a piece, in another colour

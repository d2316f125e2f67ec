"""All solutions that a program printed, each drawn once: forms are symbols, a board is where they lie.

    gallery = gather_gallery(found, picture, records)      # data: a letter for the piece on every cell, board by board
    drawn = draw_gallery(gallery)                          # symbols, and the uses that make each board

A board's text has a letter for each of `cells`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from getallenband.modern.geometry import Cell
from getallenband.originals.edition import Edition
from getallenband.originals.presentation import Picture
from getallenband.reports.publishing.data import EditionData, Gallery
from getallenband.reports.publishing.drawings import lay_out_all
from getallenband.reports.publishing.pictures import (
    Polygon,
    borders,
    by_piece,
    colours_of,
    number,
    outline,
    placed,
    signs,
)
from getallenband.reports.runs.records import Records

SIZE = 12.0
"""Side of a cell in a gallery's boards."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A gallery as its page shows it: symbols, and for each board its printed line, letters, uses and images.

    Images are the numbers of the boards that it becomes when it is turned or mirrored; `twins` boards have any.
    """

    width: str
    height: str
    symbols: Markup
    boards: list[tuple[str, str, Markup, list[int]]]
    twins: int


Form = tuple[str, tuple[Polygon, ...]]
"""A piece's letter, and the shapes of its cells where the first one's first corner is the origin."""


def gather_gallery(found: Edition, picture: Picture, records: Records) -> Gallery:
    """Return all solutions of a picture's gallery; raise what the drawing raises."""
    drawn = lay_out_all(found, picture, records)
    cells = sorted({cell for _, board in drawn for cell in board})
    sign = signs({name for _, board in drawn for name in board.values()})
    return {
        "name": picture.name,
        "run": picture.gallery,
        "lattice": picture.lattice,
        "pieces": {letter: name for name, letter in sorted(sign.items(), key=lambda pair: pair[1])},
        "cells": [list(cell) for cell in cells],
        "boards": [[line.strip(), "".join(sign[board[cell]] for cell in cells)] for line, board in drawn],
    }


def gallery_file(data: EditionData, gallery: Gallery) -> str:
    """Return the path of the page of a gallery."""
    return f"{data['edition']}-{gallery['name']}-all.html"


def draw_gallery(gallery: Gallery) -> Drawn:
    """Return the symbols, one for each form that occurs, and the boards made of them."""
    cells: list[Cell] = [tuple(cell) for cell in gallery["cells"]]
    lattice = gallery["lattice"]
    shapes = {cell: scaled(shape) for cell, shape in placed(lattice, cells).items()}
    left, top = (min(point[axis] for shape in shapes.values() for point in shape) for axis in (0, 1))
    right, bottom = (max(point[axis] for shape in shapes.values() for point in shape) for axis in (0, 1))
    names: dict[Form, str] = {}

    @cache
    def use(letter: str, lying: tuple[Cell, ...]) -> str:
        x, y = shapes[lying[0]][0]
        form = letter, tuple(moved(shapes[cell], -x, -y) for cell in lying)
        name = names.setdefault(form, f"p{len(names)}")
        return f'<use href="#{name}" x="{number(x - left)}" y="{number(y - top)}"/>'

    boards = []
    for (line, letters), turned in zip(gallery["boards"], images(gallery), strict=True):
        laid = dict(zip(cells, letters, strict=True))
        uses = Markup("".join(use(letter, tuple(lying)) for letter, lying in by_piece(laid).items()))
        boards.append((line, letters, uses, turned))
    colours = colours_of(gallery["pieces"])
    symbols = "".join(symbol(form, name, colours[form[0]]) for form, name in names.items())
    twins = sum(bool(turned) for *_, turned in boards)
    return Drawn(number(right - left), number(bottom - top), Markup(symbols), boards, twins)


def moved(shape: Polygon, x: float, y: float) -> Polygon:
    return tuple((round(a + x, 1), round(b + y, 1)) for a, b in shape)


def scaled(shape: Polygon) -> Polygon:
    return tuple((round(x * SIZE, 1), round(y * SIZE, 1)) for x, y in shape)


def symbol(form: Form, name: str, colour: str) -> str:
    """Return a form with its outline."""
    shapes: dict[Cell, Polygon] = {(place,): shape for place, shape in enumerate(form[1])}
    filled = "".join(map(outline, shapes.values()))
    edge = borders(shapes, dict.fromkeys(shapes, form[0]))
    return (
        f'<g id="{name}"><path d="{filled}" fill="{colour}"/>'
        f'<path d="{edge}" fill="none" stroke="#22262b" stroke-linecap="round"/></g>'
    )


def images(gallery: Gallery) -> list[list[int]]:
    """Return for each board the numbers of those that it becomes when turned or mirrored; of a rectangle."""
    boards = [letters for _, letters in gallery["boards"]]
    if gallery["lattice"] != "square":
        return [[] for _ in boards]
    rows = len({row for row, _ in gallery["cells"]})
    columns = len(gallery["cells"]) // rows
    numbers = {letters: number for number, letters in enumerate(boards, start=1)}
    found = []
    for letters in boards:
        lines = [letters[row * columns : (row + 1) * columns] for row in range(rows)]
        turned = {letters[::-1], "".join(lines[::-1]), "".join(line[::-1] for line in lines)} - {letters}
        found.append(sorted(numbers[image] for image in turned if image in numbers))
    return found

"""All solutions that a program printed, each drawn once: forms are symbols, a board is where they lie.

    gallery = gather_gallery(found, picture, records)      # data: a letter for the piece on every cell, board by board
    drawn = draw_gallery(gallery)                          # symbols, and the uses that make each board

A board's text has a letter for each of `cells`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from modern.geometry import Cell
from originals.edition import Edition
from originals.presentation import Picture
from reports.publishing.data import EditionData, Gallery
from reports.publishing.drawings import lay_out_all
from reports.publishing.pictures import COLOURS, Polygon, borders, number, polygon, signs
from reports.running.records import Records

SIZE = 12.0
"""Side of a cell in a gallery's boards."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A gallery as its page shows it: symbols, and for each board its printed line, its letters and its uses."""

    width: str
    height: str
    symbols: Markup
    boards: list[tuple[str, str, Markup]]
    twins: int


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
    shapes = {cell: scaled(polygon(gallery["lattice"], cell)) for cell in cells}
    left, top = (min(point[axis] for shape in shapes.values() for point in shape) for axis in (0, 1))
    right, bottom = (max(point[axis] for shape in shapes.values() for point in shape) for axis in (0, 1))
    names: dict[tuple[str, tuple[Cell, ...]], str] = {}
    boards = []
    for line, letters in gallery["boards"]:
        uses = []
        for letter, lying in pieces(cells, letters):
            form = (
                letter,
                tuple(tuple(here - there for here, there in zip(cell, lying[0], strict=True)) for cell in lying),
            )
            name = names.setdefault(form, f"{letter}{len(names)}")
            x, y = shapes[lying[0]][0]
            uses.append(f'<use href="#{name}" x="{number(x - left)}" y="{number(y - top)}"/>')
        boards.append((line, letters, Markup("".join(uses))))
    colours = dict(zip(gallery["pieces"], COLOURS, strict=False))
    symbols = "".join(symbol(gallery["lattice"], form, name, colours[form[0]]) for form, name in names.items())
    return Drawn(number(right - left), number(bottom - top), Markup(symbols), boards, twins(gallery))


def difference(cell: Cell, first: Cell) -> Cell:
    return tuple(here - there for here, there in zip(cell, first, strict=True))


def scaled(shape: Polygon) -> Polygon:
    return tuple((round(x * SIZE, 1), round(y * SIZE, 1)) for x, y in shape)


def pieces(cells: list[Cell], letters: str) -> Iterator[tuple[str, list[Cell]]]:
    """Yield each piece with its cells, first cell first."""
    lying: dict[str, list[Cell]] = {}
    for cell, letter in zip(cells, letters, strict=True):
        lying.setdefault(letter, []).append(cell)
    yield from lying.items()


def symbol(lattice: str, form: tuple[str, tuple[Cell, ...]], name: str, colour: str) -> str:
    """Return a form with its outline, its first cell's first corner at the origin."""
    x, y = scaled(polygon(lattice, form[1][0]))[0]
    shapes = {cell: tuple((a - x, b - y) for a, b in scaled(polygon(lattice, cell))) for cell in form[1]}
    filled = "".join("M" + "L".join(f"{number(a)} {number(b)}" for a, b in shape) + "z" for shape in shapes.values())
    outline = borders(shapes, dict.fromkeys(shapes, form[0]))
    return (
        f'<g id="{name}"><path d="{filled}" fill="{colour}"/>'
        f'<path d="{outline}" fill="none" stroke="#22262b" stroke-linecap="round"/></g>'
    )


def twins(gallery: Gallery) -> int:
    """Count the boards that are the turned or mirrored image of another of the gallery; of a rectangle."""
    if gallery["lattice"] != "square":
        return 0
    rows = len({row for row, _ in gallery["cells"]})
    columns = len(gallery["cells"]) // rows
    found = {letters for _, letters in gallery["boards"]}
    count = 0
    for letters in found:
        lines = [letters[row * columns : (row + 1) * columns] for row in range(rows)]
        images = {letters[::-1], "".join(lines[::-1]), "".join(line[::-1] for line in lines)} - {letters}
        count += bool(images & found)
    return count

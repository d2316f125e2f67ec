"""A second program for counts that contradict the literature: plain, and nothing in common with modern/.

It reads a puzzle file's text itself and has geometry of its own: every lattice is a set of points of the plane or of
space, and what moves a piece is made from two or three motions. A program in C, cover.c, lists all covers; classes are
the orbits of that list.

    tilings(text)     # (448, 56): all, and up to the motions of the board
"""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path

Point = tuple[int, ...]
Move = Callable[[Point], Point]

SIXTH: list[Move] = [lambda p: (-p[1], p[0] + p[1]), lambda p: (p[1], p[0])]
CUBE: list[Move] = [lambda p: (p[0], -p[2], p[1]), lambda p: (-p[1], p[0], p[2])]
MIRROR: Move = lambda p: (-p[0], p[1], p[2])  # noqa: E731
MOVES = {"hexagonal": SIXTH, "triangular": SIXTH, "cubic": CUBE}


def points(drawing: str, lattice: str) -> frozenset[Point]:
    """Return the points of a drawing; of a triangle three times its centre, of a hexagon its column and row."""
    found: set[Point] = set()
    for layer, rows in enumerate(drawing.split("|")):
        for row, line in enumerate(rows.split("/")):
            for column, mark in enumerate(line):
                if mark != "#":
                    continue
                if lattice == "cubic":
                    found.add((layer, row, column))
                elif lattice == "hexagonal":
                    found.add(((column - row) // 2, row))
                elif (
                    column - row
                ) % 2 == 0:  # it points down: its upper left corner is (column - row) / 2 to the right
                    found.add((3 * (column - row) // 2 + 1, 3 * row + 1))
                else:
                    found.add((3 * (column - row - 1) // 2 + 2, 3 * row + 2))
    return frozenset(found)


def beside(point: Point, lattice: str) -> list[Point]:
    if lattice == "cubic":
        steps = [tuple(sign * (axis == at) for at in range(3)) for axis in range(3) for sign in (1, -1)]
    elif lattice == "hexagonal":
        steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    else:
        sign = 1 if point[0] % 3 == 1 else -1
        steps = [(sign, sign), (sign, -2 * sign), (-2 * sign, sign)]
    return [tuple(a + b for a, b in zip(point, step, strict=True)) for step in steps]


def generated(shape: Iterable[Point], moves: list[Move]) -> set[frozenset[Point]]:
    """Return all images of a shape under these motions and their products."""
    found: set[frozenset[Point]] = set()
    waiting = [frozenset(shape)]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += [frozenset(map(move, each)) for move in moves]
    return found


def in_corner(shape: Iterable[Point], lattice: str) -> frozenset[Point]:
    """Return a shape moved to where its least coordinates are the least that they may be."""
    cells = list(shape)
    unit = 3 if lattice == "triangular" else 1
    low = [min(cell[axis] for cell in cells) // unit * unit for axis in range(len(cells[0]))]
    return frozenset(tuple(number - least for number, least in zip(cell, low, strict=True)) for cell in cells)


def forms(shape: Iterable[Point], lattice: str, moves: list[Move]) -> set[frozenset[Point]]:
    return {in_corner(image, lattice) for image in generated(shape, moves)}


def polyforms(size: int, lattice: str, planar: bool) -> list[frozenset[Point]]:
    """Return one of each connected shape that motions and mirrors tell apart."""
    start = (1, 1) if lattice == "triangular" else (0,) * (3 if lattice == "cubic" else 2)
    shapes, moves = {frozenset([start])}, MOVES[lattice] + ([MIRROR] if lattice == "cubic" else [])
    for _ in range(size - 1):
        kinds: dict[frozenset[frozenset[Point]], frozenset[Point]] = {}
        for shape in shapes:
            for cell in {near for own in shape for near in beside(own, lattice)} - shape:
                if not planar or cell[0] == 0:
                    grown = shape | {cell}
                    kinds.setdefault(frozenset(forms(grown, lattice, moves)), grown)
        shapes = set(kinds.values())
    return list(shapes)


def placements(
    shape: frozenset[Point], board: frozenset[Point], lattice: str, moves: list[Move]
) -> set[frozenset[Point]]:
    unit, found = 3 if lattice == "triangular" else 1, set()
    for form in forms(shape, lattice, moves):
        start = min(form)
        for target in board:
            step = [a - b for a, b in zip(target, start, strict=True)]
            if all(number % unit == 0 for number in step):
                moved = frozenset(tuple(a + b for a, b in zip(cell, step, strict=True)) for cell in form)
                if moved <= board:
                    found.add(moved)
    return found


def read(text: str) -> tuple[str, frozenset[Point], list[frozenset[Point]], list[Move]]:
    """Return lattice, board, pieces and how these may be moved."""
    puzzle = tomllib.loads(text)
    lattice = puzzle["lattice"]
    assert puzzle.keys() <= {"title", "lattice", "sides", "polyforms", "pieces", "board"}
    shapes = [points(drawing, lattice) for drawing in puzzle.get("pieces", {}).values()]
    for entry in puzzle.get("polyforms", []):
        shapes += polyforms(entry["size"], lattice, entry.get("planar", False))
    return lattice, points(puzzle["board"]["drawing"], lattice), shapes, MOVES[lattice]


def tilings(text: str, program: Path) -> tuple[int, int]:
    """Return the number of solutions, and that of classes under all motions and mirrors of the board."""
    lattice, board, shapes, moves = read(text)
    number = {cell: at for at, cell in enumerate(sorted(board))}
    options = [
        (frozenset([len(board) + at]) | {number[cell] for cell in site}, site)
        for at, shape in enumerate(shapes)
        for site in placements(shape, board, lattice, moves)
    ]
    lines = [f"{len(board) + len(shapes)} {len(options)}"]
    lines += [" ".join(map(str, (len(items), *items))) for items, _ in options]
    done = subprocess.run([program], input="\n".join(lines), capture_output=True, text=True, check=True)
    found = {frozenset(options[int(at)][1] for at in line.split()) for line in done.stdout.splitlines()}
    return len(found), orbits(found, board, lattice)


def orbits(found: set[frozenset[frozenset[Point]]], board: frozenset[Point], lattice: str) -> int:
    """Return into how many classes the motions of the board divide these solutions."""
    moves = MOVES[lattice] + ([MIRROR] if lattice == "cubic" else [])
    unit = 3 if lattice == "triangular" else 1
    ways: list[dict[Point, Point]] = []
    for length in range(7):
        for path in product(moves, repeat=length):
            moved = {cell: cell for cell in board}
            for move in path:
                moved = {cell: move(image) for cell, image in moved.items()}
            step = [min(p[at] for p in board) - min(p[at] for p in moved.values()) for at in range(len(min(board)))]
            placed = {cell: tuple(a + b for a, b in zip(p, step, strict=True)) for cell, p in moved.items()}
            if {*placed.values()} == board and all(number % unit == 0 for number in step) and placed not in ways:
                ways.append(placed)
    left, classes = set(found), 0
    while left:
        one = left.pop()
        left -= {frozenset(frozenset(way[cell] for cell in site) for site in one) for way in ways}
        classes += 1
    return classes


def boxes(pieces: list[list[Point]], length: int) -> int:
    """Return in how many ways copies of the pieces fill a box of 2 by 2 by `length`, one layer after another."""
    turned = {in_corner(form, "cubic") for piece in pieces for form in generated(piece, [*CUBE, MIRROR])}
    layer = [(0, y, x) for y in (0, 1) for x in (0, 1)]
    fits = [frozenset(cell) for form in turned for cell in _in_two_layers(form)]
    states = {frozenset(): 1}
    for at in range(length):
        ended: dict[frozenset[Point], int] = {}
        for over, ways in states.items():
            for left in _filled(over, [cell for cell in layer if cell not in over], fits):
                ended[left] = ended.get(left, 0) + ways
        states = ended if at < length - 1 else {frozenset(): ended.get(frozenset(), 0)}
    return states[frozenset()]


def _in_two_layers(form: frozenset[Point]) -> list[list[Point]]:
    ways = [[(z, y + dy, x + dx) for z, y, x in form] for dy in (0, 1) for dx in (0, 1)]
    return [way for way in ways if all(z < 2 and y < 2 and x < 2 for z, y, x in way)]


def _filled(taken: frozenset[Point], empty: list[Point], fits: list[frozenset[Point]]) -> list[frozenset[Point]]:
    """Return what reaches into the next layer, one for each way to fill this one."""
    if not empty:
        return [frozenset((z - 1, y, x) for z, y, x in taken if z == 1)]
    found = []
    for fit in fits:
        if empty[0] in fit and not fit & taken:
            now = taken | fit
            found += _filled(now, [cell for cell in empty if cell not in now], fits)
    return found

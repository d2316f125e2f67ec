"""Coordinates and one site of each piece become the tables that the program asks for (section 3 of the article).

    python originals/kawai_hamekomi/drivers/site_tables.py tetra > originals/kawai_hamekomi/inputs/tetra.tables

Every symmetry is applied to every piece, every image is moved everywhere on the frame, doubles go, the elements of a
site stand in ascending order of their boxes, and the sites of one piece are restricted so that of all images of a
solution one is left. What the article does not state is a parameter, with a default of the editor's:

    --boxes      the numbering of the boxes: ascending by (X, Y, Z), or descending
    --pieces     the order of the pieces: the restricted piece first, then by name, digits before letters
    --sites      the order of a piece's sites: ascending by their boxes, or descending
    --listed     for Tetra: use the 24 operations that section 3.3 lists, not all 48 symmetries of the octahedron
    --all-sites  do not restrict the sites of the first piece

On the tape each table has its name and upper bounds, then its elements, the last subscript running fastest; "-" is an
element without value.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

Cell = tuple[int, ...]
Motion = Callable[[Cell], Cell]
Site = tuple[int, ...]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: its frame, which steps lead to a neighbour, its symmetries, and one site of each piece.

    `listed` are the symmetries that the article lists; `restricted` is the piece whose sites are restricted.
    """

    frame: tuple[Cell, ...]
    steps: tuple[Cell, ...]
    motions: tuple[Motion, ...]
    listed: tuple[Motion, ...]
    pieces: dict[str, tuple[Cell, ...]]
    restricted: str


@dataclass(frozen=True)
class Order:
    """What the article leaves open."""

    boxes: str = "ascending"
    sites: str = "ascending"
    pieces: str = ""
    listed: bool = False
    all_sites: bool = False


def rotation(order: Sequence[int], signs: Sequence[int]) -> Motion:
    """Return a motion that takes coordinates in this order with these signs."""
    return lambda cell: (signs[0] * cell[order[0]], signs[1] * cell[order[1]], signs[2] * cell[order[2]])


def hexagon(reach: int) -> tuple[Cell, ...]:
    """Return the boxes of the plane X + Y + Z = 0 with no coordinate beyond `reach`."""
    axis = range(-reach, reach + 1)
    return tuple((x, y, -x - y) for x in axis for y in axis if abs(x + y) <= reach)


def octahedron(reach: int) -> tuple[Cell, ...]:
    """Return the points of odd X + Y + Z with |X| + |Y| + |Z| <= reach."""
    axis = range(-reach, reach + 1)
    points = ((x, y, z) for x in axis for y in axis for z in axis)
    return tuple(p for p in points if sum(map(abs, p)) <= reach and sum(p) % 2)


# Section 3.2: turns by 0, 60, …, 300 degrees; the mirror exchanges X and Y.
TURNS = (
    rotation((0, 1, 2), (1, 1, 1)), rotation((1, 2, 0), (-1, -1, -1)), rotation((2, 0, 1), (1, 1, 1)),
    rotation((0, 1, 2), (-1, -1, -1)), rotation((1, 2, 0), (1, 1, 1)), rotation((2, 0, 1), (-1, -1, -1)),
)  # fmt: skip
# Section 3.3: turns by 0, 90, 180, 270 degrees, each also with 120 and 240; the mirror changes the sign of Z.
BALLS = (
    rotation((0, 1, 2), (1, 1, 1)), rotation((2, 0, 1), (1, 1, 1)), rotation((1, 2, 0), (1, 1, 1)),
    rotation((1, 0, 2), (-1, 1, 1)), rotation((0, 2, 1), (-1, 1, 1)), rotation((2, 1, 0), (-1, 1, 1)),
    rotation((0, 1, 2), (-1, -1, 1)), rotation((2, 0, 1), (-1, -1, 1)), rotation((1, 2, 0), (-1, -1, 1)),
    rotation((1, 0, 2), (1, -1, 1)), rotation((0, 2, 1), (1, -1, 1)), rotation((2, 1, 0), (1, -1, 1)),
)  # fmt: skip
EXCHANGED = rotation((1, 0, 2), (1, 1, 1))
UPSIDE_DOWN = rotation((0, 1, 2), (1, 1, -1))


def mirrored(turns: Sequence[Motion], mirror: Motion) -> tuple[Motion, ...]:
    """Return the turns, each alone and followed by the mirror."""
    return (*turns, *(lambda cell, turn=turn: mirror(turn(cell)) for turn in turns))


WHOLE_GROUP = tuple(rotation(order, signs) for order in permutations((0, 1, 2)) for signs in product((1, -1), repeat=3))

PUZZLES = {
    # One site of each piece, as it lies in the hundredth solution that the article prints; S as in section 3.2.
    "tetrihex": Puzzle(
        hexagon(3),
        tuple(sorted(set(permutations((1, -1, 0))))),
        mirrored(TURNS, EXCHANGED),
        mirrored(TURNS, EXCHANGED),
        {
            "3": ((1, 2, -3), (2, 1, -3), (3, 0, -3)),
            "C": ((-2, 1, 1), (-3, 1, 2), (-3, 0, 3), (-2, -1, 3)),
            "D": ((3, -2, -1), (3, -3, 0), (2, -2, 0)),
            "I": ((-1, 3, -2), (-1, 2, -1), (-1, 1, 0), (-1, 0, 1)),
            "J": ((0, 3, -3), (0, 2, -2), (1, 1, -2), (2, 0, -2)),
            "P": ((2, -3, 1), (1, -3, 2), (0, -2, 2), (0, -3, 3)),
            "S": ((3, 0, -3), (2, 1, -3), (1, 1, -2), (0, 2, -2)),
            "V": ((3, -1, -2), (2, -1, -1), (1, 0, -1)),
            "Y": ((-2, 0, 2), (-1, -2, 3), (-1, -1, 2), (0, -1, 1)),
            "Z": ((-2, 3, -1), (-3, 3, 0), (-2, 2, 0), (-3, 2, 1)),
        },
        "J",
    ),
    "tetra": Puzzle(
        octahedron(3),
        tuple(sorted(step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 2)),
        WHOLE_GROUP,
        mirrored(BALLS, UPSIDE_DOWN),
        {
            "C": ((-2, 0, -1), (-2, 1, 0), (-1, 2, 0), (0, 2, -1)),
            "I": ((0, 0, 3), (1, 0, 2), (2, 0, 1), (3, 0, 0)),
            "J": ((0, 0, -3), (1, -2, 0), (1, -1, -1), (1, 0, -2)),
            "L": ((-1, 1, 1), (0, 1, 2), (1, 1, 1), (2, 1, 0)),
            "N": ((0, 0, 1), (0, 1, 0), (0, 2, 1), (0, 3, 0)),
            "O": ((-1, -1, 1), (0, -1, 0), (0, -1, 2), (1, -1, 1)),
            "P": ((-2, -1, 0), (-1, -2, 0), (0, -3, 0), (0, -2, 1)),
            "S": ((-1, 1, -1), (0, 0, -1), (1, 0, 0), (2, -1, 0)),
            "T": ((-3, 0, 0), (-2, 0, 1), (-1, 0, 0), (-1, 0, 2)),
            "Y": ((0, 1, -2), (1, 1, -1), (1, 2, 0), (2, 0, -1)),
            "Z": ((-1, -1, -1), (-1, 0, -2), (0, -2, -1), (0, -1, -2)),
        },
        "J",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Tables:
    """The tables of a puzzle, boxes, pieces and sites numbered from 1; `cells` are the boxes' coordinates."""

    pieces: tuple[str, ...]
    cells: tuple[Cell, ...]
    link: tuple[Site, ...]
    sites: tuple[tuple[Site, ...], ...]

    def text(self) -> str:
        """Return the tape."""
        most = max(map(len, self.sites))
        size = max(len(sites[0]) for sites in self.sites)
        near = len(max(self.link, key=len))
        degrees = [len(boxes) for boxes in self.link]
        lines = [f"link {len(self.cells)} {near}", *(row([*boxes, *[0] * (near - len(boxes))]) for boxes in self.link)]
        lines += [f"rempty {len(self.cells)}", row(degrees)]
        lines += [f"group {near}", row([degrees.count(n) for n in range(near + 1)])]
        lines += [f"size of piece {len(self.pieces)}", row([len(sites[0]) for sites in self.sites])]
        lines += [f"number of site {len(self.pieces)}", row([len(sites) for sites in self.sites])]
        lines.append(f"site {len(self.pieces)} {most} {size}")
        for sites in self.sites:
            lines += [row([*site, *["-"] * (size - len(site))]) for site in sites]
            lines += [row(["-"] * size)] * (most - len(sites))
        lines.append(f"sort {len(self.pieces)} {most} {size}")
        for sites in self.sites:
            columns = [sorted_by(sites, element) for element in range(len(sites[0]))]
            for place in range(most):
                values = [column[place] if place < len(column) else "-" for column in columns]
                lines.append(row([*values, *["-"] * (size - len(values))]))
        lines.append(f"box to site {len(self.pieces)} {len(self.cells)} {size}")
        for sites in self.sites:
            columns = [first_places(sites, element, len(self.cells)) for element in range(len(sites[0]))]
            for box in range(len(self.cells)):
                lines.append(row([*(column[box] for column in columns), *["-"] * (size - len(columns))]))
        return "\n".join(lines) + "\n"


def row(values: Sequence[object]) -> str:
    """Write one row of a table."""
    return " ".join(map(str, values))


def sorted_by(sites: Sequence[Site], element: int) -> list[int]:
    """Return the numbers of the sites in ascending order of one element; equal ones in ascending order themselves."""
    return [1 + number for number in sorted(range(len(sites)), key=lambda number: (sites[number][element], number))]


def first_places(sites: Sequence[Site], element: int, boxes: int) -> list[int]:
    """Return for each box where it begins in that order, 0 where it does not occur."""
    order = [sites[number - 1][element] for number in sorted_by(sites, element)]
    return [order.index(box) + 1 if box in order else 0 for box in range(1, boxes + 1)]


def shifted(cell: Cell, step: Cell) -> Cell:
    """Return the cell moved by a step."""
    return tuple(a + b for a, b in zip(cell, step, strict=True))


def images(piece: Sequence[Cell], motions: Sequence[Motion], frame: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Turn a piece every way and move it everywhere on the frame; doubles are not removed here."""
    for motion in motions:
        turned = [motion(cell) for cell in piece]
        for corner in frame:
            step = tuple(a - b for a, b in zip(corner, turned[0], strict=True))
            moved = frozenset(shifted(cell, step) for cell in turned)
            if moved <= frame:
                yield moved


def representatives(puzzle: Puzzle, sites: Sequence[frozenset[Cell]]) -> list[frozenset[Cell]]:
    """Return one site of each class under the frame's symmetries.

    In the plane all lie in one direction, that of the least site (section 4.1). On the octahedron they lie in the
    planes X + Y + Z = 3 and 1 (section 4.2, where the second is printed as 2), the least site of each class there.
    """
    ordered = sorted(sites, key=sorted)
    if len(puzzle.motions) == len(puzzle.listed):
        least = ordered[0]
        return [site for site in ordered if shape(site) == shape(least)]
    chosen: list[frozenset[Cell]] = []
    seen: set[frozenset[Cell]] = set()
    for site in (site for site in ordered if {sum(cell) for cell in site} in ({3}, {1})):
        if site not in seen:
            chosen.append(site)
            seen |= {frozenset(map(motion, site)) for motion in puzzle.motions}
    return chosen


def shape(site: frozenset[Cell]) -> tuple[Cell, ...]:
    """Return a site moved so that its least box is the origin: what its translations have in common."""
    back = tuple(-coordinate for coordinate in min(site))
    return tuple(sorted(shifted(cell, back) for cell in site))


def tables(name: str, order: Order | None = None) -> Tables:
    """Make the tables of a puzzle; raise ValueError for an order that is not one."""
    puzzle, chosen = PUZZLES[name], order or Order()
    pieces = tuple(chosen.pieces) or (puzzle.restricted, *sorted(set(puzzle.pieces) - {puzzle.restricted}))
    if sorted(pieces) != sorted(puzzle.pieces):
        raise ValueError(f"--pieces must hold each of {''.join(sorted(puzzle.pieces))} once")
    cells = tuple(sorted(puzzle.frame, reverse=chosen.boxes == "descending"))
    number = {cell: 1 + index for index, cell in enumerate(cells)}
    steps = [[shifted(cell, step) for step in puzzle.steps] for cell in cells]
    link = tuple(tuple(sorted(number[near] for near in around if near in number)) for around in steps)
    motions = puzzle.listed if chosen.listed else puzzle.motions
    sites: list[tuple[Site, ...]] = []
    for piece in pieces:
        found = sorted(set(images(puzzle.pieces[piece], motions, frozenset(puzzle.frame))), key=sorted)
        if piece == puzzle.restricted and not chosen.all_sites:
            found = representatives(puzzle, found)
        rows = sorted(tuple(sorted(number[cell] for cell in site)) for site in found)
        sites.append(tuple(rows[::-1] if chosen.sites == "descending" else rows))
    return Tables(pieces, cells, link, tuple(sites))


def main() -> None:
    """Print the tape of a puzzle."""
    parser = argparse.ArgumentParser(description="Make the tables of the program for Tetra and Tetrihex.")
    parser.add_argument("puzzle", choices=sorted(PUZZLES))
    parser.add_argument("--boxes", choices=("ascending", "descending"), default="ascending")
    parser.add_argument("--sites", choices=("ascending", "descending"), default="ascending")
    parser.add_argument("--pieces", default="", help="every piece's letter, in the order in which they are tried")
    parser.add_argument("--listed", action="store_true", help="only the operations that section 3.3 lists")
    parser.add_argument("--all-sites", action="store_true", help="do not restrict the first piece")
    given = parser.parse_args()
    try:
        made = tables(given.puzzle, Order(given.boxes, given.sites, given.pieces, given.listed, given.all_sites))
    except ValueError as error:
        parser.error(str(error))
    sys.stdout.write(made.text())


if __name__ == "__main__":
    main()

"""The symmetries of an edge-matching puzzle: turns of the board, mirror images, exchanges of letters.

    symmetries = "turns"                   # of the whole board (the default)
    symmetries = "all"                     # mirror images of the board and exchanges of letters too
    symmetries = ["turns", "letters"]      # these only; "none": no symmetry

A mirror image of a piece, or a piece with letters exchanged, is another piece of the set: a set has such a symmetry if
every piece has its image in it, in the same number. Letters that match are exchanged for letters that match, and the
letter of the border stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product
from math import factorial, prod

from getallenband.modern.exact_cover.repeated import Often
from getallenband.modern.exact_cover.symmetry import Group
from getallenband.modern.geometry.lattices import (
    Cell,
    Lattice,
    Matrix,
    difference,
    is_motion,
    order,
    transform,
    translate,
)
from getallenband.modern.puzzle_files.edge_tiles import clockwise
from getallenband.modern.puzzle_files.values import Value

Site = tuple[int, Cell, str]
"""A placement: piece, square, and the letters of its sides as it lies."""
Exchange = dict[int, str]
"""The letters that are exchanged, as str.translate takes them."""
TURNS, MIRROR, LETTERS = "turns", "mirror", "letters"
KINDS = (TURNS, MIRROR, LETTERS)
CHOICES: dict[str, tuple[str, ...]] = {TURNS: (TURNS,), "all": KINDS, "none": ()}
NAMES = {2: "half", 3: "third", 4: "quarter", 6: "sixth"}
MOST = 40_320
"""Exchanges of letters that are tried."""


def read_kinds(given: Value | None) -> tuple[str, ...]:
    """Return the kinds of symmetries that count."""
    if given is None:
        return CHOICES[TURNS]
    if not isinstance(given.content, list):
        return CHOICES[given.choice("symmetries", [*CHOICES])]
    return tuple(each.choice("symmetry", KINDS) for each in given.elements("a list of symmetries"))


@dataclass(frozen=True)
class EdgeSymmetries:
    """Those of a set of pieces, each with the letters of its sides and its number, on a board."""

    pieces: Sequence[str]
    often: Sequence[Often]
    board: Sequence[Cell]
    lattice: Lattice
    mate: Mapping[str, str]
    border: str

    def group(self, sites: Sequence[Site], given: Value | None) -> tuple[Group, str]:
        """Return the symmetries that count as permutations of the placements, and what they are called.

        Raise PuzzleError where too many exchanges of letters would have to be tried.
        """
        kinds = read_kinds(given)
        index = {site: number for number, site in enumerate(sites)}
        exchanges = self._exchanges(given) if given is not None and LETTERS in kinds else [{}]
        found: dict[tuple[int, ...], tuple[int, bool, bool]] = {}
        for exchange, mirrored in product(exchanges, (False, True) if MIRROR in kinds else (False,)):
            images = self._images(exchange, mirrored)
            motions = [*self._motions(mirrored)] if images else []
            for matrix, step in motions if TURNS in kinds else motions[:1]:
                moved = (self._moved(site, images, exchange, matrix, step) for site in sites)
                turns = 1 if mirrored else order(matrix)
                found.setdefault(tuple(index[site] for site in moved), (turns, mirrored, bool(exchange)))
        return tuple(found), _called([*found.values()])

    def _motions(self, mirrored: bool) -> Iterator[tuple[Matrix, Cell]]:
        """Yield the turns that take the board to itself, the identity first, or the mirror images."""
        for matrix in self.lattice.point_group:
            moved = [transform(matrix, cell) for cell in self.board]
            step = difference(min(self.board), min(moved))
            if (
                mirrored == (matrix not in self.lattice.rotations)
                and is_motion(matrix, step, self.lattice)
                and {translate(cell, step) for cell in moved} == {*self.board}
            ):
                yield matrix, step

    def _exchanges(self, given: Value) -> list[Exchange]:
        """Return the exchanges that may be symmetries, the identity first: of letters as frequent as each other."""
        number: Counter[str] = Counter()
        for sides in self.pieces:
            number.update(sides)
        classes: dict[tuple[int, bool], list[str]] = {}
        for letter in sorted(self.mate.keys() - {self.border}):
            classes.setdefault((number[letter], self.mate[letter] == letter), []).append(letter)
        if prod(factorial(len(letters)) for letters in classes.values()) > MOST:
            raise given.error(f"more than {MOST:,} exchanges of letters would have to be tried")
        own = [letter for letters in classes.values() for letter in letters]
        found = []
        for images in product(*map(permutations, classes.values())):
            image = dict(zip(own, chain(*images), strict=True))
            if all(image.get(self.mate[one], self.mate[one]) == self.mate[other] for one, other in image.items()):
                found.append({ord(one): other for one, other in image.items() if one != other})
        return found

    def _images(self, exchange: Exchange, mirrored: bool) -> list[int]:
        """Return the image of each piece; nothing if some piece has none in the set."""
        alike: dict[tuple[str, Often], list[int]] = {}
        for number, sides in enumerate(self.pieces):
            alike.setdefault((_least(sides), self.often[number]), []).append(number)
        images = [0] * len(self.pieces)
        for (sides, often), own in alike.items():
            turned = sides.translate(exchange)
            targets = alike.get((_least(turned[::-1] if mirrored else turned), often), [])
            if len(own) != len(targets):
                return []
            for one, other in zip(own, targets, strict=True):
                images[one] = other
        return images

    def _moved(self, site: Site, images: Sequence[int], exchange: Exchange, matrix: Matrix, step: Cell) -> Site:
        """Return the image of a placement: letters exchanged, then moved with the board."""
        piece, place, sides = site
        beside = [translate(transform(matrix, near), step) for near in clockwise(place, self.lattice.name)]
        letters = dict(zip(beside, sides.translate(exchange), strict=True))
        target = translate(transform(matrix, place), step)
        return images[piece], target, "".join(letters[near] for near in clockwise(target, self.lattice.name))


def _least(sides: str) -> str:
    return min(sides[turn:] + sides[:turn] for turn in range(len(sides)))


def _called(found: Sequence[tuple[int, bool, bool]]) -> str:
    """Return what these symmetries are called, as in "up to half turns and mirror images of the board"."""
    turns = max(order for order, _, _ in found)
    of_board = [f"{NAMES[turns]} turns"] if turns > 1 else []
    of_board += ["mirror images"] if any(mirrored for _, mirrored, _ in found) else []
    called = [f"{' and '.join(of_board)} of the board"] if of_board else []
    return " and ".join([*called, "exchanges of letters"] if any(each for _, _, each in found) else called)

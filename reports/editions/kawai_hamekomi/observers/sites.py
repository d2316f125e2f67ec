"""Sites of pieces: printed coordinates, motions and symmetries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry import LATTICES, Cell, transform
from getallenband.modern.geometry.lattices import translate
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.checking.observers.geometry import piece_number
from getallenband.reports.editions.kawai_hamekomi.motions import Operation, listed, operated
from getallenband.reports.runs.by_folder import observer


@observer
def frame(context: Context, *, puzzle: str, aspect: Literal["volume", "neighbours"] = "volume") -> Observed:
    """Count the elements and boxes of a frame, or the neighbours of a box.

    observe = "frame"
    with = { puzzle = "tetra", aspect = "neighbours" }

    Return the numbers of elements and boxes; or the greatest number of "neighbours" of a box within the frame.
    """
    problem = context.oracle.puzzle(puzzle).problem
    boxes = set(problem.cells)
    if aspect == "neighbours":
        steps = LATTICES[problem.lattice].neighbours
        return Observed(max(sum(translate(box, step) in boxes for step in steps) for box in boxes))
    sizes = {placement.piece: len(placement.cells) for placement in problem.placements}
    return Observed([sum(sizes.values()), len(boxes)])


@observer
def frame_orbits(context: Context, *, puzzle: str, order: str, piece: str) -> Observed:
    """Sort the sites of a piece into classes under the frame's symmetries.

    observe = "frame_orbits"
    with = { puzzle = "tetra", order = "kawai", piece = "J" }

    Where no symmetry but the identity leaves a site of the piece as it is, and one site of each class is kept, every
    solution keeps exactly one of its images.

    Return how many sites each class has, if all have as many and the order keeps just one of each; else a list.
    """
    problem, chosen = context.ordered(puzzle, order)
    number = piece_number(problem, piece)
    frame = frozenset(problem.cells)
    group = [
        matrix for matrix in LATTICES[problem.lattice].point_group if {transform(matrix, c) for c in frame} == frame
    ]
    sites = {
        frozenset(problem.cells[cell] for cell in placement.cells): index
        for index, placement in enumerate(problem.placements)
        if placement.piece == number
    }
    classes: list[set[frozenset[Cell]]] = []
    for site in sites:
        if not any(site in known_class for known_class in classes):
            classes.append({frozenset(transform(matrix, cell) for cell in site) for matrix in group})
    sizes = sorted({len(members) for members in classes})
    kept = set(range(len(problem.placements)) if chosen.keep is None else chosen.keep)
    each = {sum(sites[site] in kept for site in members) for members in classes}
    why = f"{len(group)} symmetries; {len(sites)} sites of {piece} in {len(classes)} classes of {sizes}"
    why += f"; kept of each: {sorted(each)}"
    return Observed(sizes[0] if sizes == [len(group)] and each == {1} else sizes, why)


@observer
def site_of(context: Context, *, file: str, puzzle: str) -> Observed:
    """Name the piece of which some printed coordinates are a site.

    observe = "site_of"
    with = { file = "piece-s.transcription", puzzle = "tetrihex" }

    Return the name, or "none" if the boxes at these coordinates are no piece's site.
    """
    problem = context.oracle.puzzle(puzzle).problem
    printed = {
        tuple(int(number) for number in match[1].split(","))
        for match in re.finditer(r"\(([-\d, ]+)\)", context.text(file))
    }
    for placement in problem.placements:
        if {problem.cells[cell] for cell in placement.cells} == printed:
            return Observed(problem.pieces[placement.piece])
    return Observed("none")


SAMPLE: Cell = (1, 2, 3)
"""No operation but the identity leaves it where it is."""


@observer
def named_turns(context: Context, *, file: str, units: list[int]) -> Observed:
    """Count the listed turns that are what their names say: 180° is twice 90°, and so on.

    observe = "named_turns"
    with = { file = "tetra-turns.transcription", units = [90, 120] }

    Return how many of the listed operations are the repeated turns by a unit that their names say.

    Facts: listed (how many there are).
    """
    turns = dict(listed(context.text(file)))
    missing = [unit for unit in units if f"{unit}°" not in turns]
    if missing:
        raise UserError(f"{file} has no turn by {missing[0]}°; it has: {', '.join(turns)}")
    wrong = [name for name, turn in turns.items() if made(name, units, turns) != operated(turn, SAMPLE)]
    return Observed(
        len(turns) - len(wrong), f"wrong: {', '.join(wrong)}" if wrong else "", facts={"listed": len(turns)}
    )


def made(name: str, units: list[int], turns: dict[str, Operation]) -> Cell:
    """Return where the sample goes by repeated turns by a unit."""
    cell = SAMPLE
    for angle in reversed([int(digits) for digits in re.findall(r"\d+", name)]):
        unit = next((unit for unit in units if angle % unit == 0), None)
        if unit is None:
            raise UserError(f"{angle}° is not a multiple of {' or '.join(map(str, units))}°")
        for _ in range(angle // unit):
            cell = operated(turns[f"{unit}°"], cell)
    return cell


Site = tuple[Cell, ...]
Written = Annotated[str, Field(pattern="^-?[XYZ] -?[XYZ] -?[XYZ]$")]
"""What becomes of X, Y and Z."""


@observer
def sites_by_motions(context: Context, *, puzzle: str, without: str, file: str, mirror: Written) -> Observed:
    """Count the sites that the listed operations make from one site of each piece.

    observe = "sites_by_motions"
    with = { puzzle = "tetra", without = "J", file = "tetra-turns.transcription", mirror = "X Y -Z" }

    One site of each piece is moved everywhere, and every operation is applied to it; doubles count once. If the
    operations are no group, their number depends on the site that is taken, and on whether the mirror comes after the
    turn or before.

    Return the least and the greatest number of sites, the mirror coming last, and the same, the mirror coming first.

    Where all four are one number, that number. Facts: turns (how many are listed), symmetries (how many they and the
    mirror are when repeated), every (sites by all symmetries).
    """
    problem = context.oracle.puzzle(puzzle).problem
    turns = [turn for _, turn in listed(context.text(file))]
    reflected = tuple(mirror.split())
    last = [*turns, *(after(reflected, turn) for turn in turns)]
    first = [*turns, *(after(turn, reflected) for turn in turns)]
    sites: dict[str, list[Site]] = {name: [] for name in problem.pieces if name != without}
    for placement in problem.placements:
        if problem.pieces[placement.piece] != without:
            cells = tuple(problem.cells[cell] for cell in placement.cells)
            sites[problem.pieces[placement.piece]].append(cells)
    ranges = []
    for operations in (last, first):
        numbers = [sites_made(placed, operations) for placed in sites.values()]
        ranges += [sum(map(min, numbers)), sum(map(max, numbers))]
    facts = {"turns": len(turns), "symmetries": len(repeated(last)), "every": sum(map(len, sites.values()))}
    return Observed(ranges[0] if len(set(ranges)) == 1 else ranges, facts=facts)


def after(second: Operation, first: Operation) -> Operation:
    """Return the operation that does `first`, then `second`."""
    named = dict(zip("XYZ", first, strict=True))
    return tuple(("-" + named[axis[-1]] if axis[0] == "-" else named[axis]).replace("--", "") for axis in second)


def repeated(operations: Iterable[Operation]) -> set[Operation]:
    """Return all operations that repeating these gives."""
    found: set[Operation] = {("X", "Y", "Z")}
    while more := {after(one, other) for one in operations for other in found} - found:
        found |= more
    return found


def sites_made(sites: Iterable[Site], operations: Iterable[Operation]) -> list[int]:
    """Return how many of the sites the operations, and moving, make of one of each shape."""
    shapes = Counter(map(at_origin, sites))
    return [sum(shapes[image] for image in images(shape, operations)) for shape in shapes]


def images(shape: Iterable[Cell], operations: Iterable[Operation]) -> set[frozenset[Cell]]:
    return {at_origin(operated(operation, cell) for cell in shape) for operation in operations}


def at_origin(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells moved so that the first in ascending order is the origin."""
    ordered = sorted(cells)
    return frozenset(tuple(a - b for a, b in zip(cell, ordered[0], strict=True)) for cell in ordered)

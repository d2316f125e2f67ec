"""Which symmetries make two solutions one: all that board and pieces have, or those that the puzzle file names.

symmetries = "rotations"               # a solid that is mirrored cannot be held in the hand
symmetries = ["half-turn", "mirror"]   # these, and what follows from them

A torus or a cylinder has its shifts too, with every choice but "none".
"""

from __future__ import annotations

from math import prod

from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.symmetry import Group, symmetries
from getallenband.modern.geometry.lattices import Lattice, Matrix, order
from getallenband.modern.puzzle_files.values import Value

ALL, ROTATIONS, NONE = "all", "rotations", "none"
TURNS = {"half-turn": 2, "third-turn": 3, "quarter-turn": 4, "sixth-turn": 6}
KINDS = (*TURNS, "mirror")


MOST = 20_000_000
"""Images of placements under all symmetries: some twenty seconds of work."""


def read_group(given: Value | None, problem: Problem, lattice: Lattice) -> Group:
    """Return the symmetries of the problem that count, as permutations of the placements, the identity first.

    Raise ValueError where a torus or a cylinder may have too many.
    """
    if given is not None and given.content == NONE:
        return symmetries(problem, lattice.point_group[:1])[:1]
    shifts = prod(length or 1 for length in problem.rings)
    if len(lattice.point_group) * shifts * len(problem.placements) > MOST:
        raise ValueError(f'{shifts} shifts and their symmetries are too many to try; expected `symmetries = "{NONE}"`')
    if given is None:
        return symmetries(problem)
    if not isinstance(given.content, list):
        matrices = {ALL: lattice.point_group, ROTATIONS: lattice.rotations}
        return symmetries(problem, matrices[given.choice("symmetries", [*matrices, NONE])])
    found: Group = symmetries(problem, lattice.point_group[:1])
    for each in given.elements("a list of symmetries"):
        kind = each.choice("symmetry", KINDS)
        own = symmetries(problem, tuple(m for m in lattice.point_group if _is(kind, m, lattice)))
        if not own:
            raise each.error(f"board and pieces have no {kind}")
        found = _generated((*found, *own))
    return found


def _is(kind: str, matrix: Matrix, lattice: Lattice) -> bool:
    """Whether an isometry is a mirror image, or a turn of this order."""
    if kind == "mirror":
        return matrix not in lattice.rotations
    return matrix in lattice.rotations and order(matrix) == TURNS[kind]


def _generated(group: Group) -> Group:
    """Return all products of these permutations, those given first."""
    found = dict.fromkeys(group)
    waiting = list(found)
    while waiting:
        one = waiting.pop()
        for other in group:
            product = tuple(one[place] for place in other)
            if product not in found:
                found[product] = None
                waiting.append(product)
    return tuple(found)

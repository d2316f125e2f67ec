"""Breaking symmetry is exact: on small symmetric boards every class of solutions is found once, and only once."""

import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from modern.exact_cover.placements import placements
from modern.exact_cover.problem import Problem
from modern.exact_cover.symmetry import acts_freely, break_symmetry, canonical, orbit_size, symmetries
from modern.geometry.lattices import LATTICES, translate
from modern.solvers import brute_force

BOARDS = {
    "square": [
        [(r, c) for r in range(rows) for c in range(columns)] for rows, columns in ((2, 3), (2, 4), (3, 3), (3, 4))
    ],
    "hexagonal": [[(x, -x - z, z) for x in (-1, 0, 1) for z in (-1, 0, 1) if abs(x + z) < 2]],
    "cubic": [[(z, y, x) for z in range(2) for y in range(2) for x in range(n)] for n in (2, 3)],
    "face-centred cubic": [
        [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)],
    ],
}
MOST_PIECES = 6
"""A dozen single cells have too many solutions for a search by brute force."""


@st.composite
def symmetric_problems(draw):
    name = draw(st.sampled_from(sorted(BOARDS)))
    board = tuple(sorted(draw(st.sampled_from(BOARDS[name]))))
    dice = random.Random(draw(st.integers(0, 10**6)))
    lattice = LATTICES[name]
    left, pieces = set(board), {}
    while left:
        piece = [min(left)]
        for _ in range(dice.randint(0, 3)):
            edge = sorted({translate(c, s) for c in piece for s in lattice.neighbours} & left - set(piece))
            piece += [dice.choice(edge)] if edge else []
        pieces[f"p{len(pieces)}"] = tuple(sorted(piece))
        left -= set(piece)
    assume(len(pieces) <= MOST_PIECES)
    sides = draw(st.sampled_from(["free", "one-sided", "fixed"]))
    return Problem("random", tuple(pieces), board, placements(lattice, sides, pieces, board), name)


def solutions_of(problem):
    found = []
    brute_force.solve(problem, on_solution=found.append)
    return found


@settings(max_examples=30)
@given(symmetric_problems())
def test_every_class_is_found_once(problem):
    group = symmetries(problem)
    everything = range(len(problem.placements))
    assert all(sorted(g) == list(everything) for g in group)
    assert {tuple(g[i] for i in h) for g in group for h in group} == set(group), "closed under composition"
    solutions = solutions_of(problem)
    classes = {canonical(solution, group) for solution in solutions}
    found = []
    for case in break_symmetry(problem, group):
        for solution in solutions_of(problem.restrict(case.keep)):
            mine = tuple(case.keep[i] for i in solution)
            if canonical(mine, case.group) == mine:
                found.append(canonical(mine, group))
    assert sorted(found) == sorted(classes)
    assert sum(orbit_size(solution, group) for solution in classes) == len(solutions)
    if acts_freely(problem, group):
        assert len(solutions) == len(classes) * len(group)

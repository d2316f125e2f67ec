"""Lattices, polyforms, boards and symmetry against figures known from elsewhere."""

import pytest

from getallenband.modern.exact_cover.symmetry import acts_freely, break_symmetry, canonical, orbit_size
from getallenband.modern.geometry.lattices import LATTICES
from getallenband.modern.geometry.polyforms import polyforms
from getallenband.modern.puzzle_files.puzzle import puzzle_names, read_puzzle
from getallenband.modern.solvers import brute_force


@pytest.mark.parametrize(
    ("lattice", "size", "free", "one_sided", "fixed"),
    [
        # OEIS A000105, A000988, A001168
        ("square", 5, 12, 18, 63),
        # OEIS A000228, A006535, A001207
        ("hexagonal", 3, 3, 3, 11),
        ("hexagonal", 4, 7, 10, 44),
        # OEIS A038119, A000162, A001931
        ("cubic", 4, 7, 8, 86),
        # OEIS A000577, A006534, A001420
        ("triangular", 4, 3, 4, 14),
        ("triangular", 6, 12, 19, 94),
    ],
)
def test_polyforms_are_as_many_as_the_encyclopedia_says(lattice, size, free, one_sided, fixed):
    sides = ("free", "one-sided", "fixed")
    assert [len(polyforms(LATTICES[lattice], size, side)) for side in sides] == [free, one_sided, fixed]


def test_too_many_polyforms_are_refused():
    """The encyclopedia has 4,655 free polyominoes of ten cells (OEIS A000105), and 1,285 of nine."""
    with pytest.raises(ValueError, match=r"^there are more than 3000 polyforms of 10 cells$"):
        polyforms(LATTICES["square"], 10, "free")


def test_flat_pieces():
    assert len(polyforms(LATTICES["cubic"], 5, "free", planar=True)) == 12
    # Five tetrominoes and seven tetrahexes, the straight one common to both.
    assert len(polyforms(LATTICES["face-centred cubic"], 4, "free", planar=True)) == 11


@pytest.mark.parametrize(
    ("name", "cells", "group"),
    [
        ("pentominoes-6x10", 60, 4),
        ("pentominoes-8x8", 60, 8),
        ("one-sided-5x18", 90, 4),
        ("rug", 28, 4),
        ("tetrihex", 37, 12),
        ("tetra", 44, 48),
        ("pentacubes-3x4x5", 60, 8),
        ("jigsaw", 105, 4),
        ("hexiamonds-6x6", 72, 4),
    ],
)
def test_symmetries_are_found(name, cells, group):
    puzzle = read_puzzle(name)
    assert len(puzzle.problem.cells) == cells
    assert len(puzzle.symmetries) == group
    assert puzzle.symmetries[0] == tuple(range(len(puzzle.problem.placements)))


@pytest.mark.parametrize(("name", "kept", "others"), [("tetrihex", 216, 911), ("tetra", 288, 1753)])
def test_placements_are_as_many_as_kawai_counted(name, kept, others):
    problem = read_puzzle(name).problem
    by_piece = problem.placements_by_piece
    assert len(by_piece[problem.pieces.index("J")]) == kept
    assert len(problem.placements) - kept == others


def test_every_named_puzzle_reads():
    assert len(puzzle_names()) >= 12
    for name in puzzle_names():
        puzzle = read_puzzle(name)
        assert list(puzzle.problem.placements) == sorted(puzzle.problem.placements, key=lambda p: (p.piece, p.cells))


@pytest.mark.parametrize(("name", "total", "classes"), [("jigsaw", 12, 3), ("rug", 12, 3)])
def test_symmetry_broken_before_and_after_agree(name, total, classes):
    puzzle = read_puzzle(name)
    problem, group = puzzle.problem, puzzle.symmetries
    found = []
    assert brute_force.solve(problem, on_solution=found.append).solutions == total
    assert all(problem.is_solution(solution) for solution in found)
    after = {canonical(solution, group) for solution in found}
    before = set()
    for case in break_symmetry(problem, group):
        assert len(case.group) == 1
        mine = []
        brute_force.solve(problem.restrict(case.keep), on_solution=mine.append)
        classes_here = {canonical(tuple(case.keep[i] for i in solution), group) for solution in mine}
        assert len(classes_here) == len(mine), "a class was found twice in one part"
        assert not classes_here & before, "a class was found in two parts"
        before |= classes_here
    assert before == after
    assert len(after) == classes
    assert acts_freely(problem, group)
    assert sum(orbit_size(solution, group) for solution in after) == total

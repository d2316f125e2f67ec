"""Breaking symmetry is exact: on small symmetric boards every class of solutions is found once, and only once."""

import random
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from getallenband.modern.exact_cover.placements import placements
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.symmetry import acts_freely, break_symmetry, canonical, orbit_size, symmetries
from getallenband.modern.geometry.lattices import LATTICES, translate
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.search.solve import solve
from getallenband.modern.solvers import brute_force

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


@settings(max_examples=25)
@given(st.data())
def test_mirror_images_of_alike_pieces_have_the_same_copies(data):
    """Of one-sided pieces a and b and their mirror images c and d: whatever their order in the file."""
    side = data.draw(st.sampled_from([2, 4]))
    shapes = {"a": "###/#..", "b": "###/#..", "c": "###/..#", "d": "###/..#"}
    most = {name: data.draw(st.integers(1, 2)) for name in shapes}

    def read(names, counted):
        copies = ", ".join(f'{name} = "0-{most[name]}"' for name in names)
        lines = ['lattice = "square"', 'sides = "one-sided"', f"board = {{ rectangle = [{side}, 4] }}"]
        lines += [f"copies = {{ {copies} }}", f'symmetries = "{counted}"', "[pieces]"]
        text = "\n".join([*lines, *(f'{name} = "{shapes[name]}"' for name in names), ""])
        return parse_puzzle(text, Path("alike.toml"), "alike.toml")

    def named(problem, solution):
        placed = (problem.placements[i] for i in solution)
        return frozenset((problem.pieces[p.piece], frozenset(problem.cells[c] for c in p.cells)) for p in placed)

    plain, found = read("abcd", "none"), []
    solve(plain, on_solution=lambda solution: found.append(named(plain.problem, solution)))
    one, other = (sorted(pair, key=lambda name: (most[name], name)) for pair in ("ab", "cd"))
    mirrored = {**dict(zip(one, other, strict=True)), **dict(zip(other, one, strict=True))}
    may_mirror = all(most[name] == most[mirrored[name]] for name in mirrored)

    def image(solution, turns, mirror):
        def moved(row, column):
            row = side - 1 - row if mirror else row
            for _ in range(turns):
                row, column = (column, 3 - row) if side == 4 else (side - 1 - row, 3 - column)
            return row, column

        return frozenset(
            (mirrored[name] if mirror else name, frozenset(moved(*cell) for cell in cells)) for name, cells in solution
        )

    turns = range(4 if side == 4 else 2)
    classes = {
        frozenset(image(solution, turn, mirror) for turn in turns for mirror in range(1 + may_mirror))
        for solution in found
    }
    puzzle, listed = read(data.draw(st.permutations("abcd")), "all"), []
    for result in (solve(puzzle), solve(puzzle, on_solution=listed.append)):
        assert (result.solutions, result.solutions_up_to_symmetry) == (len(found), len(classes))
    assert len(listed) == len(classes)

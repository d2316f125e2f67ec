"""Every solver against known counts, and against the definition on small random boards."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.modern.exact_cover.placements import placements
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.symmetry import break_symmetry
from getallenband.modern.geometry.lattices import LATTICES, translate
from getallenband.modern.geometry.polyforms import is_connected
from getallenband.modern.kernels import resumable
from getallenband.modern.puzzle_files.puzzle import parse_puzzle, read_puzzle
from getallenband.modern.solvers import brute_force, solver, solver_names

SOLVERS = [name for name in solver_names() if name not in ("brute_force", "colouring")]
# Published counts, up to symmetry: Golomb's and the articles' own.
KNOWN = {
    "pentominoes-3x20": 2,
    "pentominoes-8x8": 65,
    "pentominoes-4x15": 368,
    "pentominoes-5x12": 1010,
    "pentominoes-6x10": 2339,
    "one-sided-3x30": 46,
    "rug": 3,
    "tetrihex": 12290,
    "jigsaw": 3,
}
# What takes a method longer than a second is left to the soak tests.
QUICK = {
    "first_hole": ("pentominoes-3x20", "pentominoes-8x8", "pentominoes-6x10", "rug", "tetrihex", "jigsaw"),
    "most_surrounded": ("rug", "tetrihex"),
    "dancing_links": ("rug", "tetrihex", "jigsaw"),
    "dancing_cells": ("rug", "jigsaw"),
    "frontier": ("pentominoes-3x20", "pentominoes-6x10", "one-sided-3x30", "rug", "tetrihex"),
    "bit_parallel": tuple(KNOWN),
}


def count(name, puzzle_name):
    puzzle = read_puzzle(puzzle_name)
    chosen = solver(name)
    total = 0
    for case in break_symmetry(puzzle.problem, puzzle.symmetries):
        assert len(case.group) == 1
        problem = puzzle.problem.restrict(case.keep)
        assert chosen.refusal(problem) is None
        total += chosen.solve(problem).solutions
    return total


@pytest.mark.parametrize(
    ("name", "puzzle"), [(name, puzzle) for name in SOLVERS for puzzle in QUICK.get(name, ("rug",))]
)
def test_known_counts(name, puzzle):
    assert count(name, puzzle) == KNOWN[puzzle]


@pytest.mark.soak
@pytest.mark.parametrize("puzzle", KNOWN)
@pytest.mark.parametrize("name", SOLVERS)
def test_known_counts_by_every_solver_that_suits(name, puzzle):
    reason = solver(name).refusal(read_puzzle(puzzle).problem)
    if reason is not None:
        pytest.skip(reason)
    assert count(name, puzzle) == KNOWN[puzzle]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "puzzle", "known"),
    [
        ("most_surrounded", "tetra", 7482),
        ("dancing_links", "tetra", 7482),
        ("frontier", "one-sided-5x18", 686628),
    ],
)
def test_known_counts_of_long_searches(name, puzzle, known):
    assert count(name, puzzle) == known


@st.composite
def small_problems(draw):
    """A board cut at random into pieces, connected or of several parts: so there is at least one solution."""
    name = draw(st.sampled_from(["square", "hexagonal", "cubic", "face-centred cubic"]))
    dice = random.Random(draw(st.integers(0, 10**6)))
    lattice = LATTICES[name]
    origin = (0,) * lattice.dimension
    board = [origin]
    while len(board) < draw(st.integers(6, 13)):
        edge = sorted({translate(c, s) for c in board for s in lattice.neighbours} - set(board))
        board.append(min(dice.sample(edge, min(3, len(edge))), key=lambda c: sum(x * x for x in c)))
    left, pieces, connected = set(board), {}, draw(st.booleans())
    while left:
        piece = [min(left)]
        for _ in range(dice.randint(1, 3)):
            edge = sorted({translate(c, s) for c in piece for s in lattice.neighbours} & left - set(piece))
            piece += edge[:1] if connected else dice.sample(sorted(left - set(piece)), min(1, len(left) - len(piece)))
        pieces[f"p{len(pieces)}"] = tuple(sorted(piece))
        left -= set(piece)
    assert not connected or all(is_connected(piece, lattice) for piece in pieces.values())
    cells = tuple(sorted(board))
    sides = draw(st.sampled_from(["free", "one-sided", "fixed"]))
    return Problem("random", tuple(pieces), cells, placements(lattice, sides, pieces, cells), name)


@settings(max_examples=80)
@given(small_problems())
def test_all_solvers_agree_with_the_definition(problem):
    expected = []
    brute_force.solve(problem, on_solution=expected.append)
    assert expected
    assert len(set(expected)) == len(expected)
    for name in SOLVERS:
        chosen = solver(name)
        if chosen.refusal(problem) is not None:
            continue
        answer = chosen.solve(problem)
        assert answer.finished
        assert answer.solutions == len(expected), name
        if chosen.LISTS:
            found = []
            answer = chosen.solve(problem, on_solution=found.append)
            assert sorted(found) == sorted(expected), name
            assert answer.solutions == len(found)
            few = []
            answer = chosen.solve(problem, on_solution=few.append, limit=1)
            assert len(few) == answer.solutions == 1, name


@pytest.mark.parametrize("name", [name for name in SOLVERS if solver(name).LISTS])
def test_a_search_can_be_stopped(name):
    problem = read_puzzle("tetra").problem
    if solver(name).refusal(problem) is not None:
        pytest.skip("the board does not suit")
    assert not solver(name).solve(problem, stop=lambda: True).finished


@pytest.mark.parametrize("name", [name for name in SOLVERS if solver(name).LISTS])
def test_pauses_change_nothing(monkeypatch, name):
    problem = read_puzzle("rug").problem
    expected, found = [], []
    answer = solver(name).solve(problem, on_solution=expected.append)
    for module in (resumable, solver(name)):
        monkeypatch.setattr(module, "SLICE", 7, raising=False)
    monkeypatch.setattr(resumable, "AT_A_TIME", 2)
    paused = solver(name).solve(problem, on_solution=found.append)
    assert found == expected
    assert (paused.nodes, paused.attempts, paused.counts) == (answer.nodes, answer.attempts, answer.counts)


@pytest.mark.parametrize("name", ["brute_force", *SOLVERS])
def test_a_single_piece(name):
    board = tuple((row, column) for row in range(2) for column in range(3))
    pieces = {"A": board}
    problem = Problem("one", ("A",), board, placements(LATTICES["square"], "fixed", pieces, board), "square")
    assert solver(name).solve(problem).solutions == 1


@pytest.mark.parametrize("name", ["brute_force", *SOLVERS])
@pytest.mark.parametrize(
    ("lattice", "board", "pieces", "solutions"),
    [
        ("square", "##/##", ("#./.#", "#./.#"), 2),
        ("square", "###/###/###", ("#.#/.#./#.#", ".#./#.#/.#."), 1),
        ("square", "##/##/##", ("#./.#", "#./.#", "##"), 4),
        ("square", "########", ("#.#", "#.#", "#..#", "##"), 8),
        ("hexagonal", "# # # #", ("#   #", "#   #"), 2),
    ],
)
def test_pieces_of_several_parts_together_fill_islands(name, lattice, board, pieces, solutions):
    """An island of empty cells need not be as large as any set of these pieces."""
    drawn = "".join(f'{letter} = "{piece}"\n' for letter, piece in zip("ABCD", pieces, strict=False))
    text = f'lattice = "{lattice}"\nboard.drawing = "{board}"\n[pieces]\n{drawn}'
    problem = parse_puzzle(text, Path("own.toml"), "own.toml").problem
    if solver(name).refusal(problem) is not None:
        pytest.skip("it takes no pieces of several parts")
    assert solver(name).solve(problem).solutions == solutions

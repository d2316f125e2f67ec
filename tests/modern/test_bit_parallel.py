"""The fast solver against the definition on small random covers, and against the known counts."""

import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.modern.exact_cover.alike import merge_alike
from getallenband.modern.exact_cover.placements import placements
from getallenband.modern.exact_cover.problem import Placement, Problem
from getallenband.modern.exact_cover.symmetry import break_symmetry, canonical
from getallenband.modern.geometry.lattices import LATTICES
from getallenband.modern.geometry.polyforms import polyforms
from getallenband.modern.kernels import resumable
from getallenband.modern.kernels.resumable import run
from getallenband.modern.puzzle_files.puzzle import parse_puzzle, read_puzzle
from getallenband.modern.solvers import bit_parallel, brute_force, dancing_links

SQUARE = LATTICES["square"]
COUNTS = {
    "pentominoes-6x10": 2339,
    "pentominoes-5x12": 1010,
    "pentominoes-4x15": 368,
    "pentominoes-3x20": 2,
    "pentominoes-8x8": 65,
    "tetrihex": 12290,
    "tetra": 7482,
    "pentacubes-3x4x5": 3940,
    "pentacubes-2x5x6": 264,
    "pentacubes-2x3x10": 12,
    "soma": 240,
    "one-sided-3x30": 46,
}


@st.composite
def covers(draw):
    """Draw an exact cover of any shape, its cells spread over both words, often with a solution planted."""
    pieces = draw(st.integers(1, 5))
    cells = draw(st.integers(max(3, pieces), 9))
    gap = draw(st.sampled_from([0, 60, 110]))
    subsets = st.sets(st.integers(0, cells - 1), max_size=4)
    rows = {(p, frozenset(draw(subsets))) for p in range(pieces) for _ in range(draw(st.integers(1, 6)))}
    if draw(st.booleans()):
        owner = [draw(st.integers(0, pieces - 1)) for _ in range(cells)]
        rows |= {(p, frozenset(c for c in range(cells) if owner[c] == p)) for p in range(pieces)}
    # Cells that the first piece always covers stand between the rest, so that these reach the second word.
    filler = frozenset(range(3, 3 + gap)) if gap + cells + pieces <= 128 else frozenset()
    rows = {
        (p, frozenset(c if c < 3 else c + len(filler) for c in chosen) | (filler if p == 0 else frozenset()))
        for p, chosen in rows
    }
    placements = sorted((p, tuple(sorted(chosen))) for p, chosen in rows)
    board = tuple((c,) for c in range(cells + len(filler)))
    return Problem("random", tuple("ABCDE"[:pieces]), board, tuple(Placement(*row) for row in placements), "abstract")


def by_definition(problem):
    return {choice for choice in product(*problem.placements_by_piece) if problem.is_solution(choice)}


def listed(problem, **options):
    found = []
    answer = bit_parallel.solve(problem, on_solution=found.append, **options)
    assert answer.solutions == len(found)
    return found, answer


@given(covers())
@settings(max_examples=150)
def test_small_covers_by_the_definition(problem):
    expected = by_definition(problem)
    found, answer = listed(problem)
    assert len(found) == len(expected)
    assert set(found) == expected
    assert answer.finished
    if merge_alike(problem) is None:
        assert answer.nodes[-1] >= len(expected)
    assert bit_parallel.solve(problem).nodes == answer.nodes


@st.composite
def polyomino_puzzles(draw):
    """Draw a board of squares, perhaps with holes, and pieces that fill it by volume; some placements struck out.

    Often one piece is as wide as the board and about as long as a window, and fits between two of its lines.
    """
    dice = random.Random(draw(st.integers(0, 10**6)))
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    board = [cell for cell in product(range(rows), range(columns)) if draw(st.integers(0, 6))]
    pieces, left = {}, len(board)
    slab = draw(st.sampled_from([0, 40, 56, 60, 64, 68])) // columns
    if slab:
        above = draw(st.integers(0, rows))
        pieces["slab"] = tuple((row, column) for row in range(slab) for column in range(columns))
        board = [(row + slab * (row >= above), column) for row, column in board]
        board = sorted([*board, *((row + above, column) for row, column in pieces["slab"])])
    while left:
        size = min(left, draw(st.integers(3, 5)))
        pieces[str(len(pieces))] = draw(st.sampled_from(polyforms(SQUARE, size, "free")))
        left -= size
    sides = draw(st.sampled_from(["free", "one-sided", "fixed"]))
    table = placements(SQUARE, sides, pieces, board)
    kept = tuple(p for p in table if dice.randrange(10))
    return Problem("polyominoes", tuple(pieces), tuple(board), kept, "square")


@given(polyomino_puzzles())
@settings(max_examples=100)
def test_small_boards_of_squares(problem):
    if not problem.pieces:
        return
    expected = []
    brute_force.solve(problem, on_solution=expected.append)
    found, answer = listed(problem)
    assert len(found) == len(expected)
    assert set(found) == set(expected)
    assert bit_parallel.solve(problem).nodes == answer.nodes
    search = bit_parallel.option_set_search(problem)
    assert run(search.resume, search.state, len(problem.pieces), None, None, None) == (len(found), True)


def parts(name):
    puzzle = read_puzzle(name)
    return puzzle, [puzzle.problem.restrict(case.keep) for case in break_symmetry(puzzle.problem, puzzle.symmetries)]


@pytest.mark.parametrize("name", COUNTS)
def test_known_counts(name):
    _, problems = parts(name)
    assert sum(bit_parallel.solve(problem).solutions for problem in problems) == COUNTS[name]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "count"), [("one-sided-5x18", 686_628), ("bedlam", 19_186)])
def test_long_counts(name, count):
    _, problems = parts(name)
    assert sum(bit_parallel.solve(problem).solutions for problem in problems) == count


@pytest.mark.parametrize("name", ["pentominoes-8x8", "pentominoes-4x15", "tetrihex"])
def test_solutions_are_solutions_and_differ(name):
    puzzle, _ = parts(name)
    seen = set()
    for case in break_symmetry(puzzle.problem, puzzle.symmetries):
        kept = puzzle.problem.restrict(case.keep)
        for solution in listed(kept)[0]:
            assert kept.is_solution(solution)
            seen.add(canonical(tuple(case.keep[i] for i in solution), puzzle.symmetries))
    assert len(seen) == COUNTS[name]


def test_a_limit_ends_the_search_with_so_many():
    problem = parts("pentominoes-6x10")[1][0]
    everything, _ = listed(problem)
    for limit in (0, 1, 7, 2338):
        some, answer = listed(problem, limit=limit)
        assert some == everything[:limit]
        assert not answer.finished
        assert bit_parallel.solve(problem, limit=limit).solutions == limit


def test_a_stop_ends_the_search_early():
    problem = parts("tetra")[1][0]
    asked = []
    answer = bit_parallel.solve(problem, stop=lambda: len(asked) == 2 or asked.append(1))
    assert not answer.finished
    assert 0 < sum(answer.nodes) < 3_000_000


@pytest.mark.parametrize(("name", "stride", "room"), [("pentominoes-8x8", 307, 3), ("tetrihex", 997, 100)])
def test_pauses_change_nothing(monkeypatch, name, stride, room):
    problem = parts(name)[1][0]
    everything, answer = listed(problem)
    monkeypatch.setattr(resumable, "SLICE", stride)
    monkeypatch.setattr(resumable, "AT_A_TIME", room)
    again, paused = listed(problem)
    assert again == everything
    assert paused.nodes == answer.nodes


def test_boards_of_squares_are_searched_by_window_tables():
    assert bit_parallel.window_search(parts("pentominoes-8x8")[1][0]) is not None
    assert bit_parallel.window_search(parts("one-sided-3x30")[1][0]) is not None
    assert bit_parallel.window_search(parts("tetrihex")[1][0]) is None
    assert bit_parallel.window_search(parts("jigsaw")[1][0]) is None


def test_holes_wider_than_a_window():
    """Two dominoes with 98 places between them, which the windows of 64 places cannot span."""
    board = ((0, 0), (0, 1), (50, 0), (50, 1))
    table = (Placement(0, (0, 1)), Placement(0, (2, 3)), Placement(1, (0, 1)), Placement(1, (2, 3)))
    problem = Problem("far", ("A", "B"), board, table, "square")
    assert bit_parallel.window_search(problem) is None
    assert bit_parallel.solve(problem).solutions == 2


@pytest.mark.parametrize(
    ("columns", "small"), [(1, ("##", "#")), (2, ("##", "##/#.", "#")), (4, ("###", "##/#.", "##"))]
)
def test_first_pieces_about_as_long_as_a_window(columns, small):
    """The next hole may be beyond the window only where the search by windows is not taken."""
    taken = []
    for slab in range(48 // columns, 72 // columns):
        drawn = ["/".join(["#" * columns] * slab), *small]
        lines = sum(piece.count("#") for piece in drawn) // columns
        pieces = "".join(f'{name} = "{piece}"\n' for name, piece in zip("XABC", drawn, strict=False))
        text = f'lattice = "square"\nboard = {{ rectangle = [{lines}, {columns}] }}\n[pieces]\n{pieces}'
        problem = parse_puzzle(text, Path("own.toml"), "own.toml").problem
        assert bit_parallel.solve(problem).solutions == dancing_links.solve(problem).solutions > 0
        taken.append(bit_parallel.window_search(problem) is not None)
    assert taken == sorted(taken, reverse=True)
    assert taken[0] > taken[-1]


def test_problems_beyond_two_words_are_solved():
    cells = tuple((c,) for c in range(128))
    problem = Problem("long", ("A",), cells, (Placement(0, tuple(range(128))),), "abstract")
    assert bit_parallel.solve(problem).solutions == 1
    many = tuple(Placement(0, (0,)) for _ in range(30_001))
    assert bit_parallel.solve(Problem("wide", ("A",), ((0,),), many, "abstract")).solutions == 30_001


def test_problems_beyond_its_tables_are_refused(monkeypatch):
    assert "no pieces" in str(bit_parallel.refusal(Problem("empty", (), (), (), "abstract")))
    monkeypatch.setattr(bit_parallel, "TABLES", 1000)
    many = tuple(Placement(0, (0,)) for _ in range(30_001))
    problem = Problem("wide", ("A",), ((0,),), many, "abstract")
    assert "its tables hold 1,000 words, the problem needs 6,664" in str(bit_parallel.refusal(problem))


def test_a_board_is_numbered_from_each_corner():
    board = bit_parallel.Board.of(tuple((row, column) for row in range(3) for column in range(2)))
    numbers = [places.tolist() for places in np.split(board.places, 4)]
    assert numbers == [[0, 1, 2, 3, 4, 5], [1, 0, 3, 2, 5, 4], [4, 5, 2, 3, 0, 1], [5, 4, 3, 2, 1, 0]]

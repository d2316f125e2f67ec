"""Puzzles with several copies of a piece, beside formulas and a search that knows no exact covers."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import cos, pi, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.modern.exact_cover.answer import UnsuitedError
from getallenband.modern.exact_cover.symmetry import canonical
from getallenband.modern.kernels.cover_rows import cover_search
from getallenband.modern.kernels.resumable import run
from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.verify import verify
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.picture import as_text
from getallenband.modern.puzzle_files.puzzle import parse_puzzle, read_puzzle
from getallenband.modern.search.solve import SearchOptions, solve
from getallenband.modern.search.work_units import SearchJob, plan
from getallenband.modern.solvers import bit_parallel, dancing_links, solver, solver_names
from getallenband.modern.solvers.bit_parallel import window_search


def test_a_count_is_not_finished_where_symmetries_were_not_counted_to_their_end(tmp_path):
    puzzle, checkpoint = read_puzzle("t-tetrominoes-8x8"), tmp_path / "state"
    whole = solve(puzzle, SearchOptions(checkpoint=checkpoint))
    assert (whole.solutions, whole.solutions_up_to_symmetry, whole.finished) == (84, 15, True)
    stopped = solve(puzzle, SearchOptions(checkpoint=checkpoint, resume=True), stop=lambda: True)
    assert (stopped.solutions, stopped.finished) == (84, False)
    assert stopped.solutions_up_to_symmetry <= 15


def check(path, puzzle_file=None):
    return verify(path, puzzle_file)[1]


SHAPES = {"o": "#", "I": "##", "V": "##/#.", "L": "###/#..", "S": "##./.##", "T": "###/.#.", "Y": "####/.#.."}


def puzzle(folder, height, width, copies):
    drawings = "\n".join(f'{name} = "{SHAPES[name]}"' for name in copies)
    counts = ", ".join(f"{name} = {count}" for name, count in copies.items())
    path = folder / "repeated.toml"
    board = f"board = {{ rectangle = [{height}, {width}] }}"
    path.write_text(f'lattice = "square"\n{board}\ncopies = {{ {counts} }}\n[pieces]\n{drawings}\n')
    return read_puzzle(path)


@cache
def forms(name):
    """Return the turns and reflections of a shape, the first of its cells in reading order at the origin."""
    cells = [(y, x) for y, row in enumerate(SHAPES[name].split("/")) for x, mark in enumerate(row) if mark == "#"]
    found = set()
    for turn in range(8):
        turned = [((y, x) if turn & 4 else (x, y)) for y, x in cells]
        turned = sorted((y * (1 - turn % 2 * 2), x * (1 - turn // 2 % 2 * 2)) for y, x in turned)
        found.add(tuple((y - turned[0][0], x - turned[0][1]) for y, x in turned))
    return found


def tilings(height, width, copies):
    """Yield every tiling as a set of pieces with their cells: the first empty cell is covered by each form in turn."""

    def fill(empty, left, laid):
        if not empty:
            yield frozenset(laid)
            return
        row, column = min(empty)
        for name in left:
            for form in forms(name) if left[name] else ():
                cells = frozenset((row + y, column + x) for y, x in form)
                if cells <= empty:
                    yield from fill(empty - cells, left | {name: left[name] - 1}, [*laid, (name, cells)])

    yield from fill(frozenset((y, x) for y in range(height) for x in range(width)), copies, [])


def classes(found, height, width):
    """Return how many tilings there are up to the symmetries of the rectangle."""

    def image(tiling, turn):
        def moved(y, x):
            y, x = (height - 1 - y if turn & 1 else y), (width - 1 - x if turn & 2 else x)
            return (x, y) if turn & 4 else (y, x)

        return frozenset((name, frozenset(moved(*cell) for cell in cells)) for name, cells in tiling)

    turns = range(8 if height == width else 4)
    return len({frozenset(image(tiling, turn) for turn in turns) for tiling in found})


@settings(max_examples=25)
@given(st.data())
def test_random_boards_by_a_plain_search(tmp_path_factory, data):
    height, width = data.draw(st.sampled_from([(2, 2), (2, 5), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4)]))
    left, copies = height * width, {}
    for name, size in (("S", 4), ("L", 4), ("V", 3), ("I", 2)):
        count = data.draw(st.integers(0, min(3, left // size)))
        copies |= {name: count} if count else {}
        left -= count * size
    copies |= {"o": left} if left else {}
    found = list(tilings(height, width, copies))
    assert len(found) == len(set(found))
    board = puzzle(tmp_path_factory.mktemp("board"), height, width, copies)
    counts = len(found), classes(found, height, width)
    for algorithm in ("frontier", "bit_parallel"):
        result = solve(board, SearchOptions(algorithm))
        assert (result.solutions, result.solutions_up_to_symmetry) == counts
    listed = []
    result = solve(board, on_solution=listed.append)
    assert (result.solutions, result.solutions_up_to_symmetry) == counts
    assert len(listed) == counts[1]
    wanted, limited = data.draw(st.integers(1, 4)), []
    result = solve(board, SearchOptions(limit=wanted), on_solution=limited.append)
    met = {canonical(solution, board.symmetries) for solution in limited}
    assert len(limited) == len(met) == result.solutions_up_to_symmetry == min(wanted, counts[1])
    assert not result.finished or wanted >= counts[1]


@pytest.mark.parametrize(("height", "width"), [(4, 4), (4, 7), (6, 6), (8, 8), (10, 10)])
def test_dominoes_by_the_formula_of_kasteleyn(tmp_path, height, width):
    rows, columns = range(1, -(-height // 2) + 1), range(1, -(-width // 2) + 1)
    squares = (4 * (cos(pi * j / (height + 1)) ** 2 + cos(pi * k / (width + 1)) ** 2) for j in rows for k in columns)
    assert solve(puzzle(tmp_path, height, width, {"I": height * width // 2})).solutions == round(prod(squares))


def test_what_is_counted_up_to_symmetry_by_burnside(tmp_path):
    for algorithm in ("frontier", "bit_parallel"):
        result = solve(puzzle(tmp_path, 8, 8, {"I": 32}), SearchOptions(algorithm))
        assert (result.solutions, result.solutions_up_to_symmetry) == (12_988_816, 1_629_189)


def test_a_limit_is_obeyed_where_no_piece_breaks_the_symmetry(tmp_path):
    result = solve(puzzle(tmp_path, 16, 16, {"I": 128}), SearchOptions(limit=2))
    assert (result.solutions_up_to_symmetry, result.finished) == (2, False)


def test_too_many_states_are_another_algorithms(tmp_path, monkeypatch):
    monkeypatch.setattr("getallenband.modern.exact_cover.ways.MOST_STATES", 4)
    board = puzzle(tmp_path, 4, 4, {"I": 8})
    result = solve(board)
    assert (result.algorithm, result.solutions, result.solutions_up_to_symmetry) == ("bit_parallel", 36, 9)
    with pytest.raises(UnsuitedError, match="frontier cannot solve repeated: it has to hold more than 4 frontiers"):
        solve(board, SearchOptions("frontier"))


def tutte(side):
    """Return Tutte's polynomial at (3, 3) of a grid of points, from all subsets of its edges."""
    points = list(product(range(side), repeat=2))
    edges = [((y, x), (y + dy, x + dx)) for y, x in points for dy, dx in ((0, 1), (1, 0)) if max(y + dy, x + dx) < side]
    total = 0
    for chosen in product((False, True), repeat=len(edges)):
        part = {point: point for point in points}
        for (one, other), taken in zip(edges, chosen, strict=True):
            if taken and part[one] != part[other]:
                old, new = part[one], part[other]
                part = {point: new if owner == old else owner for point, owner in part.items()}
        parts = len(set(part.values()))
        total += 2 ** (parts - 1) * 2 ** (sum(chosen) - len(points) + parts)
    return total


@pytest.mark.parametrize("side", [4, 8, pytest.param(12, marks=pytest.mark.soak)])
def test_t_tetrominoes_by_the_polynomial_of_tutte(tmp_path, side):
    """Korn and Pak, Tilings of rectangles with T-tetrominoes (2004): on 4m by 4n twice T(3, 3) of the grid m by n."""
    problem = puzzle(tmp_path, side, side, {"T": side * side // 4}).problem
    assert bit_parallel.solve(problem).solutions == 2 * tutte(side // 4)


def test_a_chessboard_of_t_tetrominoes_up_to_symmetry():
    result = solve(read_puzzle("t-tetrominoes-8x8"))
    assert (result.solutions, result.solutions_up_to_symmetry) == (84, 15)


@pytest.mark.parametrize(("height", "width", "copies"), [(10, 10, {"Y": 20}), (5, 6, {"Y": 2, "L": 3, "I": 4})])
def test_windows_find_what_the_search_at_any_size_finds(tmp_path, height, width, copies):
    problem = puzzle(tmp_path, height, width, copies).problem
    by_windows, by_sets = [], []
    for search, found in ((window_search(problem), by_windows), (cover_search(problem), by_sets)):
        run(search.resume, search.state, problem.levels, found.append, None, None)
    assert all(problem.is_solution(solution) for solution in by_windows)
    assert len(by_windows) == len(by_sets) > 100
    assert set(by_windows) == set(by_sets)


@settings(max_examples=15)
@given(st.data())
def test_alike_pieces_with_names_of_their_own(tmp_path_factory, data):
    """Their exchanges are solutions, as dancing_links lists them; they are searched as copies, also in work units."""
    often = {"V": data.draw(st.integers(1, 3)), "I": data.draw(st.integers(1, 3))}
    left = 15 - 3 * often["V"] - 2 * often["I"]
    pieces = [(f"{name}{copy}", SHAPES[name]) for name, count in often.items() for copy in range(count)]
    pieces += [(f"rest{copy}", size * "#") for copy, size in enumerate((left - left // 2, left // 2)) if size]
    path = tmp_path_factory.mktemp("board") / "alike.toml"
    drawings = "\n".join(f'{name} = "{shape}"' for name, shape in data.draw(st.permutations(pieces)))
    path.write_text(f'lattice = "square"\nboard = {{ rectangle = [3, 5] }}\n[pieces]\n{drawings}\n')
    board, expected, found = read_puzzle(path), [], []
    dancing_links.solve(board.problem, on_solution=expected.append)
    answer = bit_parallel.solve(board.problem, on_solution=found.append)
    assert (answer.solutions, answer.finished) == (len(expected), True)
    assert len(found) == len(expected)
    assert set(found) == set(expected)
    one, parts = (solve(board, SearchOptions(algorithm="bit_parallel", split=split)) for split in (False, True))
    assert one.solutions == parts.solutions == len(expected)
    few = []
    answer = bit_parallel.solve(board.problem, on_solution=few.append, limit=7)
    assert few == found[:7]
    assert bit_parallel.solve(board.problem, limit=7).solutions == answer.solutions == len(few)


@pytest.mark.parametrize(("height", "width", "copies"), [(10, 10, {"Y": 20}), (5, 6, {"Y": 2, "L": 1, "V": 4, "I": 2})])
def test_copies_on_boards_of_squares_fall_into_work_units(tmp_path, height, width, copies):
    board = puzzle(tmp_path, height, width, copies)
    one, parts = (solve(board, SearchOptions("bit_parallel", split=split)) for split in (False, True))
    assert len(plan(SearchJob(board.given, board.text, board.checksum, "bit_parallel", False, False, 24)).units) >= 24
    assert (parts.solutions, parts.solutions_up_to_symmetry) == (one.solutions, one.solutions_up_to_symmetry)
    assert sum(parts.nodes) == sum(one.nodes)


def test_copies_are_alike_in_order_and_have_letters_of_their_own(tmp_path):
    board, found = puzzle(tmp_path, 4, 4, {"I": 8}), []
    solve(board, SearchOptions(), on_solution=found.append)
    assert all(board.problem.is_solution(solution) for solution in found)
    assert not board.problem.is_solution(found[0][:-1])
    assert tuple(board.problem.laid(found[0])) == ("I", *(f"I {copy}" for copy in range(2, 9)))
    assert {as_text(board.problem, found[0]).count(letter) for letter in "IABCDEFG"} == {2}


def test_what_places_each_piece_once_refuses_copies(tmp_path):
    board = puzzle(tmp_path, 4, 4, {"I": 8})
    for name in solver_names():
        assert (solver(name).refusal(board.problem) is None) == (name in ("bit_parallel", "frontier"))


def test_counts_of_repeated_pieces_are_proved_by_their_order(tmp_path):
    path = tmp_path / "certificate"
    assert write_certificate(read_puzzle("t-tetrominoes-8x8"), path)
    assert check(path) == (
        "t-tetrominoes-8x8: 15 solutions up to 8 symmetries, 84 in all; puzzle counted in order, 388 states checked"
    )
    assert write_certificate(puzzle(tmp_path, 12, 12, {"I": 72}), path)
    proved = "6632560613086062 solutions up to 8 symmetries, 53060477521960000 in all"
    assert f": {proved}; puzzle counted in order, " in check(path)


def test_counts_of_repeated_pieces_are_proved_by_a_tree(tmp_path, monkeypatch):
    path = tmp_path / "certificate"
    monkeypatch.setattr("getallenband.modern.exact_cover.ways.MOST_STATES", 4)
    assert write_certificate(read_puzzle("t-tetrominoes-8x8"), path)
    assert check(path) == "t-tetrominoes-8x8: 84 solutions; search tree of the puzzle, 584 nodes checked"
    assert write_certificate(puzzle(tmp_path, 4, 4, {"L": 1, "I": 6}), path)
    assert "solutions up to 8 symmetries" in check(path)
    monkeypatch.setattr("getallenband.modern.proof.copies.MOST", 1000)
    with pytest.raises(UnsuitedError, match="a certificate of repeated pieces has at most 1,000 nodes"):
        write_certificate(puzzle(tmp_path, 8, 8, {"I": 32}), path)


@pytest.mark.parametrize(
    ("copies", "message"),
    [
        ("{ I = 0 }", "there are no copies of any piece"),
        ("{ I = true }", '\'I\' must be a number up to 4096, a range such as "0-3", or "any", not True'),
        ("{ I = 1.5 }", '\'I\' must be a number up to 4096, a range such as "0-3", or "any", not 1.5'),
        ("{ L = 2 }", "unknown key 'L' in copies"),
        ("[3]", r"'copies' must be a number up to 4096, a range such as \"0-3\", or \"any\", not \[3\]"),
        ("{ I = 3 }", "3 copies of 'I' have 6 cells, the board has 4"),
    ],
)
def test_wrong_copies_are_told_with_their_place(copies, message, tmp_path):
    text = f'lattice = "square"\nboard = {{ rectangle = [2, 2] }}\ncopies = {copies}\n[pieces]\nI = "##"\n'
    with pytest.raises(PuzzleError, match=rf"^two\.toml:[123]:\d+: {message}"):
        parse_puzzle(text, tmp_path / "two.toml", "two.toml")

"""Pictures of solutions, against those that Kawai printed as his hundredth."""

from pathlib import Path

import pytest

from getallenband.modern.puzzle_files.picture import as_text, letters, size
from getallenband.modern.puzzle_files.puzzle import parse_puzzle, read_puzzle
from getallenband.modern.solvers import dancing_links

TETRIHEX = "J333 IJJJV ZISVVD ZZISSDD ZCIYSP CYYPP CCYP"
TETRA = "I IL ILY ILNN SY OSY ONNC TLC JJJ POSY OTS TC PZZJ PZZ PC T"


def solution_of(problem, cells_by_piece):
    index = {(p.piece, p.cells): i for i, p in enumerate(problem.placements)}
    number = {cell: i for i, cell in enumerate(problem.cells)}
    return tuple(
        index[piece, tuple(sorted(number[cell] for cell in cells_by_piece[name]))]
        for piece, name in enumerate(problem.pieces)
    )


def test_tetrihex_hundredth_solution():
    problem = read_puzzle("tetrihex").problem
    cells = {name: [] for name in problem.pieces}
    for z, row in enumerate(TETRIHEX.split(), -3):
        for place, name in enumerate(row):
            x = max(-3, -3 - z) + place
            cells[name].append((x, -x - z, z))
    solution = solution_of(problem, cells)
    assert problem.is_solution(solution)
    drawn = as_text(problem, solution)
    assert ["".join(line.split()) for line in drawn.splitlines()] == TETRIHEX.split()
    assert drawn.splitlines()[0] == "   J 3 3 3"


def test_tetra_hundredth_solution():
    puzzle = read_puzzle("tetra")
    problem = puzzle.problem
    names = iter("".join(TETRA.split()))
    cells = {name: [] for name in problem.pieces}
    for plane in (3, 1, -1, -3):
        for cell in sorted((c for c in problem.cells if sum(c) == plane), key=lambda c: (-c[0], c[1])):
            cells[next(names)].append(cell)
    solution = solution_of(problem, cells)
    assert problem.is_solution(solution)
    layers = [""] * 4
    for line in as_text(problem, solution).splitlines():
        assert len(line) <= 4 * 7 + 3 * 3
        for layer in range(4):
            layers[layer] += "".join(line[10 * layer : 10 * layer + 7].split())
    assert "".join(layers) == "".join(TETRA.split())


def test_letters_differ():
    for name in ("one-sided-3x30", "jigsaw", "tetrihex"):
        problem = read_puzzle(name).problem
        assert len(set(letters(problem.pieces))) == len(problem.pieces)


@pytest.mark.parametrize(
    "names", [(" ", "\n"), ("\t", "\x7f'"), (".'", "A"), ("\u2028", "\xa0"), ("", "A'", "a", "\u0130'")]
)
def test_letters_can_be_seen(names):
    drawn = letters(names)
    assert len(set(drawn)) == len(names)
    assert all(len(letter) == 1 and letter.isalnum() for letter in drawn)


def test_layers_of_a_box_lie_one_over_another():
    text = 'lattice = "cubic"\nboard.drawing = "###/###/###|.../.#./..#"\n[pieces]\nA = "###/###/###"\nB = "#./.#"\n'
    problem, found = parse_puzzle(text, Path("layers.toml"), "layers.toml").problem, []
    dancing_links.solve(problem, on_solution=found.append)
    assert as_text(problem, found[0]).splitlines() == ["A A A", "A A A     B", "A A A       B"]
    assert size("cubic", problem.cells) == 3 * (5 + 5)


def test_the_number_of_a_copy_makes_no_other_pieces_name():
    text = 'lattice = "square"\nboard.rectangle = [2, 4]\ncopies = { I = 2 }\n[pieces]\nI = "##"\n"I 2" = "##/##"\n'
    problem = parse_puzzle(text, Path("name.toml"), "name.toml").problem
    number = {(p.piece, p.cells): i for i, p in enumerate(problem.placements)}
    laid = problem.laid((number[0, (0, 1)], number[0, (4, 5)], number[1, (2, 3, 6, 7)]))
    assert {name: len(cells) for name, cells in laid.items()} == {"I": 2, "I 3": 2, "I 2": 4}

"""Pictures of solutions, against those that Kawai printed as his hundredth."""

from modern.puzzle_files.picture import as_text, letters
from modern.puzzle_files.puzzle import read_puzzle

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

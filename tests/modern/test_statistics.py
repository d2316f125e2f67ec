"""The node statistics of the historical programs, from geometry alone."""

import pytest

from getallenband.modern.exact_cover.order import Order, form_of, neighbours
from getallenband.modern.exact_cover.symmetry import break_symmetry
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.modern.solvers import first_hole, most_surrounded


def test_de_bruijn_1969():
    """The attempts are those that the listing's line 60 makes in a run of the original: all but the cross itself."""
    puzzle = read_puzzle("pentominoes-6x10")
    answer = first_hole.solve_in_order(puzzle.problem, puzzle.orders["debruijn1972"])
    assert answer.solutions == 2339
    assert answer.attempts is not None
    assert sum(answer.attempts[1:]) == 152_123_634
    assert answer.nodes[-1] == 2339
    # Lines 65, 68, 71 and 74. Some test a field of the column before, where a form sticks out above the edge by two.
    tests = [sum(answer.counts[f"tested {k}"]) for k in (1, 2, 3, 4)]
    assert tests == [31_117_470, 11_591_279, 5_604_947, 3_425_588]
    assert tests[0] == sum(answer.attempts[1:]) - sum(answer.counts["unavailable"])


def test_kawai_tetrihex():
    """The calls of `locatable` and the pieces set in a run of the original, the editor's numbering of boxes given."""
    puzzle = read_puzzle("tetrihex")
    answer = most_surrounded.solve_in_order(puzzle.problem, puzzle.orders["kawai"])
    assert answer.solutions == 12_290
    assert answer.attempts is not None
    assert sum(answer.attempts) == 17_951_176
    assert sum(answer.nodes[1:]) == 1_191_813
    assert (answer.nodes[0], len(puzzle.orders["kawai"].keep or ())) == (18, 18 + 911)


def test_de_bruijn_prints_his_first_solutions_first():
    """The article prints the forms of the first solution: 2 6 22 13 17 31 36 48 18 58 45, the cross left out."""
    puzzle = read_puzzle("pentominoes-6x10")
    order = puzzle.orders["debruijn1972"]
    found = []
    first_hole.solve_in_order(puzzle.problem, order, on_solution=found.append, limit=1)
    rank = {cell: i for i, cell in enumerate(order.scan)}
    forms = sorted((min(map(rank.__getitem__, puzzle.problem.placements[i].cells)), i) for i in found[0])
    numbers = [
        order.forms.index(form_of(puzzle.problem, i, rank)) + 2
        for _, i in forms
        if puzzle.problem.placements[i].piece != puzzle.problem.pieces.index("X")
    ]
    assert numbers == [2, 6, 22, 13, 17, 31, 36, 48, 18, 58, 45]


def test_wada_2002_jigsaw():
    """The article counts the calls of its procedure `test`: 4117."""
    puzzle = read_puzzle("jigsaw")
    answer = first_hole.solve_in_order(puzzle.problem, puzzle.orders["wada2002"])
    assert answer.solutions == 12
    assert 1 + sum(answer.nodes[:-1]) == 4117


def test_hitotumatu_1968():
    puzzle = read_puzzle("rug")
    answer = first_hole.solve_in_order(puzzle.problem, puzzle.orders["hitotumatu1968"])
    assert answer.solutions == 3
    assert answer.nodes[0] == 5


def test_wada_2002_places_in_another_order():
    """A colleague of the author's lays places 0, 1, 3, 4, 2, 5, 6, 7, 8: `test` is then called 2569 times."""
    puzzle = read_puzzle("jigsaw")
    answer = first_hole.solve_in_order(puzzle.problem, puzzle.orders["tanaka2002"])
    assert 1 + sum(answer.nodes[:-1]) == 2569


@pytest.mark.soak
def test_wada_2002_finds_all():
    puzzle = read_puzzle("pentominoes-6x10")
    assert first_hole.solve_in_order(puzzle.problem, puzzle.orders["wada2002"]).solutions == 2339


def kawai_by_hand(problem, order):
    """Kawai's program over again, with lists and recursion: attempts, placements and cuts per level."""
    near = neighbours(problem)
    levels = len(problem.pieces)
    attempts, laid, cut = [0] * levels, [0] * levels, [0] * levels
    empty, used = set(order.scan), set()

    def surrounded(box):
        return sum(other in empty for other in near[box])

    def search(level):
        target = min((box for box in empty if surrounded(box) > 0), key=lambda b: (surrounded(b), order.scan.index(b)))
        for placement in problem.placements:
            if placement.piece in used or target not in placement.cells:
                continue
            lay(level, placement)

    def lay(level, placement):
        attempts[level] += 1
        if not empty >= set(placement.cells):
            return
        laid[level] += 1
        empty.difference_update(placement.cells)
        used.add(placement.piece)
        if level + 1 < levels:
            if level > 0 and any(surrounded(box) == 0 for box in empty):
                cut[level] += 1
            else:
                search(level + 1)
        used.discard(placement.piece)
        empty.update(placement.cells)

    for placement in problem.placements:
        if placement.piece == order.pieces[0]:
            lay(0, placement)
    return tuple(attempts), tuple(laid), tuple(cut)


def test_kawai_statistics_are_those_of_his_program_by_hand():
    puzzle = read_puzzle("rug")
    case = break_symmetry(puzzle.problem, puzzle.symmetries)[0]
    problem = puzzle.problem.restrict(case.keep)
    for scan in (tuple(range(28)), tuple(reversed(range(28)))):
        order = Order(scan, (3, 0, 1, 2, 4, 5, 6))
        answer = most_surrounded.solve_in_order(problem, order)
        assert (answer.attempts, answer.nodes, answer.counts["cut"]) == kawai_by_hand(problem, order)
        chosen = [sum(column) for column in zip(*(answer.counts[f"chosen {k}"] for k in range(1, 7)), strict=True)]
        assert chosen[0] == 0
        assert chosen[1] <= answer.nodes[0]
        assert chosen[2:] == [
            laid - cut for laid, cut in zip(answer.nodes[1:-1], answer.counts["cut"][1:-1], strict=True)
        ]

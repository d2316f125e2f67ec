"""The node statistics of the historical programs, from geometry alone."""

from modern.puzzle import read_puzzle
from modern.solvers import first_hole


def test_de_bruijn_1969():
    """The attempts are those that the listing's line 60 makes in a run of the original: all but the cross itself."""
    puzzle = read_puzzle("pentominoes-6x10")
    answer = first_hole.solve_in_order(puzzle.problem, puzzle.orders["debruijn1972"])
    assert answer.solutions == 2339
    assert answer.attempts is not None
    assert sum(answer.attempts[1:]) == 152_123_634
    assert answer.nodes[-1] == 2339
    tests = [sum(answer.counts[f"tested {k}"]) for k in (1, 2, 3, 4)]
    assert tests == sorted(tests, reverse=True)
    assert tests[0] == sum(answer.attempts[1:]) - sum(answer.counts["unavailable"])


def test_de_bruijn_prints_his_first_solutions_first():
    """The article prints the forms of the first solution: 2 6 22 13 17 31 36 48 18 58 45, the cross left out."""
    puzzle = read_puzzle("pentominoes-6x10")
    order = puzzle.orders["debruijn1972"]
    found = []
    first_hole.solve_in_order(puzzle.problem, order, on_solution=found.append, limit=1)
    rank = {cell: i for i, cell in enumerate(order.scan)}
    forms = sorted((min(map(rank.__getitem__, puzzle.problem.placements[i].cells)), i) for i in found[0])
    numbers = [
        order.forms.index(first_hole.form_of(puzzle.problem, i, rank)) + 2
        for _, i in forms
        if puzzle.problem.placements[i].piece != puzzle.problem.pieces.index("X")
    ]
    assert numbers == [2, 6, 22, 13, 17, 31, 36, 48, 18, 58, 45]


def test_wada_2002_jigsaw():
    """The article counts the calls of its procedure `test`: 4117."""
    puzzle = read_puzzle("jigsaw")
    answer = first_hole.solve(puzzle.problem)
    assert answer.solutions == 12
    assert 1 + sum(answer.nodes[:-1]) == 4117


def test_hitotumatu_1968():
    puzzle = read_puzzle("rug")
    answer = first_hole.solve_in_order(puzzle.problem, puzzle.orders["hitotumatu1968"])
    assert answer.solutions == 3
    assert answer.nodes[0] == 5

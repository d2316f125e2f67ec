"""Hexiamonds in a rhombus, counted a second time: a triangle is the set of its corners, Eisenstein integers (a, b)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getallenband.modern.exact_cover.problem import Placement, Problem
from getallenband.modern.exact_cover.symmetry import symmetries_on_cells
from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.check_certificate import check
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.picture import as_text
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.modern.search import solve
from getallenband.modern.solvers import brute_force

SIDE = 6


def triangles(side):
    """Return both triangles of each unit rhombus of a rhombus, whose corners are a + bω."""
    corners = [((a, b), (a + 1, b), (a, b + 1), (a + 1, b + 1)) for a in range(side) for b in range(side)]
    return [
        frozenset(three) for one, two, three_, four in corners for three in ((one, two, three_), (four, two, three_))
    ]


def images(shape):
    """Yield a shape turned by multiples of 60 degrees and mirrored."""
    for _ in range(6):
        shape = frozenset(frozenset((-b, a + b) for a, b in triangle) for triangle in shape)
        yield shape
        yield frozenset(frozenset((b, a) for a, b in triangle) for triangle in shape)


def shifted(shape, by):
    return frozenset(frozenset((a + by[0], b + by[1]) for a, b in triangle) for triangle in shape)


def at_origin(shape):
    a, b = min(corner for triangle in shape for corner in triangle)
    return shifted(shape, (-a, -b))


def hexiamonds():
    """Return a set of all placed forms for each free polyiamond of six triangles, found by growth."""
    shapes = {frozenset([frozenset([(0, 0), (1, 0), (0, 1)])])}
    for _ in range(5):
        grown = set()
        for shape in shapes:
            for triangle in shape:
                for corner in triangle:
                    (a, b), (c, d) = triangle - {corner}
                    beyond = frozenset([(a, b), (c, d), (a + c - corner[0], b + d - corner[1])])
                    grown.add(at_origin(shape | {beyond}))
        shapes = {shape for shape in grown if len(shape) > len(next(iter(shapes)))}
    return {frozenset(at_origin(image) for image in images(shape)) for shape in shapes}


def solutions(side):
    """Count by the item with the fewest options, with sets as bits and no symmetry broken."""
    cells = triangles(side)
    number = {cell: i for i, cell in enumerate(cells)}
    options = set()
    for piece, forms in enumerate(sorted(hexiamonds(), key=len)):
        for form in forms:
            for by in ((a, b) for a in range(-1, side + 1) for b in range(-side, 2 * side)):
                covered = [number.get(cell) for cell in shifted(form, by)]
                if None not in covered:
                    options.add(sum(1 << cell for cell in covered) | 1 << len(cells) + piece)
    every = (1 << len(cells) + 12) - 1

    def count(rest, options):
        if not rest:
            return 1
        fewest = None
        for item in (i for i in range(len(cells) + 12) if rest >> i & 1):
            through = [option for option in options if option >> item & 1]
            if fewest is None or len(through) < len(fewest):
                fewest = through
                if len(through) < 2:
                    break
        return sum(count(rest & ~one, [other for other in options if not other & one]) for one in fewest)

    return count(every, sorted(options))


def test_there_are_twelve_hexiamonds():
    assert len(hexiamonds()) == 12
    assert sum(map(len, hexiamonds())) == 94


def test_the_certificate_of_the_rhombus_is_checked(tmp_path):
    path = tmp_path / "rhombus.certificate"
    assert write_certificate(read_puzzle("hexiamonds-6x6"), path)
    assert check(path).startswith("hexiamonds-6x6: 156 solutions up to 4 symmetries, 624 in all; ")


@pytest.mark.soak
def test_two_counts_of_the_rhombus_agree():
    assert solutions(SIDE) == 624 == solve(read_puzzle("hexiamonds-6x6")).solutions


def corners(cell):
    """Return the corners of a triangle by its coordinates, whose sum is 0 if it points one way and 1 if the other."""
    x, y, z = cell
    ends = ((x + 1, y), (x, y + 1), (x, y)) if x + y + z else ((x + 1, y + 1), (x + 1, y), (x, y + 1))
    return frozenset(ends)


@given(st.sets(st.tuples(*[st.integers(0, 1)] * 2, st.sampled_from([0, 1])), min_size=1), st.sampled_from(["", 0, 1]))
def test_the_symmetries_of_a_board_move_its_corners(drawn, only):
    """Also of triangles that all point the same way: no half turn takes these to one another."""
    board = sorted({(a, b, (way if only == "" else only) - a - b) for a, b, way in drawn})
    cells = tuple(range(len(board)))
    problem = Problem("one", ("A",), tuple(board), tuple(Placement(0, (cell,)) for cell in cells), "triangular")
    area = frozenset(map(corners, board))
    expected = set()
    for image in motions(board):
        if frozenset(image) == area:
            expected.add(tuple([*map(corners, board)].index(triangle) for triangle in image))
    assert {on_cells for on_cells, _ in symmetries_on_cells(problem)} == expected


def motions(board):
    """Yield the triangles of the board, in its order, turned and mirrored, with the least corner in its place."""
    place = min(corner for cell in board for corner in corners(cell))
    for mirror in (False, True):
        moved = [frozenset((b, a) if mirror else (a, b) for a, b in corners(cell)) for cell in board]
        for _ in range(6):
            moved = [frozenset((-b, a + b) for a, b in triangle) for triangle in moved]
            least = min(corner for triangle in moved for corner in triangle)
            by = place[0] - least[0], place[1] - least[1]
            yield [frozenset((a + by[0], b + by[1]) for a, b in triangle) for triangle in moved]


SMALL = """lattice = "triangular"
sides = "free"
board = { rhombus = [2, 3] }
[pieces]
bar = "####"
tree = "###/.#"
knee = ".###/.#"
"""


@pytest.mark.parametrize("rhombus", ["[2, 3]", "[3, 2]"])
def test_small_rhombi_against_brute_force(tmp_path, rhombus):
    path = tmp_path / "small.toml"
    path.write_text(SMALL.replace("[2, 3]", rhombus))
    puzzle = read_puzzle(path)
    expected = brute_force.solve(puzzle.problem).solutions
    assert solve(puzzle).solutions == expected


def test_a_rhombus_is_drawn_as_it_lies(tmp_path):
    path = tmp_path / "drawn.toml"
    path.write_text('lattice = "triangular"\nboard = { rhombus = [2, 1] }\n[pieces]\nA = "##/.##"\n')
    problem = read_puzzle(path).problem
    assert as_text(problem, (0,)) == "AA\n AA"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ('board = { cells = [[0, 0, 2]] }\n[pieces]\nA = "#"', "the coordinates of [0, 0, 2] do not sum to 0 or 1"),
        (
            'board = { rectangle = [1, 1] }\n[pieces]\nA = "#"',
            "a rectangle needs the lattice 'square' or 'sticks', not 'triangular'",
        ),
        (
            'sides = "fixed"\nboard = { rhombus = [1, 1] }\n[pieces]\nA = "#"\nB = "#"',
            "the triangles of the piece 'A' all point the same way",
        ),
        (
            'sides = "fixed"\npolyforms = [{ size = 2 }, { size = 1 }]\nboard = { rhombus = [1, 1] }\ncopies = "any"',
            "wrong.toml:3:30: a single triangle points one way, and a fixed one must say which",
        ),
        # three around a hole, and the same three coordinates around a corner, which no motion takes to one another
        (
            "board = { rhombus = [3, 1] }\n[pieces]\nA = [[0, 0, 0], [1, 0, -1], [0, 1, -1]]\nB = '###'",
            "the triangles of the piece 'A' all point the same way",
        ),
    ],
)
def test_what_is_no_board_of_triangles_is_refused(tmp_path, wrong, why):
    path = tmp_path / "wrong.toml"
    path.write_text(f'lattice = "triangular"\n{wrong}\n')
    with pytest.raises(PuzzleError) as caught:
        read_puzzle(path)
    assert why in str(caught.value)

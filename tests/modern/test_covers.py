"""Exact covers of any kind: their formats, their mistakes, their solutions by the definition and by the literature."""

from itertools import chain, combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from getallenband.modern.exact_cover.cover import Cover, Item, Option
from getallenband.modern.exact_cover.search_tree import split
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.modern.search.solve import SearchOptions, solve
from getallenband.modern.solvers import bit_parallel, solver, solver_names

XCC = """| the first example of colours in TAOCP 7.2.2.1, (49)
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
"""
MCC = "1:3|a 0:2|b 2|c d | x y\na b x:1\na c x:1\na d y\nb c y:2\nc x:2\nc d y:2\na\nb d\n"


def puzzle(folder, text, name="own.toml"):
    path = folder / name
    path.write_text(text)
    return read_puzzle(path)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        # Langford: OEIS A014552, each with its mirror image. Queens: A000170. Sudoku grids of four rows: A107739.
        ("langford = 3", 2),
        ("langford = 5", 0),
        ("langford = 7", 52),
        ("langford = 8", 300),
        ("queens = 1", 1),
        ("queens = 3", 0),
        ("queens = 8", 92),
        ("queens = 9", 352),
        (f"sudoku = '{'.' * 16}'", 288),
        ("sudoku = '530070000600195000098000060800060003400803001700020006060000280000419005000080079'", 1),
    ],
)
def test_counts_of_the_literature(tmp_path, text, count):
    assert solve(puzzle(tmp_path, text)).solutions == count


@st.composite
def covers(draw):
    """Draw a small exact cover with optional items, colours and multiplicities, its items spread over several words."""
    required = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4))
    optional = draw(st.integers(0, 2))
    wanted = [Item(f"i{n}", low, max(1, low + more)) for n, (low, more) in enumerate(required)]
    wanted = [Item(item.name) if draw(st.booleans()) else item for item in wanted]
    filler = draw(st.sampled_from([0, 130]))
    wanted += [Item(f"f{n}") for n in range(filler)] + [Item(f"o{n}", 0, None) for n in range(optional)]
    options = [Option(0, tuple(range(len(required), len(required) + filler)), ("",) * filler)] if filler else []
    for _ in range(draw(st.integers(0, 7))):
        chosen = draw(st.sets(st.integers(0, len(required) - 1), min_size=1))
        shades = {n: draw(st.sampled_from(["", "red", "blue"])) for n in range(optional) if draw(st.booleans())}
        items = [*sorted(chosen), *(len(required) + filler + n for n in shades)]
        options.append(Option(len(options), tuple(items), ("",) * len(chosen) + tuple(shades.values())))
    return Cover.of("random", tuple(wanted), tuple(options))


def by_definition(cover):
    numbers = range(len(cover.options))
    return {
        s
        for s in chain.from_iterable(combinations(numbers, n) for n in range(len(numbers) + 1))
        if cover.is_solution(s)
    }


A_COPY_AND_A_COLOUR_SHARED = Cover.of(
    "an item that may be covered twice and a coloured one, both in the same two options",
    (Item("twice", 0, 2), Item("once"), Item("colour", 0, None)),
    (Option(0, (0, 2), ("", "red")), Option(1, (0, 1, 2), ("", "", "red")), Option(2, (1,), ("",))),
)


@given(covers())
@example(A_COPY_AND_A_COLOUR_SHARED)
@settings(max_examples=150)
def test_small_covers_by_the_definition(cover):
    found = []
    answer = bit_parallel.solve(cover, on_solution=found.append)
    assert set(found) == by_definition(cover)
    assert len(found) == len(set(found)) == answer.solutions
    assert bit_parallel.solve(cover).nodes == answer.nodes
    parts = [bit_parallel.solve(cover.restrict(subtree.keep)).solutions for subtree in split(cover, 4).subtrees]
    assert sum(parts) == answer.solutions


def test_knuths_format_and_toml_say_the_same(tmp_path):
    for text in (XCC, MCC):
        items, *options = [line for line in text.splitlines() if not line.startswith("|")]
        by_toml = puzzle(tmp_path, f"items = '{items}'\noptions = {options}")
        by_dlx = puzzle(tmp_path, text, "own.dlx")
        assert by_dlx.problem == by_toml.problem
        found = []
        assert solve(by_dlx, on_solution=found.append).solutions == len(by_definition(by_dlx.problem))
        assert set(found) == by_definition(by_dlx.problem)


def test_work_units_find_the_same(tmp_path):
    queens = puzzle(tmp_path, "queens = 7")
    whole, parts = [], []
    solve(queens, on_solution=whole.append)
    split = solve(queens, SearchOptions(split=True), on_solution=parts.append)
    assert sorted(parts) == sorted(whole)
    assert split.solutions == 40
    colours = puzzle(tmp_path, XCC, "own.dlx")
    assert solve(colours, SearchOptions(split=True)).solutions == 1


def test_an_option_without_an_item_to_cover_is_left_out(tmp_path):
    assert len(puzzle(tmp_path, "a | x\na\nx\n", "own.dlx").problem.options) == 1


def test_solvers_of_puzzles_refuse(tmp_path):
    problem = puzzle(tmp_path, XCC, "own.dlx").problem
    assert [name for name in solver_names() if solver(name).refusal(problem) is None] == ["bit_parallel", "frontier"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1:1: there is no line of items"),
        ("| only a comment\n", ":1:1: there is no line of items"),
        ("a b a\n", ":1:5: the item 'a' is defined twice\n    a b a\n        ^"),
        ("| x\n\n a :b\n", ":3:4: ':b' is no item; expected a name, 2|name or 0:2|name\n     a :b\n       ^"),
        ("a 3:2|b\n", ":1:3: '3:2' is no multiplicity; expected one such as 2 or 0:2"),
        ("a 0|b\n", ":1:3: '0' is no multiplicity"),
        (f"a {'9' * 5000}|b\n", ":1:3: '999"),
        ("a x|b\n", ":1:3: 'x' is no multiplicity"),
        ("a | b | c\n", ":1:7: a second '|'"),
        ("a | 2|b\n", ":1:5: '2|b' is no item"),
        ("alpha beta\nalpha beat\n", ":2:7: there is no item 'beat'; nearest: beta\n    alpha beat\n          ^"),
        ("a b\na b a\n", ":2:5: this option has the item 'a' twice"),
        ("a | x\na:red x\n", ":2:1: the item 'a' must be covered and takes no colour"),
        ("a | x\na x:\n", ":2:3: 'x:' names no colour; expected x:colour"),
    ],
)
def test_mistakes_in_a_text(tmp_path, text, message):
    with pytest.raises(PuzzleError) as told:
        puzzle(tmp_path, text, "own.dlx")
    assert f"own.dlx{message}" in str(told.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'items = "a b"\noptions = [\n    "a",\n    "b c",\n]\n',
            ":4:8: there is no item 'c'; known: a, b\n        \"b c\",\n           ^",
        ),
        ("items = 3\n", """:1:1: 'items' must be a string such as "a b | x", not 3"""),
        ("title = 'x'\nitems = ' '\n", ":2:1: there is no item that must be covered"),
        ("options = ['a']\n", ":1:1: the key 'items' is missing"),
        ('items = "a"\noptions = "a"\n', ":2:1: 'options' must be a list of strings such as"),
        ('items = "a"\nboard = 3\n', ":2:1: unknown key 'board' in an exact cover"),
        ("items = 'a b'\noptions = ['a', 5]", ":2:17: number 2 of 'options' must be a string such as"),
        ("title = 5\nitems = 'a'\n", ":1:1: 'title' must be a string, not 5"),
        ('items = "a"\noptions = ["a", """\na\nb"""]\n', ":2:17: there is no item 'b'; known: a"),
        ("options = ['a b']\nitems = 'a c c'\n", ":2:14: the item 'c' is defined twice"),
        ("queens = 0\n", ":1:1: 'queens' must be an integer from 1 to 64, not 0"),
        ('langford = "8"\n', ":1:1: 'langford' must be an integer from 1 to 64, not '8'"),
        ("queens = true\n", ":1:1: 'queens' must be an integer from 1 to 64, not True"),
        ('sudoku = "123"\n', ":1:1: this sudoku has 3 cells; expected 16, 81, 256 or 625"),
        (f'sudoku = "{"." * 15}7"\n', ":1:1: '7' is no value of a sudoku; expected one of 1234"),
        ("sudoku = 5\n", ":1:1: 'sudoku' must be a string of cells, row by row, not 5"),
    ],
)
def test_mistakes_in_toml(tmp_path, text, message):
    with pytest.raises(PuzzleError) as told:
        puzzle(tmp_path, text)
    assert f"own.toml{message}" in str(told.value)

"""Edge-matching jigsaws at random, beside a search that lays squares row by row and knows no exact covers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.modern.exact_cover.answer import UnsuitedError
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.search.solve import SearchOptions, solve
from getallenband.modern.solvers import solver, solver_names


def puzzle(height, width, pairs, border, copies, pieces):
    lines = ['lattice = "edge-matching"', f"board = {{ rectangle = [{height}, {width}] }}"]
    lines += ["pairs = [" + ", ".join(f'"{pair}"' for pair in pairs) + "]"]
    lines += [f'border = "{border}"'] if border else []
    given = {name: f'"{low}-{high}"' for name, (low, high) in copies.items() if (low, high) != (1, 1)}
    lines += ["copies = { " + ", ".join(f"{name} = {often}" for name, often in given.items()) + " }"] if given else []
    text = "\n".join([*lines, "[pieces]", *(f'{name} = "{sides}"' for name, sides in pieces.items()), ""])
    return parse_puzzle(text, Path("edges.toml"), "edges.toml")


def laid(height, width, pairs, border, copies, pieces):
    """Yield every solution as the piece and the turned sides of each square, row by row."""
    mate = {pair[i]: pair[1 - i] for pair in pairs for i in (0, 1)}

    def fits(square, before):
        row, column = divmod(len(before), width)
        top, right, bottom, left = square
        ends = (row == 0, top), (column == width - 1, right), (row == height - 1, bottom), (column == 0, left)
        return (
            all(letter == border if out and border else out or letter in mate for out, letter in ends)
            and (row == 0 or mate[before[-width][1][2]] == top)
            and (column == 0 or mate[before[-1][1][1]] == left)
        )

    def fill(before, left):
        if len(before) == height * width:
            if all(copies[name][1] - left[name] >= copies[name][0] for name in left):
                yield tuple(before)
            return
        for name, sides in pieces.items():
            for turned in {sides[turn:] + sides[:turn] for turn in range(4)} if left[name] else ():
                if fits(turned, before):
                    yield from fill([*before, (name, turned)], left | {name: left[name] - 1})

    yield from fill([], {name: high for name, (_, high) in copies.items()})


def classes(found, height, width):
    """Return how many of these there are up to turns of the whole board."""

    def quarter(rows):
        columns = zip(*reversed(rows), strict=True)
        return tuple(tuple((name, sides[3:] + sides[:3]) for name, sides in column) for column in columns)

    least = set()
    for solution in found:
        images = [tuple(solution[row * width : (row + 1) * width] for row in range(height))]
        images += [image := quarter(images[0]), image := quarter(image), quarter(image)]
        least.add(min(images[:: 1 if height == width else 2]))
    return len(least)


@st.composite
def jigsaws(draw):
    """A rectangle cut into pieces: so there is a solution. Pieces may be alike, and have copies."""
    height, width = draw(st.sampled_from([(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3)]))
    pairs = draw(st.sampled_from([("aa",), ("aa", "bb"), ("Aa",), ("Aa", "bb")]))
    border = draw(st.sampled_from(["", "_", "a"]))
    mate = {pair[i]: pair[1 - i] for pair in pairs for i in (0, 1)}
    letter = st.sampled_from(sorted(mate))
    outside = st.just(border) if border else letter
    cut = []
    for place in range(height * width):
        row, column = divmod(place, width)
        top = mate[cut[-width][2]] if row else draw(outside)
        left = mate[cut[-1][1]] if column else draw(outside)
        right, bottom = draw(letter if column < width - 1 else outside), draw(letter if row < height - 1 else outside)
        cut.append(top + right + bottom + left)
    pieces = {f"p{number}": sides for number, sides in enumerate(draw(st.permutations(cut)))}
    if draw(st.booleans()):
        ranges = st.sampled_from([(0, height * width), (0, 1), (1, height * width)])
        return height, width, pairs, border, {name: draw(ranges) for name in pieces}, pieces
    return height, width, pairs, border, dict.fromkeys(pieces, (1, 1)), pieces


def agree(jigsaw):
    expected = list(laid(*jigsaw))
    counts = len(expected), classes(expected, *jigsaw[:2])
    read = puzzle(*jigsaw)
    for name in ["auto", *solver_names()]:
        try:
            result = solve(read, SearchOptions(name))
        except UnsuitedError:
            continue
        assert (result.solutions, result.solutions_up_to_symmetry) == counts, name
        if name == "auto" or solver(name).LISTS:
            found = []
            assert solve(read, SearchOptions(name), on_solution=found.append).solutions == counts[0], name
            assert len(set(found)) == len(found) == counts[1], name


@settings(max_examples=60)
@given(jigsaws())
def test_random_jigsaws_by_a_plain_search(jigsaw):
    agree(jigsaw)


@pytest.mark.parametrize(
    "jigsaw",
    [
        # Squares on the border cover fewer edges: more copies fit than by the largest placement.
        (2, 2, ["aa", "bb"], "_", {"P": (0, 4), "Q": (0, 4)}, {"P": "_aa_", "Q": "_bb_"}),
        (1, 2, ["aa"], "", {"P": (0, 2), "Q": (0, 2)}, {"P": "aaaa", "Q": "aaaa"}),
        # Turns of P that differ on the border alone cover the same cells.
        (1, 2, ["aa", "bb"], "", {"P": (1, 1), "Q": (1, 1)}, {"P": "aabb", "Q": "aaaa"}),
    ],
)
def test_jigsaws_that_were_counted_wrong(jigsaw):
    agree(jigsaw)

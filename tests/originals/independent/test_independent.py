"""What other programs count agrees with the figures of the editions."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.reports.editions.kawai_hamekomi.observers.descents import descend, quotient
from getallenband.reports.runs.records import Records
from tests.originals.independent.rug import Search
from tests.originals.test_wada import emended_trie, leaves, trie_of
from tests.tools import needs

HERE = Path(__file__).parent
LAST = 7
"""At the last piece of the Rug the author's program stops trying forms when one fits; the other search does not."""


@pytest.mark.parametrize(("run", "with_corner_test"), [("guarded", True), ("no-corner-test", False)])
def test_the_search_of_the_rug(run: str, with_corner_test: bool) -> None:
    search = Search(with_corner_test=with_corner_test)
    probes = {
        name: {int(level): times for level, times in values.items()}
        for name, values in Records()("hitotumatu1968_rug", run)["probes"].items()
    }
    assert search.placements == probes["placements"]
    assert [search.trials[level] for level in range(2, LAST)] == [probes["trials"][level] for level in range(2, LAST)]
    assert search.fillings == 3


def paths(node: Any, above: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return for each node of a trie below this one the squares above it, but for the first, which all forms have."""
    if node[1] == ".":
        return []
    mine = (*above, node[0])
    return [path for branch in node[1:] for path in [mine[1:], *paths(branch, mine)]]


@pytest.mark.soak
@needs("gcc")
def test_the_search_of_wada_and_the_squares_that_its_trie_looks_at(tmp_path: Path) -> None:
    trie = trie_of(emended_trie())
    forms = [[piece, *sorted(squares - {0})] for squares, piece in leaves(trie)]
    nodes = [[len(path), *path] for path in paths(trie)]
    subprocess.run(["gcc", "-O2", "-o", tmp_path / "search", HERE / "first_holes.c"], check=True)
    given = "\n".join(" ".join(map(str, row)) for row in [*forms, [len(nodes)], *nodes])
    printed = subprocess.run([tmp_path / "search"], input=given, capture_output=True, text=True, check=True).stdout
    holes, tried, laid, boards, right, below, looked_at = map(int, printed.split())
    found = {run: Records()("wada2002_pentomino", run) for run in ("full", "neighbours", "trie-printed")}
    probes = {name: sum(values.values()) for name, values in found["full"]["probes"].items()}
    assert (holes, tried, laid) == (probes["tests"], probes["trials"], probes["placements"])
    assert boards == 2339
    assert (right, below) == (found["neighbours"]["counts"]["40"], found["neighbours"]["counts"]["42"])
    assert looked_at == found["trie-printed"]["counts"]["74"]


def test_random_descents_agree_with_the_whole_first_depth_of_tetra() -> None:
    puzzle = read_puzzle("tetra")
    problem, order = puzzle.problem, puzzle.orders["kawai"]
    kept = [problem.placements[each] for each in order.keep or range(len(problem.placements))]
    first = [set(each.cells) for each in kept if each.piece == order.pieces[0]]
    others = [set(each.cells) for each in kept if each.piece != order.pieces[0]]
    states = [(laid, box) for laid in first for box in range(len(problem.cells)) if box not in laid]
    tries = [[cells for cells in others if box in cells] for _, box in states]
    tried = sum(map(len, tries)) / len(states)
    fitted = sum(not cells & laid for (laid, _), at_box in zip(states, tries, strict=True) for cells in at_box)
    seen = descend(problem, order, 8000)
    for counted, base, exact in (
        (seen.tried, seen.boxes, tried),
        (seen.fitted, seen.tried, fitted / len(states) / tried),
    ):
        value, error = quotient(counted[:, 0], base[:, 0])
        assert abs(value - exact) < 4 * error
        assert error < exact / 50
    assert np.array_equal(seen.fitted, descend(problem, order, 8000).fitted)

"""The memory of frontier counting: estimated well, refused before anything is written, and little."""

from __future__ import annotations

import resource
import sys
from itertools import pairwise
from math import comb

import pytest

from getallenband.modern.exact_cover.answer import UnsuitedError
from getallenband.modern.kernels import frontier_tables
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.modern.search import memory
from getallenband.modern.search.solve import SearchOptions, solve
from getallenband.modern.solvers import frontier
from tests.processes import measured

MEGABYTES = 300
"""What frontier counting may take for 5×18."""


def cases(name):
    puzzle = read_puzzle(name)
    return [puzzle.problem.restrict(case.keep) for case in puzzle.cases]


def taken(problem):
    """Return the bytes of the two largest consecutive levels, with the numbers of their sets of pieces."""
    nodes = enumerate((1, *frontier.solve(problem).nodes))
    levels = [count + comb(len(problem.pieces), size) for size, count in nodes]
    return 8 * max(map(sum, pairwise(levels)))


def check_estimate(name):
    for problem in cases(name):
        estimate = frontier.needed_memory(problem)
        assert abs(estimate.bytes - taken(problem)) <= 2 * estimate.error + 1e-6 * estimate.bytes
        assert estimate.error < estimate.bytes / 2


@pytest.mark.parametrize("name", ["rug", "soma", "tetrihex"])
def test_the_estimate_is_right_within_two_errors(name):
    check_estimate(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8", "one-sided-3x30"])
def test_the_estimate_is_right_within_two_errors_for_more(name):
    check_estimate(name)


def test_too_little_memory_is_told_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "free_memory", lambda: 2e6)
    options = SearchOptions("frontier", checkpoint=tmp_path / "state")
    with pytest.raises(UnsuitedError, match=r"about 2 ± 0 MB of memory for tetrihex, and 2 MB are free; take another"):
        solve(read_puzzle("tetrihex"), options)
    assert not list(tmp_path.iterdir())


def test_workers_need_the_memory_of_as_many_cases(monkeypatch):
    puzzle = read_puzzle("soma")
    enough = max(each.bytes + 2 * each.error for each in map(frontier.needed_memory, cases("soma")))
    monkeypatch.setattr(memory, "free_memory", lambda: enough)
    memory.check_memory(puzzle, "frontier", 1)
    with pytest.raises(UnsuitedError, match=r"take fewer workers, or another algorithm$"):
        memory.check_memory(puzzle, "frontier", 2)


def test_a_limit_of_the_shell_is_observed(monkeypatch):
    allowed = 1 << 40
    free = memory.free_memory()
    monkeypatch.setattr(resource, "getrlimit", lambda _: (allowed, allowed))
    assert memory.free_memory() < 2 * free
    allowed = 1 << 20
    assert memory.free_memory() < 0


def test_ways_beyond_the_bits_of_a_state_are_kept_apart(monkeypatch):
    (problem,) = cases("pentominoes-8x8")
    whole = frontier.solve(problem)
    monkeypatch.setattr(frontier_tables, "reach", lambda *_: 62)
    split = frontier.solve(problem)
    assert split.solutions == whole.solutions == 65
    assert sum(split.nodes) > sum(whole.nodes)


@pytest.mark.soak
def test_five_by_eighteen_takes_little_memory():
    command = [sys.executable, "-m", "getallenband", "solve", "one-sided-5x18", "--algorithm", "frontier"]
    done, megabytes = measured(command)
    assert (done.returncode, "686,628 solutions" in done.stdout) == (0, True)
    assert megabytes < MEGABYTES

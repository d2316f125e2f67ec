"""Several puzzles in one process, a limit of processor time, and a forecast: what a batch needs."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext

import pytest

from getallenband.modern.puzzle_files import read_puzzle
from getallenband.modern.search import Progress, SearchOptions, duration, solve
from getallenband.modern.search.duration import Forecast, forecast
from getallenband.reports.api import searching


def test_each_puzzle_has_its_line(call):
    code, out, err = call("solve", "rug", "t-tetrominoes-8x8")
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r"rug: 3 solutions up to symmetry, 12 in all; bit_parallel, [\d.]+ s of CPU\n"
        r"t-tetrominoes-8x8: 15 solutions up to symmetry, 84 in all; frontier, [\d.]+ s of CPU\n",
        out,
    )


def test_json_has_a_line_for_each_puzzle(call):
    code, out, _ = call("solve", "rug", "t-tetrominoes-8x8", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, [each["solutions"] for each in found]) == (0, [12, 84])


def test_a_wrong_puzzle_does_not_keep_the_others(call):
    code, out, err = call("solve", "rug", "nowhere.toml", "t-tetrominoes-8x8")
    assert (code, len(out.splitlines())) == (2, 2)
    assert err == "nowhere.toml: cannot read this puzzle file: No such file or directory\n"


@pytest.mark.parametrize("option", ["--certificate", "--svg", "--checkpoint"])
def test_files_are_for_one_puzzle(call, option):
    code, out, err = call("solve", "rug", "soma", option, "made")
    assert (code, out, err) == (2, "", "--certificate, --svg and --checkpoint are for one puzzle at a time\n")


def test_a_search_ends_after_its_processor_time(call):
    code, out, err = call("solve", "one-sided-9x10", "--cpu", "0.1")
    assert code == 4
    assert out.startswith("one-sided-9x10: stopped after ")
    assert err.endswith("the time of 0.1 s of CPU is up: these counts are of the part searched so far\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--cpu", "0"), "--cpu 0 leaves no time to search; expected seconds, such as 2 or 0.5"),
        (("--cpu", "2", "--certificate", "made"), "--cpu and --certificate cannot be given together"),
        (
            ("--limit", "2", "--certificate", "made"),
            "--limit and --certificate cannot be given together: a certificate is of all solutions",
        ),
        (("--cpu", "2", "--workers", "2"), "--cpu is the processor time of one process: give --time to a search with "),
    ],
)
def test_limits_that_mean_nothing(call, options, message):
    code, out, err = call("solve", "rug", *options)
    assert (code, out) == (2, "")
    assert err.startswith(message)


def test_an_interrupted_certificate_is_not_written(call, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(searching, "interruptible", lambda: nullcontext(lambda: True))
    answer = call("solve", "rug", "--certificate", "made")
    assert (answer, list(tmp_path.iterdir())) == ((130, "", "interrupted: made was not written\n"), [])


def test_a_long_count_says_how_long_it_takes(call, monkeypatch):
    monkeypatch.setattr(duration, "PATIENCE", 0.0)
    code, _, err = call("solve", "one-sided-9x10", "--cpu", "2")
    assert code == 4
    assert re.match(
        r"one-sided-9x10: the whole count takes about [\d,]+ (minutes|hours) of CPU \(± \d+ %\), "
        r"by Knuth's estimate of [\d,]+ nodes\n",
        err,
    )


def test_a_short_count_says_nothing(monkeypatch):
    monkeypatch.setattr(duration, "PATIENCE", 0.0)
    told = []
    solve(read_puzzle("pentominoes-6x10"), on_forecast=told.append)
    assert told == []


def test_a_search_that_compares_solutions_with_their_images_has_no_forecast(monkeypatch):
    """Nodes do not tell how long that takes: a forecast once said 6 seconds of what took more than ten minutes."""
    monkeypatch.setattr(duration, "PATIENCE", 0.0)
    monkeypatch.setattr(duration, "LEAST", 0.0)
    options = SearchOptions(algorithm="bit_parallel")
    told = []
    solve(read_puzzle("t-tetrominoes-8x8"), options, on_solution=lambda _: None, on_forecast=told.append)
    assert told == []
    solve(read_puzzle("pentominoes-6x10"), options, on_solution=lambda _: None, on_forecast=told.append)
    assert len(told) == 1


class Line:
    """A progress line that is always due, and remembers what it says."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.say = self.said.append

    def due(self) -> bool:
        return True


@pytest.mark.parametrize(("puzzle", "estimated"), [("pentominoes-6x10", True), ("t-tetrominoes-8x8", False)])
def test_the_progress_line_has_an_estimate_where_nodes_tell_how_long_it_takes(puzzle, estimated):
    line = Line()
    wanted = searching.Search(SearchOptions(algorithm="bit_parallel", split=True))
    searching.shown_on(line, read_puzzle(puzzle), wanted, lambda: False)(Progress(0.25, 1, 4, 7, 900))
    (said,) = line.said
    assert said.startswith(" 25.0 % of the tree, 1/4 work units, 7 solutions, 900 nodes")
    assert (" (Knuth's estimate " in said) == estimated


def test_what_merges_states_has_no_forecast():
    assert forecast(read_puzzle("t-tetrominoes-8x8"), "frontier") is None


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(90, "about 90 seconds"), (600, "about 10 minutes"), (3 * 3600, "about 3 hours"), (8 * 10**8, "about 25 years")],
)
def test_durations_are_in_words(seconds, said):
    assert f"{Forecast(1e9, seconds, 0.1)}".startswith(f"the whole count takes {said} of CPU (± 10 %), ")


@pytest.mark.parametrize(
    ("puzzle", "search"),
    [("pentominoes-6x10", "window_tables"), ("soma", "option_sets"), ("jigsaw", "option_sets")],
)
def test_why_names_the_search(puzzle, search):
    assert f"; search: {search}, " in solve(read_puzzle(puzzle)).why


def test_why_names_the_search_of_covers(tmp_path):
    (tmp_path / "queens.toml").write_text("queens = 6\n")
    assert "; search: cover_sets, " in solve(read_puzzle(tmp_path / "queens.toml")).why

"""The one entry and its command line: counts, listings, workers, checkpoints, interrupts."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from getallenband.main import main
from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.modern.search import parallel
from getallenband.modern.search.choice import expected_nodes
from getallenband.modern.search.solve import PACE, UNITS_PER_WORKER, SearchOptions, solve
from getallenband.modern.search.work_units import Plan, plan
from tests.processes import PATIENCE, started, until

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "getallenband"]


def run(*arguments, **options):
    return subprocess.run([*COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, **options)


def run_here(capsys, monkeypatch, *arguments):
    """Run the command line within this process, where the solvers are loaded; return exit code, output and errors."""
    monkeypatch.setattr(sys, "argv", ["getallenband", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    written = capsys.readouterr()
    return ended.value.code or 0, written.out, written.err


def listing(name, **options):
    found = []
    result = solve(read_puzzle(name), SearchOptions(**options), on_solution=found.append)
    return result, found


@pytest.fixture(scope="module")
def rug_searched(tmp_path_factory):
    """Search once; return the result and the text of the checkpoint."""
    path = tmp_path_factory.mktemp("rug") / "state"
    result, _ = listing("rug", checkpoint=path)
    return result, path.read_text()


@pytest.mark.parametrize(("name", "classes", "total"), [("rug", 3, 12), ("jigsaw", 3, 12), ("tetrihex", 12290, 147480)])
def test_counts_up_to_symmetry_and_in_all(name, classes, total):
    result = solve(read_puzzle(name))
    assert (result.solutions_up_to_symmetry, result.solutions, result.finished) == (classes, total, True)
    assert result.nodes[-1] == classes


def test_what_symmetry_leaves_unbroken_is_counted_once(tmp_path):
    # Two straight pieces in a square: two solutions, each its own image under half a turn.
    path = tmp_path / "two.toml"
    path.write_text('lattice = "square"\nboard = { rectangle = [2, 2] }\npieces = { A = "##", B = "##" }\n')
    for algorithm in ("auto", "brute_force"):
        result = solve(read_puzzle(path), SearchOptions(algorithm))
        assert result.solutions == 4
        assert result.solutions_up_to_symmetry == 1


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("rug", "auto"),
        ("soma", "auto"),
        ("tetrihex", "dancing_links"),
        ("pentominoes-3x20", "bit_parallel"),
        ("pentominoes-8x8", "bit_parallel"),
        ("pentominoes-6x10", "bit_parallel"),
    ],
)
def test_the_estimate_of_the_whole_search_is_right_within_two_errors(name, algorithm):
    puzzle = read_puzzle(name)
    expected = expected_nodes(puzzle, algorithm)
    assert abs(expected.nodes - sum(solve(puzzle, SearchOptions(algorithm)).nodes)) < 2 * expected.error
    assert expected.error < expected.nodes / 2


def test_states_that_merge_are_not_estimated_as_nodes():
    assert expected_nodes(read_puzzle("rug"), "frontier").nodes == 0


def test_workers_find_the_same():
    alone, solutions = listing("rug")
    together, same = listing("rug", workers=2)
    assert sorted(same) == sorted(solutions)
    assert together.solutions == alone.solutions


def test_nodes_of_work_units_add_up_to_those_of_one_search():
    one = solve(read_puzzle("pentominoes-8x8"), SearchOptions("dancing_links"))
    split = solve(read_puzzle("pentominoes-8x8"), SearchOptions("dancing_links", split=True))
    assert one.nodes == split.nodes


@pytest.mark.parametrize("name", ["pentominoes-8x8", "pentominoes-5x12"])
def test_work_units_follow_the_scan_of_their_solver(name):
    puzzle = read_puzzle(name)
    one, parts = solve(puzzle), []
    split = solve(puzzle, SearchOptions(split=True), on_progress=parts.append)
    assert one.nodes == split.nodes
    assert one.solutions == split.solutions
    assert 20 < parts[-1].units_done == parts[-1].units < 60
    assert parts[-1].done == pytest.approx(1)
    assert (parts[-1].up_to_symmetry, parts[-1].units_done) == (one.solutions_up_to_symmetry, len(parts))


def test_a_short_search_is_not_split(tmp_path):
    path = tmp_path / "state"
    whole = solve(read_puzzle("rug"), SearchOptions(checkpoint=path, workers=2, interval=600))
    assert whole.nodes == solve(read_puzzle("rug")).nodes
    resumed = solve(read_puzzle("rug"), SearchOptions(checkpoint=path, resume=True, interval=0))
    assert resumed.nodes == whole.nodes
    assert '"wanted":0' in path.read_text()


def test_with_a_checkpoint_the_units_are_as_long_as_they_should_be(tmp_path, monkeypatch):
    """In a long search none takes a large part of it; the mean is UNIT_SECONDS at the assumed pace."""
    monkeypatch.setattr(sys.modules["getallenband.modern.search.solve"], "UNIT_SECONDS", 1e-4)
    path, puzzle = tmp_path / "state", read_puzzle("pentominoes-5x12")
    result, _ = listing("pentominoes-5x12", checkpoint=path, interval=0)
    state = json.loads(path.read_text().partition("\n")[2])
    expected = expected_nodes(puzzle, "bit_parallel").nodes / PACE / 1e-4
    assert state["job"]["wanted"] == int(expected) > UNITS_PER_WORKER
    nodes = [sum(done["nodes"]) for done in state["done"].values()]
    assert len(nodes) > expected / 2
    assert max(nodes) < sum(nodes) / 10
    assert result.solutions == 4040
    assert sum(result.nodes) == pytest.approx(sum(solve(puzzle).nodes), rel=0.02)


def test_a_kill_loses_the_time_between_two_checkpoints_and_a_unit_at_most(tmp_path, monkeypatch):
    """By a clock on which each unit takes three seconds."""
    path, now = tmp_path / "state", [0]
    clock = SimpleNamespace(**vars(time) | {"monotonic": lambda: now[0]})
    monkeypatch.setattr(sys.modules["getallenband.modern.search.solve"], "time", clock)

    def note(progress):
        now[0] += 3
        state = json.loads(path.read_text().partition("\n")[2])
        saved = len(state["done"]) + sum(last - first + 1 for first, last in state["counted"])
        assert 3 * (progress.units_done - saved) < 10 + 3

    options = SearchOptions(checkpoint=path, interval=10, split=True)
    assert solve(read_puzzle("pentominoes-8x8"), options, on_progress=note).finished
    assert now[0] > 60


def test_a_checkpoint_goes_on_with_other_workers(tmp_path):
    path, done = tmp_path / "state", []
    puzzle = read_puzzle("pentominoes-8x8")
    solve(puzzle, SearchOptions(checkpoint=path, interval=0), on_progress=done.append, stop=lambda: len(done) > 3)
    resumed = solve(puzzle, SearchOptions(checkpoint=path, resume=True, workers=2, interval=0))
    assert resumed.finished
    assert resumed.nodes == solve(puzzle).nodes


def test_a_limit_ends_the_search():
    result, solutions = listing("tetrihex", limit=5)
    assert len(solutions) == result.solutions_up_to_symmetry == 5
    assert not result.finished


def test_a_limit_ends_a_count_with_a_checkpoint(tmp_path):
    result = solve(read_puzzle("rug"), SearchOptions(limit=1, checkpoint=tmp_path / "state"))
    assert (result.solutions_up_to_symmetry, result.finished) == (1, False)


def test_a_stop_leaves_a_checkpoint_that_can_be_resumed(tmp_path):
    reference, expected = listing("rug", checkpoint=tmp_path / "whole")
    path = tmp_path / "state"
    done = []
    puzzle = read_puzzle("rug")
    options = SearchOptions(checkpoint=path, interval=0)
    first = solve(puzzle, options, on_solution=lambda _: None, on_progress=done.append, stop=lambda: len(done) >= 10)
    assert not first.finished
    resumed, found = listing("rug", checkpoint=path, resume=True)
    assert found == expected
    assert (resumed.solutions, resumed.nodes) == (reference.solutions, reference.nodes)


@pytest.mark.parametrize(
    "text",
    ["items = '2|a b'\noptions = ['a b']\n", 'lattice = "square"\nboard.rectangle = [1, 4]\npieces.A = "##/##"\n'],
)
def test_a_search_that_ends_before_its_first_node_can_be_resumed(tmp_path, text):
    path = tmp_path / "none.toml"
    path.write_text(text)
    options = SearchOptions("bit_parallel", checkpoint=tmp_path / "state", resume=True, split=True)
    for _ in range(2):
        result = solve(read_puzzle(path), options)
        assert (result.solutions, result.finished) == (0, True)


def test_counts_of_many_units_are_added_up_in_a_checkpoint(tmp_path):
    """So it is as small after thousands of units as after a few."""
    path, puzzle, done = tmp_path / "state", read_puzzle("pentominoes-8x8"), []
    reference = solve(puzzle, SearchOptions(split=True))
    options = SearchOptions(checkpoint=path, interval=0, resume=True)
    for end in (10, 25):
        part = solve(puzzle, options, on_progress=done.append, stop=lambda end=end: len(done) >= end)
        assert not part.finished
        state = json.loads(path.read_text().partition("\n")[2])
        units = sum(last - first + 1 for first, last in state["counted"])
        assert len(state["done"]) <= len(puzzle.cases) < units + len(state["done"]) == end
    rest = solve(puzzle, options)
    assert (rest.finished, rest.solutions, rest.nodes) == (True, reference.solutions, reference.nodes)


@pytest.mark.parametrize("ends", [[5, 4], [0, 10**9], [0], [0, 1, 2]])
def test_counted_units_that_are_none_are_refused(tmp_path, ends):
    path = tmp_path / "state"
    listing("rug", checkpoint=path)
    data = json.loads(path.read_text().partition("\n")[2])
    damaged = f"{path}: this checkpoint is damaged; the search cannot be resumed from it"
    assert with_body(path, json.dumps(data | {"counted": [ends]})) == damaged


def test_wrong_checkpoints_are_refused_and_kept(tmp_path):
    path = tmp_path / "state"
    listing("rug", checkpoint=path)
    good = path.read_text()
    with pytest.raises(PuzzleError, match="this file exists; give --resume"):
        listing("rug", checkpoint=path)
    with pytest.raises(PuzzleError, match="this checkpoint is of another puzzle: rug"):
        listing("tetrihex", checkpoint=path, resume=True)
    with pytest.raises(PuzzleError, match="of another algorithm: bit_parallel, not brute_force"):
        listing("rug", checkpoint=path, resume=True, algorithm="brute_force")
    with pytest.raises(PuzzleError, match="of a search with --list, not --count"):
        solve(read_puzzle("rug"), SearchOptions(checkpoint=path, resume=True))
    assert path.read_text() == good
    heading, _, body = good.partition("\n")
    other = f"{heading[:-1]}{'1' if heading[-1] == '0' else '0'}\n{body}"
    for damaged in (good[:-30], good.replace("checkpoint 4", "checkpoint 1"), good[:20], "", other):
        path.write_text(damaged)
        with pytest.raises(PuzzleError, match=r"damaged|not a checkpoint|has version 1; expected version 4"):
            listing("rug", checkpoint=path, resume=True)
        assert path.read_text() == damaged
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(PuzzleError, match="not a checkpoint"):
        listing("rug", checkpoint=path, resume=True)


@pytest.mark.parametrize("value", [None, True, -1, 10**30, 1.5, "x", [], {}])
@pytest.mark.parametrize(
    "key", ["job", "wanted", "counted", "done", "0", "solutions", "up_to_symmetry", "nodes", "listed"]
)
def test_a_checkpoint_with_another_value_is_refused_or_means_the_same(tmp_path, rug_searched, key, value):
    """Its checksum is right: nothing else tells that 1.5 solutions were found."""
    path = tmp_path / "state"
    expected, state = rug_searched
    data = json.loads(state.partition("\n")[2])
    for table in (data, data["job"], data["done"], data["done"]["0"]):
        if key in table:
            table[key] = value
    damaged = f"{path}: this checkpoint is damaged; the search cannot be resumed from it"
    assert with_body(path, json.dumps(data)) in (damaged, (expected.solutions, expected.solutions_up_to_symmetry))


@pytest.mark.parametrize("solution", [[99999], [0, 0, 0, 0, 0], [], "backwards", "of another unit"])
def test_listed_solutions_that_are_none_are_refused(tmp_path, solution):
    path = tmp_path / "state"
    listing("rug", checkpoint=path, workers=2)
    data = json.loads(path.read_text().partition("\n")[2])
    (there, mine), (_, other), *_ = [
        (listed, listed[0]) for unit in data["done"].values() if (listed := unit["listed"])
    ]
    there[0] = {"backwards": mine[::-1], "of another unit": other}.get(str(solution), solution)
    assert (
        with_body(path, json.dumps(data)) == f"{path}: this checkpoint is damaged; the search cannot be resumed from it"
    )


def test_a_checkpoint_holds_numbers_of_any_size(tmp_path):
    (tmp_path / "dominoes.toml").write_text(
        'title = "D"\nlattice = "square"\nboard = { rectangle = [14, 14] }\ncopies = { D = 98 }\n[pieces]\nD = "##"\n'
    )
    puzzle, options = read_puzzle(str(tmp_path / "dominoes.toml")), SearchOptions(checkpoint=tmp_path / "state")
    found = solve(puzzle, options)
    assert found.solutions == 112_202_208_776_036_178_000_000 > 2**64
    assert solve(puzzle, replace(options, resume=True)).solutions == found.solutions


@pytest.mark.parametrize("body", ["[" * 100_000, "1" * 5_000, "{}", '{"job": {}}', "null"])
def test_a_checkpoint_that_holds_something_else_is_damaged(tmp_path, body):
    path = tmp_path / "state"
    listing("rug", checkpoint=path)
    assert with_body(path, body) == f"{path}: this checkpoint is damaged; the search cannot be resumed from it"


def with_body(path, body):
    """Give a checkpoint another body, with its checksum; return what is found, or the message."""
    path.write_text(f"getallenband checkpoint 4 {hashlib.sha256(body.encode()).hexdigest()}\n{body}\n")
    try:
        result, _ = listing("rug", checkpoint=path, resume=True)
    except PuzzleError as error:
        return str(error)
    return result.solutions, result.solutions_up_to_symmetry


def test_a_checkpoint_of_a_version_that_split_otherwise_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "state"
    plan.cache_clear()  # a plan knows its checksum
    with monkeypatch.context() as patch:
        patch.setattr(Plan, "checksum", "of another version")
        listing("rug", checkpoint=path)
        plan.cache_clear()
    with pytest.raises(PuzzleError, match="state: the version of Getallenband that wrote this checkpoint splits the "):
        listing("rug", checkpoint=path, resume=True)


def test_a_place_where_nothing_can_be_written_is_found_out_first(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="there is no such folder"):
        listing("rug", checkpoint=tmp_path / "file" / "state")
    with pytest.raises(OSError, match="there is no such folder"):
        write_certificate(
            read_puzzle("rug"), tmp_path / "file" / "rug.certificate", stop=lambda: pytest.fail("searched")
        )


def kill_and_resume(puzzle, algorithm, kills, longest, path, seed=1972):
    """Kill the command at random moments, then let it finish; return its output and how often it was killed."""
    dice = random.Random(seed)
    arguments = [*COMMAND, "solve", puzzle, "--list", "--algorithm", algorithm, "--every", "0"]
    arguments += ["--checkpoint", str(path), "--resume"]
    for done in range(kills):
        with (
            started(arguments, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process,
            suppress(subprocess.TimeoutExpired),
        ):
            process.wait(dice.uniform(0, longest))
            assert process.returncode == 0
            path.unlink()
        assert not list(path.parent.glob("*.tmp")), done
    return subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout


def solutions_in(output):
    return [block for block in output.split("\n\n") if "algorithm" not in block]


def test_killed_at_random_moments_and_resumed(tmp_path):
    expected = solutions_in(run("solve", "pentominoes-8x8", "--list", "--checkpoint", str(tmp_path / "a")).stdout)
    found = solutions_in(kill_and_resume("pentominoes-8x8", "bit_parallel", 4, 1.5, tmp_path / "b"))
    assert len(found) == 65
    assert found == expected


@pytest.mark.soak
def test_killed_two_hundred_times_and_resumed(tmp_path):
    expected = solutions_in(run("solve", "tetra", "--list", "--checkpoint", str(tmp_path / "a")).stdout)
    found = solutions_in(kill_and_resume("tetra", "bit_parallel", 200, 3.0, tmp_path / "b"))
    assert len(found) == 7482
    assert found == expected


def test_an_interrupt_writes_the_checkpoint(tmp_path):
    path = tmp_path / "state"
    arguments = [*COMMAND, "solve", "tetra", "--algorithm", "dancing_links", "--checkpoint", str(path), "--every", "0"]
    with started(arguments, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert until(lambda: path.exists() or process.poll() is not None)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate()
    assert process.returncode == 130, errors
    assert "interrupted" in errors
    assert path.read_text().startswith("getallenband checkpoint")


def test_workers_end_with_their_killed_parent(tmp_path):
    arguments = [*COMMAND, "solve", "tetra", "--algorithm", "dancing_links", "--workers", "2", "--every", "0"]
    arguments += ["--checkpoint", str(tmp_path / "state")]
    with started(arguments, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            pytest.skip("no /proc to see the workers in")
        assert until(lambda: (tmp_path / "state").exists() and children.read_text() != "")
        workers = [int(number) for number in children.read_text().split()]
    assert until(lambda: not any(running(worker) for worker in workers)), "a worker outlived its parent"


def test_a_killed_worker_ends_the_search_and_the_checkpoint_stays(tmp_path):
    arguments = [*COMMAND, "solve", "tetra", "--algorithm", "dancing_links", "--workers", "2", "--every", "0"]
    arguments += ["--checkpoint", str(tmp_path / "state")]
    with started(arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            pytest.skip("no /proc to see the workers in")
        assert until(lambda: (tmp_path / "state").exists() and len(children.read_text().split()) == 2)
        os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
        said = process.communicate()
    assert said == ("", "a worker process died; a checkpoint, if there is one, holds what was done\n")
    assert process.returncode == 2
    assert (tmp_path / "state").exists()


def test_a_signal_to_a_worker_that_is_not_prepared_yet_is_not_lost(monkeypatch):
    monkeypatch.setattr(parallel, "end_with_parent", lambda: os.kill(os.getpid(), signal.SIGTERM))
    before = signal.signal(signal.SIGTERM, lambda *_: None)  # as of a search that can be interrupted
    try:
        with pytest.raises(PuzzleError, match="a worker process died"):
            solve(read_puzzle("pentominoes-8x8"), SearchOptions("dancing_links", workers=2, split=True))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) & {signal.SIGINT, signal.SIGTERM} == set()


def running(process):
    """Tell whether a process runs; one that ended and waits for its new parent to notice does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_json_keys(capsys, monkeypatch):
    record = json.loads(run_here(capsys, monkeypatch, "solve", "rug", "--json")[1])
    assert {"puzzle", "algorithm", "solutions", "solutions_up_to_symmetry", "nodes", "seconds"} <= set(record)
    assert (record["puzzle"], record["solutions"], record["solutions_up_to_symmetry"]) == ("rug", 12, 3)
    assert sum(record["nodes"]) > 0
    assert "listed" not in record


def test_a_listing_in_json_covers_the_board(capsys, monkeypatch):
    record = json.loads(run_here(capsys, monkeypatch, "solve", "rug", "--list", "--json")[1])
    assert len(record["listed"]) == 3
    for solution in record["listed"]:
        cells = [tuple(cell) for piece in solution.values() for cell in piece]
        assert len(set(cells)) == len(cells) == 28


def test_a_listing_shows_the_boards(capsys, monkeypatch):
    code, output, _ = run_here(capsys, monkeypatch, "solve", "rug", "--list", "--limit", "1")
    assert code == 0
    assert len(output.split("\n\n")[0].splitlines()) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "tetrahex"], "no puzzle is called 'tetrahex'; nearest: tetrihex"),
        (["solve", "rug", "--algorithm", "dancing_link"], "no algorithm is called 'dancing_link'; nearest: danc"),
        (["solve", "rug", "--list", "--count"], "--count and --list cannot be given together"),
        (["solve", "rug", "--resume"], "--resume needs --checkpoint FILE"),
        (["solve", "rug", "--on", "here"], "--on expects dask://HOST:PORT, not 'here'"),
        (["solve", "jigsaw", "--algorithm", "most_surrounded"], "most_surrounded cannot solve jigsaw: the puzzle has"),
        (["solve", "rug", "--algorithm", "frontier", "--list"], "frontier counts without listing"),
        (["solve", "nowhere.toml"], "nowhere.toml: cannot read this puzzle file: No such file or directory"),
        (["solve", "Makefile"], "Makefile: this is no puzzle file; expected a name that ends in .toml or .dlx"),
        (["solve", "modern"], "modern: this is a folder; expected a name that ends in .toml or .dlx"),
        (["verify", "pyproject.toml"], "refused: the checksum is wrong"),
    ],
)
def test_wrong_usage(capsys, monkeypatch, arguments, message):
    code, output, errors = run_here(capsys, monkeypatch, *arguments)
    assert code == 2
    assert message in errors
    assert "Traceback" not in errors
    assert not output


def test_a_search_ends_when_its_time_is_up(capsys, monkeypatch, tmp_path):
    state = tmp_path / "state"
    code, out, err = run_here(
        capsys, monkeypatch, "solve", "one-sided-9x10", "--time", "0.5", "--checkpoint", str(state)
    )
    assert (code, err) == (4, "the time of 0.5 s is up: these counts are of the part searched so far\n")
    assert "stopped after" in out
    assert state.exists()
    assert run_here(capsys, monkeypatch, "solve", "rug", "--time", "100")[0] == 0
    assert run_here(capsys, monkeypatch, "solve", "rug", "--time", "0") == (
        2, "", "--time 0 leaves no time to search; expected seconds, such as 2 or 0.5\n",
    )  # fmt: skip


def test_a_count_of_ways_visits_no_tree(capsys, monkeypatch, tmp_path):
    board = tmp_path / "dominoes.toml"
    board.write_text('lattice = "square"\nboard = { rectangle = [10, 10] }\ncopies = { I = 50 }\n[pieces]\nI = "##"\n')
    code, out, _ = run_here(capsys, monkeypatch, "solve", str(board))
    assert (code, out.splitlines()[0]) == (
        0,
        "dominoes: 32,324,350,352 solutions up to symmetry, 258,584,046,368 in all",
    )
    assert "nodes" not in out
    assert json.loads(run_here(capsys, monkeypatch, "solve", str(board), "--json")[1])["nodes"] is None

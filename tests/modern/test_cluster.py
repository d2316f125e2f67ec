"""Searches on clusters of two workers: one is killed, the cluster goes away, it has another version. (soak)"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from modern.puzzle_files.errors import PuzzleError
from modern.puzzle_files.puzzle import read_puzzle
from modern.search.solve import SearchOptions, solve
from tests.processes import until

MEGABYTES = 300
"""What a worker may take."""


def about_worker():
    return {"pid": os.getpid(), "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


@contextmanager
def two_workers():
    """Yield a cluster, a client of it, and how `solve` names it."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield cluster, client, cluster.scheduler_address.replace("tcp://", "dask://")


@pytest.mark.soak
def test_a_long_search_survives_a_killed_worker_and_a_lost_cluster(tmp_path):
    puzzle, state = read_puzzle("one-sided-6x15"), tmp_path / "state"
    killed, most = [], []

    def search(end, **options):
        done = []

        def note(progress):
            done.append(progress)
            if end and len(done) == end // 2:
                victim = min(info["pid"] for info in client.run(about_worker).values())
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

        with two_workers() as (_, client, on):
            result = solve(
                puzzle,
                SearchOptions(on=on, checkpoint=state, **options),
                on_progress=note,
                stop=lambda: bool(end) and len(done) >= end,
            )
            most.extend(info["megabytes"] for info in client.run(about_worker).values())
        return result

    first = search(30)
    assert killed
    assert not first.finished
    assert 0 < first.solutions_up_to_symmetry < 2_567_183
    second = search(0, resume=True)
    assert second.finished
    assert second.solutions_up_to_symmetry == 2_567_183
    assert second.solutions == 4 * 2_567_183
    assert max(most) < MEGABYTES


@pytest.mark.soak
def test_a_cluster_that_loses_a_worker_finds_the_same():
    with two_workers() as (_, client, on):
        victim = min(info["pid"] for info in client.run(about_worker).values())
        done, found = [], []

        def kill_one(progress):
            done.append(progress)
            if len(done) == 3:
                os.kill(victim, signal.SIGKILL)

        result = solve(
            read_puzzle("tetra"),
            SearchOptions("dancing_links", on=on),
            on_solution=found.append,
            on_progress=kill_one,
        )
    assert len(done) > 3
    assert result.solutions_up_to_symmetry == len(found) == len(set(found)) == 7482


@pytest.mark.soak
def test_a_cluster_that_goes_away_ends_the_search_and_what_was_done_is_kept(tmp_path):
    puzzle, state, done = read_puzzle("tetra"), tmp_path / "state", []
    with two_workers() as (cluster, _, on):

        def close(progress):
            done.append(progress.units_done)
            if len(done) == 5:
                cluster.scheduler.stop()
                cluster.close()

        with pytest.raises(
            PuzzleError, match=r"^the cluster at tcp://\S+ went away; a checkpoint, if there is one, holds"
        ):
            solve(puzzle, SearchOptions("dancing_links", on=on, checkpoint=state, interval=0), on_progress=close)
    saved = json.loads(state.read_text().partition("\n")[2])
    assert len(saved["done"]) + sum(last - first + 1 for first, last in saved["counted"]) >= 5
    resumed = solve(puzzle, SearchOptions("dancing_links", checkpoint=state, resume=True))
    assert resumed.solutions_up_to_symmetry == 7482


@pytest.mark.soak
def test_a_cluster_without_workers_is_refused(monkeypatch):
    monkeypatch.setattr("modern.search.parallel._WORKERS_WITHIN", 0.1)
    with two_workers() as (cluster, client, on):
        cluster.scale(0)
        assert until(lambda: not client.scheduler_info()["workers"])
        with pytest.raises(
            PuzzleError, match=r"^the Dask scheduler at tcp://\S+ has no workers; start one: dask worker"
        ):
            solve(read_puzzle("tetra"), SearchOptions(on=on))


def split_otherwise():
    import modern.search.work_units

    modern.search.work_units.plan = lambda _: SimpleNamespace(checksum="that of another version")


def describe_otherwise():
    import modern.search.work_units

    modern.search.work_units.SearchJob = lambda puzzle: puzzle


def search_wrongly():
    import modern.search.work_units

    modern.search.work_units.search_unit = lambda *_: len(3)


def be_without_us():
    sys.modules["modern.search.work_units"] = None


@pytest.mark.soak
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (split_otherwise, "it splits this search otherwise$"),
        (describe_otherwise, r"it describes searches otherwise: .*got an unexpected keyword argument 'checksum'$"),
        (be_without_us, "import of modern.search.work_units halted"),
    ],
)
def test_a_worker_of_another_version_is_refused(change, message):
    with two_workers() as (_, client, on):
        client.run(change)
        start = r"^a worker of the cluster at tcp://\S+ does not have this version of Getallenband: "
        with pytest.raises(PuzzleError, match=start + message):
            solve(read_puzzle("tetra"), SearchOptions("dancing_links", on=on))


@pytest.mark.soak
def test_a_fault_of_ours_in_a_worker_is_no_other_version():
    with two_workers() as (_, client, on):
        client.run(search_wrongly)
        with pytest.raises(TypeError, match=r"^object of type 'int' has no len\(\)$"):
            solve(read_puzzle("tetra"), SearchOptions("dancing_links", on=on))

"""Searches on clusters of two workers: one is killed, the cluster goes away, it has another version. (soak)"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import SimpleNamespace

import pytest

from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.modern.search import parallel
from getallenband.modern.search.solve import SearchOptions, solve
from getallenband.modern.search.work_units import SearchJob, UnitResult, plan, search_unit
from tests.processes import PATIENCE, started, until

MEGABYTES = 300
"""What a worker may take."""


def about_worker():
    return {"pid": os.getpid(), "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Wait for answers and workers however busy the machine is."""
    for name in ("_ANSWER_WITHIN", "_WORKERS_WITHIN"):
        monkeypatch.setattr(parallel, name, PATIENCE)


def megabytes(client):
    """Return what the workers take, without one that was killed and is on the way out or in."""
    return [info["megabytes"] for info in client.run(about_worker, on_error="ignore").values()]


@contextmanager
def two_workers():
    """Yield a cluster, a client of it, and how `solve` names it."""
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    with (
        dask.config.set({f"distributed.comm.timeouts.{name}": "120s" for name in ("connect", "tcp")}),
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
            most.extend(megabytes(client))
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
    monkeypatch.setattr("getallenband.modern.search.parallel._WORKERS_WITHIN", 0.1)
    with two_workers() as (cluster, client, on):
        cluster.scale(0)
        assert until(lambda: not client.scheduler_info()["workers"])
        with pytest.raises(
            PuzzleError, match=r"^the Dask scheduler at tcp://\S+ has no workers; start one: dask worker"
        ):
            solve(read_puzzle("tetra"), SearchOptions(on=on))


@pytest.mark.soak
@pytest.mark.parametrize("stopped", [False, True])
def test_a_cluster_that_loses_all_its_workers_is_not_waited_for(monkeypatch, stopped):
    done = []
    with two_workers() as (cluster, client, on):

        def dismiss(progress):
            done.append(progress)
            if len(done) == 1:
                cluster.scale(0)
                assert until(lambda: not client.nthreads())
                monkeypatch.setattr("getallenband.modern.search.parallel._WORKERS_WITHIN", 600 if stopped else 0.1)

        def search():
            options = SearchOptions("dancing_links", on=on)
            return solve(read_puzzle("tetra"), options, on_progress=dismiss, stop=lambda: stopped and bool(done))

        if stopped:
            assert not search().finished
        else:
            with pytest.raises(PuzzleError, match=r"^the cluster at tcp://\S+ has lost all its workers; a checkpoint"):
                search()


class Idle:
    """A client of a cluster whose worker has nothing to do, while its scheduler waits for what the worker has lost."""

    scheduler, loop = SimpleNamespace(address="tcp://h:1"), None
    counts: dict[str, int]

    def submit(self, *_, **__):
        return object()

    def nthreads(self):
        return {"tcp://h:2": 1}

    def scheduler_info(self, **_):
        return {"workers": {"tcp://h:2": {"metrics": {"task_counts": self.counts}}}}

    def cancel(self, futures):
        self.cancelled = len(futures)


@pytest.mark.parametrize(("counts", "waits"), [({"memory": 3}, False), ({}, False), ({"executing": 1}, True)])
def test_a_unit_that_the_cluster_has_lost_is_not_waited_for(monkeypatch, counts, waits):
    arriving = SimpleNamespace(is_empty=lambda: False, has_ready=lambda: False)
    monkeypatch.setattr(parallel, "_distributed", lambda: SimpleNamespace(
        as_completed=lambda *_, **__: arriving, KilledWorker=KeyError))  # fmt: skip
    monkeypatch.setattr(parallel, "_WORKERS_WITHIN", -1)
    client, looks = Idle(), iter([False, True])
    client.counts = counts
    search = parallel.search_on_cluster(job_of("tetra", listing=False), [0, 1], client, lambda: next(looks))
    if waits:
        assert list(search) == []
    else:
        with pytest.raises(PuzzleError, match=r"^the cluster at tcp://h:1 has lost the units that are left; a check"):
            list(search)
    assert client.cancelled == 2


def split_otherwise():
    import getallenband.modern.search.work_units

    getallenband.modern.search.work_units.plan = lambda _: SimpleNamespace(checksum="that of another version")


def describe_otherwise():
    import getallenband.modern.search.work_units

    getallenband.modern.search.work_units.SearchJob = lambda puzzle: puzzle


def search_wrongly():
    import getallenband.modern.search.work_units

    getallenband.modern.search.work_units.search_unit = lambda *_: len(3)


def be_without_us():
    sys.modules["getallenband.modern.search.work_units"] = None


@pytest.mark.soak
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (split_otherwise, "it splits this search otherwise$"),
        (describe_otherwise, r"it describes searches otherwise: .*got an unexpected keyword argument '\w+'$"),
        (be_without_us, "import of getallenband.modern.search.work_units halted"),
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


ADDRESSES = [
    "here", "dask://", "dask://:0", "dask://h:0", "dask://h:65536", "dask://h:port", "dask://h", "dask://[::1", "dask://\udcff:1",
    "dask://ä:1", "dask://user:secret@h:1", "dask://h:1/path", f"dask://{'x' * 64}:1", "dask://h..i:1", "tcp://h:1", "dask://h:1\n",
]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_no_address_is_refused_before_dask_sees_it(call, monkeypatch, address):
    monkeypatch.setattr(parallel, "_distributed", lambda: pytest.fail("Dask was asked"))
    assert call("solve", "rug", "--on", address)[:2] == (2, "")
    with pytest.raises(PuzzleError, match=r"^--on expects dask://HOST:PORT, not "):
        solve(read_puzzle("rug"), SearchOptions(on=address))


@pytest.mark.soak
@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 10**6, b"\xff" * 100])
def test_a_server_that_is_no_scheduler_is_refused(answer):
    """One that never answers, one of the web, and one that announces a message of 2^64 bytes."""
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        command = [sys.executable, "-m", "getallenband", "solve", "rug", "--on", f"dask://{address}"]
        with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            connected, _ = server.accept()
            with connected, suppress(OSError):
                connected.sendall(answer)
            out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert err.startswith(f"no Dask scheduler answers at tcp://{address}: ")
    assert "Traceback" not in err


def job_of(name, *, listing):
    puzzle = read_puzzle(name)
    return SearchJob(puzzle.given, puzzle.text, puzzle.checksum, "dancing_links", listing, weighing=False, wanted=8)


def torn():
    return object.__new__(UnitResult)


RUBBISH = {
    "nothing": lambda _: None,
    "an object": lambda _: object(),
    "a number": lambda _: 3,
    "a table": lambda result: vars(result),
    "torn": lambda _: torn(),
    "text for a count": lambda result: replace(result, solutions=str(result.solutions)),
    "a fraction": lambda result: replace(result, solutions=float(result.solutions)),
    "nothing counted": lambda result: replace(result, solutions=None),
    "below nothing": lambda result: replace(result, solutions=-1, up_to_symmetry=-1),
    "more classes than solutions": lambda result: replace(result, up_to_symmetry=result.solutions + 1),
    "more solutions than images": lambda result: replace(result, solutions=99 * result.up_to_symmetry + 1),
    "nodes below nothing": lambda result: replace(result, nodes=(1, -1)),
    "no nodes": lambda result: replace(result, nodes=None),
    "not finished": lambda result: replace(result, finished=False),
    "finished by a word": lambda result: replace(result, finished="yes"),
    "listed for nothing": lambda result: replace(result, listed=((0,),)),
}
LISTED = {
    "one left out": lambda listed: listed[1:],
    "one twice": lambda listed: (*listed[1:], listed[1]),
    "no solution": lambda listed: (listed[0][1:], *listed[1:]),
    "placements that are none": lambda listed: ((10**6, *listed[0][1:]), *listed[1:]),
    "text": lambda listed: "x" * len(listed),
}


def refused(job, number, returned):
    with pytest.raises(
        PuzzleError, match=r"^a worker of the cluster at here returned what is no result of work unit 0; "
    ):
        parallel._checked(job, number, returned, "here")


@pytest.mark.parametrize("what", RUBBISH)
def test_what_no_search_gives_is_refused(what):
    job = job_of("tetra", listing=False)
    result = search_unit(job, 0)
    assert result.solutions
    assert parallel._checked(job, 0, (0, result), "here") == result
    refused(job, 0, (0, RUBBISH[what](result)))


@pytest.mark.parametrize("returned", [None, (), (1,), (1, 2, 3), "ab"])
def test_what_is_no_pair_is_refused(returned):
    refused(job_of("tetra", listing=False), 0, returned)


@pytest.mark.parametrize("what", LISTED)
def test_a_list_that_no_search_gives_is_refused(what):
    job = job_of("tetra", listing=True)
    result = search_unit(job, 0)
    assert len(result.listed) > 1
    assert parallel._checked(job, 0, (0, result), "here") == result
    refused(job, 0, (0, replace(result, listed=LISTED[what](result.listed))))


@pytest.mark.parametrize("listing", [False, True])
def test_a_result_of_another_unit_is_refused(listing):
    job = job_of("tetra", listing=listing)
    refused(job, 0, (1, search_unit(job, 1)))
    if listing:  # solutions are of one unit alone, numbers may be of any
        assert len(plan(job).units) > 1
        refused(job, 0, (0, search_unit(job, 1)))


def changing(change):
    """Return what changes each worker, also one that is started in place of another."""
    from distributed import WorkerPlugin

    class Changing(WorkerPlugin):
        def setup(self, worker):  # noqa: ARG002
            change()

    return Changing()


def return_rubbish():
    import getallenband.modern.search.work_units

    getallenband.modern.search.work_units.search_unit = lambda *_: {"solutions": 10**6}


def count_twice():
    from dataclasses import replace

    import getallenband.modern.search.work_units as units

    units.search_unit = lambda *given, search=units.search_unit: replace(
        search(*given), solutions=2 * search(*given).solutions
    )


def die():
    import getallenband.modern.search.work_units

    getallenband.modern.search.work_units.search_unit = lambda *_: os._exit(9)


@pytest.mark.soak
@pytest.mark.parametrize("change", [return_rubbish, count_twice])
def test_rubbish_of_a_worker_ends_the_search_with_a_message(change, capfd):
    message = r"^a worker of the cluster at tcp://\S+ returned what is no result of work unit \d+; a checkpoint"
    with two_workers() as (_, client, on):
        client.register_plugin(changing(change))
        with pytest.raises(PuzzleError, match=message):
            solve(read_puzzle("tetra"), SearchOptions("dancing_links", on=on), on_solution=lambda _: None)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.soak
def test_a_cluster_whose_workers_die_at_every_unit_ends_the_search_with_a_message(monkeypatch, capfd):
    """On a busy machine Dask stops starting workers after a few that died: then the units are lost, or all workers."""
    monkeypatch.setattr(parallel, "_WORKERS_WITHIN", 30)
    message = "died again and again|has lost all its workers|has lost the units that are left"
    with two_workers() as (_, client, on):
        client.register_plugin(changing(die))
        with pytest.raises(PuzzleError, match=message):
            solve(read_puzzle("tetra"), SearchOptions("dancing_links", on=on), on_solution=lambda _: None)
    assert "Traceback" not in capfd.readouterr().err

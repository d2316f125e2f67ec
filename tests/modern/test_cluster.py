"""A search of a minute on a cluster that loses a worker, then goes away; it is resumed on another. (soak)"""

from __future__ import annotations

import os
import resource
import signal

import pytest

from modern.puzzle_files.puzzle import read_puzzle
from modern.search.solve import SearchOptions, solve

MEGABYTES = 300
"""What a worker may take."""


def about_worker():
    return {"pid": os.getpid(), "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


@pytest.mark.soak
def test_a_long_search_survives_a_killed_worker_and_a_lost_cluster(tmp_path):
    distributed = pytest.importorskip("distributed")
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

        with (
            distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            distributed.Client(cluster) as client,
        ):
            on = cluster.scheduler_address.replace("tcp://", "dask://")
            result = solve(
                puzzle,
                SearchOptions(on=on, checkpoint=state, **options),
                on_progress=note,
                stop=lambda: bool(end) and len(done) >= end,
            )
            most.extend(info["megabytes"] for info in client.run(about_worker).values())
        return result

    first = search(60)
    assert killed
    assert not first.finished
    assert 0 < first.solutions_up_to_symmetry < 2_567_183
    second = search(0, resume=True)
    assert second.finished
    assert second.solutions_up_to_symmetry == 2_567_183
    assert second.solutions == 4 * 2_567_183
    assert max(most) < MEGABYTES

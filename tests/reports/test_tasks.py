"""What is made beforehand: only what is missing, the longest first, in several processes; and what progress says."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from unittest.mock import MagicMock

import pytest

from getallenband.originals.edition import edition
from getallenband.reports.checking.check import needed
from getallenband.reports.comparing.compare import needed as needed_by_comparisons
from getallenband.reports.runs import tasks
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records
from getallenband.reports.runs.tasks import (
    Task,
    described,
    estimated_times,
    make_ready,
    make_task,
    published_times,
    report_progress,
)
from tests import ROOT
from tests.processes import started

pytestmark = pytest.mark.in_turn
RUN = Task("run", ("debruijn1972_pentomino", "first24"))
RUG = Task("result", ("rug", "auto"))


@pytest.fixture
def ready(new_cache, monkeypatch):
    """Give the test a cache folder of its own, and whatever is missing is worth other processes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(new_cache))
    monkeypatch.setattr(tasks, "WORTHWHILE", 0)
    cache = ResultCache()
    return Records(cache), Oracle(cache)


def test_other_processes_make_what_is_missing(ready, capfd):
    wrong = Task("run", ("debruijn1972_pentomino", "frist24"))
    records, oracle = ready
    make_ready([RUN, RUG, RUN, Task("answer", ("rug", "", "first_hole", "1"))], records, oracle, workers=2)
    assert RUN.known(*ready)
    assert RUG.known(*ready)
    lines = capfd.readouterr().err.splitlines()
    assert [line.partition(" after ")[0] for line in lines] == [f"{number} of 3 made" for number in (1, 2, 3)]
    assert sorted(line.partition(" s remain: ")[2] for line in lines) == [
        "answer of rug, first_hole, 1", "debruijn1972_pentomino/first24", "result of rug, auto",
    ]  # fmt: skip
    make_ready([RUN, RUG], records, oracle, workers=2)
    assert capfd.readouterr().err == ""
    assert make_task((wrong, False)) == (wrong, {})


def test_what_was_made_fresh_is_not_made_again(new_cache, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(new_cache))
    monkeypatch.setattr(tasks, "WORTHWHILE", 0)
    cache = ResultCache(fresh=True)
    make_ready([RUN, RUG], Records(cache), Oracle(cache), workers=2)
    assert RUN.known(Records(cache), Oracle(cache))


def test_one_thing_alone_is_left_to_this_process(ready, monkeypatch):
    monkeypatch.setattr(tasks.multiprocessing, "get_context", None)
    make_ready([RUN], *ready, workers=2)
    assert not RUN.known(*ready)


def test_a_terminal_shows_a_bar(monkeypatch, capfd):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    made = iter([(RUG, {"a": "result"}), (RUN, {"b": "run"})])
    assert list(report_progress(made, [RUN, RUG], {RUN: 2.0, RUG: 1.0}, 2)) == [
        {"a": "result"},
        {"b": "run"},
    ]
    shown = capfd.readouterr().err
    assert "made after" not in shown
    assert "0 of 2: debruijn1972_pentomino/first24; result of rug, auto" in shown


def test_a_line_says_what_remains_by_what_was_done_so_far(monkeypatch, capfd):
    clock = iter((100.0, 110.0, 140.0))
    monkeypatch.setattr(tasks.time, "monotonic", lambda: next(clock, 200.0))
    third = Task("run", ("e", "a"))
    times = {RUN: 4.0, RUG: 2.0, third: 2.0}
    made = iter([(RUG, {"a"}), (RUN, {"b"}), (third, {"c"})])
    monkeypatch.setattr(tasks, "Progress", MagicMock())
    assert list(report_progress(made, [RUN, RUG, third], times, 2)) == [{"a"}, {"b"}, {"c"}]
    assert capfd.readouterr().err.splitlines() == [
        "1 of 3 made after 10 s, about 6 s remain: result of rug, auto",
        "2 of 3 made after 40 s, about 6 s remain: debruijn1972_pentomino/first24",
        "3 of 3 made after 100 s, about 0 s remain: e/a",
    ]


def test_a_search_is_begun_early_where_no_kernel_is_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    run = published_times()[RUN]
    assert estimated_times([RUN, RUG]) == {RUN: run, RUG: tasks.UNKNOWN + tasks.COMPILING}
    folder = tmp_path / "getallenband" / "compiled"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.o").touch()
    assert estimated_times([RUN, RUG]) == {RUN: run, RUG: tasks.UNKNOWN}


def test_who_is_told_what_is_under_way():
    several = [Task("run", ("e", name)) for name in "abcd"]
    assert described(several, set(), 2) == "0 of 4: e/a; e/b"
    assert described(several, {several[1]}, 2) == "1 of 4: e/a; e/c"
    assert described(several, set(several), 2) == "4 of 4: "


def test_claims_and_comparisons_say_what_they_need():
    found = edition("kawai_hamekomi")
    tetra = Task("run", ("kawai_hamekomi", "tetra"))
    assert {Task("result", ("tetra", "auto")), Task("run", ("kawai_hamekomi", "tetra-stopped"))} <= set(
        needed(found, soak=False)
    )
    assert tetra not in set(needed(found, soak=False))
    assert tetra in set(needed(found, soak=True))
    assert list(needed(found, soak=False, only=["tetra-7482-modern"])) == [Task("result", ("tetra", "auto"))]
    asked = set(needed_by_comparisons(["debruijn1972_pentomino"], Oracle(), soak=False))
    assert Task("answer", ("pentominoes-6x10", "debruijn1972", "first_hole", "24")) in asked
    assert Task("attempts", ("pentominoes-6x10", "first_hole")) in asked


def test_published_times_tell_what_is_long():
    times = published_times()
    assert times[RUN] < times[Task("run", ("kawai_hamekomi", "tetra"))]
    assert times[Task("result", ("rug", "dancing_links"))] < times[Task("result", ("tetra", "dancing_links"))]


def test_an_interruption_loses_only_what_is_under_way(new_cache):
    command = [sys.executable, "-m", "getallenband", "check", "debruijn1972_pentomino"]
    environment = os.environ | {"XDG_CACHE_HOME": str(new_cache)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with started(command, env=environment, start_new_session=True, **pipes) as process:
        assert " made after " in process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "interrupted"
    assert "Traceback" not in err
    assert [path.suffix for path in (new_cache / "getallenband" / "results").iterdir() if path.suffix == ".result"]


class Deadly(Task):
    """A task whose process dies of it."""

    def known(self, *_):
        return False

    def make(self, *_):
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_dies_is_not_waited_for(ready, capfd):
    records, oracle = ready
    make_ready([Deadly("run", ("deadly",)), RUG], records, oracle, workers=2)
    assert capfd.readouterr().err.splitlines()[-1] == "a helper process ended: the rest is computed in this one"
    assert not multiprocessing.active_children()


SCRIPT = """
print("once")
from getallenband.reports.runs import tasks
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records
tasks.WORTHWHILE, records, oracle = 0.0, Records(), Oracle()
run, search = tasks.Task("run", ("debruijn1972_pentomino", "first24")), tasks.Task("result", ("rug", "auto"))
tasks.make_ready([run, search], records, oracle, 2)
print(len(records.cache.made | oracle.cache.made))
"""


def test_workers_do_not_run_a_script_that_calls_the_library(new_cache, tmp_path):
    """Each did, as a spawned process does: what the script printed came three times, and a traceback."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = os.environ | {"XDG_CACHE_HOME": str(new_cache), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "once\n2\n"
    assert "Traceback" not in done.stderr


class Endless(Task):
    """A task that says that it is under way, and never ends."""

    def known(self, *_):
        return False

    def make(self, *_):
        os.write(1, b"under way\n")
        while True:
            pass


def begin_endless_tasks():
    cache = ResultCache()
    make_ready([Endless("run", (number,)) for number in "1234"], Records(cache), Oracle(cache), workers=2)


def test_workers_end_with_their_killed_parent(tmp_path):
    command = [sys.executable, "-c", f"import {__name__} as test; test.begin_endless_tasks()"]
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with started(command, env=environment, **pipes) as process:
        assert process.stdout.readline() == "under way\n"
        process.kill()
        _, errors = process.communicate()  # which ends with the last process that holds the pipes
    assert "Traceback" not in errors

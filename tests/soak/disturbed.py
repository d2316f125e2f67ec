"""Commands that are killed, run beside each other, find no room for their files, or whose system calls fail.

kills(7)            # "" or "solve: something else comes out after a kill: …"
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from benchmarks import kills as kills_of
from getallenband.reports.publishing.times import without_times
from getallenband.reports.scaffolding.edition import TO_DO
from tests.soak.commands import Fork, fault, home, left_over, run, started
from tests.soak.damaged import PROGRAM, whole

WORK = {
    "solve": ("solve", "rug", "--list", "--every", "0", "--checkpoint", "state", "--resume"),
    "check": ("check", "./small", "--json"),
    "report": ("report", "./small", "--out", "out"),
    "publish": ("report", "./small", "--check", "--out", "out"),
    "new": ("new", "edition", "mine", "program.ecol"),
}
LONG = {"workers": ("report", "hitotumatu1968_rug", "--check", "--out", "out")}
"""What is made in several processes."""
LONG_EVERY, STARTED_EVERY = 60, 10
"""One kill in 60 is of a command with workers, one in ten of a command that Python is started for."""


def prepare(folder: Path) -> None:
    (folder / "program.ecol").write_text(PROGRAM)
    shutil.copytree(whole() / "small", folder / "small")


def shown(name: str, folder: Path, printed: str) -> str:
    """Return what must be the same after a kill as without one."""
    if name == "solve":
        return "".join(line for line in printed.splitlines(keepends=True) if not line.endswith(" s of CPU\n"))
    if name == "new":
        # TODO.md is written after the folder: a kill then may leave its temporary file, which the next command removes
        files = [path for path in sorted((folder / "mine").iterdir()) if TO_DO not in path.name]
        return "".join(path.read_text() for path in files)
    if name in ("report", "publish", "workers"):
        files = [path for path in sorted((folder / "out").rglob("*")) if path.is_file()]
        pages = [without_times(path.read_text()) for path in files if path.suffix in (".html", ".md")]
        return "\n".join([path.name for path in files] + pages)
    return printed


@cache
def undisturbed(name: str, *, forked: bool = False) -> tuple[str, float]:
    """Return what a command shows, and how long it took."""
    with home() as folder:
        prepare(folder)
        began = time.monotonic()
        done = Fork(folder, *WORK[name]).done() if forked else run(folder, *(WORK | LONG)[name])
        return shown(name, folder, done.stdout), time.monotonic() - began


def kills(number: int) -> str:
    """Kill a command at a random moment, then let it run: the same comes out, and nothing is left over."""
    name = list(WORK)[number % len(WORK)] if number % LONG_EVERY < LONG_EVERY - 1 else "workers"
    forked = name != "workers" and number % STARTED_EVERY > 0
    expected, seconds = undisturbed(name, forked=forked)
    command = (WORK | LONG)[name]
    with home() as folder:
        prepare(folder)
        process = Fork(folder, *command) if forked else started(folder, *command)
        try:
            process.communicate(timeout=Random(number).uniform(0, seconds))
        except subprocess.TimeoutExpired:
            kill(process.pid)
            process.communicate()
        if found := half_made(name, folder, expected):
            return found
        done = Fork(folder, *command).done() if forked else run(folder, *command)
        if found := fault(done):
            return found
        if shown(name, folder, done.stdout) != expected:
            return f"{name}: something else comes out after a kill: {done.stdout}{done.stderr}"
        left = [path for path in left_over(folder) if "results" not in path]
        return f"{name}: left over: {left}" if left else ""


RESUMED, COUNT, KILLS = "bedlam", 460_464, 30


def resumes(number: int) -> str:
    """Kill a search thirty times and go on, every other number on a cluster of two workers: nothing saved is lost."""
    random, on_cluster = Random(number), number % 2 == 1
    with home() as folder, kills_of.cluster(on_cluster) as workers:
        line = [
            "getallenband",
            "solve",
            RESUMED,
            "--json",
            "--every",
            "0.5",
            "--resume",
            "--checkpoint",
            f"{folder}/state",
        ]
        if on_cluster:
            line += ["--on", f"dask://127.0.0.1:{kills_of.PORT}"]
        saved = 0
        for kill_number in range(KILLS):
            process = kills_of.started(*line)
            try:
                process.communicate(timeout=random.uniform(1, 4))
            except subprocess.TimeoutExpired:
                if workers and kill_number % 10 == 9:
                    workers[0].kill()
                    workers[0].wait()
                    workers[:] = [*workers[1:], kills_of.dask_worker()]
                process.kill()
                process.communicate()
            before, saved = saved, finished_units(folder / "state")
            if saved < before:
                return f"after kill {kill_number} {saved} work units are saved, and before it {before}"
        found, _ = kills_of.search(line, workers, 0, 0.0)
    return "" if found == COUNT else f"{RESUMED}: {found} solutions after {KILLS} kills, not {COUNT}"


def finished_units(path: Path) -> int:
    """Return how many work units a checkpoint holds; none if it is not there yet."""
    if not path.exists():
        return 0
    body = json.loads(path.read_text().partition("\n")[2])
    return len(body["done"]) + sum(last - first + 1 for first, last in body["counted"])


def half_made(name: str, folder: Path, expected: str) -> str:
    """Say whether the folder that `new` makes is there in part; take it away, so that it can be made again."""
    if name != "new" or not (folder / "mine").exists():
        return ""
    found = shown(name, folder, "")
    shutil.rmtree(folder / "mine")
    return "" if found == expected else f"new: a folder that is not whole: {found}"


def kill(process: int) -> None:
    """Kill a process with all that it started; one that is too young to have a group of its own, alone."""
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(process, signal.SIGKILL)


def pairs(number: int) -> str:
    """Let two processes make the same on one cache."""
    name = ("check", "report", "publish")[number % 3]
    expected, _ = undisturbed(name, forked=True)
    with home() as folder:
        prepare(folder)
        (folder / "other").mkdir()
        shutil.copytree(folder / "small", folder / "other" / "small")
        (folder / "other" / "cache").symlink_to(folder / "cache")
        both = [(place, Fork(place, *WORK[name])) for place in (folder, folder / "other")]
        for place, process in both:
            done = process.done()
            if done.returncode or shown(name, place, done.stdout) != expected:
                return f"{name} beside another: exit {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}"
        return f"left over: {left_over(folder)}" if left_over(folder) else ""


def full(number: int) -> str:
    """Let files not grow, or be written to a small disk, or to none that can be written to: verdicts are the same."""
    if os.geteuid() == 0 and number % 3:
        return full_disk("ro" if number % 3 == 1 else f"size={Random(number).choice((4, 8, 16, 64))}k")
    size = Random(number).choice((0, 1, 16, 500, 5000))

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    with home() as folder:
        prepare(folder)
        done = run(folder, *WORK["check"], before=no_room)
        if (done.returncode, done.stdout) != (0, undisturbed("check")[0]):
            return f"check with files of at most {size} bytes: exit {done.returncode}: {done.stderr[-300:]}"
        for option in ("--certificate", "--svg", "--checkpoint"):
            found = fault(run(folder, "solve", "rug", option, "made", before=no_room))
            if found or left_over(folder):
                return f"{found} {left_over(folder)}"
            if (folder / "made").exists() and (folder / "made").stat().st_size > size:
                return f"solve {option}: a file of more than {size} bytes"
            (folder / "made").unlink(missing_ok=True)
    return ""


def full_disk(option: str) -> str:
    """Keep results, and write what is asked for, on a disk that is mounted with an option; only root can mount one."""
    with (
        home() as folder,
        mounted(folder / "cache" / "getallenband" / "results", option),
        mounted(folder / "disk", option),
    ):
        prepare(folder)
        done = run(folder, *WORK["check"])
        if (done.returncode, done.stdout) != (0, undisturbed("check")[0]):
            return f"check with a cache of {option}: exit {done.returncode}: {done.stderr[-300:]}"
        for wanted in ("--certificate", "--svg", "--checkpoint"):
            solved = run(folder, "solve", "rug", wanted, "disk/made")
            found = fault(solved)
            if found or left_over(folder):
                return f"{found} {left_over(folder)}"
            if wanted != "--checkpoint" and solved.returncode and (folder / "disk" / "made").exists():
                return (
                    f"solve {wanted} on {option}: a file is there, and exit {solved.returncode}: {solved.stderr[-300:]}"
                )
            if (folder / "disk" / "made").exists():
                (folder / "disk" / "made").unlink()
    return ""


@contextmanager
def mounted(place: Path, option: str) -> Iterator[None]:
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", option, "tmpfs", str(place)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


@cache
def shim() -> Path:
    """Build the library that makes a system call fail; needs gcc."""
    target = Path(mkdtemp(prefix="soak")) / "failing_writes.so"
    source = Path(__file__).parent / "failing_writes.c"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", str(target), str(source), "-ldl"], check=True)
    return target


def writes(number: int) -> str:
    """Let the n-th system call that writes fail, once or with all after it: no half file, and the next run is right."""
    each = [(name, at) for name in WORK for at in range(1, calls(name) + 1)]
    name, at = each[number % len(each)]
    expected, _ = undisturbed(name)
    with home() as folder:
        prepare(folder)
        failing = {"LD_PRELOAD": str(shim()), "FAIL_AT": str(at)} | (
            {"FAIL_ON": "1"} if number // len(each) % 2 else {}
        )
        if found := fault(run(folder, *WORK[name], more=failing)):
            return f"{name}: call {at} fails: {found}"
        if found := half_made(name, folder, expected):
            return found
        done = Fork(folder, *WORK[name]).done()
        if shown(name, folder, done.stdout) != expected:
            return f"{name}: something else comes out after call {at} failed: {done.stderr[-300:]}"
        return f"{name}: left over: {left_over(folder)}" if left_over(folder) else ""


@cache
def calls(name: str) -> int:
    """Return how many system calls of a command write."""
    with home() as folder:
        prepare(folder)
        log = folder / "calls"
        run(folder, *WORK[name], more={"LD_PRELOAD": str(shim()), "CALLS_LOG": str(log)})
        return log.stat().st_size

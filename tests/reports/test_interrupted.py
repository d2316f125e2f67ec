"""A report that is killed, interrupted, made twice at once, or finds no room: nothing is lost, no page is half written.

Each test has a cache folder of its own.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest

from getallenband import durable
from getallenband.reports.publishing.times import without_times
from getallenband.reports.runs.cache import SUFFIX
from tests.processes import started, until

pytestmark = pytest.mark.in_turn
EDITION = "wada2002_jigsaw"
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}


@pytest.fixture
def environment(new_cache):
    return os.environ | {"XDG_CACHE_HOME": str(new_cache)}


def report(out: Path) -> list[str]:
    return [sys.executable, "-m", "getallenband", "report", EDITION, "--out", str(out)]


def entries(environment) -> dict[str, int]:
    """Return the kept results, each whole, with the time at which it was written."""
    folder = Path(environment["XDG_CACHE_HOME"]) / "getallenband" / "results"
    found = {}
    for path in folder.glob(f"*{SUFFIX}"):
        head, _, body = path.read_bytes().partition(b"\n")
        assert head.decode() == sha256(body).hexdigest()
        found[path.name] = path.stat().st_ino
    return found


def pages(out: Path) -> dict[str, str]:
    """Return what stands in the report, each file whole."""
    found = {}
    for path in out.rglob("*.*"):
        if path.is_file() and path.suffix != durable.SUFFIX:
            content = found[path.name] = path.read_text(encoding="utf-8")
            match path.suffix:
                case ".json":
                    json.loads(content)
                case ".svg" | ".xml":
                    ElementTree.fromstring(content.encode())
                case ".html":
                    assert content.endswith("</html>\n")
                case _:
                    assert content.endswith("\n")
    return found


def stopped(out: Path, environment, lines: int | None, number: int) -> tuple[int, str]:
    """Send a signal after so many lines of progress, or when the first page is there."""
    with started(report(out), env=environment, **PIPES) as process:
        if lines is None:
            assert until(lambda: process.poll() is not None or any(out.rglob("*.html")))
        else:
            for _ in range(lines):
                process.stderr.readline()
        if process.poll() is None:
            os.killpg(process.pid, number)
        _, err = process.communicate()
    return process.returncode, err


def finished(out: Path, environment) -> dict[str, str]:
    done = subprocess.run(report(out), env=environment, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    return pages(out)


@pytest.mark.soak
def test_what_was_made_before_a_kill_is_kept_and_no_page_is_half_written(tmp_path, environment):
    out = tmp_path / "out"
    assert stopped(out, environment, 3, signal.SIGKILL)[0] == -signal.SIGKILL
    kept = entries(environment)
    assert len(kept) >= 3
    assert pages(out) == {}
    code, err = stopped(out, environment, 2, signal.SIGINT)
    assert (code, err.splitlines()[-1]) == (130, "interrupted")
    assert "Traceback" not in err
    assert kept.items() <= entries(environment).items()
    stopped(out, environment, None, signal.SIGKILL)
    pages(out)
    written = finished(out, environment)
    assert {f"{EDITION}.{kind}" for kind in ("html", "md", "json", "tei.xml")} <= set(written)
    assert kept.items() <= entries(environment).items()


@pytest.mark.soak
def test_kills_at_random_moments_lose_nothing(tmp_path, environment):
    out, kept = tmp_path / "out", {}
    for _ in range(12):
        moment = random.choice([None, *range(8)])
        stopped(out, environment, moment, random.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
        assert kept.items() <= entries(environment).items(), moment
        kept = entries(environment)
        pages(out)
    finished(out, environment)


@pytest.mark.soak
def test_two_reports_at_once_write_the_same(tmp_path, environment):
    out = tmp_path / "out"
    with started(report(out), env=environment, **PIPES) as first:
        assert first.stderr.readline()
        with started(report(out), env=environment, **PIPES) as second:
            results = [process.communicate() for process in (second, first)]
            assert (first.returncode, second.returncode) == (0, 0), results
    written = pages(out)
    alone = finished(tmp_path / "alone", environment)
    assert set(written) == set(alone)
    for name in (f"{EDITION}.html", f"{EDITION}.md", f"{EDITION}.tei.xml"):
        assert without_times(written[name]) == without_times(alone[name])
    assert not list(out.rglob(f"*{durable.SUFFIX}"))


def test_without_room_for_results_the_verdicts_are_the_same_and_it_is_told_once(environment):
    """A file may not grow beyond a few bytes: what a full disk does, without filling one."""

    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, resource.RLIM_INFINITY))

    command = [
        sys.executable,
        "-m",
        "getallenband",
        "check",
        "hitotumatu1968_rug",
        "first-propeller",
        "three-fillings",
        "--json",
    ]
    # Python itself would keep damaged byte code of our modules.
    unwritten = environment | {"PYTHONDONTWRITEBYTECODE": "1"}
    full = subprocess.run(command, env=unwritten, capture_output=True, text=True, preexec_fn=no_room, check=False)
    assert (full.returncode, full.stderr.count("results are not cached")) == (0, 1), full.stderr
    assert "Traceback" not in full.stderr
    assert entries(environment) == {}
    usual = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(full.stdout) == json.loads(usual.stdout)
    assert entries(environment)

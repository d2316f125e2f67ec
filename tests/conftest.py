from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from getallenband import durable
from getallenband import main as command_line
from getallenband.interpreters.ir import memory
from getallenband.interpreters.native.compile import MachineCode
from getallenband.originals import folders
from tests import guarded_memory, shares, tools

# How long an example takes says how busy the machine is, nothing about what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

memory.reserved = guarded_memory.reserved

# Commands are tried as users have them: with standard output in a buffer, which is written when Python ends.
os.environ.pop("PYTHONUNBUFFERED", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what comes out into the case files")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests in a browser: pytest-xdist gives the first tests to one process, which starts it once.

    The last ones go to whichever process is free, and should be short.
    """
    shares.try_some_examples(items)
    shares.take_turns(items)
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """Let Python look for cycles rarely, and not among the tests: it did so for a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(500_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    report = yield
    tools.fail_where_promised(report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in tools.summary(terminalreporter.getreports("skipped")):
        terminalreporter.write_line(line)


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


@pytest.fixture
def new_cache(tmp_path: Path) -> Path:
    """Return a cache folder without results, for XDG_CACHE_HOME; kernels and grammars, which take long, are there."""
    home = tmp_path / "cache"
    (home / "getallenband").mkdir(parents=True)
    for name in ("compiled", "grammars"):
        if shared := durable.cache_folder(name):
            (home / "getallenband" / name).symlink_to(shared)
    return home


@pytest.fixture
def plain_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let LLVM not optimise what the native engine runs; cache none of it, or cases would crowd out what users run."""
    monkeypatch.setattr(
        "getallenband.interpreters.native.run.MachineCode",
        lambda text, _level, **_others: MachineCode(text, 0, cached=False),
    )


@pytest.fixture
def call(monkeypatch, capsys, request):
    """Run the command line in this process; return (exit code, standard output, standard error).

    Editions of one's own that it opens are known until the test ends. Data and pages are cached only for tests with a
    cache of their own: what a test has replaced in this process is in no key, and users would see what came of it.
    """
    monkeypatch.setattr(folders, "OPENED", {})
    if "new_cache" not in request.fixturenames:
        monkeypatch.setattr("getallenband.reports.publishing.stages.Stages.made", lambda _, _ask, make: make())

    def called(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["getallenband", *arguments])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        code = ended.value.code
        out, err = capsys.readouterr()
        return (code if isinstance(code, int) else 0), out, err

    return called

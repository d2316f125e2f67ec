"""Commands in processes of their own, with a cache of their own, and what may not come of them.

with home() as folder:
    solved = run(folder, "solve", "rug", "--checkpoint", "state")
    solved.returncode, solved.stdout

`run` and `Popen` start Python; a `Fork` is a copy of this process, where all is imported already: it begins at once.
"""

from __future__ import annotations

import gc
import os
import pkgutil
import select
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import getallenband
from getallenband import durable
from getallenband._start import start
from tests import ROOT

COMMAND = [sys.executable, "-m", "getallenband"]
SECONDS = 600
EXPECTED = (0, 1, 2, 3, 4, 130)
CACHES = ("compiled", "grammars", "machine-code")
"""Kernels, grammars and machine code, which take long to make."""


@contextmanager
def home(shared: tuple[str, ...] = CACHES) -> Iterator[Path]:
    """Yield a folder with a cache of its own, but for what is shared of the user's."""
    with TemporaryDirectory() as name:
        kept = Path(name) / "cache" / "getallenband"
        kept.mkdir(parents=True)
        for each in shared:
            if found := durable.cache_folder(each):
                (kept / each).symlink_to(found)
        yield Path(name)


def environment(folder: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment: Python writes no byte code of our modules, which a full disk would leave damaged."""
    ours = {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | ours | dict(more or {})


def run(
    folder: Path, *arguments: str, more: Mapping[str, str] | None = None, before: Callable[[], Any] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command line in the folder."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, env=environment(folder, more), capture_output=True, text=True,
        errors="replace", preexec_fn=before, timeout=SECONDS, check=False,
    )  # fmt: skip


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the command line in the folder, in a process group of its own."""
    return subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )  # fmt: skip


class Fork:
    """The command line in a copy of this process, in the folder and a process group of its own; as Popen, for Linux.

    Without an environment it has that of `environment`; `merged` has one stream for both output and errors.
    """

    def __init__(
        self, folder: Path, *arguments: str, before: Callable[[], Any] | None = None,
        environment: Mapping[str, str] | None = None, merged: bool = False,
    ) -> None:  # fmt: skip
        import_all()
        self.args = [*COMMAND, *arguments]
        self.returncode: int | None = None
        self.streams = [os.memfd_create(name) for name in (["both"] if merged else ["out", "err"])]
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # newer versions of Python warn of copies of processes with threads
            self.pid = os.fork()
        if self.pid == 0:
            self.be_command(folder, before, environment)
        self.handle = os.pidfd_open(self.pid)

    def be_command(self, folder: Path, before: Callable[[], Any] | None, variables: Mapping[str, str] | None) -> None:
        """Run the command line, and end the process as Python would."""
        code: Any = None
        try:
            os.setsid()
            os.chdir(folder)
            os.environ.update(environment(folder) if variables is None else variables)
            warnings.resetwarnings()
            warnings.simplefilter("ignore")  # as Python has it, and pytest has not
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            for number in (1, 2):
                os.dup2(self.streams[(number - 1) % len(self.streams)], number)
            sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
            sys.stdout = sys.__stdout__ = os.fdopen(1, "w", encoding="utf-8", closefd=False)
            sys.stderr = sys.__stderr__ = os.fdopen(2, "w", 1, encoding="utf-8", closefd=False)
            sys.argv = ["getallenband", *self.args[len(COMMAND) :]]
            if before is not None:
                before()
            start()
        except SystemExit as ended:
            code = ended.code or 0
        except BaseException:
            traceback.print_exc()
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)

    def communicate(self, timeout: float = SECONDS) -> tuple[str, str]:
        """Wait for its end; return what it wrote to standard output and standard error."""
        if self.returncode is None:
            if not select.select([self.handle], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout)
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            os.close(self.handle)
            out, *err = map(written, self.streams)
            self.texts = out, "".join(err)
        return self.texts

    def done(self) -> subprocess.CompletedProcess[str]:
        """Wait for its end, and return it as `run` does."""
        out, err = self.communicate()
        assert self.returncode is not None
        return subprocess.CompletedProcess(self.args, self.returncode, out, err)


def written(stream: int) -> str:
    """Return what was written to a file in memory, and close it."""
    with os.fdopen(stream, "rb") as file:
        file.seek(0)
        return file.read().decode(errors="replace")


@cache
def import_all() -> None:
    """Import all that a command may, so that copies of this process need not."""
    for module in pkgutil.walk_packages(getallenband.__path__, "getallenband."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):
                import_module(module.name)
    gc.collect()
    gc.freeze()


def fault(done: subprocess.CompletedProcess[str]) -> str:
    """Say what no command may do: end by a fault of ours or a signal, or print a traceback."""
    if done.returncode not in EXPECTED or "Traceback" in done.stderr:
        return f"{' '.join(done.args[3:])}: exit {done.returncode}: {done.stderr[-300:]}"
    if done.returncode == 2 and not done.stderr.strip():
        return f"{' '.join(done.args[3:])}: exit 2 without a message"
    return ""


def left_over(folder: Path) -> list[str]:
    """Return the temporary files that are left."""
    return [str(path) for path in folder.rglob(f".*{durable.SUFFIX}")]

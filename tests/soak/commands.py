"""Commands in processes of their own, with a cache of their own, and what may not come of them.

with home() as folder:
    solved = run(folder, "solve", "rug", "--checkpoint", "state")
    solved.returncode, solved.stdout
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import durable
from tests import ROOT

COMMAND = [sys.executable, "-m", "getallenband"]
SECONDS = 600
EXPECTED = (0, 1, 2, 3, 4, 130)


@contextmanager
def home() -> Iterator[Path]:
    """Yield a folder with a cache of its own, but for compiled kernels and grammars, which take long to make."""
    with TemporaryDirectory() as name:
        cache = Path(name) / "cache" / "getallenband"
        cache.mkdir(parents=True)
        for shared in ("compiled", "grammars"):
            if found := durable.cache_folder(shared):
                (cache / shared).symlink_to(found)
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


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the command line in the folder, in a process group of its own."""
    return subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )  # fmt: skip


def fault(done: subprocess.CompletedProcess[str]) -> str:
    """Say what no command may do: end by a fault of ours or a signal, or print a traceback."""
    if done.returncode not in EXPECTED or "Traceback" in done.stderr:
        return f"{' '.join(done.args[3:])}: exit {done.returncode}: {done.stderr[-300:]}"
    return ""


def left_over(folder: Path) -> list[str]:
    """Return the temporary files that are left."""
    return [str(path) for path in folder.rglob(f".*{durable.SUFFIX}")]

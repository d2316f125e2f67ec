"""The figures measured so far: docs/performance.json, and the page written from it.

history = History.read()
history.add("engines", [Row("ALGOL sieve ÷ gcc -O2", "1.42 (1.45)", "1.5")], conditions())
history.worse()         # [("ALGOL sieve ÷ gcc -O2", "1.42", "1.60")]
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tabulate import tabulate

from benchmarks.measure import ROOT, Row
from getallenband import durable

DATA = ROOT / "docs" / "performance.json"
PAGE = ROOT / "docs" / "performance.md"
WORSE = 1.1
SHOWN = 4
HEAD = """# Performance

`make bench` measures everything and writes this page; `python -m benchmarks NAME` measures one section. Smaller is
better. `÷` is the ratio of our time to that of the program named after it; the native engine's page says [why some are
large](native.md#why-some-kernels-are-slower-than-in-c). Times are CPU seconds unless a row says wall, of five
interleaved runs (three if a run takes ten seconds). The first figure is the minimum, or the ratio of the minima; in
parentheses stands the median, or the ratio of the medians; in square brackets the session, listed below. The goal is
what we want at most; ✗ marks a last figure above it.

"""


@dataclass(frozen=True)
class Conditions:
    """What figures hold for: the commit that the sources were last at, the processor and its load, versions."""

    date: str
    commit: str
    machine: str
    load: str
    versions: str


@dataclass
class Figure:
    """What was measured of one thing, by the number of the session."""

    goal: str = ""
    measured: dict[str, str] = field(default_factory=dict)

    def worse(self) -> tuple[str, str] | None:
        """Return the last two figures if the later is by over 10 % the greater."""
        before, last = ["", "", *self.measured.values()][-2:]
        return (before, last) if before and number(last) > WORSE * number(before) else None

    def shown(self) -> list[str]:
        """Return the last figures with their sessions, the last marked if it is above the goal."""
        found = [f"{text} [{session}]" for session, text in self.measured.items()]
        if self.goal and number([*self.measured.values()][-1]) > float(self.goal):
            found[-1] += " ✗"
        return ([""] * SHOWN + found)[-SHOWN:]


@dataclass
class History:
    """The sessions so far, and the figures of each benchmark."""

    sessions: list[Conditions] = field(default_factory=list)
    figures: dict[str, dict[str, Figure]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path = DATA) -> History:
        if not path.exists():
            return cls()
        data = json.loads(path.read_text(encoding="utf-8"))
        figures = {
            name: {what: Figure(**figure) for what, figure in found.items()} for name, found in data["figures"].items()
        }
        return cls([Conditions(**session) for session in data["sessions"]], figures)

    def add(self, name: str, rows: Sequence[Row], conditions: Conditions) -> None:
        """Add what a benchmark measured; figures measured under equal conditions are one session's."""
        if conditions not in self.sessions:
            self.sessions.append(conditions)
        session = str(self.sessions.index(conditions) + 1)
        for row in rows:
            figure = self.figures.setdefault(name, {}).setdefault(row.what, Figure())
            figure.goal = row.goal
            figure.measured[session] = row.measured

    def worse(self) -> list[tuple[str, str, str]]:
        """Return the figures that are worse by over 10 % than the last before them, and those."""
        return [
            (what, *pair)
            for figures in self.figures.values()
            for what, figure in figures.items()
            if (pair := figure.worse())
        ]

    def page(self) -> str:
        """Write the page."""
        parts = [HEAD]
        for name, figures in sorted(self.figures.items()):
            lines = [(what, figure.goal, *figure.shown()) for what, figure in figures.items()]
            parts.append(f"## {name}\n\n{table(lines, ('what', 'goal', *[''] * (SHOWN - 1), 'last'))}\n\n")
        if worse := self.worse():
            parts.append(f"## Over 10 % worse than before\n\n{table(worse, ('what', 'before', 'last'))}\n\n")
        sessions = [(str(n), *asdict(session).values()) for n, session in enumerate(self.sessions, 1)]
        parts.append(f"## Sessions\n\n{table(sessions, ('', 'date', 'commit', 'processor', 'load', 'versions'))}\n")
        return "".join(parts)

    def write(self) -> None:
        """Write the data and the page."""
        durable.write(DATA, json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n")
        durable.write(PAGE, self.page())


def number(measured: str) -> float:
    return float(measured.split()[0])


def table(lines: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    return tabulate(lines, headers=headers, tablefmt="github", disable_numparse=True)


def conditions() -> Conditions:
    """Return what holds now."""
    load = " ".join(f"{load:.1f}" for load in os.getloadavg()) if hasattr(os, "getloadavg") else ""
    versions = [f"CPython {platform.python_version()}", f"llvmlite {version('llvmlite')}"]
    versions += [first_line([tool, "--version"]) for tool in ("gcc", "gfortran", "guile") if shutil.which(tool)]
    if shutil.which("perl"):
        versions.append("perl " + first_line(["perl", "-e", "print $^V"]))
    changed = first_line(["git", "status", "--porcelain", ":!docs"])
    commit = first_line(["git", "log", "-1", "--format=%h"]) + (" and changes" if changed else "")
    date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    return Conditions(date, commit, processor(), load, ", ".join(versions))


def first_line(command: list[str]) -> str:
    lines = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout.splitlines()
    return lines[0] if lines else ""


def processor() -> str:
    """Return the name of the processor, where the system gives it, and the number of processors."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return f"{next(names, platform.machine())}, {os.cpu_count()} processors"

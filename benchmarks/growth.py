"""Growth with the length of the program: whole commands, from reading to what is printed, while the lines double.

A row begins with how many times as long the last doubling takes: 2 is linear.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.long_programs import WRITERS, long_program
from benchmarks.measure import Row, command, once
from interpreters.language import language

LINES = (1000, 2000, 4000, 8000)
GOAL = "2.2"


def rows() -> list[Row]:
    return [doubled(name) for name in WRITERS]


def doubled(name: str) -> Row:
    """Measure one language."""
    seconds, memory = [], 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"long{language(name).extensions[0]}"
        for lines in LINES:
            file.write_text(long_program(name, lines), encoding="utf-8")
            used, memory, _ = once(command("run", str(file), "--language", name))
            seconds.append(used)
    found = ", ".join(f"{used:.1f}" for used in seconds)
    what = f"{language(name).title}: {', '.join(f'{lines:,}' for lines in LINES)} lines, the last doubling"
    return Row(what, f"{seconds[-1] / seconds[-2]:.2f} ({found} s, {memory // 1024} MB)", GOAL)

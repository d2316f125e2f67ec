"""Memory and seconds of counts of dominoes: memory must not grow with the solutions, merged or visited one by one.

python -m benchmarks counting
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.measure import Row, best, command

BOARDS = {(6, 8): "167,089", (8, 8): "12,988,816"}
"""With their solutions."""
METHODS = ("frontier", "bit_parallel")
PUZZLE = 'lattice = "square"\nboard = {{ rectangle = [{}, {}] }}\ncopies = {}\n[pieces]\nD = "##"\n'


def rows() -> list[Row]:
    """Measure whole processes."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dominoes.toml"
        for (height, width), solutions in BOARDS.items():
            path.write_text(PUZZLE.format(height, width, height * width // 2), encoding="utf-8")
            for method in METHODS:
                name = f"{solutions} tilings by dominoes, {method}"
                seconds, kilobytes = best(command("solve", f"{path}", "--algorithm", method))
                found.append(Row(f"{name}: whole process, CPU seconds", f"{seconds:.2f}"))
                found.append(Row(f"{name}: peak memory, MB", f"{kilobytes / 1024:.0f}", "150"))
    return found

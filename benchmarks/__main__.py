"""Run every benchmark of this folder that has a `rows` function, print the figures, and write docs/performance.md.

python -m benchmarks [NAME …]
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules

from tabulate import tabulate

import benchmarks
from benchmarks.history import History, conditions


def main() -> None:
    """Run the named benchmarks, or all; say what got worse."""
    names = sys.argv[1:] or sorted(m.name for m in iter_modules(benchmarks.__path__) if not m.name.startswith("_"))
    history, here = History.read(), conditions()
    for name in names:
        module = import_module(f"benchmarks.{name}")
        if hasattr(module, "rows"):
            rows = module.rows()
            print(tabulate(rows, headers=("what", "measured", "goal"), disable_numparse=True), end="\n\n", flush=True)
            history.add(name, rows, here)
            history.write()
    for what, before, last in history.worse():
        print(f"worse: {what}: {last} after {before}")


if __name__ == "__main__":
    main()

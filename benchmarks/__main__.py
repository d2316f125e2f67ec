"""Run the benchmarks of this folder, its modules with a function `rows`, print the figures, write docs/performance.md.

python -m benchmarks [NAME …]
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pkgutil import iter_modules

from tabulate import tabulate

import benchmarks
from benchmarks.history import History, conditions


def main() -> None:
    """Run the named benchmarks, or all; say what got worse."""
    modules = (import_module(f"benchmarks.{m.name}") for m in iter_modules(benchmarks.__path__) if m.name[0] != "_")
    measuring = {module.__name__.partition(".")[2]: module for module in modules if hasattr(module, "rows")}
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure, and write docs/performance.md.")
    parser.add_argument("names", nargs="*", choices=sorted(measuring), help="without one: all")
    names = parser.parse_args().names or sorted(measuring)
    history, here = History.read(), conditions()
    for name in names:
        rows = measuring[name].rows()
        print(tabulate(rows, headers=("what", "measured", "goal"), disable_numparse=True), end="\n\n", flush=True)
        history.add(name, rows, here)
        history.write()
    for what, before, last in history.worse():
        print(f"worse: {what}: {last} after {before}")


if __name__ == "__main__":
    main()

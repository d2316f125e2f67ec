"""Run every benchmark of this folder that has a `rows` function, and print one table.

python -m benchmarks [NAME …]
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules

from tabulate import tabulate

import benchmarks


def main() -> None:
    """Run the named benchmarks, or all."""
    names = sys.argv[1:] or sorted(m.name for m in iter_modules(benchmarks.__path__) if not m.name.startswith("_"))
    for name in names:
        module = import_module(f"benchmarks.{name}")
        if hasattr(module, "rows"):
            print(tabulate(module.rows(), headers=("what", "measured", "target"), tablefmt="simple"), end="\n\n")


if __name__ == "__main__":
    main()

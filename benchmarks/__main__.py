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
            headers = getattr(module, "HEADERS", ("what", "measured", "target"))
            print(tabulate(module.rows(), headers=headers, tablefmt="simple", disable_numparse=True))
            print(module.caption() if hasattr(module, "caption") else "", end="\n\n")


if __name__ == "__main__":
    main()

"""The solvers, one file each, found by folder: each keeps the contract of exact_cover/answer.py."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import cast

from getallenband.modern.exact_cover.alike import Merged
from getallenband.modern.exact_cover.answer import Solver
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.search_tree import Scan


def solver_names() -> list[str]:
    """Return the names of all solvers, sorted, without importing any."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


@cache
def solver(name: str) -> Solver:
    """Import and return the solver of this name; a KeyError if there is none."""
    if name not in solver_names():
        raise KeyError(name)
    return cast(Solver, importlib.import_module(f"{__name__}.{name}"))


def scan_of(name: str, problem: Problem) -> Scan | None:
    """Return the order in which a solver covers a problem, None if it covers the item with the fewest options."""
    scan = getattr(solver(name), "scan", None)
    return None if scan is None else cast("Scan | None", scan(problem))


def merged_by(name: str, problem: Problem) -> Merged | None:
    """Return the problem with copies in place of alike pieces if that is what a solver searches."""
    merge = getattr(solver(name), "merge", None)
    return None if merge is None else cast("Merged | None", merge(problem))

"""Run a solver on a puzzle: work units, processes, a cluster, checkpoints."""

from modern.search.interrupt import interruptible
from modern.search.solve import Result, Wishes, solve

__all__ = ["Result", "Wishes", "interruptible", "solve"]

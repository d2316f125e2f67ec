"""Run a solver on a puzzle: work units, processes, a cluster, checkpoints."""

from modern.search.choice import expected_nodes
from modern.search.interrupt import interruptible, until
from modern.search.solve import Progress, SearchOptions, SearchResult, solve

__all__ = ["Progress", "SearchOptions", "SearchResult", "expected_nodes", "interruptible", "solve", "until"]

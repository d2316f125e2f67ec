"""Run a solver on a puzzle: work units, processes, a cluster, checkpoints."""

from getallenband.modern.search.choice import expected_nodes
from getallenband.modern.search.duration import Forecast, forecast
from getallenband.modern.search.interrupt import interruptible, until, until_cpu
from getallenband.modern.search.solve import Progress, SearchOptions, SearchResult, solve

__all__ = [
    "Forecast", "Progress", "SearchOptions", "SearchResult", "expected_nodes", "forecast", "interruptible", "solve",
    "until", "until_cpu",
]  # fmt: skip

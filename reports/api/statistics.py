"""Node statistics as a pandas frame, where pandas is installed.

statistics({"attempts": result.probes["attempts"], "solved": enumerate(solved.nodes)})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from getallenband.durable.errors import Error


def statistics(columns: Mapping[str, Mapping[int, int] | Iterable[tuple[int, int]]]) -> Any:
    """Return a frame whose rows are levels and whose columns are these; raise Error where pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise Error("pandas is not installed: pip install '.[notebook]' in Getallenband's folder") from None
    return pandas.DataFrame({name: pandas.Series(dict(values)) for name, values in columns.items()})

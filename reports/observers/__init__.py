"""The observers, one file each, found by folder: what a claim may have observed.

observer("count")(context, statement="86")
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from typing import Any

from reports.names import UnknownNameError
from reports.observed import Context, Observed


def observers() -> list[str]:
    """Return the names of all observers, sorted, without importing any."""
    return sorted(module.name for module in iter_modules(__path__))


def observed(name: str, context: Context, parameters: dict[str, Any]) -> Observed:
    """Observe; raise UnknownNameError for an unknown observer, ValueError for wrong parameters."""
    if name not in observers():
        raise UnknownNameError("observer", name, observers())
    observe: Callable[..., Observed] = import_module(f"{__name__}.{name}").observe
    try:
        signature(observe).bind(context, **parameters)
    except TypeError as error:
        raise ValueError(f"the observer {name!r} is given {parameters}: {error}") from None
    return observe(context, **parameters)

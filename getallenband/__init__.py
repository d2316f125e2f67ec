"""Historical programs run as they survive, published claims checked, puzzles solved.

    import getallenband as gb

    gb.run("mine.a60", tape="3 4 5").output                 # a program in a file
    gb.edition("debruijn1972_pentomino").check()            # an edition's claims and their verdicts
    gb.solve("pentominoes-6x10").solutions                  # 9356

What is named here is the public interface; nothing else is promised. Invalid files and arguments raise gb.Error.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from getallenband.durable.errors import Error
    from getallenband.reports.api.editions import Edition, Verdicts, edition, editions
    from getallenband.reports.api.running import Result, run, run_text
    from getallenband.reports.api.solving import Board, Solved, puzzles, solve
    from getallenband.reports.api.statistics import statistics

PLACES = {
    "getallenband.durable.errors": ("Error",),
    "getallenband.reports.api.editions": ("Edition", "Verdicts", "edition", "editions"),
    "getallenband.reports.api.running": ("Result", "run", "run_text"),
    "getallenband.reports.api.solving": ("Board", "Solved", "puzzles", "solve"),
    "getallenband.reports.api.statistics": ("statistics",),
}
"""Where the public names are defined: imported when they are asked for, so that the command starts at once."""

__all__ = [
    "Board",
    "Edition",
    "Error",
    "Result",
    "Solved",
    "Verdicts",
    "edition",
    "editions",
    "puzzles",
    "run",
    "run_text",
    "solve",
    "statistics",
]


if TYPE_CHECKING:
    __version__: str
else:  # out of sight of type checkers, which would take any name for one of the library

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            return installed_version()
        for place, names in PLACES.items():
            if name in names:
                return getattr(import_module(place), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def installed_version() -> str:
    """Return the version of the installation that this package is of: another may come first on Python's path."""
    import json  # none of these at the start of every run
    from importlib.metadata import distributions
    from pathlib import Path

    home = Path(__file__).resolve().parent.parent
    for found in distributions(name="getallenband"):
        origin = json.loads(found.read_text("direct_url.json") or "{}")
        editable = origin.get("dir_info", {}).get("editable") and origin["url"] == home.as_uri()
        if editable or Path(str(found.locate_file(""))).resolve() == home:
            return found.version
    return "not installed"


def __dir__() -> list[str]:
    return sorted(__all__)


def load_ipython_extension(shell: Any) -> None:
    """Register the cell magics for historical programs; `%load_ext getallenband` calls this."""
    import_module("getallenband.reports.api.notebook").register(shell)

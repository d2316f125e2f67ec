"""Clocks: how long a run would have taken on an old machine.

    x8 = clock("el_x8")                              # clocks/el_x8.toml; UserError for a name that no file has
    timing(x8, charges, outcome.counts).high         # seconds

A machine file gives, for each operation, the least and the greatest microseconds, with source and certainty. Which
operations a statement needs is the language's to say (`Language.costs`): a list of charges.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files

from getallenband.durable.names import unknown
from getallenband.interpreters.source.diagnostics import UserError

SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Charge:
    """For each execution of the statement `counted`, `low` to `high` operations are charged to `statement`."""

    statement: str
    counted: str
    operation: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Figure:
    """What an operation takes, in microseconds; `certainty` is measured, estimated (by the makers) or derived."""

    microseconds: tuple[float, float]
    what: str
    source: str
    certainty: str


@dataclass(frozen=True, slots=True)
class Clock:
    """A machine with a system of one language, and its figures by operation."""

    name: str
    title: str
    language: str
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Timing:
    """The least and the greatest seconds of a run and of each of its statements.

    `missing` counts the operations without a figure: their time is in neither bound.
    """

    low: float
    high: float
    statements: Mapping[str, tuple[float, float]]
    missing: Mapping[str, int]


def clocks() -> list[str]:
    """Return the names of the machine files."""
    return sorted(file.name.removesuffix(SUFFIX) for file in files(__name__).iterdir() if file.name.endswith(SUFFIX))


def clock(name: str) -> Clock:
    """Read a machine file; raise UserError for a name that none has."""
    known = clocks()
    if name not in known:
        raise UserError(f"{unknown('clock', name, known)} (clocks: {', '.join(known)})")
    data = tomllib.loads(files(__name__).joinpath(name + SUFFIX).read_text(encoding="utf-8"))
    figures = {
        operation: Figure(tuple(entry.pop("microseconds")), **entry) for operation, entry in data["operations"].items()
    }
    return Clock(name, data["title"], data["language"], figures)


def timing(machine: Clock, charges: Iterable[Charge], counts: Mapping[str, int]) -> Timing:
    """Add up what the executions of all statements take on a machine."""
    low, high, missing = defaultdict[str, float](float), defaultdict[str, float](float), Counter[str]()
    for charge in charges:
        executed = counts.get(charge.counted, 0)
        figure = machine.figures.get(charge.operation)
        if figure is None:
            missing[charge.operation] += executed * charge.high
            continue
        least, most = figure.microseconds
        low[charge.statement] += executed * charge.low * least / 1e6
        high[charge.statement] += executed * charge.high * most / 1e6
    statements = {statement: (low[statement], high[statement]) for statement in low}
    return Timing(sum(low.values()), sum(high.values()), statements, +missing)

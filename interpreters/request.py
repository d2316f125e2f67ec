"""What a run is asked for: the options and inputs of its program, its limits, its engine, what is observed.

request = Request(tapes={"tape": SourceText("tape.txt", "21")}, probes={"k": ProbeRequest("12", "k")})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from getallenband.interpreters.ir.execution import Progress
from getallenband.interpreters.ir.snapshot import Watch
from getallenband.interpreters.outcome import Limits
from getallenband.interpreters.source.position import SourceText

Tapes = Mapping[str, SourceText]
"""Inputs by name; the one that programs read unless they say otherwise is called "tape"."""


@dataclass(frozen=True, slots=True)
class ProbeRequest:
    """Histogram a variable (or the pseudo-variable "depth") whenever a statement (by its label) is reached."""

    statement: str
    variable: str


@dataclass(frozen=True, slots=True)
class StopRequest:
    """End the run just before a statement (by its label) begins for the n-th time."""

    statement: str
    execution: int


@dataclass(frozen=True, slots=True)
class Options:
    """The arithmetic, the settings and the probes of one run; a setting that is not named has its default.

    Lowering need not look at the probes: an engine finds variables that have a place for the whole run by themselves.
    """

    arithmetic: str = "ieee754"
    settings: Mapping[str, str] = field(default_factory=dict)
    probes: Mapping[str, ProbeRequest] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """The parameters of a run besides its program.

    `trace` is called with one line for each traced event; `echo` with each text that is printed, before the statement
    that follows it is traced; `watch`, by the reference engine and before each statement, with a function that looks at
    the run (ir/snapshot.py). If `inspected`, the outcome has the variables as the run leaves them. Without
    `cached_code` the program is compiled even if an earlier process has done so: the time of building is then that of a
    first run.
    """

    options: Options = Options()
    tapes: Tapes = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    engine: str = "native"
    probes: Mapping[str, ProbeRequest] = field(default_factory=dict)
    stop: StopRequest | None = None
    progress: Progress | None = None
    trace: Callable[[str], None] | None = None
    echo: Callable[[str], None] | None = None
    watch: Watch | None = None
    inspected: bool = False
    cached_code: bool = True

"""Read runs.toml: what to run, with which tapes, corrections and limits, and what to observe.

    run = edition("debruijn1972_pentomino").runs["first24"]
    run.reading, run.language, run.tapes, run.budget, run.probes, run.stop

A run's reading text is the transcription with its emendations, then its experiments, then the editor's insertions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from getallenband.originals.changes import Insertion
from getallenband.originals.tables import Table


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a run; None leaves the usual one. Output and memory in bytes, depth in calls."""

    statements: int | None = None
    output: int | None = None
    memory: int | None = None
    depth: int | None = None


MOST = {"statements": 4 * 10**12, "output": 2**28, "memory": 2**30, "depth": 4_800_000}
"""The greatest budgets that an edition may give its runs: four times the usual ones."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A histogram of a variable, taken whenever a statement (by its label) is reached."""

    statement: str
    variable: str


@dataclass(frozen=True, slots=True)
class Stop:
    """End the run just before a statement (by its label) begins for the n-th time."""

    statement: str
    execution: int


@dataclass(frozen=True, slots=True)
class Run:
    """One named run of an edition, ready to be run.

    reading      the program's reading text
    tapes        the texts of its inputs by name; the one that programs read unless they say otherwise is "tape"
    emendations  the identifiers of those that were applied, to the program and to the tapes
    sources      sha256 of each file that the reading text and the tapes come from
    assumes      the claims that the editor's additions take for granted
    soak         too long for the usual report
    seal         the checksum of all that it printed, wrote and counted when it was last looked at; or ""
    missing      of a run one of whose texts is not here, what to do; its reading text is then empty; else ""
    withheld     whether one of its texts may not be copied
    """

    edition: str
    name: str
    text: str
    language: str
    about: str
    arithmetic: str
    settings: Mapping[str, str]
    reading: str
    tapes: Mapping[str, str]
    inputs: Mapping[str, str]
    emendations: tuple[str, ...]
    experiments: tuple[str, ...]
    insertions: tuple[Insertion, ...]
    budget: Budget
    probes: Mapping[str, Probe]
    stop: Stop | None
    assumes: tuple[str, ...]
    soak: bool
    seal: str
    sources: Mapping[str, str]
    missing: str
    withheld: bool
    entry: Table = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class RunDescription:
    """What runs.toml says of a run, before texts and changes are looked up. `emendations` None means all."""

    name: str
    table: Table
    text: str
    about: str
    arithmetic: str | None
    settings: Mapping[str, str]
    inputs: Mapping[str, str]
    emendations: tuple[str, ...] | None
    experiments: tuple[str, ...]
    insert: tuple[tuple[str, str, bool, Table], ...]
    budget: Budget
    probes: Mapping[str, Probe]
    stop: Stop | None
    assumes: tuple[str, ...] = ()
    soak: bool = False
    seal: str = ""


def read_run(name: str, table: Table) -> RunDescription:
    stop = table.optional_table("stop")
    return table.record(
        RunDescription,
        name=name,
        emendations=read_emendation_ids(table),
        insert=tuple(read_insertion(insertion) for insertion in table.entries("insert", "file")),
        budget=read_budget(table.table("budget")),
        probes={name: probe.record(Probe) for name, probe in table.tables("probes")},
        stop=None if stop is None else stop.record(Stop),
    )


def read_emendation_ids(table: Table) -> tuple[str, ...] | None:
    """Read which emendations apply: "all" (None), "none", or a list of identifiers."""
    if isinstance(table.content.get("emendations", "all"), list):
        return table.strings("emendations")
    chosen = table.string("emendations", "all")
    if chosen not in ("all", "none"):
        raise table.error(f'"emendations" must be "all", "none" or a list of ids, not "{chosen}"', "emendations")
    return None if chosen == "all" else ()


def read_insertion(table: Table) -> tuple[str, str, bool, Table]:
    """Read one insertion: file, anchor, whether it stands after the anchor, and where it is recorded."""
    file = table.string("file")
    after, before = table.optional_string("after"), table.optional_string("before")
    table.close()
    if (after is None) == (before is None):
        raise table.error('expected either "after" or "before"')
    return file, after or before or "", after is not None, table


def read_budget(table: Table) -> Budget:
    budget = Budget(**{key: table.optional_integer(key, most) for key, most in MOST.items()})
    table.close()
    return budget

"""The table of all programs, historical and today's: their work, their times, and where each figure comes from.

    for entry in programs((), Records(), Oracle()):
        entry["year"], entry["name"], entry["attempts"], entry["placements"], entry["then"], entry["seconds"]

An entry also says what one attempt is, for programs count different things: rows of a list, forms, squares looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypedDict

from getallenband.modern.solvers import solver
from getallenband.originals.edition import edition, editions
from getallenband.originals.fields import copy_fields
from getallenband.originals.presentation import Program, presentation
from getallenband.originals.sources import Source
from getallenband.reports.comparing.measured import levels_of_record, record_of, too_long
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.record import Duration, Natural
from getallenband.reports.runs.records import Records

ALWAYS = ("auto", "dancing_links")
"""Set beside every puzzle's programs: the fastest solver here, and Knuth's, the usual yardstick."""
IN_THE_PLANE = ("dancing_cells", "first_hole", "most_surrounded")
"""Set beside them too, but not in space: there they take minutes."""
OF_TODAY = ("t-tetrominoes-8x8",)
"""Puzzles that only today's solvers solve: no historical program here has several copies of a piece."""
SPACE = ("cubic", "face-centred cubic")
ATTEMPT = {
    "first_hole": "a form tried at the hole, those of used pieces too; the first piece, which de Bruijn's program sets"
    " before its search, is counted",
    "most_surrounded": "a placement of an unused piece tried on the box",
}
FITS = "It tries only placements that fit, so no attempt fails."
ONCE = "Solutions that the board's symmetries turn into each other are searched for and counted once."


class ProgramEntry(TypedDict):
    """A line of the table of all programs.

    edition       null for one of today's solvers
    year          null: today
    dated         the year for readers
    run           null for a solver of today
    attempts      null: not counted; `attempt` says what one is
    then          the published time, as printed
    seconds       today
    attempt       what one attempt is
    title         the puzzle's
    """

    edition: str | None
    name: str
    year: int | None
    dated: str
    machine: str
    language: str
    puzzle: str
    run: str | None
    attempts: Natural | None
    placements: Natural | None
    solutions: Natural | None
    then: str
    seconds: Duration
    attempt: str
    figures_from: str
    notes: list[str]
    title: str


def programs(names: Sequence[str], records: Records, oracle: Oracle, *, soak: bool = False) -> list[ProgramEntry]:
    """Return the historical programs of these editions (or all) with their work and times, and today's solvers.

    Puzzle by puzzle, the one that was programmed first leads; oldest first in each. Puzzles of today end the table
    of all editions. Programs whose run takes minutes are there only with `soak`.
    """
    found = [entry for name in names or editions() for entry in edition_programs(name, records, oracle, soak=soak)]
    first = {entry["puzzle"]: year_of(entry) for entry in sorted(found, key=year_of, reverse=True)}
    first |= dict.fromkeys(() if names else OF_TODAY, math.inf)
    found += [solver_entry(puzzle, name, oracle) for puzzle in first for name in solvers_beside(puzzle, oracle)]
    return sorted(found, key=lambda e: (first[e["puzzle"]], e["puzzle"], year_of(e), e["name"]))


def year_of(entry: ProgramEntry) -> float:
    """Return the year, infinity for today."""
    return entry["year"] or math.inf


def edition_programs(name: str, records: Records, oracle: Oracle, *, soak: bool = False) -> list[ProgramEntry]:
    """Return an edition's programs with their work and times, as its report.toml lists them.

    Raise EditionError, naming the program, for what is not there.
    """
    described = presentation(edition(name)).programs
    return [program_entry(name, each, records, oracle) for each in described if soak or not too_long(name, each.run)]


def program_entry(name: str, program: Program, records: Records, oracle: Oracle) -> ProgramEntry:
    """Return one program with its work: attempts, placements, solutions; None for what it does not tell."""
    with program.entry.blamed("run"):
        record = record_of(name, program.run, records)
    with program.entry.blamed("puzzle"):
        title = oracle.puzzle(program.puzzle).title

    def total(key: str, source: Source) -> int | None:
        with program.entry.blamed(key):
            return sum(levels_of_record(record, source).values()) if source else None

    return copy_fields(
        ProgramEntry,
        program,
        edition=name,
        attempts=total("attempts", program.attempts),
        placements=total("placements", program.placements),
        solutions=total("solutions", program.solutions),
        seconds=record["seconds"]["run"],
        figures_from=f"run {program.run} of {name}",
        notes=[program.note] if program.note else [],
        title=title,
    )


def solvers_beside(puzzle: str, oracle: Oracle) -> Iterator[str]:
    """Yield the modern solvers in a puzzle's table."""
    problem = oracle.puzzle(puzzle).problem
    names = ALWAYS if problem.lattice in SPACE else ALWAYS + IN_THE_PLANE
    yield from (name for name in names if name == "auto" or solver(name).refusal(problem) is None)


def solver_entry(puzzle: str, algorithm: str, oracle: Oracle) -> ProgramEntry:
    """Return a modern solver as a line of the table of programs."""
    result = oracle.result(puzzle, algorithm)
    attempt = ATTEMPT.get(result.algorithm, "")
    return {
        "edition": None,
        "name": f"{result.algorithm} (modern)",
        "year": None,
        "dated": "today",
        "machine": "this one",
        "language": "Python (compiled)",
        "puzzle": puzzle,
        "run": None,
        "attempts": oracle.attempts(puzzle, result.algorithm) if attempt else None,
        "placements": sum(result.nodes or ()) or None,
        "solutions": result.solutions_up_to_symmetry,
        "then": "",
        "seconds": round(result.cpu_seconds, 6),
        "attempt": attempt,
        "figures_from": "the solver itself",
        "notes": [ONCE] if attempt else [FITS, ONCE],
        "title": oracle.puzzle(puzzle).title,
    }

"""Set the originals beside modern solvers: counts and node statistics, level by level, equal or not.

for comparison in compare_edition("debruijn1972_pentomino", Records(), Oracle()):
comparison["title"], comparison["rows"][0]["original"], comparison["equal"]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TypedDict

from getallenband.modern.exact_cover import Answer
from getallenband.originals.edition import edition, editions
from getallenband.originals.fields import copy_fields
from getallenband.originals.presentation import Comparison, presentation
from getallenband.reports.comparing.measured import levels_of_answer, levels_of_record, record_of, too_long
from getallenband.reports.comparing.programs import ATTEMPT, ProgramEntry, programs, solvers_beside
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.names import UnknownNameError
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.record import RunRecord
from getallenband.reports.runs.records import Records
from getallenband.reports.runs.tasks import Task, make_ready


class QuantityRow(TypedDict):
    """One quantity on both sides.

    level    null for a total
    differs  why the two are known to differ
    """

    quantity: str
    level: int | None
    original: int
    modern: int
    equal: bool
    differs: str | None


class ComparisonRecord(TypedDict):
    """A run beside a modern search, or beside another run.

    axis       what a level is called
    puzzle     of the modern search; null if another run stands beside
    algorithm  of the modern search
    order      of the modern search: a historical program's
    beside     the other run
    equal      whether every row is equal, or its difference explained
    """

    edition: str
    comparison: str
    title: str
    run: str
    axis: str
    puzzle: str | None
    algorithm: str | None
    order: str | None
    beside: str | None
    rows: list[QuantityRow]
    equal: bool


class Comparisons(TypedDict):
    """What `compare` finds."""

    comparisons: list[ComparisonRecord]
    programs: list[ProgramEntry]


def compare_editions(
    names: Sequence[str], records: Records, oracle: Oracle, *, soak: bool = False
) -> list[ComparisonRecord]:
    """Compare these editions, or all; a wrong name is an EditionError before anything runs."""
    chosen = [edition(name).name for name in names or editions()]
    return [comparison for name in chosen for comparison in compare_edition(name, records, oracle, soak=soak)]


def compare_edition(
    name: str, records: Records, oracle: Oracle, *, soak: bool = False, only: Sequence[str] = ()
) -> Iterator[ComparisonRecord]:
    """Make an edition's comparisons (or only some); raise EditionError, naming the one, for what is not there."""
    for comparison in presentation(edition(name)).comparisons:
        if (only and comparison.identifier not in only) or (not soak and left_out(name, comparison)):
            continue
        yield compare(name, comparison, records, oracle)


def left_out(name: str, comparison: Comparison) -> bool:
    """Tell whether a comparison rests on a run that takes minutes."""
    return too_long(name, comparison.run, comparison.beside)


def all_left_out(names: Sequence[str]) -> list[str]:
    """Return edition and name of the comparisons of these editions, or of all, that rest on too long runs."""
    found = []
    for name in names or editions():
        shown = presentation(edition(name))
        found += [f"{name} {each.identifier}" for each in shown.comparisons if left_out(name, each)]
        found += [f"{name} {program.name!r}" for program in shown.programs if too_long(name, program.run)]
    return found


def compare(name: str, comparison: Comparison, records: Records, oracle: Oracle) -> ComparisonRecord:
    """Make one comparison; raise EditionError, naming it, for what is not there."""
    entry = comparison.entry
    with entry.blamed("run"):
        record = record_of(name, comparison.run, records)
    other: Answer | RunRecord
    if comparison.beside:
        with entry.blamed("beside", "run"):
            other = record_of(name, comparison.beside, records)
    else:
        with entry.blamed("modern", "order" if comparison.order else "puzzle"):
            other = oracle(comparison.puzzle, comparison.order, comparison.algorithm, comparison.limit)
    rows: list[QuantityRow] = []
    for number in range(len(comparison.quantities)):
        rows += compare_rows(comparison, number, record, other)
    return copy_fields(
        ComparisonRecord,
        comparison,
        edition=name,
        comparison=comparison.identifier,
        puzzle=comparison.puzzle or None,
        algorithm=comparison.algorithm if comparison.puzzle else None,
        order=comparison.order or None,
        beside=comparison.beside or None,
        rows=rows,
        equal=all(row["equal"] or row["differs"] for row in rows),
    )


def compare_rows(
    comparison: Comparison, number: int, record: RunRecord, other: Answer | RunRecord
) -> Iterator[QuantityRow]:
    """Yield one row a level of a quantity, by its number, or one for a total."""
    quantity = comparison.quantities[number]
    with comparison.entry.blamed("quantity", number, "original"):
        mine = levels_of_record(record, quantity.original)
    with comparison.entry.blamed("quantity", number, "other"):
        if isinstance(other, Answer):
            first = 0 if 0 in mine else 1
            theirs = levels_of_answer(other, str(quantity.other), comparison.shift, None in mine, first)
        else:
            assert not isinstance(quantity.other, str)
            theirs = levels_of_record(other, quantity.other)
    for level in sorted(
        mine.keys() | {level for level, times in theirs.items() if times},
        key=lambda level: -1 if level is None else level,
    ):
        pair = mine.get(level, 0), theirs.get(level, 0)
        yield {
            "quantity": quantity.name,
            "level": level,
            "original": pair[0],
            "modern": pair[1],
            "equal": pair[0] == pair[1],
            "differs": quantity.differs or None,
        }


def comparisons_and_programs(
    names: Sequence[str], cache: ResultCache | None = None, *, soak: bool = False
) -> Comparisons:
    """Return the comparisons and the programs of these editions, or of all; JSON."""
    cache = cache or ResultCache()
    records, oracle = Records(cache), Oracle(cache)
    make_ready(needed(names, oracle, soak=soak), records, oracle)
    return {
        "comparisons": compare_editions(names, records, oracle, soak=soak),
        "programs": programs(names, records, oracle, soak=soak),
    }


def needed(names: Sequence[str], oracle: Oracle, *, soak: bool, table: bool = True) -> Iterator[Task]:
    """Yield the runs and searches that comparisons and programs ask for, with `table` today's solvers beside them."""
    puzzles: list[str] = []
    for name in names or editions():
        shown = presentation(edition(name))
        for comparison in shown.comparisons:
            if soak or not left_out(name, comparison):
                yield from run_tasks(name, comparison.run, comparison.beside)
                if comparison.puzzle:
                    limit = str(comparison.limit or "")
                    yield Task("answer", (comparison.puzzle, comparison.order, comparison.algorithm, limit))
        for program in shown.programs:
            if soak or not too_long(name, program.run):
                puzzles.append(program.puzzle)
                yield from run_tasks(name, program.run)
    for puzzle in dict.fromkeys(puzzles) if table else ():
        with suppress(UnknownNameError):  # reported by the program that names it
            for algorithm in solvers_beside(puzzle, oracle):
                yield Task("result", (puzzle, algorithm))
                if algorithm in ATTEMPT:
                    yield Task("attempts", (puzzle, algorithm))


def run_tasks(name: str, *runs: str) -> Iterator[Task]:
    """Yield runs of this edition, or EDITION/RUN; "" is none."""
    for other, _, run in (each.rpartition("/") for each in runs if each):
        yield Task("run", (other or name, run))
